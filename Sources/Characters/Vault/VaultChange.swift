import Games
import Rooms
import Site
import Storage
import Web

/// A change as stored in a vault.
struct VaultChange {
  private let number: Int
  private let moment: Int
  private let kind: CharacterChange.Kind
  private let undoes: Int?
  /// The payout that it is a share of, if it is one.
  private let payout: CharacterID?
  /// The code of the table whose game master made it, if one did.
  private let table: String?
  /// The previous values of the keys that it changed; `null` for a missing one.
  private let before: [JSON.Member]

  static let format = JSONFormat<VaultChange>.record { field in
    VaultChange(
      number: try field("number", .whole()) { $0.number },
      moment: try field("moment", .whole()) { $0.moment },
      kind: try field("kind", CharacterChange.Kind.format) { $0.kind },
      undoes: try field(optional: undoesKey, .whole()) { $0.undoes },
      payout: try field(optional: payoutKey, .id) { $0.payout },
      table: try field(optional: tableKey, .text()) { $0.table },
      before: try field("before", members) { $0.before })
  }

  private static let members = JSONFormat<[JSON.Member]>(.null, JSON.object) { json, _ in
    if case .object(let members) = json { members } else { nil }
  }

  static let undoesKey = "undoes"
  static let tableKey = "table"

  static func number(_ json: JSON) -> Int {
    if case .number(let number)? = json["number"]?.whole { number } else { 0 }
  }

  static func payout(_ json: JSON) -> CharacterID? {
    json[payoutKey].flatMap(JSONFormat<CharacterID>.id.value)
  }
  private static let payoutKey = "payout"

  func change(of character: PlayerCharacter) -> CharacterChange {
    CharacterChange(
      number: number, moment: moment, kind: kind, undoes: undoes, before: character)
  }

  /// Returns the character before this change, from the one after it.
  /// - Returns: `nil` if the character isn't legal.
  func state(before after: JSON) -> (character: PlayerCharacter, json: JSON)? {
    guard case .object(var members) = after else { return nil }
    for member in before {
      guard let key = CharacterKey(rawValue: member.name), key != .id else { return nil }
      members.removeAll { $0.name == member.name }
      // Only `armor` is present when empty.
      if member.value != .null || key == .armor { members.append(member) }
    }
    let json = JSON.object(members)
    guard let character = CharacterJSON.stored(json),
      character.brokenRules(allowingNoSpell: true).isEmpty
    else { return nil }
    return (character, json)
  }
}

extension VaultChange {
  init(
    _ change: CharacterChange, after: PlayerCharacter, payout: CharacterID?, table: RoomCode?
  ) {
    let (old, new) = (
      CharacterJSON.json(change.before, withOrigin: true),
      CharacterJSON.json(after, withOrigin: true)
    )
    let before = CharacterKey.allCases.compactMap { key -> JSON.Member? in
      let value = old[key.rawValue]
      guard value != new[key.rawValue] else { return nil }
      return JSON.Member(name: key.rawValue, value: value ?? .null)
    }
    self.init(
      number: change.number, moment: change.moment, kind: change.kind, undoes: change.undoes,
      payout: payout, table: table?.signs, before: before)
  }
}

extension CharacterChange.Kind {
  private static let ids = [
    "told", "bought", "sold", "found", "lost", "coins", "thing", "learned", "forgot", "prepared",
    "cast", "rested", "experience", "rose", "drained", "started", "hitPoints", "conditions", "shot",
    "used", "worn", "lit", "turned",
  ]

  fileprivate static let format = JSONFormat<CharacterChange.Kind>.named(
    Schema.oneOf(ids), by: { ids[$0.rawValue] }, "a kind of change"
  ) { ids.firstIndex(of: $0).flatMap(CharacterChange.Kind.init) }
}

/// A character's place at a table.
struct TablePlace: Equatable {
  /// The key beside the secrets of cloud records, none of which has it as an ID.
  static let key = "table"

  let code: RoomCode
  /// The character's number there.
  let member: Int
  /// The number of the game master's last change that the vault has taken.
  var applied: Int

  init(code: RoomCode, member: Int, applied: Int) {
    self.code = code
    self.member = member
    self.applied = applied
  }

  /// - Returns: `nil` for what `json` doesn't write.
  init?(_ json: JSON) {
    let parts = json.text?.split(separator: " ") ?? []
    guard parts.count == 3, let code = RoomCode(String(parts[0])), let member = Int(parts[1]),
      let applied = Int(parts[2]), RoomLimits.numbers ~= member,
      0...RoomLimits.numbers.upperBound ~= applied
    else { return nil }
    self.init(code: code, member: member, applied: applied)
  }

  var json: JSON { .string("\(code.signs) \(member) \(applied)") }
}
