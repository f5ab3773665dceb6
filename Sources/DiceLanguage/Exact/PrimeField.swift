import BigInt

/// Arithmetic modulo a prime below 2⁶², with numbers in Montgomery's form (*Modular Multiplication
/// Without Trial Division*, Mathematics of Computation 44, 1985).
///
/// Exact chances are computed modulo several primes and put together at the end, so that nothing
/// in between is longer than a word.
struct PrimeField: Sendable {
  let prime: UInt64
  /// The inverse of the prime modulo 2⁶⁴.
  private let inverse: UInt64
  /// 2¹²⁸ modulo the prime: turns a number into its form.
  private let square: UInt64
  /// 1 in its form.
  let one: UInt64

  init(prime: UInt64) {
    self.prime = prime
    // Each step doubles the bits that are right (Newton).
    var inverse = prime
    for _ in 0..<5 { inverse = inverse &* (2 &- prime &* inverse) }
    self.inverse = inverse
    let radix = UInt64.max % prime + 1
    one = radix
    square = prime.dividingFullWidth(radix.multipliedFullWidth(by: radix)).remainder
  }

  @inline(__always) func multiply(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    let excess = (low &* inverse).multipliedFullWidth(by: prime).high
    return raised(high &- excess)
  }

  @inline(__always) func add(_ left: UInt64, _ right: UInt64) -> UInt64 {
    raised(left &+ right &- prime)
  }

  @inline(__always) func subtract(_ left: UInt64, _ right: UInt64) -> UInt64 {
    raised(left &- right)
  }

  /// Adds the prime to what fell below zero; without a branch, as no processor could guess it.
  @inline(__always) private func raised(_ difference: UInt64) -> UInt64 {
    difference &+ (prime & UInt64(bitPattern: Int64(bitPattern: difference) >> 63))
  }

  func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
    var (result, square, exponent) = (one, base, exponent)
    while exponent > 0 {
      if exponent & 1 == 1 { result = multiply(result, square) }
      exponent >>= 1
      if exponent > 0 { square = multiply(square, square) }
    }
    return result
  }

  /// `number` is not zero.
  func inverse(of number: UInt64) -> UInt64 { power(number, prime - 2) }

  /// A number in its form.
  func form(_ number: Int) -> UInt64 {
    let size = multiply(UInt64(number.magnitude) % prime, square)
    return number < 0 ? subtract(0, size) : size
  }

  func form(_ number: BigUInt) -> UInt64 {
    number.words.reversed().reduce(0) { result, word in
      add(multiply(result, square), form(word: UInt64(word)))
    }
  }

  private func form(word: UInt64) -> UInt64 { multiply(word % prime, square) }

  /// The number itself.
  func number(_ form: UInt64) -> UInt64 { multiply(form, 1) }
}

extension PrimeField {
  /// The binary logarithm of the longest transform.
  static let transformLimit = 20
  /// No prime is smaller than 2 to this.
  static let bits = 61

  /// The largest primes below 2⁶² that have roots of unity for every transform.
  static func fields(_ count: Int) -> [PrimeField] {
    guard count > usual.count else { return Array(usual.prefix(count)) }
    return search(count)
  }

  private static let usual = search(128)

  private static func search(_ count: Int) -> [PrimeField] {
    var fields: [PrimeField] = []
    var candidate: UInt64 = (1 << 62) + 1
    while fields.count < count {
      candidate -= 1 << UInt64(transformLimit)
      if let field = PrimeField(checking: candidate) { fields.append(field) }
    }
    return fields
  }

  /// Miller and Rabin's test; these bases leave no doubt below 3.3 × 10²⁴ (Sorenson and Webster,
  /// Mathematics of Computation 86, 2017).
  private init?(checking candidate: UInt64) {
    for small in [3, 5, 7, 11, 13, 17, 19, 23] as [UInt64] where candidate % small == 0 {
      return nil
    }
    self.init(prime: candidate)
    let minusOne = subtract(0, one)
    let shift = UInt64((candidate - 1).trailingZeroBitCount)
    for base in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41] {
      var power = power(form(base), (candidate - 1) >> shift)
      var isWitness = power != one && power != minusOne
      for _ in 1..<shift where isWitness {
        power = multiply(power, power)
        isWitness = power != minusOne
      }
      if isWitness { return nil }
    }
  }

  /// A number whose powers repeat after 2 to the logarithm, and not before.
  func root(logarithm: Int) -> UInt64 {
    let minusOne = subtract(0, one)
    var base = 2
    while true {
      let root = power(form(base), (prime - 1) >> UInt64(logarithm))
      if logarithm == 0 || power(root, 1 << UInt64(logarithm - 1)) == minusOne { return root }
      base += 1
    }
  }
}
