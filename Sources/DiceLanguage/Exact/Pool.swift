/// Dice, or totals of a group, with their modifiers, and the possible values at each stage.
struct Pool {
  enum Base {
    /// Equal dice with these values, whose chances are given later.
    case dice([Int])
    /// Different faces of one die, of which every set is equally likely.
    case withoutReturning([Int])
    /// Independent totals: the values of each member, whose chances are given later.
    case members([[Int]])
  }

  let base: Base
  /// The faces of a fresh die and how often each occurs; empty in a group.
  let fresh: [(value: Int, faces: Int)]
  let cap: Int
  /// The possible sums of the extra dice of a compounding die.
  let extras: [Int]
  let modifiers: [Modifier]
  /// The possible values before each modifier and after the last, in ascending order.
  private(set) var values: [[Int]]
  private(set) var places: [[Int: Int]] = []
  /// The number of dice at each of these stages, if it is fixed.
  private(set) var counts: [Int?]
  /// The most dice at each of these stages.
  private(set) var most: [Int]
  /// What each of the last values adds to the total.
  private(set) var contributions: [Int] = []

  /// Creates a pool; a value of 1 stands for `scale`, and `worth` is what each adds to the total.
  init(
    _ base: Base, fresh: [(value: Int, faces: Int)], extras: [Int] = [], modifiers: [Modifier],
    count: Int?, most: Int, cap: Int, scale: Rational = .one, worth: (Int) -> Int = { $0 },
    work: Work
  ) throws(TooMuchWork) {
    self.base = base
    self.fresh = fresh
    self.cap = cap
    self.extras = extras
    self.modifiers = modifiers
    let first: [Int]
    switch base {
    case .dice(let values): first = values
    case .withoutReturning(let faces): first = faces
    case .members(let members): first = Array(Set(members.joined()))
    }
    values = [first.sorted()]
    counts = [count]
    self.most = [most]
    for modifier in modifiers { try add(modifier, work) }
    places = values.map { values in
      Dictionary(uniqueKeysWithValues: values.enumerated().map { ($1, $0) })
    }
    contributions = values[values.count - 1].map { value in
      guard case .count(let condition, let failing) = self.modifiers.last else {
        return worth(value)
      }
      return condition.score(Rational(value) * scale, failing: failing)
    }
  }

  private mutating func add(_ modifier: Modifier, _ work: Work) throws(TooMuchWork) {
    let before = values[values.count - 1]
    let faces = fresh.map(\.value)
    var next = Set<Int>()
    var count = counts[counts.count - 1]
    var dice = DiceCount(0...most[most.count - 1])
    try work.spend(before.count * 50)
    switch modifier {
    case .keep(let keep, let number):
      next = Set(before)
      dice.keep(keep, number)
      if let certain = count {
        var rest = DiceCount(certain...certain)
        rest.keep(keep, number)
        count = rest.range.lowerBound
      }
    case .explode(.compound, let condition):
      for value in before {
        if condition.holds(for: value) {
          try work.spend(extras.count * 50)
          next.formUnion(extras.map { value + $0 })
        } else {
          next.insert(value)
        }
      }
    case .explode(let kind, let condition):
      next = Set(before)
      if before.contains(where: condition.holds) && cap > 0 {
        next.formUnion(kind == .penetrate ? faces.map { $0 - 1 } : faces)
        count = nil
        dice.multiply(upTo: 1 + (kind == .once ? 1 : cap))
      }
    case .reroll(let kind, let condition):
      for value in before {
        if !condition.holds(for: value) {
          next.insert(value)
        } else if kind == .onceAndAdd {
          try work.spend(faces.count * 50)
          next.formUnion(faces.map { value + $0 })
        }
      }
      if kind != .onceAndAdd, before.contains(where: condition.holds) {
        next.formUnion(kind == .once ? faces : faces.filter { !condition.holds(for: $0) })
      }
    case .atLeast, .atMost: next = Set(before.map(modifier.limited))
    case .unique: next = Set(before).union(faces)
    case .count, .sort: next = Set(before)
    }
    values.append(next.sorted())
    counts.append(count)
    most.append(dice.range.upperBound)
  }

  var total: ClosedRange<Int> {
    let most = most[most.count - 1]
    let fewest = counts[counts.count - 1] ?? 0
    let (low, high) = (contributions.min() ?? 0, contributions.max() ?? 0)
    return min(low * most, low * fewest)...max(high * most, high * fewest)
  }

  /// Whether only the number of dice with each value matters.
  var isOrderless: Bool { !modifiers.contains(.unique) }
}
