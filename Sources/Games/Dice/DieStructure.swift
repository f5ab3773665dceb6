/// The dice of one roll: a number of dice of one type, and a modifier added once to their sum.
///
/// `totalDice` is always in `1...99` and `modifier` in `-99...99`.
package struct DieStructure: Equatable, Sendable {
  package static let diceLimits = 1...99
  package static let modifierLimits = -99...99

  package var type: DieType
  package private(set) var totalDice: Int
  package private(set) var modifier: Int

  /// Creates dice; numbers outside their limits become the nearest ones inside.
  package init(_ type: DieType = .d4, totalDice: Int = 1, modifier: Int = 0) {
    self.type = type
    self.totalDice = totalDice.clamped(to: DieStructure.diceLimits)
    self.modifier = modifier.clamped(to: DieStructure.modifierLimits)
  }

  /// Adds a die; the highest number wraps around to the lowest.
  package mutating func addDie() {
    totalDice = totalDice == DieStructure.diceLimits.upperBound ? 1 : totalDice + 1
  }

  /// Removes a die; the last one stays.
  package mutating func removeDie() {
    totalDice = max(totalDice - 1, DieStructure.diceLimits.lowerBound)
  }

  /// Raises the modifier; the highest wraps around to the lowest.
  package mutating func addModifier() {
    let limits = DieStructure.modifierLimits
    modifier = modifier == limits.upperBound ? limits.lowerBound : modifier + 1
  }

  /// Lowers the modifier; the lowest wraps around to the highest.
  package mutating func removeModifier() {
    let limits = DieStructure.modifierLimits
    modifier = modifier == limits.lowerBound ? limits.upperBound : modifier - 1
  }

  /// Resets to one die of the same type without a modifier.
  package mutating func resetDie() {
    totalDice = 1
    modifier = 0
  }

  /// Sets the number of dice to the nearest one within the limits.
  /// - Returns: whether it differs from `wish`.
  package mutating func setTotalDice(_ wish: Int) -> Bool {
    totalDice = wish.clamped(to: DieStructure.diceLimits)
    return totalDice != wish
  }

  /// Sets the modifier to the nearest one within the limits.
  /// - Returns: whether it differs from `wish`.
  package mutating func setModifier(_ wish: Int) -> Bool {
    modifier = wish.clamped(to: DieStructure.modifierLimits)
    return modifier != wish
  }

  /// Rolls the dice, one draw each, left to right.
  package func rollDie(using random: inout some RandomNumberGenerator) -> DiceRoll {
    DiceRoll(of: self, using: &random)
  }

  /// The notation as typed, `2d6+3`, with a hyphen for minus; a modifier of 0 is left out.
  package var notation: String { written(minus: "-") }
  /// The notation as shown, with a minus sign.
  package var expression: String { written(minus: "\u{2212}") }

  private func written(minus: String) -> String {
    let dice = "\(totalDice)\(type.name)"
    guard modifier != 0 else { return dice }
    return dice + (modifier < 0 ? minus : "+") + String(modifier.magnitude)
  }

  package var lowest: Int { totalDice + modifier }
  package var highest: Int { totalDice * type.sides + modifier }
  /// Twice the mean total: a whole number, where the mean may end in a half.
  package var doubledMean: Int { lowest + highest }
}

/// A roll: the dice and their faces.
///
/// There is one face for each die, in the order of the draws, each in `1...sides`.
package struct DiceRoll: Equatable, Sendable {
  package let structure: DieStructure
  package let faces: [Int]

  init(of structure: DieStructure, using random: inout some RandomNumberGenerator) {
    self.structure = structure
    faces = (0..<structure.totalDice).map { _ in structure.type.roll(using: &random) }
  }

  /// Restores a stored roll.
  /// - Returns: `nil` if those dice cannot show those faces.
  package init?(of structure: DieStructure, faces: [Int]) {
    guard faces.count == structure.totalDice,
      faces.allSatisfy({ 1...structure.type.sides ~= $0 })
    else { return nil }
    self.structure = structure
    self.faces = faces
  }

  /// The sum of the faces and the modifier; may be zero or negative.
  package var total: Int { faces.reduce(structure.modifier, +) }
}
