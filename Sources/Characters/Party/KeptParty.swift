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
  /// What somebody may still have to get; `nil` for nothing.
  var payout: Payout?

  init(_ party: Party, places: [CharacterID: EntryID] = [:]) {
    self.party = party
    self.places = places
  }

  /// - Returns: `nil` if the bytes are no party.
  init?(_ bytes: [UInt8]) {
    guard let json = try? CharacterJSON.parse(bytes), let kept = json[KeptParty.key] else {
      return nil
    }
    self.init(kept)
  }

  /// A party as it stands in a vault’s entry, or in a file with a whole vault.
  /// - Returns: `nil` if it is none.
  init?(_ kept: JSON) {
    guard let name = kept["name"]?.text, case .array(let members)? = kept["members"],
      case .array(let animals)? = kept["animals"]
    else { return nil }
    let read = members.compactMap(PartyMember.init)
    let beasts = animals.compactMap(PartyAnimal.init)
    guard read.count == members.count, beasts.count == animals.count,
      let party = Party(name: name, members: read, animals: beasts)
    else { return nil }
    self.party = party
    places = [:]
    for (member, json) in zip(read, members) {
      places[member.id] = json["entry"]?.text.flatMap(EntryID.init)
    }
    if let begun = kept["payout"] {
      guard let payout = Payout(begun) else { return nil }
      self.payout = payout
    }
  }

  /// What the vault keeps.
  var bytes: [UInt8] { JSON.object([.init(name: KeptParty.key, value: json)]).bytes }

  /// The party itself, as a file with a whole vault has it too.
  var json: JSON {
    let begun = payout.map { [JSON.Member(name: "payout", value: $0.json)] } ?? []
    return .object(
      [
        .init(name: "name", value: .string(party.name)),
        .init(
          name: "members", value: .array(party.members.map { $0.json(at: places[$0.id]) })),
        .init(name: "animals", value: .array(party.animals.map(\.json))),
      ] + begun)
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

extension PartyMember {
  fileprivate init?(_ json: JSON) {
    guard let id = json["id"]?.text.flatMap(CharacterID.init(text:)) else { return nil }
    guard let terms = json["service"] else {
      self.init(id)
      return
    }
    guard let service = Service(terms) else { return nil }
    self.init(id, service: service)
  }

  fileprivate func json(at place: EntryID?) -> JSON {
    var members: [JSON.Member] = [.init(name: "id", value: .string(id.text))]
    if let place { members.append(.init(name: "entry", value: .string(place.text))) }
    if let service { members.append(.init(name: "service", value: service.json)) }
    return .object(members)
  }
}

extension Service {
  fileprivate init?(_ json: JSON) {
    guard let employer = json["employer"]?.text.flatMap(CharacterID.init(text:)),
      let loyalty = json["loyalty"]?.wholeNumber, let wage = json["wage"]?.wholeNumber,
      let share = json["share"]?.text.flatMap(Share.init(id:))
    else { return nil }
    self.init(employer: employer, loyalty: loyalty, wage: wage, share: share)
  }

  fileprivate var json: JSON {
    [
      "employer": .string(employer.text), "loyalty": .whole(loyalty), "wage": .whole(wage),
      "share": .string(share.id),
    ]
  }
}

extension PartyAnimal {
  fileprivate init?(_ json: JSON) {
    guard let kind = json["kind"]?.text.flatMap(Animal.init(id:)), let name = json["name"]?.text,
      let load = json["load"]?.wholeNumber
    else { return nil }
    self.init(kind, name: name, load: load)
  }

  fileprivate var json: JSON {
    ["kind": .string(kind.id), "name": .string(name), "load": .whole(load)]
  }
}

extension JSON {
  /// A text; `nil` for anything else.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension Animal: Keyed {
  static let keys = RuleKey.list("mule draftHorse ridingHorse warHorse")
}

extension Service.Share: Keyed {
  static let keys = RuleKey.list("half full")
}
