/// Tongues a character may know: twenty that can be learnt, in the order of a twenty-sided die,
/// and two that everybody knows.
package enum Language: Int, Labelled {
  case bugbear, doppelganger, dragon, dwarvish, elvish, gargoyle, gnoll, gnomish, goblin, halfling
  case harpy, hobgoblin, kobold, lizardMan, medussa, minotaur, ogre, orcish, pixie, humanDialect
  case alignment, common

  /// B/X 1981 style rules; see the list of sources.
  package static let labels = [
    Label("bugbear", "Bugbear"), Label("doppelganger", "Doppelganger"), Label("dragon", "Dragon"),
    Label("dwarvish", "Dwarvish"), Label("elvish", "Elvish"), Label("gargoyle", "Gargoyle"),
    Label("gnoll", "Gnoll"), Label("gnomish", "Gnomish"), Label("goblin", "Goblin"),
    Label("halfling", "Halfling"), Label("harpy", "Harpy"), Label("hobgoblin", "Hobgoblin"),
    Label("kobold", "Kobold"), Label("lizardMan", "Lizard man"),
    Label("medussa", "Medusa", slug: "medusa"), Label("minotaur", "Minotaur"),
    Label("ogre", "Ogre"), Label("orcish", "Orcish"), Label("pixie", "Pixie"),
    Label("humanDialect", "Human dialect"), Label("alignment", "Alignment tongue"),
    Label("common", "Common"),
  ]

  /// Those that intelligence may buy.
  package static let choosable = Language.allCases.filter(\.isChoosable)

  package var isChoosable: Bool { self != .alignment && self != .common }
}
