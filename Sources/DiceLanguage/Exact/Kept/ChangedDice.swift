/// Dice that are kept and then changed individually.
extension Engine {
  /// Returns the total of kept dice, some of which are changed at the end.
  ///
  /// What is added to a die depends only on whether it is changed. With y in its place, the total
  /// is a polynomial in y whose coefficients are short polynomials in x. To find them, y is a power
  /// of x beyond any sum of the dice; then the addition replaces it.
  ///
  /// - Returns: `nil` for other modifiers, or if the addition is so short that this isn't worth it.
  func changed(_ thrown: Thrown, _ modifiers: [Modifier]) throws(TooMuchWork)
    -> ModularDistribution?
  {
    let kept = Array(modifiers.dropLast())
    guard let last = modifiers.last, let condition = last.changes, !kept.isEmpty,
      kept.allSatisfy(\.isKeep)
    else { return nil }
    let values = thrown.die?.possible.values ?? thrown.faces
    var dice = DiceCount((thrown.counts.min() ?? 0)...(thrown.counts.max() ?? 0))
    for case .keep(let keep, let number) in kept { dice.keep(keep, number) }
    let (fewest, most) = (dice.range.lowerBound, dice.range.upperBound)
    guard most > 0, values.contains(where: condition.holds) else {
      return try total(of: thrown, kept)
    }
    guard let change = try change(by: last, thrown.fresh) else { return nil }
    func own(_ value: Int) -> Int {
      change.condition.holds(for: value) && !change.adds ? 0 : value
    }
    let owns = values.map(own)
    let (low, high) = (owns.min() ?? 0, owns.max() ?? 0)
    let lowest = min(low * fewest, low * most)
    let mark = max(high * fewest, high * most) - lowest + 1
    guard mark < change.more.count else { return nil }
    let marked = try total(of: thrown, kept) { value in
      own(value) + (change.condition.holds(for: value) ? mark : 0)
    }
    // For each number of changed dice, the sums of all dice.
    var rows = Array(repeating: [(sum: Int, place: Int)](), count: most + 1)
    let (sums, places) = marked.possible
    for (sum, place) in zip(sums, places) {
      guard let sum = sum.int else { continue }
      let number = (sum - lowest) / mark
      rows[number].append((sum - number * mark, place))
    }
    return try replaced(rows, marked, by: change.more)
  }

  /// Replaces each mark by a die; each row has the sums with one number of marks.
  private func replaced(
    _ rows: [[(sum: Int, place: Int)]], _ marked: ModularDistribution, by die: SingleDie
  ) throws(TooMuchWork) -> ModularDistribution {
    let highest = die.lowest + die.count - 1
    let ends = rows.enumerated().flatMap { number, row in
      row.flatMap { [$0.sum + number * die.lowest, $0.sum + number * highest] }
    }
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
    let count = high - low + 1
    guard count <= Engine.longest else { throw TooMuchWork() }
    let logarithm = count.transformLogarithm
    let size = 1 << logarithm
    return try distribution(from: low, count: count) { lane throws(TooMuchWork) in
      let field = fields[lane]
      try work.spend(size * ((rows.count + 2) * (logarithm / 2 + 3) + logarithm))
      let transform = Transform(field, logarithm: logarithm)
      var points = [UInt64](repeating: 0, count: size)
      for (place, chance) in die.chances[lane].enumerated() {
        points[(place + die.lowest) & (size - 1)] = chance
      }
      transform.forward(&points)
      var total = [UInt64](repeating: 0, count: size)
      for row in rows.reversed() {
        var more = [UInt64](repeating: 0, count: size)
        for (sum, place) in row { more[sum & (size - 1)] = marked.chances[lane][place] }
        transform.forward(&more)
        for index in total.indices {
          total[index] = field.add(field.multiply(total[index], points[index]), more[index])
        }
      }
      transform.backward(&total)
      return (low...high).map { total[$0 & (size - 1)] }
    }.trimmed()
  }
}
