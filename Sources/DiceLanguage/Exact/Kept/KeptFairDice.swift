/// The chances, modulo one prime, of the sum of fair dice without some of the lowest and highest.
///
/// Sides are numbered from 0 here. All three methods fix the value of the last dropped or kept die,
/// and count how the others lie below, on and above it (order statistics: David and Nagaraja,
/// *Order Statistics*, 2). They differ in the work they take.
struct KeptFairDice {
  let count: Int
  let sides: Int
  /// The numbers of dice dropped at either end, of which one isn't 0; at least one die is left.
  let lowest, highest: Int
  let field: PrimeField
  let work: Work
  /// The factorials up to that of `count`.
  let factorials: Factorials

  private var left: Int { count - lowest - highest }
  private var length: Int { left * (sides - 1) + 1 }

  /// Returns the chances of all totals, the lowest first.
  func totals() throws(TooMuchWork) -> [UInt64] {
    try work.spend(20 * count)
    let totals =
      if lowest > 0 && highest > 0 {
        try keptBetween()
      } else if left < 12 * (lowest + highest) {
        try kept(dropping: lowest + highest)
      } else {
        try dropped(lowest + highest)
      }
    let chance = field.power(field.inverse(of: field.form(sides)), UInt64(count))
    let chances = totals.map { field.multiply($0, chance) }
    // Dropping the highest mirrors dropping the lowest.
    return highest > 0 && lowest == 0 ? chances.reversed() : chances
  }

  // MARK: From one end

  /// Finds the totals by the value t of the lowest kept die, for few kept dice.
  ///
  /// Of the kept dice, j lie above t. Of the n others, at most the number of dropped dice lie below
  /// t. The number of ways for n dice follows from that for n - 1: any die may be added, except one
  /// below t if there are already as many as allowed.
  private func kept(dropping dropped: Int) throws(TooMuchWork) -> [UInt64] {
    try work.spend(sides * (left * left * sides / 4 + 15 * left + 200))
    var totals = [UInt64](repeating: 0, count: length)
    for value in 0..<sides {
      let upTo = field.form(value + 1)
      let below = field.power(field.form(value), UInt64(dropped) + 1)
      var ways = [field.power(upTo, UInt64(dropped))]
      for dice in stride(from: dropped + 1, through: count, by: 1) {
        let tooMany = field.multiply(factorials.choices(dropped, of: dice - 1), below)
        ways.append(field.subtract(field.multiply(upTo, ways[ways.count - 1]), tooMany))
      }
      var row: [UInt64] = []
      for above in (0..<left).reversed() {
        row = row.isEmpty ? [0] : field.addingDie(of: sides - 1 - value, to: row)
        row[0] = field.add(
          row[0], field.multiply(factorials.choices(above, of: count), ways[left - above]))
      }
      field.add(row[...], to: &totals, at: value * left)
    }
    return totals
  }

  /// Finds the totals by the value t of the highest dropped die, for few dropped dice.
  ///
  /// With p dice below t, all others lie on t or above, but enough of them on t to fill the dropped
  /// dice; their sum is a power of the polynomial of one die. The cases with too few on t are those
  /// of the next t, so each power is used twice. The value of the dropped dice on t is subtracted.
  private func dropped(_ dropped: Int) throws(TooMuchWork) -> [UInt64] {
    try work.spend(sides * (3 * dropped * left * sides + 40 * dropped) + 20 * length)
    let inverses = field.inverses(upTo: length)
    var totals = [UInt64](repeating: 0, count: length)
    for value in 0..<sides {
      let start = value * left
      var ways = field.one
      for below in 0..<(value == 0 ? 1 : dropped) {
        let others = count - below
        // Higher totals cancel out.
        let row = field.fairPower(others, sides: sides - value, length: length - start, inverses)
        let factor = field.multiply(factorials.choices(below, of: count), ways)
        field.add(row[...], times: factor, to: &totals, at: start)
        if value > 0 {
          field.add(
            row[...], times: field.subtract(0, factor), to: &totals, at: start + dropped - below)
        }
        ways = field.multiply(ways, field.form(value))
      }
    }
    return totals
  }

  // MARK: From both ends

  /// Finds the totals by t, the highest value dropped from below, and u, the lowest from above.
  ///
  /// Of the kept dice, some show t, some u, and j lie between. The dice on either side contribute
  /// independent factors.
  private func keptBetween() throws(TooMuchWork) -> [UInt64] {
    let pairs = sides * (sides - 1) / 2
    try work.spend(
      2 * sides * left * (lowest + highest) + sides * lowest * highest
        + pairs * (left * left * (sides / 6 + 2) + 200))
    // For each value, the number of ways to keep each number of dice on it.
    let lower = (0..<sides).map { ends(dropping: lowest, beyond: $0) }
    let upper = (0..<sides).map { ends(dropping: highest, beyond: sides - 1 - $0) }
    var totals = [UInt64](repeating: 0, count: length)
    for low in 0..<sides {
      totals[low * left] = field.add(totals[low * left], allEqual(low))
      for high in low + 1..<max(sides, low + 1) {
        let distance = high - low
        var row: [UInt64] = []
        for between in (0...(distance > 1 ? left : 0)).reversed() {
          row = row.isEmpty ? [0] : field.addingDie(of: distance - 1, to: row)
          let others = left - between
          let missing = distance * others + 1 - row.count
          if missing > 0 { row += repeatElement(0, count: missing) }
          for above in 0...others {
            let ways = field.multiply(lower[low][others - above], upper[high][above])
            row[above * distance] = field.add(
              row[above * distance], field.multiply(ways, factorials.inverse(of: between)))
          }
        }
        field.add(row[...], times: factorials[count], to: &totals, at: low * left)
      }
    }
    return totals
  }

  /// Returns, for 0, 1, 2 … kept dice on a value, the ways for the numbers p of dice beyond it.
  ///
  /// Each is divided by p! times the factorial of the number on the value.
  private func ends(dropping dropped: Int, beyond values: Int) -> [UInt64] {
    var powers = [field.one]
    for power in 1..<max(1, dropped) {
      powers.append(field.multiply(powers[power - 1], field.form(values)))
    }
    return (0...left).map { kept in
      (0..<dropped).reduce(0) { sum, beyond in
        let ways = field.multiply(powers[beyond], factorials.inverse(of: beyond))
        return field.add(sum, field.multiply(ways, factorials.inverse(of: dropped - beyond + kept)))
      }
    }
  }

  /// Returns the ways for all kept dice, and one more at either end, to show the same.
  private func allEqual(_ value: Int) -> UInt64 {
    let (below, above) = (field.form(value), field.form(sides - 1 - value))
    var sum: UInt64 = 0
    var first = factorials[count]
    for lower in 0..<lowest {
      var second = first
      for upper in 0..<highest {
        let ways = field.multiply(
          field.multiply(second, factorials.inverse(of: lower)),
          field.multiply(
            factorials.inverse(of: upper), factorials.inverse(of: count - lower - upper)))
        sum = field.add(sum, ways)
        second = field.multiply(second, above)
      }
      first = field.multiply(first, below)
    }
    return sum
  }
}

extension PrimeField {
  /// Returns the chances of the sum of fair dice, with sides numbered from 0, without some of them.
  func fairSum(
    _ count: Int, sides: Int, dropped: (lowest: Int, highest: Int), _ work: Work
  ) throws(TooMuchWork) -> [UInt64] {
    guard dropped != (0, 0) else { return try fairSum(count, sides: sides, work) }
    return try KeptFairDice(
      count: count, sides: sides, lowest: dropped.lowest, highest: dropped.highest, field: self,
      work: work, factorials: Factorials(upTo: count, self)
    ).totals()
  }

  /// Returns the coefficients of a polynomial multiplied by x + x² + … + x^sides.
  func addingDie(of sides: Int, to row: [UInt64]) -> [UInt64] {
    let length = row.count + sides
    return [UInt64](unsafeUninitializedCapacity: length) { buffer, count in
      var sum: UInt64 = 0
      buffer[0] = 0
      row.withUnsafeBufferPointer { row in
        for index in stride(from: 1, to: length, by: 1) {
          let new = index <= row.count ? row[index - 1] : 0
          let old = index > sides ? row[index - 1 - sides] : 0
          sum = add(sum, subtract(new, old))
          buffer[index] = sum
        }
      }
      count = length
    }
  }
}

extension Engine {
  /// Returns the sum of fair dice without some of the lowest and highest.
  ///
  /// The dice have consecutive faces, of which `first` is the lowest.
  func fairSum(
    _ count: Int, of sides: Int, from first: Int, _ dropped: (lowest: Int, highest: Int)
  ) throws(TooMuchWork) -> ModularDistribution {
    let left = count - dropped.lowest - dropped.highest
    guard left > 0 else { return constant(.zero) }
    return try distribution(
      from: left * first, count: left * (sides - 1) + 1
    ) { lane throws(TooMuchWork) in
      try fields[lane].fairSum(count, sides: sides, dropped: dropped, work)
    }
  }
}

extension PrimeField {
  /// Returns the chances of the sum of fair dice with sides numbered from 0.
  func fairSum(_ count: Int, sides: Int, _ work: Work) throws(TooMuchWork) -> [UInt64] {
    let length = count * (sides - 1) + 1
    // It is symmetric.
    let half = (length + 1) / 2
    try work.spend(half * 10)
    let inverses = inverses(upTo: half)
    let chance = power(inverse(of: form(sides)), UInt64(count))
    let row = fairPower(count, sides: sides, length: half, inverses).map { multiply($0, chance) }
    return row + row[..<(length - half)].reversed()
  }

  /// Returns the first coefficients of (1 + x + … + x^(sides - 1))^count.
  ///
  /// For the polynomial of one die, Q = 1 + x + … + x^(sides - 1), and its power P = Qⁿ, Q · P' = n
  /// · Q' · P gives each coefficient of P from `sides` earlier ones (J. C. P. Miller; Knuth, *The
  /// Art of Computer Programming* 2, 4.7). As the coefficients of Q are all 1, two running sums
  /// suffice. `inverses` are those of the numbers below `length`.
  func fairPower(_ count: Int, sides: Int, length: Int, _ inverses: [UInt64]) -> [UInt64] {
    let factor = form(count + 1)
    let far = form(sides)
    var row = [one]
    row.reserveCapacity(length)
    // The sum of the last sides - 1 coefficients, and their sum weighted by distance.
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

  /// Returns the inverses of the numbers up to `count`; the first element is unused.
  func inverses(upTo count: Int) -> [UInt64] {
    var inverses = [0, one]
    // The prime divided by the number leaves a remainder whose inverse is known.
    for number in stride(from: 2, through: count, by: 1) {
      let (quotient, remainder) = prime.quotientAndRemainder(dividingBy: UInt64(number))
      let factor = subtract(0, form(Int(quotient)))
      inverses.append(multiply(factor, inverses[Int(remainder)]))
    }
    return inverses
  }
}
