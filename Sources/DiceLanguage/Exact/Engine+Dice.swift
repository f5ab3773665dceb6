/// Dice and their modifiers.
extension Engine {
  func spread(of dice: Dice) throws(TooMuchWork) -> Spread {
    let (counts, shares) = try self.counts(of: dice.count)
    let fresh = try fresh(dice.die)
    let isSet = dice.drawsWithoutReturning
    var modifiers = Array(dice.modifiers.dropFirst(isSet ? 1 : 0))
      .simplified(count: counts.count == 1 ? counts[0] : nil)
    var thrown = Thrown(
      counts: counts, shares: shares, faces: dice.die.faces, fresh: fresh, die: isSet ? nil : fresh)
    if !isSet, modifiers.contains(.unique), let spread = try rerolledApart(dice, fresh) {
      return spread
    }
    if !isSet {
      if let count = thrown.count, let spread = try keptExploded(count, fresh, modifiers) {
        return spread
      }
      let first = modifiers.prefix { $0.looksAtSingleDice }
      modifiers.removeFirst(first.count)
      var die = try die(fresh, fresh: fresh, after: Array(first))
      if modifiers.count == 1, case .explode = modifiers[0] {
        // At the end it doesn't matter whether extras count as the same die.
        die = try self.die(die, fresh: fresh, after: modifiers)
        modifiers = []
      }
      thrown.die = die
    }
    if let spread = try keptCount(thrown, modifiers) { return spread }
    if let spread = try fewKept(thrown, modifiers) { return spread }
    if let spread = try changed(thrown, modifiers) { return spread }
    return try total(of: thrown, modifiers)
  }

  /// What the dice come to after modifiers; `worth` is what each value adds to it if nothing is
  /// counted.
  func total(
    of thrown: Thrown, _ modifiers: [Modifier], worth: ((Int) -> Int)? = nil
  ) throws(TooMuchWork) -> Spread {
    if let count = thrown.count, let dropped = modifiers.dropped {
      if let die = thrown.die {
        if worth == nil, let sides = die.fairSides {
          return try fairSum(count, of: sides, from: die.lowest, dropped)
        }
        if let spread = try kept(count, die, dropped, worth: worth ?? { $0 }) { return spread }
      } else if worth == nil {
        return try differentFaces(thrown.faces, count, dropped)
      }
    }
    let (values, dice) = thrown.die?.possible ?? (thrown.faces, [])
    let extras = try extras(in: modifiers, thrown.fresh)
    let (sums, places) = extras?.possible ?? ([], [])
    let pool = try Pool(
      thrown.die == nil ? .withoutReturning(values) : .dice(values), fresh: thrown.countedFaces,
      extras: sums, modifiers: modifiers, count: thrown.count, most: thrown.counts.max() ?? 0,
      cap: cap, worth: worth ?? { $0 }, work: work)
    return try spread(of: pool) { lane, ring throws(TooMuchWork) in
      let counts = zip(thrown.counts, thrown.shares[lane]).map { (count: $0, chance: $1) }
      let chances = dice.map { thrown.die?.chances[lane][$0] ?? 0 }
      guard pool.isOrderless else {
        return try OrderedPool(pool: pool, chances: chances, field: ring.field, work: work)
          .totals(counts: counts)
      }
      return try PoolChances(
        pool, ring, chances: [chances], extras: places.map { extras?.chances[lane][$0] ?? 0 },
        counts: counts
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

/// Dice as they lie, before modifiers look at several of them.
struct Thrown {
  /// How many there may be, and for each prime the chance of each number.
  let counts: [Int]
  let shares: [[UInt64]]
  /// Of a fresh die, each as often as it is there.
  let faces: [Int]
  let fresh: SingleDie
  /// What each shows; `nil` if all are different faces of which every set is equally likely.
  var die: SingleDie?

  /// How many there are, if that is certain.
  var count: Int? { counts.count == 1 ? counts[0] : nil }

  /// Each face with how many there are of it, the lowest first.
  fileprivate var countedFaces: [(value: Int, faces: Int)] {
    Dictionary(faces.map { ($0, 1) }, uniquingKeysWith: +)
      .map { (value: $0.key, faces: $0.value) }.sorted { $0.value < $1.value }
  }
}

extension [Modifier] {
  /// How many dice they drop at either end, if that is all they do.
  var dropped: (lowest: Int, highest: Int)? {
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
  /// What it looks for at each die, to change it.
  var changes: Condition? {
    switch self {
    case .explode(_, let condition), .reroll(_, let condition): condition
    case .keep, .unique, .atLeast, .atMost, .count, .sort: nil
    }
  }

  /// Whether it does the same to each die, whatever the others show, and adds no dice.
  var looksAtSingleDice: Bool {
    switch self {
    case .explode(let kind, _): kind == .compound
    case .reroll, .atLeast, .atMost: true
    case .keep, .unique, .count, .sort: false
    }
  }
}
