import Cryptography
import DiceLanguage
import Rooms
import Site
import Storage
import Web

/// A visitor's secret, from which the keys to all the visitor's seats are derived.
///
/// It never comes from the visitor's dice, as many visitors may share those of a frame.
struct SeatSecret: SessionPart, Equatable {
  static let tag: UInt8 = 9

  /// 26 small letters and digits.
  let text: String

  init() { text = KeyText.draw() }

  /// Creates the first secret from these draws.
  init(using random: inout some RandomNumberGenerator) { text = KeyText.draw(using: &random) }

  /// Reads a secret; `nil` if the text doesn't have the form of one.
  init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  init?(_ fields: PackedFields) {
    guard let text = fields.text(1) else { return nil }
    self.init(text)
  }

  func pack(into packer: inout Packer) { packer.put(1, text) }

  /// Returns the visitor's key in one room, which is useless in others.
  func key(in code: RoomCode) -> [UInt8] { roomKey("seat", code.signs + text) }
}

/// The secret of a room's host, which is in the secret link and in the host's cookie.
struct HostSecret: Equatable, Sendable {
  /// 26 small letters and digits.
  let text: String

  init() { text = KeyText.draw() }

  /// Creates the first secret from these draws.
  init(using random: inout some RandomNumberGenerator) { text = KeyText.draw(using: &random) }

  /// Reads a secret; `nil` if the text doesn't have the form of one.
  init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  /// The key that the room stores.
  var key: [UInt8] { roomKey("host", text) }
}

/// The cookie of a room's host; browsers send it to that room only.
extension SecretCookie {
  /// The longest time for which a room may be kept.
  private static let hostSeconds = StorageLimits.keptDays.upperBound * 86_400

  init(hostOf code: RoomCode, _ request: Request) {
    self.init("dicehall-host", request, below: code.path())
  }

  /// Returns the `Set-Cookie` header for a host.
  func holding(_ secret: HostSecret) -> String {
    holding(secret.text, for: SecretCookie.hostSeconds)
  }
}

extension Visit {
  /// Returns the secret with which this browser or frame leads a room; `nil` if it leads another or
  /// none.
  func hostSecret(of code: RoomCode) -> HostSecret? {
    guard !session.isFramed else { return session[LedRoom.self]?.secret }
    return SecretCookie(hostOf: code, request).value.flatMap(HostSecret.init)
  }
}

extension OpenRoom {
  /// Returns the seat that belongs to a secret, removed or not.
  func seat(of secret: SeatSecret?) -> RoomSeat? {
    secret.flatMap { room.seat(key: $0.key(in: code)) }
  }

  func isLed(by secret: HostSecret?) -> Bool { secret?.key == room.hostKey }
}

extension HiddenRoll {
  /// Rolls for the host alone.
  /// - Throws: `RoomRefusal.totalTooLarge`, `.noTallies`.
  static func move(
    _ expression: RollExpression, using random: inout any RandomNumberGenerator
  ) throws(RoomRefusal) -> RoomMove {
    var secrets = SystemRandomNumberGenerator()
    let secret = (0..<HiddenRoll.hashLength).map { _ in
      UInt8.random(in: .min ... .max, using: &secrets)
    }
    let roll = try Room.hiddenRoll(expression, secret: secret, using: &random)
    return .act(.rolledHidden(roll, commitment: roll.commitment))
  }

  /// The SHA-256 of `committedText`.
  var commitment: [UInt8] { SHA256.hash(committedText) }
}

/// Returns the first half of a SHA-256, which doesn't reveal the secret.
func roomKey(_ purpose: String, _ secret: String) -> [UInt8] {
  Array(SHA256.hash("\(purpose)\(secret)").prefix(RoomSeat.keyLength))
}
