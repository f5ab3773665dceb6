extension Engine {
  /// The sum of some fair dice with faces from 1 on.
  ///
  /// The polynomial of one die, Q = 1 + x + … + x^(sides - 1), has the power P = Qⁿ with
  /// Q · P' = n · Q' · P, which gives each coefficient of P from `sides` earlier ones (J. C. P.
  /// Miller; Knuth, *The Art of Computer Programming* 2, 4.7). As those of Q are all 1, two sums
  /// that move along are enough.
  func fairSum(_ count: Int, sides: Int) throws(TooMuchWork) -> Spread {
    let length = count * (sides - 1) + 1
    let half = (length + 1) / 2
    try work.spend(half * fields.count * 10)
    let chances = fields.map { field in
      let inverses = field.inverses(upTo: half)
      let factor = field.form(count + 1)
      let far = field.form(sides)
      var row = [field.power(field.inverse(of: far), UInt64(count))]
      row.reserveCapacity(length)
      // Of the last sides - 1 coefficients, and of the same times their distance.
      var (sum, moment): (UInt64, UInt64) = (0, 0)
      var place: UInt64 = 0
      for index in 1..<max(half, 1) {
        moment = field.add(field.add(moment, sum), row[index - 1])
        sum = field.add(sum, row[index - 1])
        if index >= sides {
          moment = field.subtract(moment, field.multiply(far, row[index - sides]))
          sum = field.subtract(sum, row[index - sides])
        }
        place = field.add(place, field.one)
        let difference = field.subtract(
          field.multiply(factor, moment), field.multiply(place, sum))
        row.append(field.multiply(inverses[index], difference))
      }
      return row + row[..<(length - half)].reversed()
    }
    return Spread(
      values: .steps(origin: Rational(count), step: .one, count: length), chances: chances)
  }
}

extension PrimeField {
  /// The inverses of small numbers; the first is unused.
  fileprivate func inverses(upTo count: Int) -> [UInt64] {
    var inverses = [0, one]
    // The prime is a quotient times the number, plus a remainder whose inverse is known.
    for number in stride(from: 2, through: count, by: 1) {
      let (quotient, remainder) = prime.quotientAndRemainder(dividingBy: UInt64(number))
      let factor = subtract(0, form(Int(quotient)))
      inverses.append(multiply(factor, inverses[Int(remainder)]))
    }
    return inverses
  }
}
