import Cryptography
import Site
import Storage
import Web

/// The secrets of a room that somebody opens, worked out from something that is the same at every try.
struct RoomOpening {
  /// How long they stay the same.
  static let seconds = 8

  let host: HostSecret
  private var draws: HashDraws

  /// What a visitor opens by sending that form, `now` in seconds since 1970.
  ///
  /// It is the same for a few seconds, so that both presses of a double click, even at once in two
  /// processes, open one room.
  init(by visitor: SeatSecret, sending form: Form, at now: Int) {
    let fields = PercentCoding.encode(form.fields.map { ($0.name, $0.value) })
    self.init(seed: "open \(visitor.text) \(now / RoomOpening.seconds) \(fields)")
  }

  /// What only who knows the seed can foresee.
  init(seed: String) {
    var draws = HashDraws(seed: seed)
    host = HostSecret(using: &draws)
    self.draws = draws
  }

  /// The next code to try.
  mutating func code() -> RoomCode { RoomCode(using: &draws) }
}

/// Draws that only who knows the seed can foresee.
struct HashDraws: RandomNumberGenerator {
  private let seed: String
  private var count = 0

  init(seed: String) { self.seed = seed }

  mutating func next() -> UInt64 {
    count += 1
    return SHA256.hash("\(count) \(seed)").prefix(8).reduce(0) {
      $0 << 8 | UInt64($1)
    }
  }
}
