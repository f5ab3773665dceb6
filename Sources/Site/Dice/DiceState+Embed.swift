import Games

extension DiceState: EmbeddableState {
  package static let slug = "dice"
  package static let noun = "table of dice"
  package static let picture = PreviewPicture.dice
  package static let name = "Dice"
  package static let summary =
    "Any dice from d4 to d100, with each face, the total and what it could be."
  package static let options = [die, dice, modifier]
  static var part: WritableKeyPath<Session, DiceState?> { \.dice }

  /// A frame deletes nothing.
  package static func offers(_ path: String) -> Bool { path != "/dice/clear-history" }

  private static let die = EmbedOption.choice(
    "die", "Die", of: DieType.allCases.map { ($0.name, $0.name) },
    usual: DieStructure().type.name)
  private static let dice = EmbedOption.number(
    "dice", "How many dice", in: DieStructure.diceLimits, usual: DieStructure().totalDice)
  private static let modifier = EmbedOption.number(
    "modifier", "Add to the total", in: DieStructure.modifierLimits,
    usual: DieStructure().modifier)

  /// `die=d6&dice=2&modifier=3`.
  mutating func begin(_ wish: inout OptionReader) {
    if let type = wish.choice(DiceState.die).flatMap(DieType.init(name:)) {
      structure.type = type
    }
    if let dice = wish.number(DiceState.dice) { _ = structure.setTotalDice(dice) }
    if let modifier = wish.number(DiceState.modifier) { _ = structure.setModifier(modifier) }
  }
}
