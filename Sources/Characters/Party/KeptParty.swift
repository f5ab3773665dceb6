import Games
import Site
import Storage
import Web

/// A party as a vault keeps it, beside the characters: what it is, and where its members are.
///
/// It only names its members. Whoever is no longer where the party says is looked for by number,
/// since a vault that is copied into another gives everything a new place.
struct KeptParty: Equatable {
  /// The one key of the entry's JSON; no character has it.
  private static let key = "party"
  private static let start = Array("{\"\(key)\":".utf8)

  var party: Party
  /// In the vault, by member.
  var places: [CharacterID: EntryID]
  /// An unfinished payout; `nil` if everybody has been paid.
  var payout: Payout?

  init(_ party: Party, places: [CharacterID: EntryID] = [:]) {
    self.party = party
    self.places = places
  }

  /// - Returns: `nil` if the bytes are no party.
  init?(_ bytes: [UInt8]) {
    guard let json = try? CharacterJSON.parse(bytes), let kept = json[KeptParty.key],
      let party = KeptParty.format.value(of: kept)
    else { return nil }
    self = party
  }

  /// What the vault keeps.
  var bytes: [UInt8] {
    JSON.object([.init(name: KeptParty.key, value: KeptParty.format.json(self))]).bytes
  }

  /// Whether an entry is one, readable or not.
  static func isParty(_ bytes: [UInt8]) -> Bool { bytes.starts(with: start) }

  /// With the places of its members among these; others are looked for by number.
  func placed(_ places: [CharacterID: EntryID]) -> KeptParty {
    KeptParty(party, places: places.filter { party[$0.key] != nil })
  }

  /// Takes a member's new number in place of an earlier one.
  mutating func renumber(_ old: CharacterID, as new: CharacterID) {
    guard old != new, party[new] == nil else { return }
    party = party.renumbering(old, as: new)
    places[new] = places.removeValue(forKey: old)
  }
}

extension KeptParty {
  /// A party as it stands in a vault’s entry, or in a file with a whole vault.
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

/// Shares of experience and gold that a party has begun to pay out.
///
/// The party keeps it until everybody has been paid, so a server that stops halfway can carry on
/// from there; what each got is marked in that character’s history, so that nobody is paid twice.
struct Payout: Equatable {
  /// Somebody’s share.
  struct Part: Equatable {
    let member: CharacterID
    /// Where the member was when it began.
    let place: EntryID
    /// Points before prime requisites add or take; 0 for none.
    let experience: Int
    /// Gold pieces.
    let gold: Int
    /// The number of the newest change in the member’s history when it began; 0 for none.
    let lastNumber: Int
  }

  /// What marks it in a history: that of no other payout.
  let id: CharacterID
  /// Seconds since 1970, UTC.
  let moment: Int
  let parts: [Part]
}

extension Payout {
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
