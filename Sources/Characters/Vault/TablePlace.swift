import Rooms
import Storage
import Web

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
