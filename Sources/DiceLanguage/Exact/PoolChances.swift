/// The chances of a pool's totals modulo one prime.
///
/// All of it is one idea: for any function g of a die's value, the expected product of g over the
/// dice on the table. With g(v) = xᵛ that is the generating function of the total. Modifiers are
/// undone from the last to the first, each by turning g into the function that the dice before it
/// would need.
struct PoolChances {
  let pool: Pool
  private let ring: Ring
  /// The chances of each number of dice.
  private let counts: [(count: Int, chance: UInt64)]
  /// The chances of each member's values.
  private let members: [[UInt64]]
  /// The chance of a single face of a fresh die.
  private let face: UInt64

  init(
    _ pool: Pool, _ ring: Ring, counts: [(count: Int, chance: UInt64)] = [],
    members: [[UInt64]] = []
  ) {
    self.pool = pool
    self.ring = ring
    self.counts = counts
    self.members = members
    let faces = pool.fresh.reduce(0) { $0 + $1.faces }
    face = faces > 0 ? ring.field.inverse(of: ring.field.form(faces)) : 0
  }

  /// The chance of each total in the pool's limits, lowest first.
  func totals() throws(TooMuchWork) -> [UInt64] {
    let functions = pool.contributions.map { ring.power(ofX: $0) }
    let result = try expectation(pool.modifiers.count, functions, ring)
    let coefficients = try ring.coefficients(of: result[0])
    return pool.total.map { coefficients[$0 & (ring.transform.size - 1)] }
  }

  /// The expected product of a function over the dice at a stage.
  ///
  /// `functions` is its value for each of the stage's values.
  private func expectation(
    _ stage: Int, _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    guard stage > 0 else { return try base(functions, ring) }
    let values = pool.values[stage - 1]
    func function(_ value: Int) -> Ring.Element {
      pool.places[stage][value].map { functions[$0] } ?? ring.zero
    }
    var before: [Ring.Element]
    switch pool.modifiers[stage - 1] {
    case .keep(let keep, let number):
      return try kept(keep, number, stage, functions, ring)
    case .explode(.compound, let condition):
      before = try compounded(condition, values, function, ring)
    case .explode(let kind, let condition):
      let factor =
        values.contains(where: condition.holds)
        ? try extras(kind, condition, function, ring) : ring.one
      before = []
      for value in values {
        let own = function(value)
        before.append(condition.holds(for: value) ? try ring.multiply(own, factor) : own)
      }
    case .reroll(let kind, let condition):
      before = try rerolled(kind, condition, values, function, ring)
    case .atLeast(let least): before = values.map { function(max($0, least)) }
    case .atMost(let most): before = values.map { function(min($0, most)) }
    case .unique, .count, .sort: before = values.map(function)
    }
    return try expectation(stage - 1, before, ring)
  }

  // MARK: Modifiers of single dice

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
  private func extras(
    _ kind: Modifier.Explosion, _ condition: Condition, _ function: (Int) -> Ring.Element,
    _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    guard pool.cap > 0 else { return ring.one }
    let value: (Int) -> Ring.Element = { function(kind == .penetrate ? $0 - 1 : $0) }
    guard kind != .once else { return try mean(ring, value) }
    let last = try mean(where: { !condition.holds(for: $0) }, ring, value)
    let next = try mean(where: condition.holds, ring, value)
    // 1 + next + … + next^(cap - 1) and next^cap, bit by bit of the cap.
    var (sum, power) = (ring.zero, ring.one)
    for bit in (0..<Int.bitWidth - pool.cap.leadingZeroBitCount).reversed() {
      sum = try ring.add(sum, ring.multiply(power, sum))
      power = try ring.multiply(power, power)
      if pool.cap >> bit & 1 == 1 {
        sum = try ring.add(sum, power)
        power = try ring.multiply(power, next)
      }
    }
    return try ring.add(ring.multiply(last, sum), power)
  }

  private func compounded(
    _ condition: Condition, _ values: [Int], _ function: (Int) -> Ring.Element, _ ring: Ring
  ) throws(TooMuchWork) -> [Ring.Element] {
    let sums =
      pool.cap > 0
      ? try ChainSums(pool.fresh, condition, cap: pool.cap).chances(ring.field, ring.work)
      : [0: ring.field.one]
    var result: [Ring.Element] = []
    for value in values {
      guard condition.holds(for: value) else {
        result.append(function(value))
        continue
      }
      result.append(try ring.mix(sums.map { ($0.value, function(value + $0.key)) }))
    }
    return result
  }

  private func rerolled(
    _ kind: Modifier.Reroll, _ condition: Condition, _ values: [Int],
    _ function: (Int) -> Ring.Element, _ ring: Ring
  ) throws(TooMuchWork) -> [Ring.Element] {
    guard kind != .onceAndAdd else {
      var result: [Ring.Element] = []
      for value in values {
        result.append(
          condition.holds(for: value)
            ? try mean(ring) { function(value + $0) } : function(value))
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

  // MARK: Modifiers of all dice together

  private func kept(
    _ keep: Modifier.Keep, _ number: Int, _ stage: Int, _ functions: [Ring.Element],
    _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    let most = pool.most[stage - 1]
    switch keep {
    case .keepHighest, .keepLowest:
      return try kept(number, fromHighest: keep == .keepHighest, stage, functions, ring)
    case .dropHighest, .dropLowest:
      let fromHighest = keep == .dropLowest
      if let count = pool.counts[stage - 1] {
        return try kept(
          max(0, count - number), fromHighest: fromHighest, stage, functions, ring)
      }
      guard number < most else { return ring.one }
      return try dropped(number, fromLowest: fromHighest, stage, functions, ring)
    }
  }

  /// Keeps so many dice from one end.
  ///
  /// Let t be the value of the last die that is kept. Fewer than `number` dice lie beyond t, and
  /// the others that are kept show t. Marking the dice beyond t and, from these, taking away where
  /// not even those of t suffice leaves exactly the cases in which t is that value; both come from
  /// the same series, the one for t being the one for the next value too.
  private func kept(
    _ number: Int, fromHighest: Bool, _ stage: Int, _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    guard number > 0 else { return ring.one }
    guard number < pool.most[stage - 1] else {
      return try expectation(stage - 1, functions, ring)
    }
    let marked = ring.adding(Ring.Mark(limit: number - 1, overflow: nil))
    var functionsOfMarks = functions.map { _ in marked.one }
    let places = fromHighest ? Array(functions.indices.reversed()) : Array(functions.indices)
    var before = marked.one
    var terms: [(weight: UInt64, element: Ring.Element)] = []
    for place in places {
      try ring.work.spend(8 * functions.count * marked.size)
      functionsOfMarks[place] =
        number > 1 ? marked.lifted(functions[place], marks: 1) : marked.zero
      let after = try expectation(stage - 1, functionsOfMarks, marked)
      let difference = try marked.subtract(before, after)
      var power = ring.one
      for beyond in (0..<number).reversed() {
        power = try ring.multiply(power, functions[place])
        terms.append(
          (ring.field.one, try ring.multiply(marked.slot(beyond, of: difference), power)))
      }
      before = after
    }
    // Where there are fewer dice, all are kept.
    for count in 0..<number {
      terms.append((ring.field.one, marked.slot(count, of: before)))
    }
    return try ring.mix(terms)
  }

  /// Drops so many dice from one end, of a number of dice that isn't certain.
  ///
  /// As above, with t the value of the last die that is dropped: dice up to t are marked, and what
  /// is marked beyond `number` counts as t after all.
  private func dropped(
    _ number: Int, fromLowest: Bool, _ stage: Int, _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    guard number > 0 else { return try expectation(stage - 1, functions, ring) }
    let places = fromLowest ? Array(functions.indices) : Array(functions.indices.reversed())
    let inverses = functions.compactMap(ring.inverse)
    guard inverses.count < functions.count else {
      return try dropped(number, places, inverses, stage, functions, ring)
    }
    var terms: [(weight: UInt64, element: Ring.Element)] = []
    for (index, place) in places.enumerated() {
      let marked = ring.adding(Ring.Mark(limit: number, overflow: functions[place]))
      let mark = marked.lifted(ring.one, marks: 1)
      try ring.work.spend(8 * functions.count * marked.size)
      var functionsOfMarks = functions.map { marked.lifted($0, marks: 0) }
      for earlier in places[..<index] { functionsOfMarks[earlier] = mark }
      let without = try expectation(stage - 1, functionsOfMarks, marked)
      functionsOfMarks[place] = mark
      let with = try expectation(stage - 1, functionsOfMarks, marked)
      let difference = try marked.subtract(with, without)
      terms.append((ring.field.one, marked.slot(number, of: difference)))
      // Where there are fewer dice, none is left.
      if index == places.count - 1 {
        for count in 0..<number {
          terms.append((ring.field.one, marked.slot(count, of: with)))
        }
      }
    }
    return try ring.mix(terms)
  }

  /// The same where functions have inverses: marks up to one less than `number` are enough, as
  /// what is marked too much is divided out, and one series serves two values.
  private func dropped(
    _ number: Int, _ places: [Int], _ inverses: [Ring.Element], _ stage: Int,
    _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    let marked = ring.adding(Ring.Mark(limit: number - 1, overflow: nil))
    let mark = number > 1 ? marked.lifted(ring.one, marks: 1) : marked.zero
    var functionsOfMarks = functions.map { marked.lifted($0, marks: 0) }
    var before = try expectation(stage - 1, functionsOfMarks, marked)
    var terms: [(weight: UInt64, element: Ring.Element)] = []
    for place in places {
      try ring.work.spend(8 * functions.count * marked.size)
      functionsOfMarks[place] = mark
      let after = try expectation(stage - 1, functionsOfMarks, marked)
      let difference = try marked.subtract(before, after)
      var power = ring.one
      for count in (0..<number).reversed() {
        power = try ring.multiply(power, inverses[place])
        terms.append(
          (ring.field.one, try ring.multiply(marked.slot(count, of: difference), power)))
      }
      before = after
    }
    for count in 0..<number {
      terms.append((ring.field.one, marked.slot(count, of: before)))
    }
    return try ring.mix(terms)
  }

  // MARK: The dice themselves

  private func base(
    _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    switch pool.base {
    case .dice:
      let mean = try mean(ring) { functions[pool.places[0][$0] ?? 0] }
      return try sumOverCounts(ring) { count throws(TooMuchWork) in
        try ring.power(mean, count)
      }
    case .withoutReturning:
      let sums = try choices(functions, upTo: counts.map(\.count).max() ?? 0, ring)
      let faces = functions.count
      return try sumOverCounts(ring) { count throws(TooMuchWork) in
        // One over the number of sets.
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
      for (values, chances) in zip(values, members) {
        let terms = zip(values, chances).map {
          (weight: $1, element: functions[pool.places[0][$0] ?? 0])
        }
        product = try ring.multiply(product, ring.mix(terms))
      }
      return product
    }
  }

  private func sumOverCounts(
    _ ring: Ring, _ element: (Int) throws(TooMuchWork) -> Ring.Element
  ) throws(TooMuchWork) -> Ring.Element {
    var terms: [(weight: UInt64, element: Ring.Element)] = []
    for (count, chance) in counts { terms.append((chance, try element(count))) }
    return try ring.mix(terms)
  }

  /// The sums over all sets of so many faces of their products: elementary symmetric polynomials.
  private func choices(
    _ functions: [Ring.Element], upTo count: Int, _ ring: Ring
  ) throws(TooMuchWork) -> [Ring.Element] {
    var sums = [ring.one] + [Ring.Element](repeating: ring.zero, count: count)
    for function in functions {
      for size in stride(from: count, to: 0, by: -1) {
        sums[size] = try ring.add(sums[size], ring.multiply(sums[size - 1], function))
      }
    }
    return sums
  }
}
