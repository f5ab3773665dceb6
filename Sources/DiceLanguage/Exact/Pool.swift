import BigInt

/// Dice, or totals of a group, with their modifiers: what may be on the table at each stage.
struct Pool {
  enum Base {
    /// Some number of equal dice: their values with how many faces show each.
    case dice([(value: Int, faces: Int)])
    /// Different faces of one die, every set of them equally likely.
    case withoutReturning([Int])
    /// Independent totals; member by member the values, of which the weights are given later.
    case members([[Int]])
  }

  let base: Base
  /// Faces of a fresh die with how many there are of each; empty in a group.
  let fresh: [(value: Int, faces: Int)]
  let cap: Int
  /// Without those that only change what is shown.
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

  /// `scale` is what a value of 1 stands for.
  init(
    _ base: Base, fresh: [(value: Int, faces: Int)], modifiers: [Modifier], count: Int?,
    most: Int, cap: Int, scale: Rational = .one
  ) {
    self.base = base
    self.fresh = fresh
    self.cap = cap
    self.modifiers = Pool.simplified(modifiers)
    let first: [Int]
    switch base {
    case .dice(let faces): first = faces.map(\.value)
    case .withoutReturning(let faces): first = faces
    case .members(let members): first = Array(Set(members.joined()))
    }
    values = [first.sorted()]
    counts = [count]
    self.most = [most]
    for modifier in self.modifiers { add(modifier) }
    places = values.map { values in
      Dictionary(uniqueKeysWithValues: values.enumerated().map { ($1, $0) })
    }
    contributions = values[values.count - 1].map { value in
      guard case .count(let condition, let failing) = self.modifiers.last else { return value }
      let value = Rational(value) * scale
      return (condition.holds(for: value) ? 1 : 0) - (failing?.holds(for: value) == true ? 1 : 0)
    }
  }

  /// Leaves out what changes no chance, and tells apart only what must be.
  private static func simplified(_ modifiers: [Modifier]) -> [Modifier] {
    var modifiers = modifiers.filter { if case .sort = $0 { false } else { true } }
    // At the end it doesn't matter whether extras count as the same die.
    if case .explode(.compound, let condition) = modifiers.last {
      modifiers[modifiers.count - 1] = .explode(.repeatedly, condition)
    }
    return modifiers
  }

  private mutating func add(_ modifier: Modifier) {
    let before = values[values.count - 1]
    let faces = fresh.map(\.value)
    var next = Set<Int>()
    var count = counts[counts.count - 1]
    var dice = DiceCount(0...most[most.count - 1])
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
      let sums = ChainSums(fresh, condition, cap: cap).reachable
      for value in before {
        if condition.holds(for: value) && cap > 0 {
          for sum in sums { next.insert(value + sum) }
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
          next.formUnion(faces.map { value + $0 })
        } else {
          next.formUnion(
            kind == .once ? faces : faces.filter { !condition.holds(for: $0) })
        }
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

/// What the extra dice of one exploding die come to.
struct ChainSums {
  private let fresh: [(value: Int, faces: Int)]
  private let condition: Condition
  private let cap: Int
  private let range: ClosedRange<Int>

  init(_ fresh: [(value: Int, faces: Int)], _ condition: Condition, cap: Int) {
    self.fresh = fresh
    self.condition = condition
    self.cap = cap
    let lowest = fresh.map(\.value).min() ?? 0
    let highest = fresh.map(\.value).max() ?? 0
    range = min(0, lowest * cap)...max(0, highest * cap)
  }

  var reachable: [Int] {
    walk(false, true, { $0 || $1 }) { value, _ in value }
      .enumerated().compactMap { $1 ? $0 + range.lowerBound : nil }
  }

  /// The chances of the reachable sums.
  func chances(_ field: PrimeField, _ work: Work) throws(TooMuchWork) -> [Int: UInt64] {
    try work.spend(range.count * 8)
    let scale = field.inverse(of: field.form(fresh.reduce(0) { $0 + $1.faces }))
    let all = walk(0, field.one, field.add) { value, faces in
      field.multiply(value, field.multiply(field.form(faces), scale))
    }
    return Dictionary(
      uniqueKeysWithValues: reachable.map { ($0, all[$0 - range.lowerBound]) })
  }

  /// Walks along all chains; `Weight` says what is wanted to know of them.
  private func walk<Weight>(
    _ zero: Weight, _ one: Weight, _ add: (Weight, Weight) -> Weight,
    _ multiply: (Weight, Int) -> Weight
  ) -> [Weight] {
    let origin = -range.lowerBound
    var ended = [Weight](repeating: zero, count: range.count)
    // Sums of chains that go on, and where they lie.
    var open = [origin: one]
    for _ in 0..<cap {
      var next: [Int: Weight] = [:]
      for (sum, weight) in open {
        for (value, faces) in fresh {
          let more = multiply(weight, faces)
          if condition.holds(for: value) {
            next[sum + value] = next[sum + value].map { add($0, more) } ?? more
          } else {
            ended[sum + value] = add(ended[sum + value], more)
          }
        }
      }
      open = next
    }
    for (sum, weight) in open { ended[sum] = add(ended[sum], weight) }
    return ended
  }
}
