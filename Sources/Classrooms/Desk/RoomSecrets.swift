import Cryptography
import DiceLanguage
import Rooms
import Site
import Storage
import Web

/// A visitor's secret, from which the keys to all their seats are made.
///
/// It never comes from the visitor's dice: those of a frame may be many others' too.
struct SeatSecret: SessionPart, Equatable {
  static let tag: UInt8 = 9

  /// 26 small letters and digits.
  let text: String

  init() { text = drawnKey() }

  /// The first that comes from those draws.
  init(using random: inout some RandomNumberGenerator) { text = KeyText.draw(using: &random) }

  /// A secret from outside, or `nil` if it does not have the form of ours.
  init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  init?(_ fields: PackedFields) {
    guard let text = fields.text(1) else { return nil }
    self.init(text)
  }

  func pack(into packer: inout Packer) { packer.put(1, text) }

  /// The visitor's key in a room; it is of no use in another.
  func key(in code: RoomCode) -> [UInt8] { roomKey("seat", code.signs + text) }
}

/// What makes somebody a room's host: it stands in the secret link and in the host's cookie.
struct HostSecret: Equatable, Sendable {
  /// 26 small letters and digits.
  let text: String

  init() { text = drawnKey() }

  /// The first that comes from those draws.
  init(using random: inout some RandomNumberGenerator) { text = KeyText.draw(using: &random) }

  /// A secret from outside, or `nil` if it does not have the form of ours.
  init?(_ text: String) {
    guard KeyText.isKey(text) else { return nil }
    self.text = text
  }

  /// What the room knows of it.
  var key: [UInt8] { roomKey("host", text) }
}

/// The cookie of whoever leads a room; browsers send it to that room alone.
extension SecretCookie {
  /// As long as a room may be kept.
  private static let hostSeconds = StorageLimits.keptDays.upperBound * 86_400

  init(hostOf code: RoomCode, _ request: Request) {
    self.init("dicehall-host", request, below: code.path())
  }

  /// `Set-Cookie` for a host.
  func holding(_ secret: HostSecret) -> String {
    holding(secret.text, for: SecretCookie.hostSeconds)
  }
}

extension Visit {
  /// The secret with which this browser or frame leads a room; `nil` if it leads another or none.
  func hostSecret(of code: RoomCode) -> HostSecret? {
    guard !session.isFramed else { return session[LedRoom.self]?.secret }
    return SecretCookie(hostOf: code, request).value.flatMap(HostSecret.init)
  }
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
  /// - Throws: `RoomRefusal.totalTooLarge`, `.noTallies`.
  static func move(
    _ expression: Yield, using random: inout any RandomNumberGenerator
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

/// The first half of a SHA-256, of no use to find what it was made from.
func roomKey(_ purpose: String, _ secret: String) -> [UInt8] {
  Array(SHA256.hash("\(purpose)\(secret)").prefix(RoomSeat.keyLength))
}

private func drawnKey() -> String {
  var random = SystemRandomNumberGenerator()
  return KeyText.draw(using: &random)
}
