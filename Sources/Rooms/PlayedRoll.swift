/// One roll in a room's record: its dice and its total.
package struct PlayedRoll: Equatable, Sendable {
  /// The most recorded dice; further dice are rolled and counted, but not recorded.
  package static let mostDice = 100
  /// The limits of a die's value, including dice that exploded onto it.
  package static let dieLimits = -1_000_000_000...1_000_000_000

  /// The first dice, left to right; none for an expression without dice.
  package let dice: [Int]
  package let total: Total

  package init(dice: [Int], total: Total) {
    let limits = PlayedRoll.dieLimits
    self.dice = dice.prefix(PlayedRoll.mostDice)
      .map { min(max($0, limits.lowerBound), limits.upperBound) }
    self.total = total
  }
}

extension FieldCoder {
  mutating func roll(_ roll: PlayedRoll?) throws -> PlayedRoll {
    let total = try total(roll?.total)
    let dice = try ints(roll?.dice, most: PlayedRoll.mostDice, in: PlayedRoll.dieLimits)
    return roll ?? PlayedRoll(dice: dice, total: total)
  }

  /// The rolls of one press.
  mutating func rolls(_ rolls: [PlayedRoll]?) throws -> [PlayedRoll] {
    try each(rolls, most: 50) { try $0.roll($1) }
  }
}
