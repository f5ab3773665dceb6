/// Keeping and dropping, which look at all dice at once.
extension PoolChances {
  func kept(
    _ keep: Modifier.Keep, _ number: Int, _ stage: Int, _ functions: [Ring.Element],
    _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    let keepsHighest = keep.keepsHighest
    guard let count = pool.counts[stage - 1] else {
      return keep.drops
        ? try dropped(number, fromLowest: keepsHighest, stage, functions, ring)
        : try kept(number, fromHighest: keepsHighest, stage, functions, ring)
    }
    // With a fixed number of dice, does whichever is less work.
    let left = keep.left(number, of: count)
    guard count - left < left, functions.allSatisfy({ ring.inverse($0) != nil }) else {
      return try kept(left, fromHighest: keepsHighest, stage, functions, ring)
    }
    return try dropped(count - left, fromLowest: keepsHighest, stage, functions, ring)
  }

  /// Keeps `number` dice from one end.
  ///
  /// Let t be the value of the last kept die. Fewer than `number` dice lie beyond t, and the other
  /// kept dice show t. The series with the dice beyond t marked, less the one with those on t
  /// marked as well, has exactly the cases in which t is that value.
  private func kept(
    _ number: Int, fromHighest: Bool, _ stage: Int, _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    guard number > 0 else { return ring.one }
    guard number < pool.most[stage - 1] else { return try expectation(stage - 1, functions, ring) }
    let marked = try ring.adding(
      Ring.Mark(limit: number - 1, overflow: nil), values: functions.count)
    let move = Move(
      from: functions.map { _ in marked.one },
      to: number > 1
        ? functions.map { marked.lifted($0, marks: 1) } : functions.map { _ in marked.zero },
      factors: functions)
    return try swept(number, fromHighest: fromHighest, move, stage, ring, marked)
  }

  /// Drops `number` dice from one end.
  ///
  /// As above, but t is the value of the last dropped die, and the dice up to t are marked. If
  /// functions have inverses, marks below `number` are enough: the contribution of other dropped
  /// dice on t is divided out.
  private func dropped(
    _ number: Int, fromLowest: Bool, _ stage: Int, _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    guard number > 0 else { return try expectation(stage - 1, functions, ring) }
    guard number < pool.most[stage - 1] else { return ring.one }
    let inverses = functions.compactMap(ring.inverse)
    guard inverses.count == functions.count else {
      return try droppedWithoutInverses(number, fromLowest: fromLowest, stage, functions, ring)
    }
    let marked = try ring.adding(
      Ring.Mark(limit: number - 1, overflow: nil), values: functions.count)
    let mark = number > 1 ? marked.lifted(ring.one, marks: 1) : marked.zero
    let move = Move(
      from: functions.map { marked.lifted($0, marks: 0) }, to: functions.map { _ in mark },
      factors: inverses)
    return try swept(number, fromHighest: !fromLowest, move, stage, ring, marked)
  }

  /// A change of the functions when the boundary t passes a value.
  private struct Move {
    /// The functions before and after it.
    let from, to: [Ring.Element]
    /// The contribution of a die that shows t but isn't marked.
    let factors: [Ring.Element]
  }

  /// Moves the boundary over all values, from one end to the other.
  ///
  /// The series with a value before the boundary, less the one with the value after it, has the
  /// cases in which the value is t. Each series is used for two values.
  private func swept(
    _ number: Int, fromHighest: Bool, _ move: Move, _ stage: Int, _ ring: Ring, _ marked: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    var functions = move.from
    var before = try expectation(stage - 1, functions, marked)
    var result = ring.zero
    let places = Array(functions.indices)
    for place in fromHighest ? places.reversed() : places {
      try ring.work.spend(8 * functions.count * marked.size)
      functions[place] = move.to[place]
      let after = try expectation(stage - 1, functions, marked)
      let difference = try marked.subtract(before, after)
      var power = ring.one
      var terms = [(weight: ring.field.one, element: result)]
      for marks in (0..<number).reversed() {
        power = try ring.multiply(power, move.factors[place])
        let term = try ring.multiply(marked.slot(marks, of: difference), power)
        terms.append((ring.field.one, term))
        // Sums a few at a time, as each may be long.
        guard terms.count > 16 || marks == 0 else { continue }
        terms = [(ring.field.one, try ring.mix(terms))]
      }
      result = terms[0].element
      before = after
    }
    // If there are fewer dice, all are kept, or all dropped.
    let rest = (0..<number).map { (ring.field.one, marked.slot($0, of: before)) }
    return try ring.mix([(ring.field.one, result)] + rest)
  }

  /// Drops dice if functions may have no inverse: marked dice beyond `number` count as t.
  private func droppedWithoutInverses(
    _ number: Int, fromLowest: Bool, _ stage: Int, _ functions: [Ring.Element], _ ring: Ring
  ) throws(TooMuchWork) -> Ring.Element {
    let places = fromLowest ? Array(functions.indices) : functions.indices.reversed()
    var terms: [(weight: UInt64, element: Ring.Element)] = []
    for (index, place) in places.enumerated() {
      let marked = try ring.adding(
        Ring.Mark(limit: number, overflow: functions[place]), values: functions.count)
      let mark = marked.lifted(ring.one, marks: 1)
      try ring.work.spend(8 * functions.count * marked.size)
      var functionsOfMarks = functions.map { marked.lifted($0, marks: 0) }
      for earlier in places[..<index] { functionsOfMarks[earlier] = mark }
      let without = try expectation(stage - 1, functionsOfMarks, marked)
      functionsOfMarks[place] = mark
      let with = try expectation(stage - 1, functionsOfMarks, marked)
      let difference = try marked.subtract(with, without)
      terms.append((ring.field.one, marked.slot(number, of: difference)))
      // If there are fewer dice, none is left.
      if index == places.count - 1 {
        for count in 0..<number {
          terms.append((ring.field.one, marked.slot(count, of: with)))
        }
      }
    }
    return try ring.mix(terms)
  }
}
