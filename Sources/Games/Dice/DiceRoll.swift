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
