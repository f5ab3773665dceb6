extension Engine {
  /// The sum of what is left of some fair dice when so many of the lowest and highest are dropped.
  ///
  /// The dice have so many sides, of which `first` is the lowest.
  func fairSum(
    _ count: Int, of sides: Int, from first: Int, _ dropped: (lowest: Int, highest: Int)
  ) throws(TooMuchWork) -> Spread {
    let left = count - dropped.lowest - dropped.highest
    guard left > 0 else { return constant(.zero) }
    let length = left * (sides - 1) + 1
    try reserve(length)
    let chances = try work.repeat(fields.count) { lane throws(TooMuchWork) in
      let field = fields[lane]
      guard left < count else { return try field.fairSum(count, sides: sides, work) }
      return try KeptFairDice(
        count: count, sides: sides, dropped: dropped, field: field, work: work
      ).totals()
    }
    return Spread(
      values: .steps(origin: Rational(left * first), step: .one, count: length),
      chances: chances)
  }
}

extension PrimeField {
  /// The chances of the sum of some fair dice whose sides are numbered from 0.
  func fairSum(_ count: Int, sides: Int, _ work: Work) throws(TooMuchWork) -> [UInt64] {
    let length = count * (sides - 1) + 1
    // It is its own mirror.
    let half = (length + 1) / 2
    try work.spend(half * 10)
    let inverses = inverses(upTo: half)
    let chance = power(inverse(of: form(sides)), UInt64(count))
    let row = fairPower(count, sides: sides, length: half, inverses).map { multiply($0, chance) }
    return row + row[..<(length - half)].reversed()
  }

  /// The first coefficients of (1 + x + … + x^(sides - 1))^count.
  ///
  /// The polynomial of one die, Q = 1 + x + … + x^(sides - 1), has the power P = Qⁿ with
  /// Q · P' = n · Q' · P, which gives each coefficient of P from `sides` earlier ones (J. C. P.
  /// Miller; Knuth, *The Art of Computer Programming* 2, 4.7). As those of Q are all 1, two sums
  /// that move along are enough. `inverses` are those of small numbers, as far as the length.
  func fairPower(_ count: Int, sides: Int, length: Int, _ inverses: [UInt64]) -> [UInt64] {
    let factor = form(count + 1)
    let far = form(sides)
    var row = [one]
    row.reserveCapacity(length)
    // Of the last sides - 1 coefficients, and of the same times their distance.
    var (sum, moment): (UInt64, UInt64) = (0, 0)
    var place: UInt64 = 0
    for index in stride(from: 1, to: length, by: 1) {
      moment = add(add(moment, sum), row[index - 1])
      sum = add(sum, row[index - 1])
      if index >= sides {
        moment = subtract(moment, multiply(far, row[index - sides]))
        sum = subtract(sum, row[index - sides])
      }
      place = add(place, one)
      let difference = subtract(multiply(factor, moment), multiply(place, sum))
      row.append(multiply(inverses[index], difference))
    }
    return row
  }

  /// The inverses of small numbers; the first is unused.
  func inverses(upTo count: Int) -> [UInt64] {
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
