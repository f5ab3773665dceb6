/// Powers and what is made of them.
extension Ring {
  func power(_ element: Element, _ exponent: Int) throws(TooMuchWork) -> Element {
    if marks.count == 1, marks[0].overflow == nil, element.dropFirst(2).allSatisfy(\.isZero) {
      return try binomial(element, exponent)
    }
    if marks.isEmpty { return [try polynomials.power(element[0], exponent)] }
    var (result, square, rest) = (one, element, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = try multiply(result, square) }
      rest >>= 1
      if rest > 0 { square = try multiply(square, square) }
    }
    return result
  }

  /// 1 + e + … + e^(count - 1), and e^count.
  func geometric(
    _ element: Element, _ count: Int
  ) throws(TooMuchWork) -> (sum: Element, power: Element) {
    if case .monomial(let coefficient, let exponent) = element[0],
      element.dropFirst().allSatisfy(\.isZero)
    {
      return try geometric(coefficient, exponent, count)
    }
    // Bit by bit of the count.
    var (sum, power) = (zero, one)
    for bit in (0..<Int.bitWidth - count.leadingZeroBitCount).reversed() {
      sum = try add(sum, multiply(power, sum))
      power = try multiply(power, power)
      if count >> bit & 1 == 1 {
        sum = try add(sum, power)
        power = try multiply(power, element)
      }
    }
    return (sum, power)
  }

  private func geometric(
    _ coefficient: UInt64, _ exponent: Int, _ count: Int
  ) throws(TooMuchWork) -> (sum: Element, power: Element) {
    var powers = [(weight: field.one, polynomial: Polynomial.monomial(field.one, exponent: 0))]
    for _ in 0..<count {
      let factor = Polynomial.monomial(coefficient, exponent: exponent)
      let next = try polynomials.multiply(powers[powers.count - 1].polynomial, factor)
      powers.append((field.one, next))
    }
    var (sum, power) = (zero, zero)
    power[0] = powers.removeLast().polynomial
    sum[0] = try polynomials.mix(powers)
    return (sum, power)
  }

  /// The power of a sum of two, of which only the second bears the mark.
  private func binomial(_ element: Element, _ exponent: Int) throws(TooMuchWork) -> Element {
    var result = zero
    let (plain, marked) = (element[0], element.count > 1 ? element[1] : .zero)
    var choices = field.one
    var power = Polynomial.monomial(field.one, exponent: 0)
    for count in 0...Swift.min(exponent, marks[0].limit) {
      try work.spend(300)
      let rest = try polynomials.power(plain, exponent - count)
      let product = try polynomials.multiply(
        polynomials.multiply(power, rest), .monomial(choices, exponent: 0))
      result[count] = product
      power = try polynomials.multiply(power, marked)
      choices = field.multiply(
        field.multiply(choices, field.form(exponent - count)),
        field.inverse(of: field.form(count + 1)))
    }
    return result
  }
}
