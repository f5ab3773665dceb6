/// Modifiers that look at single dice.
extension PoolChances {
  /// A function's mean over some faces of a fresh die, each with the chance given.
  private func mean(
    where holds: (Int) -> Bool = { _ in true }, chance: UInt64? = nil, _ ring: Ring,
    _ function: (Int) -> Ring.Element
  ) throws(TooMuchWork) -> Ring.Element {
    var terms: [(weight: UInt64, element: Ring.Element)] = []
    for (value, faces) in pool.fresh where holds(value) {
      let weight = ring.field.multiply(ring.field.form(faces), chance ?? face)
      terms.append((weight, function(value)))
    }
    return try ring.mix(terms)
  }

  /// What the extra dice of an exploding die contribute.
  func extras(
    _ kind: Modifier.Explosion, _ condition: Condition, _ function: (Int) -> Ring.Element,
    _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    guard pool.cap > 0 else { return ring.one }
    let value: (Int) -> Ring.Element = { function(kind == .penetrate ? $0 - 1 : $0) }
    guard kind != .once else { return try mean(ring, value) }
    let last = try mean(where: { !condition.holds(for: $0) }, ring, value)
    let next = try mean(where: condition.holds, ring, value)
    let (sum, power) = try ring.geometric(next, pool.cap)
    return try ring.add(ring.multiply(last, sum), power)
  }

  func compounded(
    _ condition: Condition, _ values: [Int], _ function: (Int) -> Ring.Element, _ ring: Ring
  ) throws(TooMuchWork) -> [Ring.Element] {
    var result: [Ring.Element] = []
    var space = 0
    for value in values {
      let element =
        condition.holds(for: value)
        ? try ring.mix(zip(extras, pool.extras).map { ($0, function(value + $1)) })
        : function(value)
      try ring.reserve(element, in: &space)
      result.append(element)
    }
    return result
  }

  func rerolled(
    _ kind: Modifier.Reroll, _ condition: Condition, _ values: [Int],
    _ function: (Int) -> Ring.Element, _ ring: Ring
  ) throws(TooMuchWork) -> [Ring.Element] {
    guard kind != .onceAndAdd else {
      var result: [Ring.Element] = []
      var space = 0
      for value in values {
        let element =
          condition.holds(for: value)
          ? try mean(ring) { function(value + $0) } : function(value)
        try ring.reserve(element, in: &space)
        result.append(element)
      }
      return result
    }
    let isAllowed = { (value: Int) in kind == .once || !condition.holds(for: value) }
    let allowed = pool.fresh.reduce(0) { $0 + (isAllowed($1.value) ? $1.faces : 0) }
    let chance = ring.field.inverse(of: ring.field.form(allowed))
    let fresh = try mean(where: isAllowed, chance: chance, ring, function)
    var result: [Ring.Element] = []
    for value in values { result.append(condition.holds(for: value) ? fresh : function(value)) }
    return result
  }
}
