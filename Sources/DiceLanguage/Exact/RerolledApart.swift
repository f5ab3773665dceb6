/// The total of dice that are rerolled until no two are alike, after something else was done to them.
///
/// Let D be the set of what the dice show before that. However they lie, they end as all of D and
/// some of the other faces, every set of so many of them being equally likely: each value of D stays
/// where it comes first, unless it has come up before; and whatever one of the other faces may do,
/// any other one may do, too. So only D matters, and how many dice there are.
struct RerolledApart {
  /// What a die may show at any time.
  struct Value {
    /// Whether a fresh die may show it; all such faces are different.
    let isFace: Bool
    /// How much less than the best value it adds to the total if it is kept, never below 0.
    let less: Int
  }

  /// Highest first, all different.
  let values: [Value]
  /// How many dice there are at first.
  let count: Int
  /// How many are dropped at either end before they are rerolled; some are left.
  let dropped: (lowest: Int, highest: Int)
  /// How many are dropped after that.
  let droppedLater: (lowest: Int, highest: Int)

  private var kept: Int { count - dropped.lowest - dropped.highest }

  /// How many dice have been seen, and how many values in the end are among these: other faces,
  /// faces of D, and values of D that no fresh die shows.
  private struct State {
    var seen = 0
    var others = 0
    var faces = 0
    var strangers = 0

    var size: Int { others + faces + strangers }

    init() {}

    /// What is seen later has a higher code.
    init(code: Int, _ base: Int) {
      (strangers, faces) = (code % base, code / base % base)
      (others, seen) = (code / base / base % base, code / base / base / base)
    }

    func code(_ base: Int) -> Int { ((seen * base + others) * base + faces) * base + strangers }
  }

  /// Goes through all values from the highest on, with the chance that a die shows each at first.
  func total<Sums: TotalSums>(_ sums: Sums, _ chances: [Sums.Chance]) throws(TooMuchWork)
    -> Sums.Row
  {
    // The chances of all lower values, for each.
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

  /// What may follow at a value, with the chance of that over the factorials of the numbers of dice.
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
    // As soon as all dice that are kept have been seen, the rest may show this or anything below.
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
        // All of them are dropped, so another die may be rerolled to this.
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

/// Chances of totals, one by one or taken together.
protocol TotalSums {
  associatedtype Chance: Equatable
  associatedtype Row

  var zero: Chance { get }
  var one: Chance { get }
  /// No total.
  var empty: Row { get }
  /// The total 0, for certain.
  var nothing: Row { get }

  func add(_ left: Chance, _ right: Chance) -> Chance
  func multiply(_ left: Chance, _ right: Chance) -> Chance
  func power(_ base: Chance, _ exponent: Int) -> Chance
  func factorial(_ number: Int) -> Chance
  func oneOverFactorial(_ number: Int) -> Chance
  /// The chance of each set of so many of all things.
  func share(ofSets count: Int, of all: Int) -> Chance
  /// Adds the totals of a row less a number, with a factor.
  func add(
    _ row: Row, times factor: Chance, less: Int, to sum: inout Row
  ) throws(TooMuchWork)
}
