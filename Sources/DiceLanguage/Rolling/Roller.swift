extension Expression {
  /// Rolls the expression.
  ///
  /// Terms are rolled from left to right, one draw for each die, followed by the draws of each
  /// modifier in the order of the dice. `cap` is the most extra dice for one die, in `Limits.cap`.
  package func roll(
    using random: inout some RandomNumberGenerator, cap: Int = Limits.defaultCap
  ) -> ExpressionRoll {
    var chance = FairChance(random)
    defer { random = chance.random }
    return roll(with: &chance, cap: cap, rerolls: Limits.rerolls)
  }

  /// Rolls; `rerolls` is how often a die is rerolled before its face is drawn from those allowed.
  func roll(with chance: inout some Chance, cap: Int, rerolls: Int) -> ExpressionRoll {
    var recorder = Recorder(source: chance)
    defer { chance = recorder.source }
    let rounds = (0..<(times ?? 1)).map { _ in
      var roller = Roller(cap: cap, rerolls: rerolls)
      roller.round.total = roller.value(of: root, &recorder)
      return roller.round
    }
    let draws = recorder.draws.count > Limits.draws ? [] : recorder.draws
    return ExpressionRoll(rounds: rounds, draws: draws)
  }

  /// Returns the roll with these draws, as in `ExpressionRoll.draws`.
  /// - Returns: `nil` if the expression makes other draws, more or fewer.
  package func roll(replaying draws: [Int]) -> ExpressionRoll? {
    var script = Script(draws: draws[...])
    let roll = roll(with: &script, cap: Limits.defaultCap, rerolls: Limits.rerolls)
    return script.isFollowed && script.draws.isEmpty ? roll : nil
  }
}

/// A source of faces.
protocol Chance {
  /// Returns a number in `0..<count`, all equally likely.
  mutating func draw(below count: Int) -> Int
}

struct FairChance<Random: RandomNumberGenerator>: Chance {
  private(set) var random: Random

  init(_ random: Random) { self.random = random }

  mutating func draw(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}

/// Records the draws of a source, or that there were too many.
private struct Recorder<Source: Chance>: Chance {
  var source: Source
  var draws: [Int] = []

  mutating func draw(below count: Int) -> Int {
    let place = source.draw(below: count)
    if draws.count <= Expression.Limits.draws { draws.append(place + 1) }
    return place
  }
}

/// Repeats recorded draws, and notes if they don't fit.
private struct Script: Chance {
  var draws: ArraySlice<Int>
  var isFollowed = true
  /// The next draw after a misfit, one place after the other so that no die explodes for long.
  var place = 0

  mutating func draw(below count: Int) -> Int {
    if isFollowed, let next = draws.popFirst(), 1...count ~= next { return next - 1 }
    isFollowed = false
    place += 1
    return place % count
  }
}

/// Rolls one value of an expression.
private struct Roller {
  let cap: Int
  let rerolls: Int
  var round = ExpressionRoll.Round()

  mutating func value(of node: Node, _ chance: inout some Chance) -> Rational {
    switch node {
    case .number(let number): return number
    case .dice(let dice): return Rational(value(of: dice, &chance))
    case .group(let group): return value(of: group, &chance)
    case .negative(let node): return -value(of: node, &chance)
    case .operation(let sign, let left, let right):
      let left = value(of: left, &chance)
      return sign.result(left, value(of: right, &chance))
    case .function(let function, let nodes):
      var values: [Rational] = []
      for node in nodes { values.append(value(of: node, &chance)) }
      return function.result(values)
    }
  }

  private mutating func value(of dice: Dice, _ chance: inout some Chance) -> Int {
    let count =
      switch dice.count {
      case .number(let number): number
      case .rolled(let node): value(of: node, &chance).int ?? 0
      }
    var roll = TermRoll(die: dice.die, cap: cap, rerolls: rerolls)
    roll.roll(count, &chance)
    for modifier in dice.modifiers { roll.apply(modifier, &chance) }
    let value = roll.value
    round.terms.append(DiceRolled(term: dice, dice: roll.shown, value: value))
    return value
  }

  private mutating func value(of group: Group, _ chance: inout some Chance) -> Rational {
    var members: [GroupRolled.Member] = []
    for node in group.members {
      let first = round.terms.count
      let total = value(of: node, &chance)
      members.append(.init(value: total, terms: first..<round.terms.count))
    }
    var rolled = GroupRolled(members: members, value: .zero)
    rolled.apply(group.modifiers)
    for member in rolled.members where member.isDropped {
      for term in member.terms {
        for die in round.terms[term].dice.indices {
          round.terms[term].dice[die].history.append(.droppedWithGroup)
        }
      }
    }
    round.groups.append(rolled)
    return rolled.value
  }
}

extension Node.Operator {
  func result(_ left: Rational, _ right: Rational) -> Rational {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    }
  }
}

extension Node.Function {
  /// Returns the group's or function's result; `values` isn't empty.
  func result(_ values: [Rational]) -> Rational {
    switch self {
    case .floor: values[0].floor
    case .ceil: values[0].ceiling
    case .round: values[0].rounded
    case .abs: values[0].magnitude
    case .min: values.min() ?? .zero
    case .max: values.max() ?? .zero
    }
  }
}

extension GroupRolled {
  fileprivate mutating func apply(_ modifiers: [Modifier]) {
    var counts = false
    for modifier in modifiers {
      let left = members.indices.filter { !members[$0].isDropped }
      switch modifier {
      case .keep(let keep, let number):
        for index in keep.dropped(number, of: left.map { ($0, members[$0].value) }) {
          members[index].isDropped = true
        }
      case .count(let condition, let failing):
        counts = true
        for index in left {
          members[index].isCounted = condition.holds(for: members[index].value)
          members[index].isFailure = failing?.holds(for: members[index].value) ?? false
        }
      default: break
      }
    }
    let left = members.filter { !$0.isDropped }
    value =
      counts
      ? Rational(left.count(where: \.isCounted) - left.count(where: \.isFailure))
      : left.reduce(.zero) { $0 + $1.value }
  }
}

extension Modifier.Keep {
  /// Returns the places of the dropped values; of equal values, the leftmost stay.
  func dropped<Value: Comparable>(_ number: Int, of values: [(place: Int, value: Value)]) -> [Int] {
    let keeps = keepsHighest
    // The kept ones come first; sorting is stable.
    let order = values.sorted { keeps ? $0.value > $1.value : $0.value < $1.value }
    return order[left(number, of: values.count)...].map(\.place)
  }
}
