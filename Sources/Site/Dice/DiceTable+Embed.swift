import Games

extension DiceTable: EmbeddableTable {
  package static let slug = "dice"
  package static let noun = "table of dice"
  static var part: WritableKeyPath<Session, DiceTable?> { \.dice }

  /// A frame deletes nothing.
  package static func offers(_ path: String) -> Bool { path != "/dice/clear-history" }

  /// `die=d6&dice=2&modifier=3`.
  mutating func begin(_ wish: inout EmbedWish) {
    let names = DieType.allCases.map(\.name)
    if let type = wish.choice("die", of: names).flatMap(DieType.init(name:)) {
      structure.type = type
    }
    if let dice = wish.number("dice", in: DieStructure.diceLimits) {
      _ = structure.setTotalDice(dice)
    }
    if let modifier = wish.number("modifier", in: DieStructure.modifierLimits) {
      _ = structure.setModifier(modifier)
    }
  }
}
