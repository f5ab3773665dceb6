/// One roll in a room's record: its dice and its total.
package struct PlayedRoll: Equatable, Sendable {
  /// More dice than this are rolled and counted, but not recorded.
  package static let mostDice = 100
  /// The values of a die, including those that exploded onto it.
  package static let dieLimits = -1_000_000_000...1_000_000_000

  /// The first 100 at most, left to right; none for an expression without dice.
  package let dice: [Int]
  package let total: Total

  package init(dice: [Int], total: Total) {
    let limits = PlayedRoll.dieLimits
    self.dice = dice.prefix(PlayedRoll.mostDice)
      .map { min(max($0, limits.lowerBound), limits.upperBound) }
    self.total = total
  }
}

extension FieldWriter {
  mutating func write(_ roll: PlayedRoll) {
    write(roll.total)
    write(each: roll.dice) { $0.write($1) }
  }
}

extension FieldReader {
  mutating func roll() throws -> PlayedRoll {
    let total = try total()
    let dice = try array(most: PlayedRoll.mostDice) { try $0.int(in: PlayedRoll.dieLimits) }
    return PlayedRoll(dice: dice, total: total)
  }
}
