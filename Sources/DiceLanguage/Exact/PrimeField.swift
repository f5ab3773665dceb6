import BigInt

/// Arithmetic modulo a prime below 2⁶², with numbers in Montgomery form (*Modular Multiplication
/// Without Trial Division*, Mathematics of Computation 44, 1985).
///
/// Exact chances are computed modulo several primes and reconstructed at the end, so that nothing
/// in between exceeds a word.
struct PrimeField: Sendable {
  let prime: UInt64
  /// The inverse of the prime modulo 2⁶⁴.
  private let inverse: UInt64
  /// 2¹²⁸ modulo the prime, which converts a number to Montgomery form.
  private let square: UInt64
  /// 1 in Montgomery form.
  let one: UInt64

  init(prime: UInt64) {
    self.prime = prime
    // Each step doubles the number of correct bits (Newton).
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

  /// Adds the prime to a negative difference, without a branch that processors would mispredict.
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

  /// Returns an inverse; `number` must not be zero.
  func inverse(of number: UInt64) -> UInt64 { power(number, prime - 2) }

  /// Returns a number in Montgomery form.
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

  /// Returns the number that has this Montgomery form.
  func number(_ form: UInt64) -> UInt64 { multiply(form, 1) }
}

extension PrimeField {
  /// The binary logarithm of the longest transform's size.
  static let transformLimit = 20
  /// Every prime is at least 2 to this power.
  static let bits = 61

  /// Returns the largest primes below 2⁶² that have roots of unity for every transform.
  static func fields(_ count: Int) -> [PrimeField] {
    guard count > first.count else { return Array(first.prefix(count)) }
    return search(count)
  }

  /// Fields that are enough for most questions, searched for only once.
  private static let first = search(128)

  private static func search(_ count: Int) -> [PrimeField] {
    var fields: [PrimeField] = []
    var candidate: UInt64 = (1 << 62) + 1
    while fields.count < count {
      candidate -= 1 << UInt64(transformLimit)
      if let field = PrimeField(checking: candidate) { fields.append(field) }
    }
    return fields
  }

  /// The Miller–Rabin test, which is deterministic with these bases below 3.3 × 10²⁴ (Sorenson and
  /// Webster, Mathematics of Computation 86, 2017).
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

  /// Returns a primitive root of unity of order 2 to the power `logarithm`.
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

/// Returns a power by repeated squaring; `nil` if the exponent is 0.
func raised<Value, Failure: Error>(
  _ base: Value, to exponent: Int, _ multiply: (Value, Value) throws(Failure) -> Value
) throws(Failure) -> Value? {
  var (result, square, rest): (Value?, Value, Int) = (nil, base, exponent)
  while rest > 0 {
    if rest & 1 == 1 { result = if let result { try multiply(result, square) } else { square } }
    rest >>= 1
    if rest > 0 { square = try multiply(square, square) }
  }
  return result
}

/// Arithmetic of rows, such as the coefficients of a polynomial.
extension PrimeField {
  /// Adds a row to another one from `start` on, optionally times a factor; the excess is left out.
  func add(
    _ row: ArraySlice<UInt64>, times factor: UInt64? = nil, to sums: inout [UInt64],
    at start: Int = 0
  ) {
    let length = Swift.min(row.count, sums.count - start)
    guard length > 0 else { return }
    row.withUnsafeBufferPointer { row in
      sums.withUnsafeMutableBufferPointer { sums in
        if let factor {
          for index in 0..<length {
            sums[start + index] = add(sums[start + index], multiply(factor, row[index]))
          }
        } else {
          for index in 0..<length { sums[start + index] = add(sums[start + index], row[index]) }
        }
      }
    }
  }

  /// Returns the powers of a number from 0 to `count`.
  func powers(of base: UInt64, upTo count: Int) -> [UInt64] {
    (0..<count).reduce(into: [one]) { powers, index in
      powers.append(multiply(powers[index], base))
    }
  }
}

/// Factorials modulo a prime, and their inverses.
struct Factorials {
  private let field: PrimeField
  private let values: [UInt64]
  private let inverses: [UInt64]

  /// Computes the factorials up to that of `count`, which is at least 1.
  init(upTo count: Int, _ field: PrimeField) {
    self.field = field
    let values = (1...count).reduce(into: [field.one]) { all, number in
      all.append(field.multiply(all[number - 1], field.form(number)))
    }
    var inverses = [field.inverse(of: values[count])]
    for number in (1...count).reversed() {
      inverses.append(field.multiply(inverses[count - number], field.form(number)))
    }
    self.values = values
    self.inverses = inverses.reversed()
  }

  subscript(number: Int) -> UInt64 { values[number] }

  /// Returns the inverse of the factorial.
  func inverse(of number: Int) -> UInt64 { inverses[number] }

  /// Returns the inverse of a number, which is at least 1.
  func reciprocal(_ number: Int) -> UInt64 {
    field.multiply(inverses[number], values[number - 1])
  }

  /// Returns the number of ways to choose `number` of `count`; 0 if there are fewer.
  func choices(_ number: Int, of count: Int) -> UInt64 {
    guard number <= count else { return 0 }
    return field.multiply(values[count], field.multiply(inverses[number], inverses[count - number]))
  }
}
