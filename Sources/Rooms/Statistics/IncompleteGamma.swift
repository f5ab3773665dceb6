/// The regularised incomplete gamma functions P and Q = 1 − P for whole and half parameters, as in
/// the chi-square distribution.
///
/// Up to `a + 1` the series of P converges fast (DLMF 8.7.1, <https://dlmf.nist.gov/8.7.E1>);
/// beyond it, the continued fraction of Q does (DLMF 8.9.2), computed with Lentz's method (Press
/// and others, *Numerical Recipes*, 3rd edition, 6.2).
struct IncompleteGamma {
  /// Twice the parameter `a`, at least 1.
  let doubled: Int

  private var parameter: Double { Double(doubled) / 2 }

  /// Returns Q(a, x), the chance beyond `x`, in `0...1`; `x` is 0 or more.
  func upper(_ x: Double) -> Double {
    guard x > 0 else { return 1 }
    guard x < .infinity else { return 0 }
    let chance = x < parameter + 1 ? 1 - power(x) * series(x) : power(x) * parameter * fraction(x)
    return min(max(chance, 0), 1)
  }

  /// Returns xᵃ e⁻ˣ / Γ(a + 1), as a product that neither overflows nor vanishes too early.
  private func power(_ x: Double) -> Double {
    let isWhole = doubled % 2 == 0
    let factors = doubled / 2
    // e⁻ˣ is spread evenly over the factors.
    let share = Exponential.value(-x / Double(factors + 1))
    // Γ(3/2) is half the square root of pi.
    var product = isWhole ? share : share * x.squareRoot() * 2 / Double.pi.squareRoot()
    // The first factors are the largest: taken from both ends, they keep the product in range.
    var rest = 0..<factors
    while !rest.isEmpty {
      let factor = product < 1 ? rest.removeFirst() : rest.removeLast()
      product *= x / (Double(factor + 1) + (isWhole ? 0 : 0.5)) * share
    }
    return product
  }

  /// Returns 1 + x/(a+1) + x²/((a+1)(a+2)) + ….
  private func series(_ x: Double) -> Double {
    var (term, sum, divisor) = (1.0, 1.0, parameter)
    // The terms fall from the start, as x is less than a + 1.
    while term > sum * 1e-17 {
      divisor += 1
      term *= x / divisor
      sum += term
    }
    return sum
  }

  /// Returns the continued fraction 1/(x+1−a− 1(1−a)/(x+3−a− 2(2−a)/(x+5−a− …))).
  private func fraction(_ x: Double) -> Double {
    let tiny = 1e-300
    var right = x + 1 - parameter
    var numerator = 1 / tiny
    var denominator = 1 / right
    var result = denominator
    for step in 1...Self.mostSteps {
      let left = -Double(step) * (Double(step) - parameter)
      right += 2
      denominator = left * denominator + right
      if abs(denominator) < tiny { denominator = tiny }
      numerator = right + left / numerator
      if abs(numerator) < tiny { numerator = tiny }
      denominator = 1 / denominator
      let change = denominator * numerator
      result *= change
      if abs(change - 1) < 1e-16 { break }
    }
    return result
  }

  /// The most steps; it takes about ten times the square root of `a` near `a + 1`, and fewer
  /// further out.
  private static let mostSteps = 10_000
}

/// The exponential function, which the standard library lacks.
enum Exponential {
  /// The natural logarithm of 2, split so that multiples of the first part by whole numbers below
  /// 2,048 are exact (Cody and Waite, *Software Manual for the Elementary Functions*, 1980).
  private static let high = 0x1.62e42fee00000p-1
  private static let low = 0x1.a39ef35793c76p-33

  /// Returns e to the power of a number, to a few units of the last digit.
  ///
  /// Below −708 it is 0, which is enough for chances. Above 708 it is infinite.
  static func value(_ number: Double) -> Double {
    guard number > -708 else { return 0 }
    guard number < 708 else { return number.isNaN ? .nan : .infinity }
    let twos = (number / (high + low)).rounded()
    let rest = number - twos * high - twos * low
    // The remainder is at most 0.35, so the 18th term is below 1e-24.
    var sum = 1.0
    for term in stride(from: 18.0, to: 0, by: -1) { sum = 1 + sum * rest / term }
    return Double(sign: .plus, exponent: Int(twos), significand: sum)
  }
}
