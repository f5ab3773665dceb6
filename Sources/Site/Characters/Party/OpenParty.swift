import Games
import Storage
import Web

/// A party of this browser's vault as a page shows it or a move changes it.
struct OpenParty {
  let entry: VaultEntry
  var kept: KeptParty
  /// Everybody in it, in marching order.
  let people: [OpenMember]
  /// What came of a payout that had been broken off; `nil` without one.
  let settling: PayoutState?

  var party: Party { kept.party }
  /// Where its pages are, below the mount.
  var path: String { "/osr/parties/\(entry.id.text)" }
  /// Those who are still in the vault, in marching order.
  var characters: [PlayerCharacter] { people.compactMap(\.character) }

  subscript(id: CharacterID) -> OpenMember? { people.first { $0.member.id == id } }

  /// The member that a form names.
  subscript(text: String?) -> OpenMember? {
    text.flatMap(CharacterID.init(text:)).flatMap { self[$0] }
  }

  /// Changes with every change of the party or of anybody in it.
  var wholeVersion: String {
    String(fingerprint(of: entry.bytes + people.flatMap { $0.entry?.bytes ?? [] }))
  }
}

/// A member of a party, and the character, if the vault still has it.
struct OpenMember {
  let member: PartyMember
  let entry: VaultEntry?
  let kept: VaultCharacter?

  var character: PlayerCharacter? { kept?.character }
  /// Isolated, so that it cannot turn the text around it.
  var name: String { character?.name.isolated ?? "Somebody who’s no longer in your vault" }
}

extension Visit {
  /// The party that the address names.
  /// - Throws: `Refusal` 404 for one that is not in this vault, or `StorageError`.
  func openParty() throws -> OpenParty {
    var entry = try partyEntry()
    guard var kept = KeptParty(entry.bytes) else { throw StorageError.damaged }
    let settling = kept.payout == nil ? nil : settle(entry, kept)
    if let settling { (entry, kept) = (settling.entry, settling.kept) }
    var found: [CharacterID: (entry: VaultEntry, kept: VaultCharacter)] = [:]
    for member in kept.party.members {
      guard let place = kept.places[member.id], let there = try memberEntry(place),
        let character = VaultCharacter(there.bytes)
      else { continue }
      // A character that was shared anew has another number since.
      kept.renumber(member.id, as: character.character.id)
      found[character.character.id] = (there, character)
    }
    for missing in kept.party.members where found[missing.id] == nil {
      guard let there = try member(numbered: missing.id) else { continue }
      kept.places[missing.id] = there.entry.id
      found[missing.id] = there
    }
    let people = kept.party.members.map {
      OpenMember(member: $0, entry: found[$0.id]?.entry, kept: found[$0.id]?.kept)
    }
    return OpenParty(entry: entry, kept: kept, people: people, settling: settling)
  }

  /// The entry of the party that the address names, which need not be readable.
  /// - Throws: `Refusal` 404, or `StorageError`.
  func partyEntry() throws -> VaultEntry {
    guard let key = vaultKey, let id = EntryID(parameter),
      let entry = try storage.vaults.read(id, of: key), entry.isParty
    else { throw Refusal.noParty }
    return entry
  }

  /// Somebody who is in the vault at a place or, if nobody is there, anywhere with that number.
  func person(
    at place: EntryID, numbered id: CharacterID
  ) throws(StorageError) -> (entry: VaultEntry, kept: VaultCharacter)? {
    if let there = try memberEntry(place), let kept = VaultCharacter(there.bytes) {
      return (there, kept)
    }
    return try member(numbered: id)
  }

  /// A damaged member costs the party that member.
  private func memberEntry(_ id: EntryID) throws(StorageError) -> VaultEntry? {
    guard let key = vaultKey else { return nil }
    do throws(StorageError) {
      return try storage.vaults.read(id, of: key)
    } catch .damaged {
      return nil
    }
  }

  private func member(
    numbered id: CharacterID
  ) throws(StorageError) -> (entry: VaultEntry, kept: VaultCharacter)? {
    guard let key = vaultKey else { return nil }
    for entry in try storage.vaults.entries(of: key) ?? [] where !entry.isParty {
      if let kept = VaultCharacter(entry.bytes), kept.character.id == id { return (entry, kept) }
    }
    return nil
  }

  /// The characters of the vault who are not in a party, newest first.
  func strangers(to party: Party) throws(StorageError) -> [Stranger] {
    guard let key = vaultKey else { return [] }
    return try (storage.vaults.entries(of: key) ?? []).compactMap { entry in
      guard !entry.isParty, let character = entry.stored, party[character.id] == nil else {
        return nil
      }
      return Stranger(place: entry.id, character: character)
    }
  }

  /// Changes a party if the form was drawn from just what the vault still holds.
  ///
  /// `page` shows the party as it is, with the problem; `move` answers what happened and where to go
  /// on.
  /// - Throws: `Refusal` if no page of the party can be shown.
  mutating func changeParty(
    showing page: (OpenParty, Visit, Problem) throws -> any Page,
    _ move: (inout OpenParty, inout Visit) throws -> (news: String, address: String)
  ) throws -> Answer {
    try self.move(
      showing: { (_: VaultState, visit, problem) in try page(visit.openParty(), visit, problem) }
    ) { state, visit in
      var open = try visit.openParty()
      guard visit.form["version"] == open.entry.version else {
        throw Problem(.partyChanged, form: visit.form)
      }
      state = visit.vaultState
      let (news, address) = try move(&open, &visit)
      try visit.replace(open.entry, with: open.kept.bytes, orElse: .partyChanged)
      state.news = visit.note(news, about: open.entry.id)
      return address
    }
  }

  /// Makes a change of the party by its rules.
  /// - Throws: `Problem` at the field; it keeps the form.
  func make<Value>(
    at field: String?, _ change: () throws(PartyRefusal) -> Value
  ) throws(Problem) -> Value {
    do throws(PartyRefusal) {
      return try change()
    } catch {
      throw Problem([.init(error.sentence, field: field)], form: form)
    }
  }
}

/// A character who is not in the party.
struct Stranger {
  let place: EntryID
  let character: PlayerCharacter

  /// In a list to choose from.
  func choice(_ chosen: String?) -> ChoiceWord {
    ChoiceWord(
      value: place.text, words: "\(character.name.isolated), \(character.rank.lowercased())",
      isChosen: place.text == chosen)
  }
}

extension PlayerCharacter {
  /// `Fighter 3`.
  var rank: String { "\(characterClass.name) \(level)" }
}

extension VaultEntry {
  var isParty: Bool { KeptParty.isParty(bytes) }
}

extension Refusal {
  static let noParty = Refusal(.notFound, "There’s no such party in this browser’s vault.")
}

extension Problem.Notice {
  static let partyChanged = Problem.Notice(
    title: "Nothing was changed",
    sentence: """
      Nothing was changed: this party, or somebody in it, has changed since your page was loaded, \
      perhaps in another tab. Here’s how it is now.
      """)
}
