/// The chances, modulo one prime, of the highest of fair dice that explode on their highest face,
/// where extras count as the same die.
///
/// A die is described by its level, which is how often it exploded, and by its last face. A higher
/// level always beats a lower one, and the last face is equally likely to be any of the other
/// faces, whatever the level. So the last kept die lies on some level t: all dice above t are kept,
/// those below are dropped, and of those on it the highest faces are kept. A die that reached the
/// most explosions has no such face, and beats all others.
struct KeptCompoundDice {
  let count: Int
  /// The number of kept dice, at least one and fewer than there are.
  let left: Int
  /// The number of sides, at least 2.
  let sides: Int
  /// The lowest face, at least 0; the others follow it.
  let lowest: Int
  /// The most extra dice of one die.
  let cap: Int
  let field: PrimeField
  let work: Work

  /// The value that a level adds.
  private var step: Int { lowest + sides - 1 }
  /// The value of a die with the most explosions, less the lowest face.
  private var endless: Int { step * (cap + 1) - lowest }
  /// The number of totals.
  var length: Int { left * endless + 1 }

  /// Returns whether this takes less work than following the values one by one, as measured.
  static func isShort(keeping left: Int, dropping dropped: Int, sides: Int, cap: Int) -> Bool {
    let levels =
      (dropped + 1) * (60 / left + (left + 1) * (left + 1) * (27 + (sides - 2) * left) / 16)
    return levels < (sides - 1) * (40 * left + 100 + left * left * cap * sides / 16)
  }

  /// Returns the chances of all totals, starting where all dice show the lowest face.
  func totals() throws(TooMuchWork) -> [UInt64] {
    try work.spend(20 * count + 10 * left * cap + (count - left + 1) * (cap + 1) * 60)
    let factorials = Factorials(upTo: count, field)
    let face = field.powers(of: field.inverse(of: field.form(sides)), upTo: max(count, left * cap))
    let levels = levels(face[1])
    let long = field.power(face[1], UInt64(cap + 1))
    var faces: [[[UInt64]]] = []
    for kept in 1...left {
      faces.append(
        try work.repeat(count - left + 1) { more throws(TooMuchWork) in
          try field.fairSum(
            kept + more, sides: sides - 1, dropped: (lowest: more, highest: 0), work)
        })
    }
    // By the number of dice above t with a last face, which is any of the other faces.
    var totals: [UInt64] = []
    for above in (0..<left).reversed() {
      try work.spend(10 * length)
      if !totals.isEmpty {
        let longer = field.addingDie(of: sides - 1, to: totals).dropFirst()
        totals = Array(longer.prefix(length))
      } else {
        totals = [UInt64](repeating: 0, count: length)
      }
      for longDice in 0..<(left - above) {
        let onLevel = left - above - longDice
        for dropped in 0...(count - left) {
          let row = faces[onLevel - 1][dropped]
          try work.spend(cap * ((above + onLevel) * (above + 10 + row.count) / 3 + 4 * above))
          let groups = [longDice, above, onLevel + dropped, count - left - dropped]
          var ways = groups.reduce(factorials[count]) {
            field.multiply($0, factorials.inverse(of: $1))
          }
          let others = field.multiply(field.form(sides - 1), face[1])
          ways = field.multiply(ways, field.power(long, UInt64(longDice)))
          ways = field.multiply(ways, face[above])
          ways = field.multiply(ways, field.power(others, UInt64(onLevel + dropped)))
          let heights = heights(above: above, onLevel: onLevel, levels[dropped], factorials)
          for (height, chance) in heights.enumerated() where chance != 0 {
            field.add(
              row[...], times: field.multiply(field.multiply(chance, face[height]), ways),
              to: &totals, at: longDice * endless + height * step)
          }
        }
      }
    }
    // With this many long dice, all kept dice are long.
    var rest = field.one
    for longDice in 0..<left {
      let ways = field.multiply(
        field.power(long, UInt64(longDice)),
        field.power(field.subtract(field.one, long), UInt64(count - longDice)))
      rest = field.subtract(rest, field.multiply(factorials.choices(longDice, of: count), ways))
    }
    totals[length - 1] = field.add(totals[length - 1], rest)
    return totals
  }

  /// Returns the chances that, of the dropped dice, only a number reach t, by that number and t.
  private func levels(_ face: UInt64) -> [[UInt64]] {
    let reach = field.powers(of: face, upTo: cap)
    return (0...count - left).map { dropped in
      reach.map {
        field.multiply(
          field.power($0, UInt64(dropped)),
          field.power(field.subtract(field.one, $0), UInt64(count - left - dropped)))
      }
    }
  }

  /// Returns the sums of kept dice's levels over the chance of as many explosions, weighted by t.
  ///
  /// With y for a level, the dice on t give a power of yᵗ, and those above it a power of yᵗ⁺¹ + … +
  /// yᶜ = yᵗ⁺¹ · (1 - yᶜ⁻ᵗ) / (1 - y), whose division is left to the end.
  private func heights(
    above: Int, onLevel: Int, _ weights: [UInt64], _ factorials: Factorials
  ) -> [UInt64] {
    var row = [UInt64](repeating: 0, count: cap * (above + onLevel) + 1)
    for (level, weight) in weights.enumerated() {
      var height = level * onLevel + (level + 1) * above
      for ended in 0...above where height < row.count {
        let ways = field.multiply(factorials.choices(ended, of: above), weight)
        row[height] =
          ended.isMultiple(of: 2)
          ? field.add(row[height], ways) : field.subtract(row[height], ways)
        height += cap - level
      }
    }
    for _ in 0..<above {
      for height in row.indices.dropFirst() {
        row[height] = field.add(row[height], row[height - 1])
      }
    }
    return row
  }
}
