import BigInt

extension Dice {
  /// Returns the mean of dice of which some are kept, to nine decimal places.
  /// - Returns: `nil` if `KeptMean` doesn't apply.
  func keptMean(cap: Int, _ work: Work) throws(TooMuchWork) -> Rational? {
    guard case .number(let count) = count else { return nil }
    let isSet = drawsWithoutReturning
    if !isSet, let mean = try rerolledApartMean(cap: cap, work) { return mean }
    var rest = Array(modifiers.dropFirst(isSet ? 1 : 0)).simplified(count: count)[...]
    if case .explode(.compound, let condition) = rest.last, rest.count == 1 {
      // As the last modifier, it doesn't matter whether extras count as the same die.
      rest = [.explode(.repeatedly, condition)]
    }
    let single = isSet ? [] : Array(rest.prefix(while: \.looksAtSingleDice))
    rest = rest.dropFirst(single.count)
    var explosion: (kind: Modifier.Explosion, condition: Condition)?
    if !isSet, case .explode(let kind, let condition) = rest.first {
      explosion = (kind, condition)
      rest = rest.dropFirst()
    }
    var kept: KeptMean.Kept?
    while case .keep(let keep, let number) = rest.first {
      guard let longer = kept.adding(keep, number, isCertain: explosion == nil) else { return nil }
      kept = longer
      rest = rest.dropFirst()
    }
    // All dice, extras included.
    let all = explosion == nil ? KeptMean.Kept.rest(lowest: 0, highest: 0) : .some(.dropLowest, 0)
    guard rest.count <= 1, let worth = worth(after: rest.first, cap: cap) else { return nil }
    let one = Node.dice(Dice(count: .number(1), die: die, modifiers: single, remarks: []))
    let distribution = try one.distribution(cap: cap, work)
    func face(_ value: Int, less: Int = 0, _ chance: Double) -> KeptMean.Face {
      explosion?.condition.holds(for: value) == true
        ? KeptMean.Face(value: value - less, explodes: chance)
        : KeptMean.Face(value: value - less, ends: chance)
    }
    let first = zip(distribution.values, distribution.ways).map { value, ways in
      face(value.int ?? 0, distribution.double(ways))
    }
    let extra = die.faces.map {
      face($0, less: explosion?.kind == .penetrate ? 1 : 0, 1 / Double(die.faces.count))
    }
    return try KeptMean(
      count: count, die: first, extra: explosion == nil ? [] : extra,
      cap: explosion.map { $0.kind == .once ? min(1, cap) : cap } ?? 0, isSet: isSet,
      kept: kept ?? all, work: work
    ).mean(worth).roundedToNinePlaces
  }

  /// Returns the mean contribution of each value after the last modifier; `nil` if it isn't simple.
  private func worth(after modifier: Modifier?, cap: Int) -> ((Int) -> Double)? {
    func mean(_ faces: [Int]) -> Double { Double(faces.reduce(0, +)) / Double(faces.count) }
    let faces = die.faces
    switch modifier {
    case nil: return Double.init
    case .count(let condition, let failing):
      return { Double(condition.score($0, failing: failing)) }
    case .reroll(.untilItStops, let condition):
      let fresh = mean(faces.filter { !condition.holds(for: $0) })
      return { condition.holds(for: $0) ? fresh : Double($0) }
    case .reroll(.once, let condition):
      return { condition.holds(for: $0) ? mean(faces) : Double($0) }
    case .reroll(.onceAndAdd, let condition):
      return { condition.holds(for: $0) ? Double($0) + mean(faces) : Double($0) }
    case .explode(let kind, let condition):
      let extra = mean(faces) - (kind == .penetrate ? 1 : 0)
      let again = Double(faces.count(where: condition.holds)) / Double(faces.count)
      var extras = 0.0
      for _ in 0..<(kind == .once ? min(1, cap) : cap) { extras = extra + again * extras }
      return { condition.holds(for: $0) ? Double($0) + extras : Double($0) }
    case .keep, .unique, .atLeast, .atMost, .sort: return nil
    }
  }
}

extension KeptMean.Kept? {
  /// Adds another keep or drop; with a fixed number of dice, both become drops.
  fileprivate func adding(_ keep: Modifier.Keep, _ number: Int, isCertain: Bool) -> KeptMean.Kept? {
    switch (self, keep) {
    case (nil, .dropLowest) where isCertain: .rest(lowest: number, highest: 0)
    case (nil, .dropHighest) where isCertain: .rest(lowest: 0, highest: number)
    case (.rest(let lowest, let highest), .dropHighest):
      .rest(lowest: lowest, highest: highest + number)
    case (nil, _): .some(keep, number)
    default: nil
    }
  }
}

extension Group {
  /// Returns the mean of a group whose members are kept or counted, to nine decimal places.
  ///
  /// As for dice, only the number of members that reach each value matters, and members are
  /// independent.
  /// - Returns: `nil` for other modifiers.
  func keptMean(cap: Int, _ work: Work) throws(TooMuchWork) -> Rational? {
    var modifiers = modifiers.simplified(count: members.count)[...]
    var worth: (Rational) -> Double = { $0.double }
    if case .count(let condition, let failing) = modifiers.last {
      worth = { Double(condition.score($0, failing: failing)) }
      modifiers = modifiers.dropLast()
    }
    guard let dropped = Array(modifiers).dropped else { return nil }
    let kept = dropped.highest..<max(dropped.highest, members.count - dropped.lowest)
    // The chances of each value or more for each member, the highest first.
    var rows: [[(value: Rational, chance: Double)]] = []
    for member in members {
      let distribution = try member.distribution(cap: cap, work)
      var sum = 0.0
      rows.append(
        zip(distribution.values, distribution.ways).reversed().map { value, ways in
          sum += distribution.double(ways)
          return (value, sum)
        })
    }
    var places = [Int](repeating: 0, count: rows.count)
    var reached = [Double](repeating: 0, count: rows.count)
    var (mean, before) = (0.0, 0.0)
    for value in Set(rows.joined().map(\.value)).sorted(by: >) {
      try work.spend(300 + 4 * rows.count * rows.count)
      for (index, row) in rows.enumerated() {
        guard places[index] < row.count, row[places[index]].value == value else { continue }
        reached[index] = row[places[index]].chance
        places[index] += 1
      }
      let number = Group.mean(of: reached, in: kept)
      mean += worth(value) * (number - before)
      before = number
    }
    return mean.roundedToNinePlaces
  }

  /// Returns the mean number of kept members that come up, which are first, from their chances.
  private static func mean(of chances: [Double], in kept: Range<Int>) -> Double {
    var counts = [1.0]
    for chance in chances {
      counts.append(0)
      for index in counts.indices.reversed() {
        counts[index] =
          counts[index] * (1 - chance) + (index > 0 ? counts[index - 1] * chance : 0)
      }
    }
    return counts.enumerated().reduce(0) {
      $0 + Double((0..<$1.offset).clamped(to: kept).count) * $1.element
    }
  }
}
