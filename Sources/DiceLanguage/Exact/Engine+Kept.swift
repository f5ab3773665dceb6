/// Dice that are kept, where something is known of them that makes it short.
extension Engine {
  /// The sum of different faces, less so many of the lowest and highest.
  func differentFaces(
    _ faces: [Int], _ count: Int, _ dropped: (lowest: Int, highest: Int)
  ) throws(TooMuchWork) -> Spread {
    guard count > dropped.lowest + dropped.highest else { return constant(.zero) }
    func dice(_ field: PrimeField) -> DifferentFaces {
      DifferentFaces(faces, count: count, dropped: dropped, field: field, work: work)
    }
    let first = dice(fields[0])
    try reserve(first.length)
    let chances = try work.repeat(fields.count) { lane throws(TooMuchWork) in
      try dice(fields[lane]).totals()
    }
    return Spread(
      values: .steps(origin: Rational(first.lowest), step: .one, count: first.length),
      chances: chances)
  }

  /// The sum of equal dice that are kept from one end; `worth` is what each value adds to it.
  /// - Returns: `nil` if some are dropped at both ends or none at all, or if there is a shorter way.
  func kept(
    _ count: Int, _ die: SingleDie, _ dropped: (lowest: Int, highest: Int), worth: (Int) -> Int
  ) throws(TooMuchWork) -> Spread? {
    let number = dropped.lowest + dropped.highest
    let left = count - number
    guard number > 0, min(dropped.lowest, dropped.highest) == 0 else { return nil }
    guard left > 0 else { return constant(.zero) }
    guard KeptDice.isShort(keeping: left, dropping: number) else { return nil }
    let keepsHighest = dropped.lowest > 0
    var (values, places) = die.possible
    if keepsHighest { (values, places) = (values.reversed(), places.reversed()) }
    let worths = values.map(worth)
    let (low, high) = (worths.min() ?? 0, worths.max() ?? 0)
    let length = left * (high - low) + 1
    try reserve(length)
    let chances = try work.repeat(fields.count) { lane throws(TooMuchWork) in
      // As seen from the end that is kept.
      let totals = try KeptDice(
        count: count, left: left, worths: worths.map { keepsHighest ? high - $0 : $0 - low },
        field: fields[lane], work: work
      ).totals(places.map { die.chances[lane][$0] })
      return keepsHighest ? totals.reversed() : totals
    }
    return Spread(
      values: .steps(origin: Rational(left * low), step: .one, count: length), chances: chances
    ).trimmed()
  }

  /// What is kept of fair dice that explode on their highest face.
  /// - Returns: `nil` if the modifiers are others, or the die isn't fair.
  func keptExploded(
    _ count: Int, _ die: SingleDie, _ modifiers: [Modifier]
  ) throws(TooMuchWork) -> Spread? {
    // A count in brackets may be none at all.
    guard count > 0, modifiers.count == 2, case .explode(let kind, let condition) = modifiers[0],
      case .keep(let keep, let number) = modifiers[1], let sides = die.fairSides, sides > 1
    else { return nil }
    let faces = die.lowest..<die.lowest + sides
    guard faces.filter(condition.holds) == [faces.upperBound - 1] else { return nil }
    switch (kind, keep) {
    case (.repeatedly, _):
      let pool = try Pool(
        .dice(Array(faces)), fresh: faces.map { ($0, 1) }, modifiers: modifiers, count: count,
        most: count, cap: cap, work: work)
      return try spread(of: pool) { lane, ring throws(TooMuchWork) in
        try KeptExplodedDice(
          count: count, sides: sides, lowest: die.lowest, keep: keep, number: number, cap: cap,
          field: fields[lane], work: work
        ).totals(in: pool.total)
      }
    case (.compound, .dropLowest) where number < count && die.lowest >= 0:
      let left = count - number
      guard
        KeptCompoundDice.isShort(keeping: left, dropping: number, sides: sides, cap: cap)
      else { return nil }
      func dice(_ field: PrimeField) -> KeptCompoundDice {
        KeptCompoundDice(
          count: count, left: left, sides: sides, lowest: die.lowest, cap: cap, field: field,
          work: work)
      }
      let length = dice(fields[0]).length
      try reserve(length)
      let chances = try work.repeat(fields.count) { lane throws(TooMuchWork) in
        try dice(fields[lane]).totals()
      }
      return Spread(
        values: .steps(origin: Rational(left * die.lowest), step: .one, count: length),
        chances: chances
      ).trimmed()
    default: return nil
    }
  }
}
