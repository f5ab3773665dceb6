/// Random names for characters, made up for this project.
enum CharacterNames {
  private static let people = [
    "Alda", "Bertin", "Corva", "Dannel", "Edrika", "Farold", "Gisla", "Harn", "Ilsa", "Jorun",
    "Katrin", "Lambert", "Merrit", "Odo", "Perrin", "Quilla", "Roswin", "Sander", "Tilde", "Ulf",
  ]
  private static let dwarves = [
    "Brokk", "Dagna", "Grimvor", "Helka", "Kettil", "Morga", "Orrik", "Stigna", "Thrand", "Ulda",
  ]
  private static let elves = [
    "Aelin", "Caradel", "Erivel", "Faelor", "Ilaria", "Lirien", "Maeven", "Naleth", "Saerin",
    "Vael",
  ]
  private static let halflings = [
    "Bramley", "Clover", "Dilly", "Fennel", "Hob", "Juniper", "Marigold", "Pim", "Tansy", "Wilkin",
  ]
  private static let bynames = [
    "Ashdown", "Barrow", "Candlewick", "Dunmere", "Evenhand", "Fairweather", "Greywater",
    "Hollowell", "Ironmoor", "Larkspur", "Millstone", "Nettlebed", "Oakenshaw", "Quickstep",
    "Ravensworth", "Stonebridge", "Thornfield", "Underhill", "Westwood", "Yarrow",
  ]

  static func name(
    for characterClass: CharacterClass, using random: inout some RandomNumberGenerator
  ) -> String {
    let given =
      switch characterClass {
      case .dwarf: dwarves
      case .elf: elves
      case .halfling: halflings
      case .cleric, .fighter, .magicUser, .thief: people
      }
    let names = [given.randomElement(using: &random), bynames.randomElement(using: &random)]
    return names.compactMap(\.self).joined(separator: " ")
  }
}
