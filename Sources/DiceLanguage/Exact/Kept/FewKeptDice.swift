/// The chances, modulo one prime, of the sum of a few dice kept from one end of dice that explode,
/// where extras are separate dice.
///
/// There are up to four kinds of dice: first dice and extras, and of both those that end a row and
/// those that continue it. If l, e, m and f are the chances of some values of each kind and c is
/// the most extras, the chance that all rows show only these values is a power of l + e · (m · (1 +
/// f + … + f^(c - 1)) + f^c). If t is the value of the last kept die, expanding that about the
/// values beyond t gives the chances of each number of dice of each kind before and on t.
struct FewKeptDice {
  /// A value of a die; values that are kept first come first.
  struct Value {
    /// The contribution to the total, at least 0.
    let worth: Int
    /// The chances by kind.
    let chances: [UInt64]
  }

  /// The kinds of dice: first dice that end or continue a row and, if they differ, extras that do.
  enum Kinds: Int {
    case alike = 2
    case different = 4
  }

  /// The number of dice before any explodes.
  let count: Int
  /// The number of kept dice, in `1...count`.
  let left: Int
  let kinds: Kinds
  /// The most extra dice of one die, at least 1.
  let cap: Int
  /// The monomials in one variable for each kind, up to one less than the number of kept dice.
  let monomials: Monomials
  let field: PrimeField
  let work: Work
  /// The inverses of the numbers up to the number of kept dice.
  let inverses: [UInt64]

  /// Returns the work for each value and prime, without the part that grows with the worths.
  static func cost(_ kinds: Kinds, count: Int, keeping left: Int) -> Int {
    let products = Monomials.products(kinds.rawValue, degree: left - 1)
    return products * (3 + 2 * count.transformLogarithm) * 3 / 2 + 700
  }

  private static let mostKept = 50
  /// The limit on all rows together, in words: 8 MB.
  private static let mostSpace = 1 << 20

  /// Returns whether this takes less work for this many totals than a series with marks.
  static func isShort(_ kinds: Kinds, count: Int, keeping left: Int, length: Int) -> Bool {
    left <= mostKept
      && Monomials.sumOfDegrees(kinds.rawValue, degree: left - 1) * (length / left + 1) <= mostSpace
      && cost(kinds, count: count, keeping: left) < left * (5_000 + 4 * (left + 1) * length)
  }

  /// Returns the chances of all totals.
  func totals(_ values: [Value]) throws(TooMuchWork) -> [UInt64] {
    let span = values.map(\.worth).max() ?? 0
    let cost = FewKeptDice.cost(kinds, count: count, keeping: left)
    var totals = [UInt64](repeating: 0, count: left * span + 1)
    // The sums of the dice before t, for each number of them.
    var rows = monomials.degrees.map { [UInt64](repeating: 0, count: $0 * span + 1) }
    rows[0][0] = field.one
    var rest = (0..<kinds.rawValue).map { kind in
      values.reduce(0) { field.add($0, $1.chances[kind]) }
    }
    var upTo = series(about: rest)
    // The highest worth so far.
    var last = 0
    for value in values {
      try work.spend(cost)
      for kind in rest.indices { rest[kind] = field.subtract(rest[kind], value.chances[kind]) }
      let behind = series(about: rest)
      var tooFew = behind
      for (kind, chance) in value.chances.enumerated() where chance != 0 {
        monomials.shift(&tooFew, kind, by: chance, field)
      }
      for (index, degree) in monomials.degrees.enumerated() {
        let row = rows[index][...(degree * last)]
        try work.spend(2 * row.count)
        field.add(
          row, times: field.subtract(upTo[index], tooFew[index]), to: &totals,
          at: (left - degree) * value.worth)
      }
      for (kind, chance) in value.chances.enumerated() where chance != 0 {
        try add(chance, of: kind, worth: value.worth, to: &rows, max(last, value.worth))
      }
      last = max(last, value.worth)
      upTo = behind
    }
    return totals
  }

  /// Adds a value that dice before t may show; none of these is worth more than `last`.
  private func add(
    _ chance: UInt64, of kind: Int, worth: Int, to rows: inout [[UInt64]], _ last: Int
  ) throws(TooMuchWork) {
    // Higher degrees first, as they use the old rows of the others.
    for index in rows.indices.reversed() {
      let dice = monomials.exponents[index][kind]
      var source = index
      var ways = field.one
      for more in stride(from: 1, through: dice, by: 1) {
        source = monomials.previous[kind][source] ?? 0
        let others = rows[source][...(monomials.degrees[source] * last)]
        try work.spend(2 * others.count)
        // The chance that `more` of these dice show the value.
        ways = field.multiply(
          field.multiply(ways, chance),
          field.multiply(field.form(dice - more + 1), inverses[more]))
        field.add(others, times: ways, to: &rows[index], at: more * worth)
      }
    }
  }

  /// Returns the series of all dice about these chances.
  private func series(about chances: [UInt64]) -> [UInt64] {
    let row =
      switch kinds {
      case .alike: extras(ends: 0, goes: 1, chances, atMost: cap + 1)
      case .different:
        sum(
          variable(0, chances),
          monomials.multiply(
            variable(1, chances), extras(ends: 2, goes: 3, chances, atMost: cap), field))
      }
    return monomials.power(row, count, field)
  }

  /// Returns m · (1 + f + … + f^(c - 1)) + f^c.
  private func extras(ends: Int, goes: Int, _ chances: [UInt64], atMost most: Int) -> [UInt64] {
    let powers = power(chances[goes], most)
    // From (1 - f) · (1 + f + … + f^(c - 1)) = 1 - f^c, unless every die continues.
    var sums = [field.one]
    if most == 2 {
      sums = [field.add(field.one, chances[goes]), field.one]
    } else if most > 2 {
      let scale = field.inverse(of: field.subtract(field.one, chances[goes]))
      sums[0] = field.multiply(scale, field.subtract(field.one, powers[0]))
      for power in powers.dropFirst() {
        sums.append(field.multiply(scale, field.subtract(sums[sums.count - 1], power)))
      }
    }
    return sum(
      monomials.multiply(variable(ends, chances), inVariable(goes, sums), field),
      inVariable(goes, powers))
  }

  /// Returns the coefficients of (f + x)^exponent.
  private func power(_ chance: UInt64, _ exponent: Int) -> [UInt64] {
    let last = min(exponent, monomials.degree)
    var powers = [field.power(chance, UInt64(exponent - last))]
    for index in 0..<last { powers.append(field.multiply(powers[index], chance)) }
    powers.reverse()
    var ways = field.one
    for index in 1..<powers.count {
      ways = field.multiply(ways, field.multiply(field.form(exponent - index + 1), inverses[index]))
      powers[index] = field.multiply(powers[index], ways)
    }
    return powers
  }

  private func variable(_ kind: Int, _ chances: [UInt64]) -> [UInt64] {
    inVariable(kind, [chances[kind], field.one])
  }

  /// Returns the series with these coefficients for the powers of one variable.
  private func inVariable(_ kind: Int, _ coefficients: [UInt64]) -> [UInt64] {
    var series = [UInt64](repeating: 0, count: monomials.count)
    var index: Int? = 0
    for coefficient in coefficients {
      guard let place = index else { break }
      series[place] = coefficient
      index = monomials.next[kind][place]
    }
    return series
  }

  private func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    zip(left, right).map { field.add($0, $1) }
  }
}
