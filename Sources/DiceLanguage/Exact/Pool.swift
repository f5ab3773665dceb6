/// Dice, or totals of a group, with their modifiers: what may be on the table at each stage.
struct Pool {
  enum Base {
    /// Some number of equal dice with these values, of which the chances are given later.
    case dice([Int])
    /// Different faces of one die, every set of them equally likely.
    case withoutReturning([Int])
    /// Independent totals; member by member the values, of which the chances are given later.
    case members([[Int]])
  }

  let base: Base
  /// Faces of a fresh die with how many there are of each; empty in a group.
  let fresh: [(value: Int, faces: Int)]
  let cap: Int
  /// What the extra dice of a compounding die may come to.
  let extras: [Int]
  let modifiers: [Modifier]
  /// What a die may show before each modifier and after the last, in ascending order.
  private(set) var values: [[Int]]
  private(set) var places: [[Int: Int]] = []
  /// How many dice there are at each of these stages, if that is certain.
  private(set) var counts: [Int?]
  /// The most dice at each of these stages.
  private(set) var most: [Int]
  /// What each of the last values adds to the total.
  private(set) var contributions: [Int] = []

  /// `scale` is what a value of 1 stands for; `worth` is what a value adds to the total if it isn't
  /// the value itself.
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
      let value = Rational(value) * scale
      return (condition.holds(for: value) ? 1 : 0) - (failing?.holds(for: value) == true ? 1 : 0)
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
    case .atLeast(let least): next = Set(before.map { max($0, least) })
    case .atMost(let most): next = Set(before.map { min($0, most) })
    case .unique: next = Set(before).union(faces)
    case .count, .sort: next = Set(before)
    }
    values.append(next.sorted())
    counts.append(count)
    most.append(dice.range.upperBound)
  }

  /// Limits of the total.
  var total: ClosedRange<Int> {
    let most = most[most.count - 1]
    let fewest = counts[counts.count - 1] ?? 0
    let (low, high) = (contributions.min() ?? 0, contributions.max() ?? 0)
    return min(low * most, low * fewest)...max(high * most, high * fewest)
  }

  /// Whether all that matters about the dice is how many show which value.
  var isOrderless: Bool { !modifiers.contains(.unique) }
}
