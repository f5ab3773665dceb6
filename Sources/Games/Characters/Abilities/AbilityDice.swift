/// The dice of an ability as rolled, left to right: three, or four of which the lowest is dropped.
package struct AbilityDice: Hashable, Sendable {
  package let three: ThreeDice
  /// The fourth die, `1...6`; `nil` if three were rolled.
  package let fourth: Int?

  package init(_ three: ThreeDice) {
    self.three = three
    fourth = nil
  }

  /// - Returns: `nil` for fewer than three dice, more than four, or a face that dice don't have.
  package init?(faces: [Int]) {
    guard 3...4 ~= faces.count, faces.allSatisfy({ 1...6 ~= $0 }),
      let three = ThreeDice(faces[0], faces[1], faces[2])
    else { return nil }
    self.three = three
    fourth = faces.count == 4 ? faces[3] : nil
  }

  package init(isFour: Bool, using random: inout some RandomNumberGenerator) {
    three = ThreeDice(using: &random)
    fourth = isFour ? DieType.d6.roll(using: &random) : nil
  }

  package var faces: [Int] { three.faces + (fourth.map { [$0] } ?? []) }

  /// The place of the dropped die: of equal ones, the last; `nil` if all count.
  package var droppedPlace: Int? {
    guard fourth != nil else { return nil }
    let faces = faces
    return faces.lastIndex(of: faces.reduce(6, min))
  }

  /// The total of the dice that count, `3...18`.
  package var total: Int {
    guard let fourth else { return three.total }
    return three.total + fourth - min(three.first, three.second, three.third, fourth)
  }
}

/// The dice of an ability, and the number of times that it alone was rerolled.
package struct RolledAbility: Hashable, Sendable {
  package let dice: AbilityDice
  package let rerolls: Int

  package init(dice: AbilityDice, rerolls: Int = 0) {
    self.dice = dice
    self.rerolls = rerolls
  }
}
