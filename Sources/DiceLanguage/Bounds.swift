import BigInt

/// Bounds on every outcome of a value, which no outcome need reach.
package struct Bounds: Equatable, Sendable {
  package let lowest: Rational
  package let highest: Rational
  /// Whether every outcome is known to be whole without computing any.
  package let isWhole: Bool
}

extension Expression {
  /// Returns bounds of the total, with at most `cap` extra dice for each die.
  package func bounds(cap: Int = Limits.defaultCap) -> Bounds {
    let bounds = root.bounds(cap: cap)
    guard let times else { return bounds }
    return Bounds(
      lowest: bounds.lowest * Rational(times), highest: bounds.highest * Rational(times),
      isWhole: bounds.isWhole)
  }
}

extension Node {
  var bounds: Bounds { bounds(cap: Expression.Limits.defaultCap) }

  func bounds(cap: Int) -> Bounds {
    switch self {
    case .number(let number):
      return Bounds(lowest: number, highest: number, isWhole: number.isWhole)
    case .dice(let dice):
      let total = DiceBounds(of: dice, cap: cap).total
      return Bounds(
        lowest: Rational(total.lowerBound), highest: Rational(total.upperBound), isWhole: true)
    case .group(let group): return group.bounds(cap: cap)
    case .negative(let node):
      let bounds = node.bounds(cap: cap)
      return Bounds(lowest: -bounds.highest, highest: -bounds.lowest, isWhole: bounds.isWhole)
    case .operation(let sign, let left, let right):
      return left.bounds(cap: cap).combined(sign, right.bounds(cap: cap))
    case .function(let function, let values):
      return function.bounds(of: values.map { $0.bounds(cap: cap) })
    }
  }
}

extension Node.Function {
  fileprivate func bounds(of values: [Bounds]) -> Bounds {
    let lowest = values.map(\.lowest)
    let highest = values.map(\.highest)
    func first(_ change: (Rational) -> Rational, isWhole: Bool) -> Bounds {
      Bounds(lowest: change(lowest[0]), highest: change(highest[0]), isWhole: isWhole)
    }
    let isWhole = values.allSatisfy(\.isWhole)
    switch self {
    case .floor: return first(\.floor, isWhole: true)
    case .ceil: return first(\.ceiling, isWhole: true)
    case .round: return first(\.rounded, isWhole: true)
    case .abs:
      let ends = [lowest[0].magnitude, highest[0].magnitude]
      let crosses = lowest[0] < .zero && .zero < highest[0]
      return Bounds(
        lowest: crosses ? .zero : Swift.min(ends[0], ends[1]),
        highest: Swift.max(ends[0], ends[1]), isWhole: isWhole)
    case .min:
      return Bounds(
        lowest: lowest.min() ?? .zero, highest: highest.min() ?? .zero, isWhole: isWhole)
    case .max:
      return Bounds(
        lowest: lowest.max() ?? .zero, highest: highest.max() ?? .zero, isWhole: isWhole)
    }
  }
}

extension Bounds {
  fileprivate func combined(_ sign: Node.Operator, _ other: Bounds) -> Bounds {
    let isWhole = isWhole && other.isWhole
    switch sign {
    case .add:
      return Bounds(
        lowest: lowest + other.lowest, highest: highest + other.highest, isWhole: isWhole)
    case .subtract:
      return Bounds(
        lowest: lowest - other.highest, highest: highest - other.lowest, isWhole: isWhole)
    case .multiply: return corners(isWhole: isWhole, other, *)
    case .divide:
      guard other.lowest > .zero || other.highest < .zero else {
        // Zero lies between the divisor's outcomes. The nearest is at least one fractional unit
        // away; no more is known without computing.
        let size = Swift.max(lowest.magnitude, highest.magnitude) * other.finestUnit
        return Bounds(lowest: -size, highest: size, isWhole: false)
      }
      return corners(isWhole: false, other, /)
    }
  }

  /// An upper bound on the reciprocal of the smallest divisor; 1 for whole divisors.
  private var finestUnit: Rational {
    isWhole ? .one : Rational(BigInt(10).power(Expression.Limits.text))
  }

  private func corners(
    isWhole: Bool, _ other: Bounds, _ operation: (Rational, Rational) -> Rational
  ) -> Bounds {
    let corners = [
      operation(lowest, other.lowest), operation(lowest, other.highest),
      operation(highest, other.lowest), operation(highest, other.highest),
    ]
    return Bounds(lowest: corners.min() ?? .zero, highest: corners.max() ?? .zero, isWhole: isWhole)
  }
}

extension Group {
  fileprivate func bounds(cap: Int) -> Bounds {
    let members = members.map { $0.bounds(cap: cap) }
    var dice = DiceCount(members.count...members.count)
    for modifier in modifiers {
      if case .keep(let keep, let number) = modifier { dice.keep(keep, number) }
      if case .count(_, let failing) = modifier {
        let most = dice.range.upperBound
        return Bounds(
          lowest: Rational(failing == nil ? 0 : -most), highest: Rational(most), isWhole: true)
      }
    }
    let count = dice.range.upperBound
    // Any member may be kept.
    let lowest = members.map(\.lowest).sorted().prefix(count)
    let highest = members.map(\.highest).sorted(by: >).prefix(count)
    return Bounds(
      lowest: lowest.reduce(.zero, +), highest: highest.reduce(.zero, +),
      isWhole: members.allSatisfy(\.isWhole))
  }
}

/// The number of dice at one stage.
struct DiceCount {
  private(set) var range: ClosedRange<Int>

  init(_ range: ClosedRange<Int>) { self.range = range }

  mutating func keep(_ keep: Modifier.Keep, _ number: Int) {
    range = keep.left(number, of: range.lowerBound)...keep.left(number, of: range.upperBound)
  }

  mutating func multiply(upTo factor: Int) {
    range = range.lowerBound...range.upperBound * factor
  }
}

/// The possible numbers of dice, values of each die and totals.
struct DiceBounds {
  private(set) var count: DiceCount
  private(set) var values: ClosedRange<Int>
  private(set) var total = 0...0

  init(of dice: Dice, cap: Int) {
    switch dice.count {
    case .number(let number): count = DiceCount(number...number)
    case .rolled(let node):
      let bounds = node.bounds(cap: cap)
      let most = Expression.Limits.diceOfTerm
      let lowest = min(max(bounds.lowest.ceiling.int ?? 0, 0), most)
      count = DiceCount(lowest...min(max(bounds.highest.floor.int ?? most, lowest), most))
    }
    let faces = dice.die.faces
    let fresh = (faces.min() ?? 0)...(faces.max() ?? 0)
    values = fresh
    var counted: ClosedRange<Int>?
    for modifier in dice.modifiers {
      switch modifier {
      case .keep(let keep, let number): count.keep(keep, number)
      case .explode(.compound, _): add(fresh, times: cap)
      case .explode(let kind, _):
        count.multiply(upTo: 1 + (kind == .once ? min(1, cap) : cap))
        widen(kind == .penetrate ? fresh.lowerBound - 1...fresh.upperBound : fresh)
      case .reroll(.onceAndAdd, _): add(fresh, times: 1)
      case .reroll, .unique: widen(fresh)
      case .atLeast(let least):
        values = max(values.lowerBound, least)...max(values.upperBound, least)
      case .atMost(let most):
        values = min(values.lowerBound, most)...min(values.upperBound, most)
      case .count(_, let failing):
        let most = count.range.upperBound
        counted = (failing == nil ? 0 : -most)...most
      case .sort: break
      }
    }
    total = counted ?? sum
  }

  /// The possible sums of the dice.
  private var sum: ClosedRange<Int> {
    let counts = [count.range.lowerBound, count.range.upperBound]
    let lowest = counts.map { DiceBounds.product($0, values.lowerBound) }
    let highest = counts.map { DiceBounds.product($0, values.upperBound) }
    return min(lowest[0], lowest[1])...max(highest[0], highest[1])
  }

  /// Returns a product, clamped rather than overflowing.
  private static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflows) = left.multipliedReportingOverflow(by: right)
    return overflows ? ((left < 0) == (right < 0) ? .max : -.max) : product
  }

  private mutating func widen(_ more: ClosedRange<Int>) {
    values =
      min(values.lowerBound, more.lowerBound)...max(values.upperBound, more.upperBound)
  }

  private mutating func add(_ more: ClosedRange<Int>, times: Int) {
    values =
      values.lowerBound &+ min(0, more.lowerBound * times)...values.upperBound
      &+ max(0, more.upperBound * times)
  }
}
