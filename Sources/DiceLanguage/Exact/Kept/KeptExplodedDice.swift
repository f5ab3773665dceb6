/// The chances, modulo one prime, of the kept dice of fair dice that explode on their highest face,
/// where extras are separate dice.
///
/// Every die either shows the highest face, or ends its row and shows any other face; only a row of
/// the greatest length has no such end. So the numbers of both kinds of dice are enough: those with
/// the highest face are the highest, and the others are fair dice with one side fewer.
struct KeptExplodedDice {
  let count: Int
  /// The number of sides, at least 2.
  let sides: Int
  /// The lowest face; the others follow it.
  let lowest: Int
  let keep: Modifier.Keep
  let number: Int
  /// The most extra dice of one die.
  let cap: Int
  let field: PrimeField
  let work: Work

  /// The numbers of kept dice with the highest face and with others.
  private typealias Split = (exploded: Int, ended: Int)

  /// The dice with other faces: how many there are, and how many are kept.
  private struct Ended: Hashable {
    let count, kept: Int
  }

  private func split(exploded: Int, ended: Int) -> Split {
    let left = keep.left(number, of: exploded + ended)
    let first = min(keep.keepsHighest ? exploded : ended, left)
    return keep.keepsHighest ? (first, left - first) : (left - first, first)
  }

  /// Returns the chances of all totals within these limits.
  func totals(in limits: ClosedRange<Int>) throws(TooMuchWork) -> [UInt64] {
    var totals = [UInt64](repeating: 0, count: limits.count)
    var chances = try chances()
    if keep == .keepHighest {
      // If some of the others are dropped, all other kept dice show the highest face.
      let mixed = chances.filter { $0.key.kept > 0 && $0.key.kept < $0.key.count }
      for (count, parts) in Dictionary(grouping: mixed, by: \.key.count) {
        let row = try highest(
          of: count,
          parts.map { (kept: $0.key.kept, chance: $0.value[number - $0.key.kept]) })
        field.add(row[...], to: &totals, at: number * lowest - limits.lowerBound)
      }
      chances = chances.filter { mixed[$0.key] == nil }
    }
    for (ended, chances) in chances {
      let row = try sum(of: ended)
      try work.spend(chances.count * (row.count + 20))
      for (exploded, chance) in chances.enumerated() where chance != 0 {
        let value = ended.kept * lowest + exploded * (lowest + sides - 1)
        field.add(row[...], times: chance, to: &totals, at: value - limits.lowerBound)
      }
    }
    return totals
  }

  /// Returns the chances of the kept sum, minus the lowest face for each die.
  ///
  /// Some of `count` others are kept along with dice of the highest face; `parts` has the chances
  /// of each number. All parts share the dice above t, the value of the last kept die.
  private func highest(
    of count: Int, _ parts: [(kept: Int, chance: UInt64)]
  ) throws(TooMuchWork) -> [UInt64] {
    let (faces, step) = (sides - 1, sides - 1)
    let length = number * step + 1
    let most = parts.map(\.kept).max() ?? 0
    try work.spend(faces * most * (2 * length + 8 * most) + 40 * count * faces)
    var chances = [UInt64](repeating: 0, count: most + 1)
    let face = field.power(field.inverse(of: field.form(faces)), UInt64(count))
    for part in parts { chances[part.kept] = field.multiply(part.chance, face) }
    let factorials = Factorials(upTo: count, field)
    var totals = [UInt64](repeating: 0, count: length)
    for value in 0..<faces {
      let below = field.powers(of: field.form(value), upTo: count)
      let upTo = field.powers(of: field.form(value + 1), upTo: count)
      var row = [UInt64](repeating: 0, count: length)
      for above in (0..<most).reversed() {
        if above < most - 1 {
          row = Array(field.addingDie(of: faces - 1 - value, to: row).prefix(length))
        }
        // The number of ways for the dice up to t to have enough on t, and the rest below.
        let others = count - above
        var ways = field.subtract(upTo[others], below[others])
        let choices = factorials.choices(above, of: count)
        for kept in above + 1...most {
          let place = value * kept + (number - kept) * step
          let share = field.multiply(chances[kept], field.multiply(choices, ways))
          row[place] = field.add(row[place], share)
          let fewer = count - kept
          ways = field.subtract(
            ways, field.multiply(factorials.choices(fewer, of: others), below[fewer]))
        }
      }
      field.add(row[...], to: &totals)
    }
    return totals
  }

  /// Returns, for each number of kept others, the chances of each number of kept highest faces.
  private func chances() throws(TooMuchWork) -> [Ended: [UInt64]] {
    let factorials = Factorials(upTo: count, field)
    // More dice than are kept make no difference.
    let isLimited = !keep.drops
    let longest = isLimited ? min(count * cap + 1, number) : count * cap + 1
    try work.spend(20 * (count + longest + 40))
    let inverses = field.inverses(upTo: longest)
    let face = field.inverse(of: field.form(sides))
    let other = field.subtract(field.one, face)
    let endless = field.power(face, UInt64(cap + 1))
    var result: [Ended: [UInt64]] = [:]
    func add(_ chance: UInt64, exploded: Int, ended: Int) {
      let split = split(exploded: exploded, ended: ended)
      let key = Ended(count: split.ended > 0 ? ended : 0, kept: split.ended)
      var chances = result[key] ?? []
      let missing = split.exploded + 1 - chances.count
      if missing > 0 { chances += repeatElement(0, count: missing) }
      chances[split.exploded] = field.add(chances[split.exploded], chance)
      result[key] = chances
    }
    for rows in 0...count {
      // `rows` rows have no end; the others have any number of explosions in total.
      let ended = count - rows
      let least = rows * (cap + 1)
      let ways = field.multiply(
        factorials.choices(rows, of: count), field.power(endless, UInt64(rows)))
      let length = isLimited ? min(ended * cap + 1, max(0, number - least)) : ended * cap + 1
      try work.spend(30 * length + 100)
      let cases = field.fairPower(ended, sides: cap + 1, length: length, inverses)
      var chance = field.multiply(ways, field.power(other, UInt64(ended)))
      var rest = field.multiply(
        ways, field.power(field.subtract(field.one, endless), UInt64(ended)))
      for (more, cases) in cases.prefix(length).enumerated() {
        let share = field.multiply(cases, chance)
        add(share, exploded: least + more, ended: ended)
        rest = field.subtract(rest, share)
        chance = field.multiply(chance, face)
      }
      if length < ended * cap + 1 { add(rest, exploded: least + length, ended: ended) }
    }
    return result
  }

  /// Returns the chances of the sum of the others, minus their lowest face.
  private func sum(of ended: Ended) throws(TooMuchWork) -> [UInt64] {
    guard ended.kept > 0 else { return [field.one] }
    let row = try field.fairSum(
      ended.count, sides: sides - 1, dropped: (lowest: ended.count - ended.kept, highest: 0), work)
    // Keeping the lowest mirrors keeping the highest.
    return keep.keepsHighest ? row : row.reversed()
  }
}

extension Engine {
  /// Returns the total of dice kept of fair dice that explode on their highest face.
  /// - Returns: `nil` for other modifiers, or if the die isn't fair.
  func keptExploded(
    _ count: Int, _ die: SingleDie, _ modifiers: [Modifier]
  ) throws(TooMuchWork) -> ModularDistribution? {
    // A bracketed number of dice may be 0.
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
      return try distribution(of: pool) { lane, ring throws(TooMuchWork) in
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
      return try distribution(
        from: left * die.lowest, count: dice(fields[0]).length
      ) { lane throws(TooMuchWork) in try dice(fields[lane]).totals() }.trimmed()
    default: return nil
    }
  }
}
