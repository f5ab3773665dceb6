import BigInt

extension Dice {
  /// The mean of dice of which some are kept, to nine places.
  /// - Returns: `nil` if that takes more than `KeptMean`.
  func keptMean(cap: Int, _ work: Work) throws(TooMuchWork) -> Rational? {
    guard case .number(let count) = count else { return nil }
    let isSet = drawsWithoutReturning
    if !isSet, let mean = try rerolledApartMean(cap: cap, work) { return mean }
    var rest = Array(modifiers.dropFirst(isSet ? 1 : 0)).simplified(count: count)[...]
    if case .explode(.compound, let condition) = rest.last, rest.count == 1 {
      // At the end it doesn't matter whether extras count as the same die.
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
    // All of them, extras too.
    let all = explosion == nil ? KeptMean.Kept.rest(lowest: 0, highest: 0) : .some(.dropLowest, 0)
    guard rest.count <= 1, let worth = worth(after: rest.first, cap: cap) else {
      return nil
    }
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
    let mean = try KeptMean(
      count: count, die: first, extra: explosion == nil ? [] : extra,
      cap: explosion.map { $0.kind == .once ? min(1, cap) : cap } ?? 0, isSet: isSet,
      kept: kept ?? all, work: work
    ).mean(worth)
    return Rational(BigInt((mean * 1e9).rounded()), over: BigInt(10).power(9))
  }

  /// What a die of each value comes to after the last modifier; `nil` if that isn't simple.
  private func worth(after modifier: Modifier?, cap: Int) -> ((Int) -> Double)? {
    func mean(_ faces: [Int]) -> Double { Double(faces.reduce(0, +)) / Double(faces.count) }
    let faces = die.faces
    switch modifier {
    case nil: return Double.init
    case .count(let condition, let failing):
      return { (condition.holds(for: $0) ? 1 : 0) - (failing?.holds(for: $0) == true ? 1 : 0) }
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
  /// With another keep or drop; of a certain number of dice some are only dropped.
  fileprivate func adding(
    _ keep: Modifier.Keep, _ number: Int, isCertain: Bool
  ) -> KeptMean.Kept? {
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
