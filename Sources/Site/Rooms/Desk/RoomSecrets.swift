import Crypto
import DiceLanguage
import Rooms
import Storage

/// A visitor's secret, from which the keys to all their seats are made; 16 random bytes.
struct SeatSecret: SessionPart, Equatable {
  static let tag: UInt8 = 9
  private static let length = 16

  let bytes: [UInt8]

  /// A new one.
  ///
  /// It never comes from the visitor's dice: those of a frame may be many others' too.
  init() { bytes = randomBytes(SeatSecret.length) }

  init?(_ fields: PackedFields) {
    guard let bytes = fields.bytes(1), bytes.count == SeatSecret.length else { return nil }
    self.bytes = Array(bytes)
  }

  func pack(into packer: inout Packer) { packer.put(1, bytes) }

  /// The visitor's key in a room; it is of no use in another.
  func key(in code: RoomCode) -> [UInt8] { roomKey("seat", Array(code.signs.utf8) + bytes) }
}

/// What makes somebody a room's host: it stands in the secret link and in the host's cookie.
struct HostSecret: Equatable, Sendable {
  /// 26 small letters and digits.
  let text: String

  init() {
    var random = SystemRandomNumberGenerator()
    text = KeyText.draw(using: &random)
  }

  /// A secret from outside, or `nil` if it does not have the form of ours.
  init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  /// What the room knows of it.
  var key: [UInt8] { roomKey("host", Array(text.utf8)) }
}

extension OpenRoom {
  /// The seat of whoever has this secret, removed or not.
  func seat(of secret: SeatSecret?) -> RoomSeat? {
    secret.flatMap { room.seat(key: $0.key(in: code)) }
  }

  func isLed(by secret: HostSecret?) -> Bool { secret?.key == room.hostKey }
}

extension HiddenRoll {
  /// Rolls for the host alone.
  /// - Throws: `RoomRefusal.totalTooLarge`.
  static func move(
    _ expression: Expression, using random: inout any RandomNumberGenerator
  ) throws(RoomRefusal) -> RoomMove {
    let roll = try Room.hiddenRoll(
      expression, secret: randomBytes(HiddenRoll.hashLength), using: &random)
    return .act(.rolledHidden(roll, commitment: roll.commitment))
  }

  /// The SHA-256 of `committedText`.
  var commitment: [UInt8] { Array(SHA256.hash(data: Array(committedText.utf8))) }
}

/// The first half of a SHA-256, of no use to find what it was made from.
private func roomKey(_ purpose: String, _ secret: [UInt8]) -> [UInt8] {
  Array(SHA256.hash(data: Array(purpose.utf8) + secret).prefix(RoomSeat.keyLength))
}

private func randomBytes(_ count: Int) -> [UInt8] {
  var random = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
}
