import BigInt

extension Int {
  /// Returns the greatest common divisor by Euclid's algorithm; neither number may be negative.
  package func commonDivisor(_ other: Int) -> Int {
    other == 0 ? self : other.commonDivisor(self % other)
  }
}

extension Sequence<Rational> {
  /// Returns the least common denominator, or `nil` if it has more than `bits` bits.
  package func commonDenominator(upTo bits: Int = .max) -> BigInt? {
    var common = BigUInt(1)
    for denominator in Set(lazy.filter { !$0.isWhole }.map(\.denominator.magnitude)) {
      common *= denominator / common.commonDivisor(denominator)
      guard common.bitWidth <= bits else { return nil }
    }
    return BigInt(common)
  }
}

extension BigUInt {
  /// The number, if it fits a word.
  var word: UInt64? { bitWidth <= UInt64.bitWidth ? UInt64(words.first ?? 0) : nil }

  /// Returns the greatest common divisor.
  ///
  /// The library's own method takes a step for each bit, and the means of long answers have tens of
  /// thousands. Here the leading bits of both numbers determine about thirty bits of steps at a
  /// time (Lehmer; Knuth, *The Art of Computer Programming* 2, 4.5.2, algorithm L).
  func commonDivisor(_ other: BigUInt) -> BigUInt {
    var (large, small) = self < other ? (other, self) : (self, other)
    while small.bitWidth > UInt64.bitWidth {
      let step = LehmerStep(large, small)
      if step.isEmpty {
        (large, small) = (small, large % small)
      } else {
        (large, small) = (step.first(large, small), step.second(large, small))
      }
    }
    guard !small.isZero else { return large }
    var (last, rest) = (UInt64(small), UInt64(large % small))
    while rest != 0 { (last, rest) = (rest, last % rest) }
    return BigUInt(last)
  }
}

/// Several steps of Euclid's algorithm at once, as two weighted sums of both numbers.
private struct LehmerStep {
  private var factors = (first: (1, 0), second: (0, 1))

  /// Requires that `large` is at least `small`, and longer than a word.
  init(_ large: BigUInt, _ small: BigUInt) {
    let shift = large.bitWidth - 62
    var (above, below) = (Int(large >> shift), Int(small >> shift))
    while true {
      let (first, second) = factors
      // The quotient is certain if both bounds of the omitted bits give the same one.
      guard below + second.0 != 0, below + second.1 != 0,
        case let quotient = (above + first.0) / (below + second.0),
        quotient == (above + first.1) / (below + second.1)
      else { return }
      factors = (second, (first.0 - quotient * second.0, first.1 - quotient * second.1))
      (above, below) = (below, above - quotient * below)
    }
  }

  var isEmpty: Bool { factors.first.1 == 0 }

  func first(_ large: BigUInt, _ small: BigUInt) -> BigUInt {
    LehmerStep.sum(large, small, factors.first)
  }

  func second(_ large: BigUInt, _ small: BigUInt) -> BigUInt {
    LehmerStep.sum(large, small, factors.second)
  }

  /// Returns a weighted sum that isn't negative, of which one factor is negative or zero.
  private static func sum(_ large: BigUInt, _ small: BigUInt, _ factors: (Int, Int)) -> BigUInt {
    let terms = (large * BigUInt(factors.0.magnitude), small * BigUInt(factors.1.magnitude))
    return factors.0 < 0 || factors.1 > 0 && factors.0 == 0
      ? terms.1 - terms.0 : terms.0 - terms.1
  }
}
