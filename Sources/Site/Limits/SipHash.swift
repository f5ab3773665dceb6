/// SipHash-2-4, a hash that nobody can predict without the key.
///
/// From Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012). Swift's own `Hasher` has another key in each process.
struct SipHash {
  private let key: (UInt64, UInt64)

  init(key: (UInt64, UInt64)) { self.key = key }

  func value(of bytes: [UInt8]) -> UInt64 {
    var state = State(key)
    var rest = bytes[...]
    while rest.count >= 8 {
      state.take(State.word(rest.prefix(8)))
      rest = rest.dropFirst(8)
    }
    state.take(State.word(rest) | UInt64(bytes.count & 0xFF) << 56)
    return state.end()
  }

  private struct State {
    private var v0, v1, v2, v3: UInt64

    init(_ key: (UInt64, UInt64)) {
      v0 = key.0 ^ 0x736f_6d65_7073_6575
      v1 = key.1 ^ 0x646f_7261_6e64_6f6d
      v2 = key.0 ^ 0x6c79_6765_6e65_7261
      v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    /// Returns at most eight bytes as a word, the lowest first.
    static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func take(_ word: UInt64) {
      v3 ^= word
      for _ in 0..<2 { mix() }
      v0 ^= word
    }

    mutating func end() -> UInt64 {
      v2 ^= 0xFF
      for _ in 0..<4 { mix() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func mix() {
      v0 &+= v1
      v1 = v1.rotated(13) ^ v0
      v0 = v0.rotated(32)
      v2 &+= v3
      v3 = v3.rotated(16) ^ v2
      v0 &+= v3
      v3 = v3.rotated(21) ^ v0
      v2 &+= v1
      v1 = v1.rotated(17) ^ v2
      v2 = v2.rotated(32)
    }
  }
}

extension UInt64 {
  fileprivate func rotated(_ bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
