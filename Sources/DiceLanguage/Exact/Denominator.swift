import BigInt

/// A common denominator of chances, as a product of powers of small numbers.
struct Denominator: Equatable {
  private var powers: [Int: Int] = [:]

  /// Multiplies by a power of `factor`, which is at least 1.
  mutating func multiply(by factor: Int, _ times: Int = 1) {
    guard factor > 1, times > 0 else { return }
    powers[factor, default: 0] += times
  }

  mutating func multiply(by other: Denominator, _ times: Int = 1) {
    for (factor, count) in other.powers { multiply(by: factor, count * times) }
  }

  /// The length in bits, or slightly more.
  var bits: Int {
    // The length of a high power of each factor gives its length to a fraction of a bit.
    powers.reduce(1) { $0 + (BigUInt($1.key).power(64).bitWidth * $1.value + 63) / 64 }
  }

  var number: BigUInt {
    powers.reduce(BigUInt(1)) { $0 * BigUInt($1.key).power($1.value) }
  }

  /// Multiplies by prime powers that make it a multiple of every number in a range.
  mutating func multiply(byMultipleOf range: ClosedRange<Int>) {
    for prime in Denominator.primes.prefix(while: { $0 <= range.upperBound }) {
      // The highest power with a multiple in the range.
      var (power, count) = (prime, 0)
      while range.upperBound / power * power >= range.lowerBound {
        power *= prime
        count += 1
      }
      multiply(by: prime, count)
    }
  }

  /// Multiplies by the number of ways to choose `count` of `all` things (Legendre's formula).
  mutating func multiply(byChoices count: Int, of all: Int) {
    for prime in Denominator.primes.prefix(while: { $0 <= all }) {
      var power = prime
      while power <= all {
        multiply(by: prime, all / power - count / power - (all - count) / power)
        power *= prime
      }
    }
  }

  /// The primes up to the most sides of a die.
  private static let primes = (2...Expression.Limits.sides.upperBound).filter { number in
    !(2..<number).contains { $0 * $0 <= number && number % $0 == 0 }
  }
}

extension Node {
  func denominator(cap: Int) -> Denominator {
    var result = Denominator()
    switch self {
    case .number: break
    case .dice(let dice): result = dice.denominator(cap: cap)
    case .group(let group):
      for member in group.members { result.multiply(by: member.denominator(cap: cap)) }
    case .negative(let node): result = node.denominator(cap: cap)
    case .operation(_, let left, let right):
      result = left.denominator(cap: cap)
      result.multiply(by: right.denominator(cap: cap))
    case .function(_, let values):
      for value in values { result.multiply(by: value.denominator(cap: cap)) }
    }
    return result
  }
}

extension Dice {
  fileprivate func denominator(cap: Int) -> Denominator {
    var result = Denominator()
    if case .rolled(let node) = count { result = node.denominator(cap: cap) }
    let faces = die.faces
    var dice = DiceBounds(of: Dice(count: count, die: die, modifiers: [], remarks: []), cap: cap)
      .count
    if drawsWithoutReturning || die.isBag, case .number(let count) = count {
      result.multiply(byChoices: count, of: faces.count)
    } else if drawsWithoutReturning {
      for taken in 0..<dice.range.upperBound { result.multiply(by: faces.count - taken) }
    } else if case .reroll(.untilItStops, let condition) = modifiers.first {
      // Each of the other faces is equally likely in the end.
      result.multiply(by: faces.count { !condition.holds(for: $0) }, dice.range.upperBound)
    } else {
      result.multiply(by: faces.count, dice.range.upperBound)
    }
    for (index, modifier) in modifiers.enumerated() {
      let most = dice.range.upperBound
      switch modifier {
      case .keep(let keep, let number): dice.keep(keep, number)
      case .explode(let kind, _):
        let extras = kind == .once ? min(1, cap) : cap
        let needed = index == 0 ? explosionsThatMatter.map { min($0, most * extras) } : nil
        result.multiply(by: faces.count, needed ?? most * extras)
        if kind != .compound { dice.multiply(upTo: 1 + extras) }
      case .reroll(.untilItStops, _) where index == 0: break
      case .reroll(.untilItStops, let condition):
        result.multiply(by: faces.count { !condition.holds(for: $0) }, most)
      case .reroll: result.multiply(by: faces.count, most)
      case .unique where index > 0 || !drawsWithoutReturning:
        let isFair = Set(faces).count == faces.count
        for seen in 1..<max(1, most) {
          result.multiply(byMultipleOf: (isFair ? faces.count - seen : 1)...faces.count)
        }
      case .unique, .atLeast, .atMost, .count, .sort: break
      }
    }
    return result
  }

  /// The number of explosions that determine which dice are kept, or `nil`.
  ///
  /// It applies to dice that explode on their highest face and of which the highest are kept: with
  /// fewer explosions than kept dice, every row ends with one of the other faces, equally likely.
  /// In all other cases, only highest faces are kept.
  private var explosionsThatMatter: Int? {
    guard modifiers.count > 1, case .explode(.repeatedly, let condition) = modifiers[0],
      case .keep(.keepHighest, let number) = modifiers[1], let highest = die.faces.max(),
      die.faces.allSatisfy({ condition.holds(for: $0) == ($0 == highest) })
    else { return nil }
    return max(0, number - 1)
  }

  /// Whether the only `u` comes first, so that every set of faces is equally likely.
  var drawsWithoutReturning: Bool {
    let faces = die.faces
    return modifiers.first == .unique && modifiers.count { $0 == .unique } == 1
      && Set(faces).count == faces.count
  }
}
