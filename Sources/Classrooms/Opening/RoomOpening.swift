import Cryptography
import Site
import Storage
import Web

/// The secrets of a new room, derived from a seed that is the same at every try.
struct RoomOpening {
  /// The number of seconds for which they stay the same.
  static let seconds = 8

  let host: HostSecret
  private var draws: HashGenerator

  /// Creates the secrets for a visitor who sends a form; `now` is in seconds since 1970.
  ///
  /// They stay the same for a few seconds, so that both presses of a double click open one room,
  /// even at once in two processes.
  init(by visitor: SeatSecret, sending form: Form, at now: Int) {
    let fields = PercentCoding.encode(form.fields.map { ($0.name, $0.value) })
    self.init(seed: "open \(visitor.text) \(now / RoomOpening.seconds) \(fields)")
  }

  /// Creates secrets that are predictable only with the seed.
  init(seed: String) {
    var draws = HashGenerator(seed: seed)
    host = HostSecret(using: &draws)
    self.draws = draws
  }

  /// Returns the next code to try.
  mutating func code() -> RoomCode { RoomCode(using: &draws) }
}

/// A generator whose draws are predictable only with the seed.
struct HashGenerator: RandomNumberGenerator {
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
