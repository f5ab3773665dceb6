/// The six abilities, in the order in which they are rolled.
package enum Ability: Int, Named {
  case str, int, wis, dex, con, cha

  package static let names = [
    "Strength", "Intelligence", "Wisdom", "Dexterity", "Constitution", "Charisma",
  ]

  private static let summaries = [
    "Muscle and raw physical power.",
    "Learning, memory and reasoning.",
    "Willpower, judgement and instinct.",
    "Speed, balance and a sure hand.",
    "Health, stamina and toughness.",
    "Presence, charm and a knack for leading others.",
  ]

  private static let modifierLists = Ability.allCases.map { ability in
    Modifier.allCases.filter { $0.ability == ability }
  }

  /// A sentence about the ability.
  package var summary: String { Ability.summaries[rawValue] }
  /// The abbreviation on a record sheet: `STR`.
  package var abbreviation: String { name.prefix(3).uppercased() }
  /// The modifiers that the score decides.
  package var modifiers: [Modifier] { Ability.modifierLists[rawValue] }
}
