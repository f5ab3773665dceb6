/// The values of one die, with their chances modulo each prime.
///
/// Modifiers that ignore other dice turn it into another such die; extras of an exploding die are
/// included.
struct SingleDie {
  /// The value of the first chance; the others are consecutive.
  let lowest: Int
  /// For each prime, the chance of each value; some may be 0.
  let chances: [[UInt64]]

  var count: Int { chances[0].count }

  /// The values with a chance, and their places.
  var possible: (values: [Int], places: [Int]) {
    let places = (0..<count).filter { place in chances.contains { $0[place] != 0 } }
    return (places.map { $0 + lowest }, places)
  }

  /// The die without impossible values at either end.
  fileprivate var trimmed: SingleDie {
    let places = possible.places
    guard let first = places.first, let last = places.last, last - first + 1 < count else {
      return self
    }
    return SingleDie(lowest: lowest + first, chances: chances.map { Array($0[first...last]) })
  }

  /// The number of values, if all are equally likely; otherwise `nil`.
  var fairSides: Int? {
    chances.allSatisfy { lane in lane.allSatisfy { $0 == lane[0] } } ? count : nil
  }
}

/// A change to a die that meets a condition.
struct Change {
  let condition: Condition
  /// Whether `more` is added to the die rather than replacing it.
  let adds: Bool
  let more: SingleDie
}

extension Engine {
  func fresh(_ die: Die) throws(TooMuchWork) -> SingleDie {
    let faces = die.faces
    let lowest = faces.min() ?? 0
    let count = (faces.max() ?? 0) - lowest + 1
    return SingleDie(
      lowest: lowest,
      chances: try lanes(count + faces.count + 400) { _, field in
        let share = field.inverse(of: field.form(faces.count))
        return faces.reduce(into: [UInt64](repeating: 0, count: count)) { chances, face in
          chances[face - lowest] = field.add(chances[face - lowest], share)
        }
      })
  }

  /// Returns the die after modifiers that ignore other dice.
  ///
  /// Extra dice of `!` and `!p` are added to it, which gives the same sum.
  func die(
    _ first: SingleDie, fresh: SingleDie, after modifiers: [Modifier]
  ) throws(TooMuchWork) -> SingleDie {
    var die = first
    for modifier in modifiers {
      switch modifier {
      case .atLeast, .atMost: die = try moved(die, modifier.limited)
      case .reroll, .explode:
        guard let change = try change(by: modifier, fresh) else { break }
        let met = try part(of: die) { change.condition.holds(for: $0) }
        let rest = try part(of: die) { !change.condition.holds(for: $0) }
        let changed = try change.adds ? sum(met, change.more) : replaced(met, by: change.more)
        die = try either(rest, changed)
      case .keep, .unique, .count, .sort: break
      }
    }
    return die.trimmed
  }

  /// Returns what a modifier changes on dice that meet its condition; `nil` for other modifiers.
  ///
  /// Extra dice of `!` and `!p` are added here too.
  func change(by modifier: Modifier, _ fresh: SingleDie) throws(TooMuchWork) -> Change? {
    switch modifier {
    case .reroll(.onceAndAdd, let condition):
      Change(condition: condition, adds: true, more: fresh)
    case .reroll(.once, let condition): Change(condition: condition, adds: false, more: fresh)
    case .reroll(.untilItStops, let condition):
      Change(
        condition: condition, adds: false,
        more: try normal(part(of: fresh) { !condition.holds(for: $0) }))
    case .explode(let kind, let condition):
      Change(
        condition: condition, adds: true,
        more: try extras(
          of: fresh, while: condition, less: kind == .penetrate ? 1 : 0,
          atMost: kind == .once ? min(1, cap) : cap))
    case .keep, .unique, .atLeast, .atMost, .count, .sort: nil
    }
  }

  /// Computes the chances for each prime, which takes `steps` steps of work.
  private func lanes(
    _ steps: Int, _ chances: (Int, PrimeField) -> [UInt64]
  ) throws(TooMuchWork) -> [[UInt64]] {
    try reserve(steps)
    try work.spend(steps * fields.count)
    return fields.enumerated().map(chances)
  }

  private func part(
    of die: SingleDie, where holds: (Int) -> Bool
  ) throws(TooMuchWork) -> SingleDie {
    try work.spend(die.count * fields.count)
    return SingleDie(
      lowest: die.lowest,
      chances: die.chances.map { lane in
        lane.enumerated().map { holds($0 + die.lowest) ? $1 : 0 }
      })
  }

  private func moved(_ die: SingleDie, _ change: (Int) -> Int) throws(TooMuchWork) -> SingleDie {
    let targets = (0..<die.count).map { change($0 + die.lowest) }
    let (lowest, highest) = (targets.min() ?? 0, targets.max() ?? 0)
    return SingleDie(
      lowest: lowest,
      chances: try lanes(die.count + highest - lowest + 1) { lane, field in
        var chances = [UInt64](repeating: 0, count: highest - lowest + 1)
        for (target, chance) in zip(targets, die.chances[lane]) {
          chances[target - lowest] = field.add(chances[target - lowest], chance)
        }
        return chances
      })
  }

  /// Replaces the die with another one, regardless of its value.
  private func replaced(_ die: SingleDie, by other: SingleDie) throws(TooMuchWork) -> SingleDie {
    SingleDie(
      lowest: other.lowest,
      chances: try lanes(die.count + other.count) { lane, field in
        let share = die.chances[lane].reduce(0, field.add)
        return other.chances[lane].map { field.multiply($0, share) }
      })
  }

  /// Returns the die with its chances normalised to 1; they must not all be 0.
  private func normal(_ die: SingleDie) throws(TooMuchWork) -> SingleDie {
    SingleDie(
      lowest: die.lowest,
      chances: try lanes(2 * die.count + 400) { lane, field in
        let share = field.inverse(of: die.chances[lane].reduce(0, field.add))
        return die.chances[lane].map { field.multiply($0, share) }
      })
  }

  /// Adds the chances of both dice.
  private func either(_ die: SingleDie, _ other: SingleDie) throws(TooMuchWork) -> SingleDie {
    let lowest = min(die.lowest, other.lowest)
    let count = max(die.lowest + die.count, other.lowest + other.count) - lowest
    return SingleDie(
      lowest: lowest,
      chances: try lanes(die.count + other.count + count) { lane, field in
        var chances = [UInt64](repeating: 0, count: count)
        for part in [die, other] {
          for (place, chance) in part.chances[lane].enumerated() {
            let target = place + part.lowest - lowest
            chances[target] = field.add(chances[target], chance)
          }
        }
        return chances
      })
  }

  private func sum(_ die: SingleDie, _ other: SingleDie) throws(TooMuchWork) -> SingleDie {
    let length = die.count + other.count - 1
    try reserve(length)
    return SingleDie(
      lowest: die.lowest + other.lowest,
      chances: try work.repeat(fields.count) { lane throws(TooMuchWork) in
        try product(
          die.chances[lane], every: 1, other.chances[lane], every: 1, length: length,
          fields[lane])
      })
  }

  /// Returns the sum of the extra dice of an exploding die.
  ///
  /// With E and L as the generating functions of the faces that continue and that end the row, and
  /// at most c dice, it is L · (1 + E + … + E^(c - 1)) + E^c.
  func extras(
    of fresh: SingleDie, while condition: Condition, less: Int, atMost most: Int
  ) throws(TooMuchWork) -> SingleDie {
    let lowest = min(0, (fresh.lowest - less) * most)
    let highest = max(0, (fresh.lowest + fresh.count - 1 - less) * most)
    let count = highest - lowest + 1
    try reserve(count)
    guard count <= Engine.longest else { throw TooMuchWork() }
    let logarithm = count.transformLogarithm
    let size = 1 << logarithm
    let next = try part(of: fresh) { condition.holds(for: $0) }
    let last = try part(of: fresh) { !condition.holds(for: $0) }
    return SingleDie(
      lowest: lowest,
      chances: try work.repeat(fields.count) { lane throws(TooMuchWork) in
        let field = fields[lane]
        try work.spend(size * (3 * logarithm / 2 + 4 * (most.transformLogarithm + 2)))
        let transform = Transform(field, logarithm: logarithm)
        func points(_ die: SingleDie) -> [UInt64] {
          var values = [UInt64](repeating: 0, count: size)
          for (place, chance) in die.chances[lane].enumerated() where chance != 0 {
            values[(place + die.lowest - less) & (size - 1)] = chance
          }
          transform.forward(&values)
          return values
        }
        let (goes, ends) = (points(next), points(last))
        var values = zip(goes, ends).map { next, last in
          let (sum, power) = field.geometric(next, most)
          return field.add(field.multiply(last, sum), power)
        }
        transform.backward(&values)
        return (lowest...highest).map { values[$0 & (size - 1)] }
      })
  }
}

extension PrimeField {
  /// Returns 1 + b + … + b^(count - 1), and b^count, bit by bit of the count.
  fileprivate func geometric(_ base: UInt64, _ count: Int) -> (sum: UInt64, power: UInt64) {
    var (sum, power) = (UInt64(0), one)
    for bit in (0..<Int.bitWidth - count.leadingZeroBitCount).reversed() {
      sum = add(sum, multiply(power, sum))
      power = multiply(power, power)
      if count >> bit & 1 == 1 {
        sum = add(sum, power)
        power = multiply(power, base)
      }
    }
    return (sum, power)
  }
}
