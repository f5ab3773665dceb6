/// The total of dice that are rerolled until no two are alike, after other modifiers.
///
/// Let D be the set of the dice's values before that. The dice end up as all of D and some of the
/// other faces, and every set of those is equally likely: the first die with each value of D stays,
/// unless the value came up before, and all other faces are interchangeable. So only D and the
/// number of dice matter.
struct RerolledApart {
  /// A value that a die may have at some time.
  struct Value {
    /// Whether it is a face of a fresh die; all such faces are distinct.
    let isFace: Bool
    /// How much less than the best value it contributes if it is kept, at least 0.
    let less: Int
  }

  /// The distinct values, the highest first.
  let values: [Value]
  /// The number of dice at first.
  let count: Int
  /// The numbers dropped at either end before rerolling; some dice are left.
  let dropped: (lowest: Int, highest: Int)
  /// The numbers dropped at either end after rerolling.
  let droppedLater: (lowest: Int, highest: Int)

  private var kept: Int { count - dropped.lowest - dropped.highest }

  /// The numbers of dice and of final values seen so far.
  ///
  /// Final values are other faces, faces of D, and values of D that no fresh die has.
  private struct State {
    var seen = 0
    var others = 0
    var faces = 0
    var strangers = 0

    var size: Int { others + faces + strangers }

    init() {}

    /// Later states have higher codes.
    init(code: Int, _ base: Int) {
      (strangers, faces) = (code % base, code / base % base)
      (others, seen) = (code / base / base % base, code / base / base / base)
    }

    func code(_ base: Int) -> Int { ((seen * base + others) * base + faces) * base + strangers }
  }

  /// Goes through all values from the highest down, with the chance of each for a first die.
  func total<Sums: TotalSums>(_ sums: Sums, _ chances: [Sums.Chance]) throws(TooMuchWork)
    -> Sums.Row
  {
    // For each value, the chance of all lower ones.
    let below = chances.reversed().reduce(into: [sums.zero]) { below, chance in
      below.append(sums.add(below[below.count - 1], chance))
    }
    let counted = droppedLater.highest..<kept - droppedLater.lowest
    var rows = [0: sums.nothing]
    for (index, value) in values.enumerated() {
      let lower = below[values.count - 1 - index]
      for code in rows.keys.sorted(by: >) {
        guard let row = rows[code] else { continue }
        let state = State(code: code, kept + 1)
        for (next, factor) in next(state, value, chances[index], lower, sums) {
          let isCounted = next.size > state.size && counted.contains(state.size)
          try sums.add(
            row, times: factor, less: isCounted ? value.less : 0,
            to: &rows[next.code(kept + 1), default: sums.empty])
        }
      }
    }
    let faces = values.count { $0.isFace }
    var total = sums.empty
    for (code, row) in rows {
      let state = State(code: code, kept + 1)
      guard state.seen == count, state.size == kept else { continue }
      let share = sums.share(ofSets: state.others, of: faces - state.faces)
      try sums.add(row, times: sums.multiply(share, sums.factorial(count)), less: 0, to: &total)
    }
    return total
  }

  /// Returns the states that may follow at a value, with their chances over the dice's factorials.
  private func next<Sums: TotalSums>(
    _ state: State, _ value: Value, _ chance: Sums.Chance, _ below: Sums.Chance, _ sums: Sums
  ) -> [(State, Sums.Chance)] {
    var result: [(State, Sums.Chance)] = []
    var other = state
    other.others += 1
    if value.isFace, other.size <= kept { result.append((other, sums.one)) }
    guard state.seen < count, chance != sums.zero else { return result }
    var member = state
    if value.isFace { member.faces += 1 } else { member.strangers += 1 }
    // Once all kept dice have been seen, the rest may show this or anything below.
    let missing = count - dropped.lowest - state.seen
    var power = sums.one
    var rest = sums.zero
    for dice in 1...count - state.seen {
      power = sums.multiply(power, chance)
      let factor = sums.multiply(power, sums.oneOverFactorial(dice))
      guard dice < missing else {
        let left = count - state.seen - dice
        let others = sums.multiply(sums.power(below, left), sums.oneOverFactorial(left))
        rest = sums.add(rest, sums.multiply(factor, others))
        continue
      }
      guard state.seen + dice > dropped.highest else {
        // All of these are dropped, so another die may be rerolled to this value.
        var (state, other) = (state, other)
        state.seen += dice
        other.seen += dice
        result.append((state, factor))
        if value.isFace, other.size <= kept { result.append((other, factor)) }
        continue
      }
      guard member.size <= kept else { continue }
      var member = member
      member.seen += dice
      result.append((member, factor))
    }
    guard member.size <= kept else { return result }
    member.seen = count
    return result + [(member, rest)]
  }
}

/// A way to add up the chances of totals.
protocol TotalSums {
  associatedtype Chance: Equatable
  associatedtype Row

  var zero: Chance { get }
  var one: Chance { get }
  /// The row without any total.
  var empty: Row { get }
  /// The row with the certain total 0.
  var nothing: Row { get }

  func add(_ left: Chance, _ right: Chance) -> Chance
  func multiply(_ left: Chance, _ right: Chance) -> Chance
  func power(_ base: Chance, _ exponent: Int) -> Chance
  func factorial(_ number: Int) -> Chance
  func oneOverFactorial(_ number: Int) -> Chance
  /// Returns the chance of each set of `count` of `all` things.
  func share(ofSets count: Int, of all: Int) -> Chance
  /// Adds the totals of a row, each reduced by a number, times a factor.
  func add(_ row: Row, times factor: Chance, less: Int, to sum: inout Row) throws(TooMuchWork)
}

/// Sums of chances of each total modulo a prime; a row starts with the best total.
struct FieldSums: TotalSums {
  let field: PrimeField
  let factorials: Factorials
  let work: Work

  var zero: UInt64 { 0 }
  var one: UInt64 { field.one }
  var empty: [UInt64] { [] }
  var nothing: [UInt64] { [field.one] }

  func add(_ left: UInt64, _ right: UInt64) -> UInt64 { field.add(left, right) }
  func multiply(_ left: UInt64, _ right: UInt64) -> UInt64 { field.multiply(left, right) }
  func power(_ base: UInt64, _ exponent: Int) -> UInt64 { field.power(base, UInt64(exponent)) }
  func factorial(_ number: Int) -> UInt64 { factorials[number] }
  func oneOverFactorial(_ number: Int) -> UInt64 { factorials.inverse(of: number) }

  func share(ofSets count: Int, of all: Int) -> UInt64 {
    field.inverse(of: factorials.choices(count, of: all))
  }

  func add(
    _ row: [UInt64], times factor: UInt64, less: Int, to sum: inout [UInt64]
  ) throws(TooMuchWork) {
    try work.spend(2 * row.count + 150)
    let missing = row.count + less - sum.count
    if missing > 0 { sum += repeatElement(0, count: missing) }
    field.add(row[...], times: factor, to: &sum, at: less)
  }
}

/// Sums of the chance of all totals, and of their weighted shortfall from the best.
struct MeanSums: TotalSums {
  struct Row {
    var chance = 0.0
    var less = 0.0
  }

  /// With more dice, numbers would underflow.
  static let mostDice = 60

  let work: Work

  var zero: Double { 0 }
  var one: Double { 1 }
  var empty: Row { Row() }
  var nothing: Row { Row(chance: 1) }

  func add(_ left: Double, _ right: Double) -> Double { left + right }
  func multiply(_ left: Double, _ right: Double) -> Double { left * right }
  func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }
  func factorial(_ number: Int) -> Double { (0..<number).reduce(1) { $0 * Double($1 + 1) } }
  func oneOverFactorial(_ number: Int) -> Double { 1 / factorial(number) }

  func share(ofSets count: Int, of all: Int) -> Double {
    (0..<count).reduce(1) { $0 * Double($1 + 1) / Double(all - $1) }
  }

  func add(_ row: Row, times factor: Double, less: Int, to sum: inout Row) throws(TooMuchWork) {
    try work.spend(150)
    sum.chance += factor * row.chance
    sum.less += factor * (row.less + Double(less) * row.chance)
  }
}
