/// Dice and their modifiers.
extension Engine {
  func spread(of dice: Dice) throws(TooMuchWork) -> Spread {
    let (counts, shares) = try self.counts(of: dice.count)
    let count = counts.count == 1 ? counts[0] : nil
    let fresh = try fresh(dice.die)
    let isSet = dice.drawsWithoutReturning
    var modifiers = Array(dice.modifiers.dropFirst(isSet ? 1 : 0)).simplified(count: count)
    let base: Pool.Base
    let chances: [[UInt64]]
    if isSet {
      if let count, let dropped = modifiers.dropped {
        return try differentFaces(dice.die.faces, count, dropped)
      }
      base = .withoutReturning(dice.die.faces)
      chances = fields.map { _ in [] }
    } else {
      let first = modifiers.prefix { $0.looksAtSingleDice }
      modifiers.removeFirst(first.count)
      var die = try die(fresh, fresh: fresh, after: Array(first))
      if modifiers.count == 1, case .explode = modifiers[0] {
        // At the end it doesn't matter whether extras count as the same die.
        die = try self.die(die, fresh: fresh, after: modifiers)
        modifiers = []
      }
      if let count, let dropped = modifiers.dropped {
        if let sides = die.fairSides {
          return try fairSum(count, of: sides, from: die.lowest, dropped)
        }
        if let spread = try kept(count, die, dropped) { return spread }
      }
      if first.isEmpty, let count, let spread = try keptExploded(count, die, modifiers) {
        return spread
      }
      let (values, places) = die.possible
      base = .dice(values)
      chances = die.chances.map { lane in places.map { lane[$0] } }
    }
    let extras = try extras(in: modifiers, fresh)
    let (sums, places) = extras?.possible ?? ([], [])
    let pool = try Pool(
      base, fresh: dice.die.counted, extras: sums, modifiers: modifiers, count: count,
      most: counts.max() ?? 0, cap: cap, work: work)
    return try spread(of: pool) { lane, ring throws(TooMuchWork) in
      let counts = zip(counts, shares[lane]).map { (count: $0, chance: $1) }
      guard pool.isOrderless else {
        return try OrderedPool(
          pool: pool, chances: chances[lane], field: ring.field, work: work
        ).totals(counts: counts)
      }
      return try PoolChances(
        pool, ring, chances: [chances[lane]],
        extras: places.map { extras?.chances[lane][$0] ?? 0 }, counts: counts
      ).totals()
    }
  }

  private func counts(
    of count: Dice.Count
  ) throws(TooMuchWork) -> (counts: [Int], chances: [[UInt64]]) {
    switch count {
    case .number(let number): return ([number], fields.map { [$0.one] })
    case .rolled(let node):
      let spread = try spread(of: node)
      let (values, places) = spread.possible
      return (values.map { $0.int ?? 0 }, spread.chances.map { lane in places.map { lane[$0] } })
    }
  }

  /// What the extra dice come to if they count as the same die.
  private func extras(
    in modifiers: [Modifier], _ fresh: SingleDie
  ) throws(TooMuchWork) -> SingleDie? {
    for modifier in modifiers {
      if case .explode(.compound, let condition) = modifier {
        return try extras(of: fresh, while: condition, less: 0, atMost: cap)
      }
    }
    return nil
  }
}

extension Die {
  /// Each face with how many there are of it, the lowest first.
  fileprivate var counted: [(value: Int, faces: Int)] {
    Dictionary(faces.map { ($0, 1) }, uniquingKeysWith: +)
      .map { (value: $0.key, faces: $0.value) }.sorted { $0.value < $1.value }
  }
}

extension [Modifier] {
  /// How many dice they drop at either end, if that is all they do.
  fileprivate var dropped: (lowest: Int, highest: Int)? {
    var dropped = (lowest: 0, highest: 0)
    for modifier in self {
      switch modifier {
      case .keep(.dropLowest, let number): dropped.lowest += number
      case .keep(.dropHighest, let number): dropped.highest += number
      default: return nil
      }
    }
    return dropped
  }
}

extension Modifier {
  /// Whether it does the same to each die, whatever the others show, and adds no dice.
  var looksAtSingleDice: Bool {
    switch self {
    case .explode(let kind, _): kind == .compound
    case .reroll, .atLeast, .atMost: true
    case .keep, .unique, .count, .sort: false
    }
  }
}
