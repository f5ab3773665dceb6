/// What people type to come into a room: six letters and digits, `KFH3QD`, shown `KFH-3QD`.
///
/// There are 887,503,681 of them. 0, O, 1, I and L are left out, as they look alike.
package struct RoomCode: Hashable, Sendable, CustomStringConvertible {
  package static let length = 6
  /// All characters of a code, in ascending order.
  static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)

  /// Without the hyphen, in capitals.
  package let text: String

  /// As people type it: in any case, with or without one hyphen in the middle, with blanks around.
  /// - Returns: `nil` for what is no code.
  package init?(_ typed: String) {
    // Looks at no more than a few bytes of a hostile 100 kB.
    guard typed.utf8.count <= 40 else { return nil }
    var bytes = Array(typed.utf8)[...]
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    var code = Array(bytes)
    if code.count == RoomCode.length + 1, code[3] == UInt8(ascii: "-") { code.remove(at: 3) }
    guard code.count == RoomCode.length else { return nil }
    code = code.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 - 32 : $0 }
    guard code.allSatisfy(RoomCode.alphabet.contains) else { return nil }
    text = String(decoding: code, as: UTF8.self)
  }

  /// A new one, all equally likely; one draw for each character, left to right.
  package init(using random: inout some RandomNumberGenerator) {
    let bytes = (0..<RoomCode.length).map { _ in
      RoomCode.alphabet[Int.random(in: 0..<RoomCode.alphabet.count, using: &random)]
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// As pages show it: `KFH-3QD`.
  package var description: String { "\(text.prefix(3))-\(text.suffix(3))" }
}
