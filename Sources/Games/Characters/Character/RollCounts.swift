/// The numbers of rolls made to create a character.
package struct RollCounts: Hashable, Sendable {
  package static let range = 0...CharacterDraft.mostRolls

  /// The rolls of all six abilities together.
  package var abilities: Int
  /// The six numbers of later rerolls in the order of `Ability`.
  private var rerolls: [Int]
  package var hitPoints: Int
  package var gold: Int

  package init(abilities: Int, hitPoints: Int, gold: Int, rerolls: (Ability) -> Int = { _ in 0 }) {
    self.abilities = abilities
    self.hitPoints = hitPoints
    self.gold = gold
    self.rerolls = Ability.allCases.map(rerolls)
  }

  /// The number of times that this ability alone was rerolled.
  package subscript(ability: Ability) -> Int { rerolls[ability.rawValue] }
}

extension CharacterDraft {
  package var rollCounts: RollCounts {
    RollCounts(abilities: abilityRolls, hitPoints: hitPointRolls, gold: goldRolls) {
      abilities.isEmpty ? 0 : abilities[$0.rawValue].rerolls
    }
  }
}
