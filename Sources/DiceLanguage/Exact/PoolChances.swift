/// The chances of a pool's totals modulo one prime.
///
/// For any function g of a die's value, it finds the expected product of g over all dice. With g(v)
/// = xᵛ, that is the generating function of the total. Modifiers are undone from the last to the
/// first, each by turning g into the function that gives the same product over the dice before it.
/// `PoolChances+Kept.swift` has keep and drop.
struct PoolChances {
  let pool: Pool
  private let ring: Ring
  /// The chances of the values of a die or of each member.
  private let chances: [[UInt64]]
  /// The chances of the sums of the extra dice of a compounding die.
  let extras: [UInt64]
  /// The chance of each number of dice.
  private let counts: [(count: Int, chance: UInt64)]
  /// The chance of a single face of a fresh die.
  let face: UInt64

  init(
    _ pool: Pool, _ ring: Ring, chances: [[UInt64]], extras: [UInt64] = [],
    counts: [(count: Int, chance: UInt64)] = []
  ) {
    self.pool = pool
    self.ring = ring
    self.chances = chances
    self.extras = extras
    self.counts = counts
    let faces = pool.fresh.reduce(0) { $0 + $1.faces }
    face = faces > 0 ? ring.field.inverse(of: ring.field.form(faces)) : 0
  }

  /// Returns the chances of all totals within the pool's bounds, the lowest first.
  func totals() throws(TooMuchWork) -> [UInt64] {
    let functions = pool.contributions.map { ring.power(ofX: $0) }
    let result = try expectation(pool.modifiers.count, functions, ring)
    let coefficients = try ring.polynomials.coefficients(of: result[0])
    return pool.total.map { coefficients[$0 & (ring.transform.size - 1)] }
  }

  /// Returns the expected product of a function over the dice at a stage.
  ///
  /// `functions` has the function's value for each of the stage's values.
  func expectation(
    _ stage: Int, _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    guard stage > 0 else { return try base(functions, ring) }
    let values = pool.values[stage - 1]
    func function(_ value: Int) -> Ring.Element {
      pool.places[stage][value].map { functions[$0] } ?? ring.zero
    }
    var before: [Ring.Element]
    let modifier = pool.modifiers[stage - 1]
    switch modifier {
    case .keep(let keep, let number):
      return try kept(keep, number, stage, functions, ring)
    case .explode(.compound, let condition):
      before = try compounded(condition, values, function, ring)
    case .explode(let kind, let condition):
      let factor =
        values.contains(where: condition.holds)
        ? try extras(kind, condition, function, ring) : ring.one
      before = try elements(values, ring) { value throws(TooMuchWork) in
        let own = function(value)
        return condition.holds(for: value) ? try ring.multiply(own, factor) : own
      }
    case .reroll(let kind, let condition):
      before = try rerolled(kind, condition, values, function, ring)
    case .atLeast, .atMost: before = values.map { function(modifier.limited($0)) }
    case .unique, .count, .sort: before = values.map(function)
    }
    return try expectation(stage - 1, before, ring)
  }

  // MARK: The dice themselves

  private func base(_ functions: [Ring.Element], _ ring: Ring) throws(TooMuchWork) -> Ring.Element {
    switch pool.base {
    case .dice:
      let mean = try ring.mix(zip(chances[0], functions).map { (weight: $0, element: $1) })
      return try sumOverCounts(ring) { count throws(TooMuchWork) in
        try ring.power(mean, count)
      }
    case .withoutReturning:
      let sums = try choices(functions, upTo: counts.map(\.count).max() ?? 0, ring)
      let faces = functions.count
      return try sumOverCounts(ring) { count throws(TooMuchWork) in
        // The inverse of the number of sets.
        var chance = ring.field.one
        for index in 0..<count {
          let factor = ring.field.inverse(of: ring.field.form(faces - index))
          chance = ring.field.multiply(chance, ring.field.form(index + 1))
          chance = ring.field.multiply(chance, factor)
        }
        return try ring.mix([(chance, sums[count])])
      }
    case .members(let values):
      var product = ring.one
      for (values, chances) in zip(values, chances) {
        try ring.work.spend(25 * values.count)
        let terms = zip(values, chances).map {
          (weight: $1, element: functions[pool.places[0][$0] ?? 0])
        }
        product = try ring.multiply(product, ring.mix(terms))
      }
      return product
    }
  }

  /// Returns the sum of an element over the numbers of dice, a few at a time to save megabytes.
  private func sumOverCounts(
    _ ring: Ring, _ element: (Int) throws(TooMuchWork) -> Ring.Element
  ) throws(TooMuchWork) -> Ring.Element {
    var terms: [(weight: UInt64, element: Ring.Element)] = []
    var space = 0
    for (count, chance) in counts {
      terms.append((chance, try element(count)))
      space += ring.space(of: terms[terms.count - 1].element)
      guard space > Ring.longest else { continue }
      terms = [(ring.field.one, try ring.mix(terms))]
      space = 0
    }
    return try ring.mix(terms)
  }

  /// Returns the sums of products over all sets of each size: the elementary symmetric polynomials.
  private func choices(
    _ functions: [Ring.Element], upTo count: Int, _ ring: Ring
  ) throws(TooMuchWork) -> [Ring.Element] {
    var sums = [ring.one] + [Ring.Element](repeating: ring.zero, count: count)
    for function in functions {
      for size in stride(from: count, to: 0, by: -1) {
        try ring.work.spend(200)
        sums[size] = try ring.add(sums[size], ring.multiply(sums[size - 1], function))
      }
    }
    return sums
  }
}

/// The modifiers that look at single dice.
extension PoolChances {
  /// Returns the mean of a function over some faces of a fresh die, each with the given chance.
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

  /// Returns the contribution of the extra dice of an exploding die.
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
    try elements(values, ring) { value throws(TooMuchWork) in
      condition.holds(for: value)
        ? try ring.mix(zip(extras, pool.extras).map { ($0, function(value + $1)) })
        : function(value)
    }
  }

  /// Computes an element for each value, unless they take too much space together.
  private func elements(
    _ values: [Int], _ ring: Ring, _ element: (Int) throws(TooMuchWork) -> Ring.Element
  ) throws(TooMuchWork) -> [Ring.Element] {
    var space = 0
    return try values.map { value throws(TooMuchWork) in
      let element = try element(value)
      space += ring.space(of: element)
      guard space <= 2 * Ring.longest else { throw TooMuchWork() }
      return element
    }
  }

  func rerolled(
    _ kind: Modifier.Reroll, _ condition: Condition, _ values: [Int],
    _ function: (Int) -> Ring.Element, _ ring: Ring
  ) throws(TooMuchWork) -> [Ring.Element] {
    guard kind != .onceAndAdd else {
      return try elements(values, ring) { value throws(TooMuchWork) in
        condition.holds(for: value) ? try mean(ring) { function(value + $0) } : function(value)
      }
    }
    let isAllowed = { (value: Int) in kind == .once || !condition.holds(for: value) }
    let allowed = pool.fresh.reduce(0) { $0 + (isAllowed($1.value) ? $1.faces : 0) }
    let chance = ring.field.inverse(of: ring.field.form(allowed))
    let fresh = try mean(where: isAllowed, chance: chance, ring, function)
    return values.map { condition.holds(for: $0) ? fresh : function($0) }
  }
}
