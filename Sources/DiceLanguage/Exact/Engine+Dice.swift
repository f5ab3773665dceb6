/// Dice and their modifiers.
///
/// Many questions have a method that is faster than following all values. The engine takes the first
/// of these that fits; a method returns `nil` for dice that it isn't for.
///
/// | method | for | file |
/// | --- | --- | --- |
/// | `drawn` | counts of what is drawn from a bag | this one |
/// | `rerolledApart` | different faces; `u` after other modifiers | `RerolledApartPlan` |
/// | `keptExploded` | fair dice; `!` or `!!` on the highest face, one keep | `KeptExplodedDice` |
/// | `keptCount` | drops, then a count in at most three runs of values | `KeptCount` |
/// | `fewKept` | `!`, `!o` or `!p`, then few dice kept from one end | `FewKeptPlan` |
/// | `changed` | keeps, then a reroll or an explosion | `ChangedDice` |
/// | `fairSum` | fair dice; only drops, or nothing | `KeptFairDice` |
/// | `kept` | any dice; only drops at one end | `KeptDice` |
/// | `differentFaces` | `u` first; only drops after it, or nothing | `DifferentFaces` |
/// | `PoolChances` | everything else without a later `u` | `PoolChances` |
/// | `OrderedPool` | everything else | `OrderedPool` |
///
/// If the exact chances take too much work, `KeptMean` still finds the mean of dice that are kept.
extension Engine {
  func distribution(of dice: Dice) throws(TooMuchWork) -> ModularDistribution {
    if case .bag(let bag) = dice.die, case .number(let count) = dice.count,
      case .count(let condition, _) = dice.modifiers.first
    {
      return try drawn(count, of: condition.number, in: bag)
    }
    let (counts, shares) = try self.counts(of: dice.count)
    let fresh = try fresh(dice.die)
    let isSet = dice.drawsWithoutReturning
    var modifiers = Array(dice.modifiers.dropFirst(isSet ? 1 : 0))
      .simplified(count: counts.count == 1 ? counts[0] : nil)
    var thrown = Thrown(
      counts: counts, shares: shares, faces: dice.die.faces, fresh: fresh, die: isSet ? nil : fresh)
    if !isSet, modifiers.contains(.unique), let distribution = try rerolledApart(dice, fresh) {
      return distribution
    }
    if !isSet {
      if let count = thrown.count, let distribution = try keptExploded(count, fresh, modifiers) {
        return distribution
      }
      let first = modifiers.prefix { $0.looksAtSingleDice }
      modifiers.removeFirst(first.count)
      var die = try die(fresh, fresh: fresh, after: Array(first))
      if modifiers.count == 1, case .explode = modifiers[0] {
        // As the last modifier, it doesn't matter whether extras count as the same die.
        die = try self.die(die, fresh: fresh, after: modifiers)
        modifiers = []
      }
      thrown.die = die
    }
    if let distribution = try keptCount(thrown, modifiers) { return distribution }
    if let distribution = try fewKept(thrown, modifiers) { return distribution }
    if let distribution = try changed(thrown, modifiers) { return distribution }
    return try total(of: thrown, modifiers)
  }

  /// Returns the total after modifiers; each value adds its `worth` unless dice are counted.
  func total(
    of thrown: Thrown, _ modifiers: [Modifier], worth: ((Int) -> Int)? = nil
  ) throws(TooMuchWork) -> ModularDistribution {
    if let count = thrown.count, let dropped = modifiers.dropped {
      if let die = thrown.die {
        if worth == nil, let sides = die.fairSides {
          return try fairSum(count, of: sides, from: die.lowest, dropped)
        }
        if let distribution = try kept(count, die, dropped, worth: worth ?? { $0 }) {
          return distribution
        }
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
    return try distribution(of: pool) { lane, ring throws(TooMuchWork) in
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

  /// Returns how many things with a word are drawn from a bag: the hypergeometric distribution.
  private func drawn(
    _ count: Int, of word: Int, in bag: WordList
  ) throws(TooMuchWork) -> ModularDistribution {
    let (all, matching) = (bag.faces, bag.words[word].faces)
    let (least, most) = (max(0, count - (all - matching)), min(count, matching))
    return try distribution(from: least, count: most - least + 1) { lane throws(TooMuchWork) in
      try work.spend(20 * all)
      let field = fields[lane]
      let factorials = Factorials(upTo: all, field)
      let share = field.inverse(of: factorials.choices(count, of: all))
      return (least...most).map { drawn in
        let others = factorials.choices(count - drawn, of: all - matching)
        return field.multiply(
          share, field.multiply(factorials.choices(drawn, of: matching), others))
      }
    }
  }

  private func counts(
    of count: Dice.Count
  ) throws(TooMuchWork) -> (counts: [Int], chances: [[UInt64]]) {
    switch count {
    case .number(let number): return ([number], fields.map { [$0.one] })
    case .rolled(let node):
      let distribution = try distribution(of: node)
      let (values, places) = distribution.possible
      return (
        values.map { $0.int ?? 0 }, distribution.chances.map { lane in places.map { lane[$0] } }
      )
    }
  }

  /// Returns the sum of extra dice, if they count as the same die.
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

/// The dice before the modifiers that look at several of them.
struct Thrown {
  /// The possible numbers of dice, and the chance of each for each prime.
  let counts: [Int]
  let shares: [[UInt64]]
  /// The faces of a fresh die, repeated ones included.
  let faces: [Int]
  let fresh: SingleDie
  /// The distribution of each die; `nil` for different faces, of which every set is equally likely.
  var die: SingleDie?

  /// The number of dice, if it is fixed.
  var count: Int? { counts.count == 1 ? counts[0] : nil }

  /// Each face and how often it occurs, the lowest first.
  fileprivate var countedFaces: [(value: Int, faces: Int)] {
    Dictionary(faces.map { ($0, 1) }, uniquingKeysWith: +)
      .map { (value: $0.key, faces: $0.value) }.sorted { $0.value < $1.value }
  }
}

extension [Modifier] {
  /// The numbers of dice dropped at either end, if the modifiers do nothing else.
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

extension Condition {
  /// Returns what a value adds to a count: 1 if it meets the condition, −1 if it meets `failing`.
  func score(_ value: Int, failing: Condition?) -> Int {
    (holds(for: value) ? 1 : 0) - (failing?.holds(for: value) == true ? 1 : 0)
  }

  func score(_ value: Rational, failing: Condition?) -> Int {
    (holds(for: value) ? 1 : 0) - (failing?.holds(for: value) == true ? 1 : 0)
  }
}

extension Modifier {
  /// Whether it limits the value of each die.
  var isLimit: Bool {
    switch self {
    case .atLeast, .atMost: true
    default: false
    }
  }

  /// Returns a value within this limit; other modifiers leave it as it is.
  func limited(_ value: Int) -> Int {
    switch self {
    case .atLeast(let least): max(value, least)
    case .atMost(let most): min(value, most)
    default: value
    }
  }

  /// The condition for changing each die.
  var changes: Condition? {
    switch self {
    case .explode(_, let condition), .reroll(_, let condition): condition
    case .keep, .unique, .atLeast, .atMost, .count, .sort: nil
    }
  }

  /// Whether it changes each die regardless of the others, and adds no dice.
  var looksAtSingleDice: Bool {
    switch self {
    case .explode(let kind, _): kind == .compound
    case .reroll, .atLeast, .atMost: true
    case .keep, .unique, .count, .sort: false
    }
  }
}
