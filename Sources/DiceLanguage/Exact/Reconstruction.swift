import BigInt

/// Reconstructs whole numbers from their remainders (Chinese remainder theorem).
struct Reconstruction {
  /// The common denominator of all chances.
  let denominator: BigUInt
  private let fields: [PrimeField]
  /// For each prime, the product of all others, the lowest word first.
  private let cofactors: [[UInt]]
  private let product: [UInt]
  /// The factors that turn a chance modulo a prime into its cofactor's multiple.
  private let factors: [UInt64]
  private let inverses: [Double]
  /// The denominator modulo the first prime, if all numbers are smaller than that prime.
  private let whole: UInt64?

  /// Requires a `denominator` smaller than the product of all primes but the last.
  init(_ fields: [PrimeField], denominator: BigUInt) {
    self.fields = fields
    self.denominator = denominator
    let product = fields.reduce(BigUInt(1)) { $0 * BigUInt($1.prime) }
    let length = product.words.count
    func words(_ number: BigUInt) -> [UInt] {
      Array(number.words) + [UInt](repeating: 0, count: length - number.words.count)
    }
    self.product = words(product)
    var cofactors: [[UInt]] = []
    var factors: [UInt64] = []
    for field in fields {
      let cofactor = product / BigUInt(field.prime)
      cofactors.append(words(cofactor))
      factors.append(
        field.multiply(field.inverse(of: field.form(cofactor)), field.form(denominator)))
    }
    self.cofactors = cofactors
    self.factors = factors
    inverses = fields.map { 1 / Double($0.prime) }
    whole = denominator < fields[0].prime ? fields[0].form(denominator) : nil
  }

  /// The work of one number.
  var cost: Int { fields.count * product.count + 50 }

  /// Returns the chance times the denominator.
  func number(_ chances: [[UInt64]], _ index: Int) -> BigUInt {
    if let whole { return BigUInt(fields[0].number(fields[0].multiply(chances[0][index], whole))) }
    var sum = [UInt](repeating: 0, count: product.count + 1)
    sum.withUnsafeMutableBufferPointer { sum in
      var quotient = 0.25
      for lane in fields.indices {
        let field = fields[lane]
        let share = field.number(field.multiply(chances[lane][index], factors[lane]))
        quotient += Double(share) * inverses[lane]
        Reconstruction.add(UInt(share), cofactors[lane], to: sum)
      }
      // The number is far below the product, so a quarter exceeds all rounding errors.
      Reconstruction.subtract(UInt(quotient), product, from: sum)
    }
    return BigUInt(words: sum)
  }

  @inline(__always) private static func add(
    _ factor: UInt, _ words: [UInt], to sum: UnsafeMutableBufferPointer<UInt>
  ) {
    words.withUnsafeBufferPointer { words in
      var carry: UInt = 0
      for index in words.indices {
        let step =
          UInt128(words[index]) &* UInt128(factor) &+ UInt128(sum[index]) &+ UInt128(carry)
        sum[index] = UInt(truncatingIfNeeded: step)
        carry = UInt(truncatingIfNeeded: step &>> 64)
      }
      sum[words.count] &+= carry
    }
  }

  private static func subtract(
    _ factor: UInt, _ words: [UInt], from sum: UnsafeMutableBufferPointer<UInt>
  ) {
    var carry: UInt = 0
    for index in words.indices {
      let step = UInt128(words[index]) &* UInt128(factor) &+ UInt128(carry)
      let low = UInt(truncatingIfNeeded: step)
      carry = UInt(truncatingIfNeeded: step &>> 64) &+ (sum[index] < low ? 1 : 0)
      sum[index] &-= low
    }
    sum[words.count] &-= carry
  }
}
