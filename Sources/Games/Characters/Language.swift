/// Languages: twenty that can be learnt, in the order of a d20, and two that everybody knows.
package enum Language: Int, Named {
  case bugbear, doppelganger, dragon, dwarvish, elvish, gargoyle, gnoll, gnomish, goblin, halfling
  case harpy, hobgoblin, kobold, lizardMan, medussa, minotaur, ogre, orcish, pixie, humanDialect
  case alignment, common

  /// The names of the languages.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let names = [
    "Bugbear", "Doppelganger", "Dragon", "Dwarvish", "Elvish", "Gargoyle", "Gnoll", "Gnomish",
    "Goblin", "Halfling", "Harpy", "Hobgoblin", "Kobold", "Lizard man", "Medusa", "Minotaur",
    "Ogre", "Orcish", "Pixie", "Human dialect", "Alignment language", "Common",
  ]

  /// The languages that high intelligence lets a character learn.
  package static let choosable = Language.allCases.filter(\.isChoosable)

  package var isChoosable: Bool { self != .alignment && self != .common }
}

/// A level of reading and writing one's native languages.
package enum Literacy: Int, Named {
  case illiterate, basic, literate

  package static let names = ["Illiterate", "Basic", "Literate"]

  private static let summaries = [
    "Can’t read or write.",
    "Can write simple words, and read them slowly.",
    "Reads and writes native languages.",
  ]

  package var summary: String { Literacy.summaries[rawValue] }

  package init(intelligence: Int) {
    self = Literacy(rawValue: Modifier.literacy.value(at: intelligence)) ?? .illiterate
  }
}
