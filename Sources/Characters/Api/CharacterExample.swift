import Games
import Site
import Web

/// A legal character, as an example in the description of the interface.
enum CharacterExample {
  static let id = "6F1D2B0A-8C1E-4B57-9E0C-3A5D7F90B1C2"

  static let character: PlayerCharacter = {
    var character = PlayerCharacter(
      id: CharacterID(text: id) ?? standIn, name: "Rowan Ash", title: "Veteran",
      alignment: .neutrality,
      characterClass: .fighter, hitPoints: 7, coins: Coins(gold: 23),
      scores: AbilityScores(str: 16, int: 11, wis: 9, dex: 12, con: 13, cha: 8))
    character.goods = Goods([
      .armour(.chainmail), .shield, .weapon(.sword), .weapon(.dagger), .gear(.backpack),
      .gear(.torches), .gear(.rope),
    ])
    return character
  }()

  private static let standIn: CharacterID = {
    var random = SeededGenerator(seed: 1)
    return CharacterID(using: &random)
  }()

  static let json = CharacterJSON.json(character, withOrigin: false)
  static let saved = CharacterAnswers.saved.json(character.id)
  static let newlySaved = CharacterAnswers.newlySaved.json(
    (character.id, CloudAddress.deletion(id, "abcdefghijklmnopqrstuvwxyz")))
  static let sheet = SheetJSON.format.json(RecordSheet(character))
  static let violations = Violation.list.json([
    Violation(
      rule: .belowFloor, field: "abilityScores.int",
      message: "Intelligence can’t be lowered below 9.")
  ])
}
