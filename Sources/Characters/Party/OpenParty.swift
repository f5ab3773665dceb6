import Games
import Mustache
import Site
import Storage
import Web

/// A party of this browser's vault, opened to be shown or changed.
struct OpenParty: OpenEntry {
  /// The pages of one party.
  enum Tab: String, EntryTab {
    case party, shares, retainers, animals

    var name: String { self == .shares ? "Loot and XP" : rawValue.asSentence }
  }

  static let root = "/osr/parties"
  static let isParty = true
  static let description = "A party of this browser’s vault."
  static let changedElsewhere = Problem.Notice(
    title: "Nothing was changed",
    sentence: """
      Nothing was changed: this party, or somebody in it, has changed since your page was loaded, \
      perhaps in another tab. Here’s how it is now.
      """)

  private(set) var entry: VaultEntry
  var kept: KeptParty
  /// The members in marching order.
  let people: [OpenMember]

  var party: Party { kept.party }
  var bytes: [UInt8] { kept.bytes }
  var tabs: [Tab] { Tab.allCases }
  /// A notice on an interrupted payout, which the next move finishes: opening a page pays nobody.
  var unfinished: String? { kept.payout.map { _ in PartyWords.payoutInterrupted } }
  /// A number that changes with any change of a member; forms take none over a billion.
  var lastNumber: Int { people.reduce(0) { ($0 + $1.lastNumber) % 1_000_000_000 } }
  /// The members who are still in the vault, in marching order.
  var characters: [PlayerCharacter] { people.compactMap(\.character) }

  subscript(id: CharacterID) -> OpenMember? { people.first { $0.member.id == id } }

  subscript(text: String?) -> OpenMember? {
    text.flatMap(CharacterID.init(text:)).flatMap { self[$0] }
  }

  func title(of tab: Tab) -> String {
    tab == .party ? party.name.isolated : "\(tab.name) – \(party.name.isolated)"
  }

  static func declare(_ field: inout Fields<EntryLayout<OpenParty>>) {
    field("name") { $0.open.party.name }
    field("size") { $0.open.party.sizeText }
    field("unfinished") { $0.open.unfinished }
  }

  /// A version that changes with any change of the party or a member.
  var wholeVersion: String {
    String(fingerprint(of: entry.bytes + people.flatMap { $0.entry?.bytes ?? [] }))
  }

  init(_ entry: VaultEntry, in visit: Visit) throws(StorageError) {
    guard let kept = KeptParty(entry.bytes) else { throw .damaged }
    try self.init(entry, kept, in: visit)
  }

  private init(_ entry: VaultEntry, _ kept: KeptParty, in visit: Visit) throws(StorageError) {
    var kept = kept
    var found: [CharacterID: (entry: VaultEntry, kept: VaultCharacter)] = [:]
    for member in kept.party.members {
      guard let place = kept.places[member.id], let there = try visit.memberEntry(place),
        let character = VaultCharacter(there, in: visit)
      else { continue }
      // A character that was shared again has a new ID.
      kept.renumber(member.id, as: character.character.id)
      found[character.character.id] = (there, character)
    }
    for missing in kept.party.members where found[missing.id] == nil {
      guard let there = try visit.member(numbered: missing.id) else { continue }
      kept.places[missing.id] = there.entry.id
      found[missing.id] = there
    }
    self.entry = entry
    self.kept = kept
    people = kept.party.members.map {
      OpenMember(member: $0, entry: found[$0.id]?.entry, kept: found[$0.id]?.kept)
    }
  }

  /// Pays out what an interrupted payout still owes.
  mutating func catchUp(in visit: Visit) throws(StorageError) -> String? {
    guard kept.payout != nil else { return nil }
    let settling = visit.settle(entry, kept)
    if let hindrance = settling.hindrance { throw hindrance }
    self = try OpenParty(settling.entry, settling.kept, in: visit)
    return settling.sentence
  }

  /// Pays out shares, and reports how far that went.
  ///
  /// A payout has begun once the party stores it; from then on, the next move continues it.
  mutating func pay(_ payout: Payout, in visit: Visit) throws -> String {
    kept.payout = payout
    try visit.replace(entry, with: bytes, orElse: OpenParty.changedElsewhere)
    let begun = VaultEntry(id: entry.id, bytes: bytes, saved: visit.now)
    let settling = visit.settle(begun, kept)
    // These are everybody's current states, which nobody reads again.
    (entry, self.kept) = (settling.entry, settling.kept)
    return settling.sentence(for: payout)
  }
}

/// A member of a party, with the character if the vault still has it.
struct OpenMember {
  let member: PartyMember
  let entry: VaultEntry?
  let kept: VaultCharacter?

  var character: PlayerCharacter? { kept?.character }
  /// The number of the newest change; 0 before the first.
  var lastNumber: Int { kept?.lastNumber ?? 0 }
  /// The name, isolated so that it can't change the direction of the text around it.
  var name: String { character?.name.isolated ?? "Somebody who’s no longer in your vault" }
}

extension EntryPage<OpenParty> {
  var party: Party { layout.open.party }
}

extension Party {
  /// The size as text: `5 characters and 1 retainer`.
  var sizeText: String {
    let company = [
      VaultWords.count(played.count),
      retainers.isEmpty ? nil : retainers.count.counted("retainer", "retainers"),
      animals.isEmpty ? nil : animals.count.counted("animal", "animals"),
    ]
    return company.compactMap(\.self).listed()
  }
}

extension Visit {
  /// Finds a member at a place of the vault or, if nobody is there, anywhere by ID.
  func person(
    at place: EntryID, numbered id: CharacterID
  ) throws(StorageError) -> (entry: VaultEntry, kept: VaultCharacter)? {
    if let there = try memberEntry(place), let kept = VaultCharacter(there, in: self) {
      return (there, kept)
    }
    return try member(numbered: id)
  }

  /// Returns a member's entry; a damaged one costs the party that member.
  fileprivate func memberEntry(_ id: EntryID) throws(StorageError) -> VaultEntry? {
    guard let key = vaultKey else { return nil }
    do throws(StorageError) {
      return try storage.vaults.read(id, of: key)
    } catch .damaged {
      return nil
    }
  }

  fileprivate func member(
    numbered id: CharacterID
  ) throws(StorageError) -> (entry: VaultEntry, kept: VaultCharacter)? {
    guard let key = vaultKey else { return nil }
    for entry in try storage.vaults.entries(of: key) ?? [] where !entry.isParty {
      guard let kept = VaultCharacter(entry, in: self), kept.character.id == id else { continue }
      return (entry, kept)
    }
    return nil
  }

  /// Returns the vault's characters outside a party, newest first.
  func strangers(to party: Party) throws(StorageError) -> [Stranger] {
    guard let key = vaultKey else { return [] }
    return try (storage.vaults.entries(of: key) ?? []).compactMap { entry in
      guard !entry.isParty, let character = entry.stored, party[character.id] == nil else {
        return nil
      }
      return Stranger(place: entry.id, character: character)
    }
  }

  /// Changes the party by its rules.
  /// - Throws: `Problem` at the field that `blamed` names, or else at `field`; it keeps the form.
  func make<Value>(
    _ change: @autoclosure () throws(PartyRefusal) -> Value, at field: String? = nil,
    blaming blamed: (PartyRefusal) -> String? = { _ in nil }
  ) throws(Problem) -> Value {
    do throws(PartyRefusal) {
      return try change()
    } catch {
      let field = error.isAboutParty ? nil : blamed(error) ?? field
      throw Problem([.init(error.sentence, field: field)], form: form)
    }
  }
}

/// A character who isn't in the party.
struct Stranger {
  let place: EntryID
  let character: PlayerCharacter

  func choice(_ chosen: String?) -> ChoiceWord {
    ChoiceWord(
      value: place.text, words: "\(character.name.isolated), \(character.rank.lowercased())",
      isChosen: place.text == chosen)
  }
}
