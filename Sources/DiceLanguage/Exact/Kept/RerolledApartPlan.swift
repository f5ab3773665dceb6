import BigInt

/// The modifiers before and after `u`, if their effect depends only on the set of values.
struct RerolledApartPlan {
  let count: Int
  let die: Die
  /// The first modifiers of each die.
  let first: [Modifier]
  let dropped: (lowest: Int, highest: Int)
  let droppedLater: (lowest: Int, highest: Int)
  private let limits: [Modifier]
  private let counted: (condition: Condition, failing: Condition?)?

  /// The number of rerolled dice, and of those left at the end.
  var kept: Int { count - dropped.lowest - dropped.highest }
  var left: Int { max(0, kept - droppedLater.lowest - droppedLater.highest) }

  /// - Returns: `nil` for other modifiers.
  init?(_ dice: Dice) {
    guard case .number(let count) = dice.count, Set(dice.die.faces).count == dice.die.faces.count,
      let place = dice.modifiers.firstIndex(of: .unique)
    else { return nil }
    let before = Array(dice.modifiers[..<place]).simplified(count: count)
    first = Array(before.prefix(while: \.looksAtSingleDice))
    guard let dropped = Array(before.dropFirst(first.count)).dropped,
      case let kept = count - dropped.lowest - dropped.highest, kept > 0
    else { return nil }
    let after = Array(dice.modifiers[(place + 1)...]).simplified(count: kept)
    limits = Array(after.prefix(while: \.isLimit))
    var rest = after.dropFirst(limits.count)
    if case .count(let condition, let failing) = rest.last {
      counted = (condition, failing)
      rest = rest.dropLast()
    } else {
      counted = nil
    }
    guard let droppedLater = Array(rest).dropped else { return nil }
    self.count = count
    die = dice.die
    self.dropped = dropped
    self.droppedLater = droppedLater
  }

  /// Returns what a kept value adds to the total.
  private func worth(_ value: Int) -> Int {
    let value = limits.reduce(value) { $1.limited($0) }
    return counted.map { $0.condition.score(value, failing: $0.failing) } ?? value
  }

  /// Returns the dice, the best total and all values, from the possible first values.
  func dice(_ shown: [Int]) -> (dice: RerolledApart, best: Int, values: [Int]) {
    let faces = Set(die.faces)
    let values = faces.union(shown).sorted(by: >)
    let best = values.map(worth).max() ?? 0
    let dice = RerolledApart(
      values: values.map {
        RerolledApart.Value(isFace: faces.contains($0), less: best - worth($0))
      }, count: count, dropped: dropped, droppedLater: droppedLater)
    return (dice, best * left, values)
  }
}

extension Engine {
  /// Returns the total of dice with `u` after other modifiers.
  /// - Returns: `nil` for other modifiers.
  func rerolledApart(_ dice: Dice, _ fresh: SingleDie) throws(TooMuchWork) -> ModularDistribution? {
    guard let plan = RerolledApartPlan(dice) else { return nil }
    guard plan.left > 0 else { return constant(.zero) }
    let die = try die(fresh, fresh: fresh, after: plan.first)
    let (shown, places) = die.possible
    let (apart, best, values) = plan.dice(shown)
    let place = Dictionary(uniqueKeysWithValues: zip(shown, places))
    let length = plan.left * (apart.values.map(\.less).max() ?? 0) + 1
    try reserve(length * 8)
    return try distribution(from: best - length + 1, count: length) { lane throws(TooMuchWork) in
      try work.spend(20 * (values.count + plan.count))
      let sums = FieldSums(
        field: fields[lane],
        factorials: Factorials(upTo: max(plan.count, values.count), fields[lane]), work: work)
      var totals = try apart.total(
        sums, values.map { place[$0].map { die.chances[lane][$0] } ?? 0 })
      totals += repeatElement(0, count: length - totals.count)
      return Array(totals.reversed())
    }.trimmed()
  }
}

extension Dice {
  /// Returns the mean of dice with `u` after other modifiers, to nine decimal places.
  /// - Returns: `nil` for other modifiers.
  func rerolledApartMean(cap: Int, _ work: Work) throws(TooMuchWork) -> Rational? {
    guard let plan = RerolledApartPlan(self), plan.count <= MeanSums.mostDice else { return nil }
    guard plan.left > 0 else { return .zero }
    let one = Node.dice(Dice(count: .number(1), die: die, modifiers: plan.first, remarks: []))
    let distribution = try one.distribution(cap: cap, work)
    let shown = distribution.values.map { $0.int ?? 0 }
    let (apart, best, values) = plan.dice(shown)
    let chances = Dictionary(
      uniqueKeysWithValues: zip(shown, distribution.ways.map(distribution.double)))
    let row = try apart.total(MeanSums(work: work), values.map { chances[$0] ?? 0 })
    return (Double(best) - row.less / row.chance).roundedToNinePlaces
  }
}
