/// A repeatable random number generator: a seed gives the same rolls on every machine.
///
/// The generator is xoshiro256** 1.0 by Blackman and Vigna, its four words filled by SplitMix64 as
/// its authors recommend (*Scrambled Linear Pseudorandom Number Generators*, ACM TOMS 47(4), 2021).
/// It can be predicted, so it is only for tests and for games that are replayed on purpose.
package struct SeededGenerator: RandomNumberGenerator, Equatable, Sendable {
  /// The longest seed, in letters and digits.
  package static let maximumSeedLength = 40

  /// The state, never all zero: SplitMix64 gives no two equal words in a row.
  private var words: SIMD4<UInt64>

  package init(seed: UInt64) {
    var mixer = SplitMix64(state: seed)
    words = SIMD4(mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// Creates a generator from a seed that a person can type, hashed by 64-bit FNV-1a.
  /// - Returns: `nil` unless `text` is 1 to 40 of the letters a-z, A-Z and digits; case counts.
  package init?(text: String) {
    let bytes = text.utf8
    guard 1...SeededGenerator.maximumSeedLength ~= bytes.count else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      default: return nil
      }
    }
    self.init(seed: hash)
  }

  /// Restores a generator from its `bytes`.
  /// - Returns: `nil` unless there are 32, not all zero.
  package init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == 32 else { return nil }
    words = .zero
    for (index, byte) in bytes.enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
    }
    guard words != .zero else { return nil }
  }

  /// The state, with the lowest byte of each word first.
  package var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) }
  }

  package mutating func next() -> UInt64 {
    let result = (words[1] &* 5).rotatedLeft(by: 7) &* 9
    let shifted = words[1] << 17
    words[2] ^= words[0]
    words[3] ^= words[1]
    words[1] ^= words[2]
    words[0] ^= words[3]
    words[2] ^= shifted
    words[3] = words[3].rotatedLeft(by: 45)
    return result
  }
}

/// The generator that spreads one word over many (Steele, Lea and Flood, OOPSLA 2014).
private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

extension UInt64 {
  fileprivate func rotatedLeft(by bits: Int) -> UInt64 {
    self << bits | self >> (UInt64.bitWidth - bits)
  }
}
