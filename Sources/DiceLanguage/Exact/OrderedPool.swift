/// The chances of a pool's totals modulo one prime, if the order of the dice matters.
///
/// `u` rerolls a die that equals one before it. After other modifiers its effect depends on the
/// whole row of dice, so this follows every possible row.
struct OrderedPool {
  let pool: Pool
  /// The chances of a die's first values.
  let chances: [UInt64]
  let field: PrimeField
  let work: Work
  private typealias Rows = [[Int]: UInt64]

  func totals(counts: [(count: Int, chance: UInt64)]) throws(TooMuchWork) -> [UInt64] {
    let start = chances.isEmpty ? fresh() : Array(zip(pool.values[0], chances))
    var rows: Rows = [:]
    for (count, chance) in counts {
      var row: Rows = [[]: chance]
      for _ in 0..<count {
        row = try each(of: row) { dice in start.map { (dice + [$0.0], $0.1) } }
      }
      rows.merge(row, uniquingKeysWith: field.add)
    }
    for modifier in pool.modifiers { rows = try applying(modifier, to: rows) }
    var result = [UInt64](repeating: 0, count: pool.total.count)
    let last = pool.values.count - 1
    for (row, chance) in rows {
      let total = row.reduce(0) { $0 + pool.contributions[pool.places[last][$1] ?? 0] }
      let place = total - pool.total.lowerBound
      result[place] = field.add(result[place], chance)
    }
    return result
  }

  private func applying(_ modifier: Modifier, to rows: Rows) throws(TooMuchWork) -> Rows {
    switch modifier {
    case .keep(let keep, let number):
      return try each(of: rows) { row in
        let dropped = Set(keep.dropped(number, of: row.enumerated().map { (place: $0, value: $1) }))
        return [
          (row.enumerated().filter { !dropped.contains($0.offset) }.map(\.element), field.one)
        ]
      }
    case .explode(let kind, let condition):
      return try eachDie(of: rows) { value throws(TooMuchWork) in
        guard condition.holds(for: value) else { return [([value], field.one)] }
        return try exploded(value, kind, condition)
      }
    case .reroll(let kind, let condition):
      return try eachDie(of: rows) { value in
        guard condition.holds(for: value) else { return [([value], field.one)] }
        switch kind {
        case .once: return fresh().map { ([$0.0], $0.1) }
        case .onceAndAdd: return fresh().map { ([value + $0.0], $0.1) }
        case .untilItStops:
          return fresh { !condition.holds(for: $0) }.map { ([$0.0], $0.1) }
        }
      }
    case .unique: return try unique(rows)
    case .atLeast, .atMost:
      return try eachDie(of: rows) { [([modifier.limited($0)], field.one)] }
    case .count, .sort: return rows
    }
  }

  /// Replaces each row with the rows that may follow, with their chances.
  private func each(
    of rows: Rows, _ next: ([Int]) throws(TooMuchWork) -> [([Int], UInt64)]
  ) throws(TooMuchWork) -> Rows {
    var result: Rows = [:]
    for (row, chance) in rows {
      let following = try next(row)
      try work.spend(following.count * (500 + 50 * row.count))
      for (row, factor) in following {
        result[row] = field.add(result[row] ?? 0, field.multiply(chance, factor))
      }
    }
    return result
  }

  /// Replaces each die separately, from left to right.
  private func eachDie(
    of rows: Rows, _ next: (Int) throws(TooMuchWork) -> [([Int], UInt64)]
  ) throws(TooMuchWork) -> Rows {
    try each(of: rows) { row throws(TooMuchWork) in
      var all: [([Int], UInt64)] = [([], field.one)]
      for value in row {
        let ends = try next(value)
        try work.spend(all.count * ends.count * (150 + 15 * row.count))
        all = all.flatMap { start in
          ends.map { (start.0 + $0.0, field.multiply(start.1, $0.1)) }
        }
      }
      return all
    }
  }

  private func unique(_ rows: Rows) throws(TooMuchWork) -> Rows {
    try each(of: rows) { row throws(TooMuchWork) in
      var all: [([Int], UInt64)] = [([], field.one)]
      for value in row {
        let again = all.count { $0.0.contains(value) }
        try work.spend((all.count + again * pool.fresh.count) * (150 + 15 * row.count))
        all = all.flatMap { start -> [([Int], UInt64)] in
          guard start.0.contains(value) else { return [(start.0 + [value], start.1)] }
          return fresh { !start.0.contains($0) }.map {
            (start.0 + [$0.0], field.multiply(start.1, $0.1))
          }
        }
      }
      return all
    }
  }

  /// Returns the allowed faces of a fresh die, with their chances.
  private func fresh(where isAllowed: (Int) -> Bool = { _ in true }) -> [(Int, UInt64)] {
    let allowed = pool.fresh.filter { isAllowed($0.value) }
    let scale = field.inverse(of: field.form(allowed.reduce(0) { $0 + $1.faces }))
    return allowed.map { ($0.value, field.multiply(field.form($0.faces), scale)) }
  }

  /// Returns a die and all extras that it may bring.
  private func exploded(
    _ value: Int, _ kind: Modifier.Explosion, _ condition: Condition
  ) throws(TooMuchWork) -> [([Int], UInt64)] {
    var ended: [([Int], UInt64)] = []
    var open = [([value], field.one)]
    for _ in 0..<(kind == .once ? min(1, pool.cap) : pool.cap) {
      var next: [([Int], UInt64)] = []
      try work.spend(open.count * pool.fresh.count * 200)
      for (row, chance) in open {
        for (face, factor) in fresh() {
          var longer = row
          if kind == .compound {
            longer[0] += face
          } else {
            longer.append(kind == .penetrate ? face - 1 : face)
          }
          let end = (longer, field.multiply(chance, factor))
          if condition.holds(for: face) { next.append(end) } else { ended.append(end) }
        }
      }
      open = next
    }
    return ended + open
  }
}
