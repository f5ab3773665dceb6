/// The exponential function, which the standard library lacks.
enum Exponential {
  /// The natural logarithm of 2, split so that multiples of the first part by whole numbers below
  /// 2,048 are exact (Cody and Waite, *Software Manual for the Elementary Functions*, 1980).
  private static let high = 0x1.62e42fee00000p-1
  private static let low = 0x1.a39ef35793c76p-33

  /// e to the power of a number, to a few units of the last digit.
  ///
  /// Below −708 it is 0, which is all that chances need. Above 708 it is infinite.
  static func value(_ number: Double) -> Double {
    guard number > -708 else { return 0 }
    guard number < 708 else { return number.isNaN ? .nan : .infinity }
    let twos = (number / (high + low)).rounded()
    let rest = number - twos * high - twos * low
    // The rest is at most 0.35, so that the 18th term is below 1e-24.
    var sum = 1.0
    for term in stride(from: 18.0, to: 0, by: -1) { sum = 1 + sum * rest / term }
    return Double(sign: .plus, exponent: Int(twos), significand: sum)
  }
}
