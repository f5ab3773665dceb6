import Games
import Site
import Storage
import Web

/// A party as stored in a vault beside the characters, with the places of its members.
///
/// It only names its members. One who isn't at the stored place is looked up by ID, since copying a
/// vault into another gives everything a new place.
struct KeptParty: Equatable {
  /// The only key of the entry's JSON, which characters don't have.
  private static let key = "party"
  private static let start = Array("{\"\(key)\":".utf8)

  var party: Party
  /// The entries of the members in the vault.
  var places: [CharacterID: EntryID]
  /// An unfinished payout; `nil` if everybody has been paid.
  var payout: Payout?

  init(_ party: Party, places: [CharacterID: EntryID] = [:]) {
    self.party = party
    self.places = places
  }

  /// - Returns: `nil` if the bytes aren't a party.
  init?(_ bytes: [UInt8]) {
    guard let json = try? CharacterJSON.parse(bytes), let kept = json[KeptParty.key],
      let party = KeptParty.format.value(of: kept)
    else { return nil }
    self = party
  }

  /// The bytes to store in the vault.
  var bytes: [UInt8] {
    JSON.object([.init(name: KeptParty.key, value: KeptParty.format.json(self))]).bytes
  }

  /// Returns whether an entry is a party, readable or not.
  static func isParty(_ bytes: [UInt8]) -> Bool { bytes.starts(with: start) }

  /// Returns the party with these places of its members; others are looked up by ID.
  func placed(_ places: [CharacterID: EntryID]) -> KeptParty {
    KeptParty(party, places: places.filter { party[$0.key] != nil })
  }

  mutating func renumber(_ old: CharacterID, as new: CharacterID) {
    guard old != new, party[new] == nil else { return }
    party = party.renumbering(old, as: new)
    places[new] = places.removeValue(forKey: old)
  }

  /// The format of a party in a vault's entry, or in a file with a whole vault.
  static let format = JSONFormat<KeptParty>.record { field in
    let name = try field("name", .text()) { $0.party.name }
    let members = try field("members", .list(of: member)) { kept in
      kept.party.members.map { Member(member: $0, place: kept.places[$0.id]) }
    }
    let animals = try field("animals", .list(of: animal)) { $0.party.animals }
    let payout = try field(optional: "payout", Payout.format) { $0.payout }
    guard let party = Party(name: name, members: members.map(\.member), animals: animals) else {
      throw JSONUnread()
    }
    var kept = KeptParty(party)
    for member in members { kept.places[member.member.id] = member.place }
    kept.payout = payout
    return kept
  }

  private struct Member {
    let member: PartyMember
    let place: EntryID?
  }

  private static let member = JSONFormat<Member>.record { field in
    let id = try field("id", .id) { $0.member.id }
    let place = try field(optional: "entry", .id) { $0.place }
    let service = try field(optional: "service", service) { $0.member.service }
    return Member(member: PartyMember(id, service: service), place: place)
  }

  private static let service = JSONFormat<Service>.record { field in
    Service(
      employer: try field("employer", .id) { $0.employer },
      loyalty: try field("loyalty", .whole()) { $0.loyalty },
      wage: try field("wage", .whole()) { $0.wage },
      share: try field("share", .choice) { $0.share })
  }

  private static let animal = JSONFormat<PartyAnimal>.record { field in
    PartyAnimal(
      try field("kind", .choice) { $0.kind }, name: try field("name", .text()) { $0.name },
      load: try field("load", .whole()) { $0.load })
  }
}

extension JSONFormat<EntryID> {
  static let id = JSONFormat.named(
    JSONFormat<String>.text().schema, by: \.text, "a place in a vault"
  ) { EntryID($0) }
}

extension Animal: Keyed {
  static let keys = RuleKey.list("mule draftHorse ridingHorse warHorse")
}

extension Service.Share: Keyed {
  static let keys = RuleKey.list("half full")
}

/// A payout of experience and gold that a party has begun.
///
/// The party keeps it until everybody has been paid, so a restarted server can continue it. Each
/// share is marked in the character's history, so that nobody is paid twice.
struct Payout: Equatable {
  /// One member's share.
  struct Part: Equatable {
    let member: CharacterID
    /// The member's entry when the payout began.
    let place: EntryID
    /// The experience points before prime requisites, 0 for none.
    let experience: Int
    let gold: Int
    /// The number of the newest change in the member's history when the payout began; 0 for none.
    let lastNumber: Int
  }

  /// The ID that marks it in histories, unique among payouts.
  let id: CharacterID
  /// The time in seconds since 1970, UTC.
  let moment: Int
  let parts: [Part]

  static let format = JSONFormat<Payout>.record { field in
    Payout(
      id: try field("id", .id) { $0.id }, moment: try field("moment", .whole()) { $0.moment },
      parts: try field("parts", .list(of: part)) { $0.parts })
  }

  private static let part = JSONFormat<Part>.record { field in
    let unpaid = "Nobody can be paid that."
    return Part(
      member: try field("id", .id) { $0.member }, place: try field("entry", .id) { $0.place },
      experience: try field("experience", .whole(PartyShares.experiences, outside: unpaid)) {
        $0.experience
      },
      gold: try field("gold", .whole(PartyShares.golds, outside: unpaid)) { $0.gold },
      lastNumber: try field("after", .whole()) { $0.lastNumber })
  }
}

/// The progress of a payout.
struct PayoutState {
  /// The party's entry, without the payout once everybody is paid.
  var entry: VaultEntry
  var kept: KeptParty
  /// The members, isolated, who are no longer in the vault or may not have the share by the rules.
  var missed: [String] = []
  /// The error that keeps the rest from being paid now; `nil` once the payout is over.
  var hindrance: StorageError?
}

extension Visit {
  /// Pays everybody what a payout still owes them, and then ends it.
  ///
  /// Whatever happens to the vault, each member is paid at most once, and the next call pays those
  /// who weren't paid. A member who has changed since it began keeps that change.
  func settle(_ entry: VaultEntry, _ kept: KeptParty) -> PayoutState {
    var state = PayoutState(entry: entry, kept: kept)
    guard let key = vaultKey, kept.payout != nil else { return state }
    do throws(StorageError) {
      for _ in 1...3 {
        guard let payout = state.kept.payout else { return state }
        state.missed = []
        for part in payout.parts {
          if let name = try pay(part, of: payout, in: key) { state.missed.append(name) }
        }
        do throws(StorageError) {
          try end(&state, in: key)
        } catch .changed {
          // The party has been changed, or the payout has ended.
          guard let there = try storage.vaults.read(entry.id, of: key),
            let party = KeptParty(there.bytes)
          else { return state }
          state.entry = there
          state.kept = party
        }
      }
      if state.kept.payout != nil { state.hindrance = .busy }
    } catch {
      state.hindrance = error
    }
    return state
  }

  private func end(_ state: inout PayoutState, in key: VaultID) throws(StorageError) {
    var done = state.kept
    done.payout = nil
    let bytes = done.bytes
    _ = try storage.vaults.replace(
      state.entry.id, of: key, with: bytes, over: state.entry.bytes, now: now)
    state.entry = VaultEntry(id: state.entry.id, bytes: bytes, saved: now)
    state.kept = done
  }

  /// Pays one share unless it is paid already.
  /// - Returns: the name of a member who can't be paid at all.
  private func pay(
    _ part: Payout.Part, of payout: Payout, in key: VaultID
  ) throws(StorageError) -> String? {
    for _ in 1...3 {
      guard let found = try person(at: part.place, numbered: part.member) else {
        return "somebody who’s no longer in your vault"
      }
      var (there, kept) = found
      guard !kept.wasPaid(payout.id, after: part.lastNumber) else { return nil }
      let (name, number) = (kept.character.name.isolated, kept.lastNumber)
      do throws(RuleRefusal) {
        try kept.make(.experience, at: payout.moment, payout: payout.id) {
          character throws(RuleRefusal) in
          try character.receivingShare(experience: part.experience, gold: part.gold)
        }
      } catch {
        return name
      }
      guard kept.lastNumber != number else { return nil }
      let bytes = kept.bytes
      // Without room for the mark, the share might be paid twice.
      guard VaultCharacter(bytes)?.hasShare(of: payout.id) == true else { return name }
      do throws(StorageError) {
        _ = try storage.vaults.replace(there.id, of: key, with: bytes, over: there.bytes, now: now)
        return nil
      } catch .changed {
        // Another change came first, perhaps with this very share.
      }
    }
    throw .busy
  }
}

extension VaultCharacter {
  /// Returns whether the character got its share of a payout that began after change `number`.
  ///
  /// A history that has dropped that change, or the next one, can't tell; then the answer is yes,
  /// so that nobody is paid twice.
  func wasPaid(_ payout: CharacterID, after number: Int) -> Bool {
    let newest = lastNumber ?? 0
    let oldest = changes.first.map(VaultChange.number) ?? newest + 1
    return number > newest || number + 1 < oldest || hasShare(of: payout)
  }

  /// Returns whether the history says that the character got its share of a payout.
  func hasShare(of payout: CharacterID) -> Bool {
    changes.contains { VaultChange.payout($0) == payout }
  }
}
