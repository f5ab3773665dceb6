import BigInt

/// Properties of a part of an expression that depend on its outcomes.
extension Node {
  private func outcomes(_ work: Work) throws(TooMuchWork) -> [Rational] {
    let cap = Expression.Limits.defaultCap
    let engine = try Engine(denominator(cap: cap), cap: cap, work: work)
    return try engine.distribution(of: self).possible.values
  }

  /// Returns whether some outcome is zero.
  func canBeZero(_ work: Work) throws(TooMuchWork) -> Bool {
    let bounds = bounds
    guard bounds.lowest <= .zero && .zero <= bounds.highest else { return false }
    return try outcomes(work).contains(.zero)
  }

  /// Returns why some outcome can't be a number of dice, or `nil` if all can.
  func diceCountFault(_ work: Work) throws(TooMuchWork) -> ExpressionError.Kind? {
    let bounds = bounds
    let limits = Rational.zero...Rational(Expression.Limits.diceOfTerm)
    if bounds.isWhole, limits.contains(bounds.lowest), limits.contains(bounds.highest) {
      return nil
    }
    let outcomes = try outcomes(work)
    guard outcomes.allSatisfy(\.isWhole) else { return .countNotWhole }
    guard !outcomes.allSatisfy(limits.contains) else { return nil }
    return .countOutOfRange(
      isLow: outcomes.contains { $0 < limits.lowerBound },
      isHigh: outcomes.contains { $0 > limits.upperBound })
  }

  /// Returns the mean, computed for independent parts; to nine decimal places if dice are kept.
  func mean(cap: Int, _ work: Work) throws(TooMuchWork) -> Rational {
    switch self {
    case .number(let number): return number
    case .negative(let node): return -(try node.mean(cap: cap, work))
    case .operation(.add, let left, let right):
      return try left.mean(cap: cap, work) + right.mean(cap: cap, work)
    case .operation(.subtract, let left, let right):
      return try left.mean(cap: cap, work) - right.mean(cap: cap, work)
    case .operation(.multiply, let left, let right):
      return try left.mean(cap: cap, work) * right.mean(cap: cap, work)
    case .group(let group) where group.modifiers.isEmpty:
      var sum = Rational.zero
      for member in group.members { sum = try sum + member.mean(cap: cap, work) }
      return sum
    case .group(let group):
      if let mean = try group.keptMean(cap: cap, work) { return mean }
      return try distribution(cap: cap, work).mean
    case .dice(let dice) where dice.isSumOfEqualDice && cap <= Expression.Limits.defaultCap:
      let one = Node.dice(
        Dice(count: .number(1), die: dice.die, modifiers: dice.modifiers, remarks: []))
      guard dice.count != .number(1) else { return try one.distribution(cap: cap, work).mean }
      let count: Rational =
        switch dice.count {
        case .number(let number): Rational(number)
        case .rolled(let node): try node.mean(cap: cap, work)
        }
      return try count * one.distribution(cap: cap, work).mean
    case .dice(let dice):
      guard let mean = try dice.keptMean(cap: cap, work) else { fallthrough }
      return mean
    default: return try distribution(cap: cap, work).mean
    }
  }

  func distribution(cap: Int, _ work: Work) throws(TooMuchWork) -> Distribution {
    let denominator = denominator(cap: cap)
    let engine = try Engine(denominator, cap: cap, work: work)
    let distribution = try engine.distribution(of: self)
    return try engine.distribution(
      of: distribution, engine.reconstruction(over: denominator.number))
  }
}

extension Dice {
  /// Whether no modifier looks at several dice at once.
  fileprivate var isSumOfEqualDice: Bool {
    !modifiers.contains {
      switch $0 {
      case .keep, .unique: true
      default: false
      }
    }
  }
}
