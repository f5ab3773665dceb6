import Foundation

/// A character as the existing app has it, written to the table of the interface and to nothing
/// else: what its decoder refuses, the app would refuse.
struct AppCharacter: Codable, Equatable {
  enum Alignment: String, Codable { case law, neutrality, chaos }
  enum CharacterClass: String, Codable {
    case cleric, dwarf, elf, fighter, halfling, magicUser, thief
  }
  enum Coinage: String, Codable {
    case platinumPieces, goldPieces, electrumPieces, silverPieces, copperPieces
  }
  enum StatType: String, Codable { case str, dex, con, int, wis, cha }
  enum ModType: String, Codable {
    case melee, openDoors, armorClass, missile, initiative, hitPoints, spokenLanguage, literacy
    case magicSaves, npcReaction, retainerMax, retainerLoyalty
  }
  enum Language: String, Codable {
    case alignment, bugbear, doppelganger, common, dragon, dwarvish, elvish, gargoyle, gnoll
    case gnomish, goblin, halfling, harpy, hobgoblin, kobold, lizardMan, medussa, minotaur, ogre
    case orcish, pixie, humanDialect
  }
  enum Spell: String, Codable {
    case charmPerson, detectMagic, floatingDisc, holdPortal, light, magicMissile
    case protectionFromEvil, readLanguages, readMagic, shield, sleep, ventriloquism
  }
  enum Armor: String, Codable { case leather, chainmail, plateMail }
  enum Weapon: String, Codable {
    case battleAxe, club, crossbow, dagger, handAxe, javelin, lance, longBow, mace, poleArm
    case shortBow, shortSword, silverDagger, sling, spear, staff, sword, twoHandedSword, warHammer
  }
  enum Ammo: String, Codable { case arrows, crossbowBolts, silverTippedArrow, slingStones }
  enum Gear: String, Codable {
    case backpack, crowbar, garlic, grapplingHook, hammer, holySymbol, holyWater, ironSpikes
    case lantern, mirror, oil, pole, rationsIron, rationsStandard, rope, sackLarge, sackSmall
    case stakesAndMallet, thievesTools, tinderBox, torches, waterskin, wine, wolfsbane
  }
  struct Score: Codable, Equatable {
    var statType: StatType
    var score: Int
  }
  struct Modifier: Codable, Equatable {
    var modType: ModType
    var asscStat: StatType
  }

  var id: UUID
  var name: String
  var title: String
  var level: Int
  var alignment: Alignment
  var characterClass: CharacterClass
  var pcHitPoints: Int
  /// The encoder doesn't treat its keys as strings: an array of alternating keys and values.
  var coins: [Coinage: Int]
  var abilityScores: [Score]
  var modifiers: [Modifier]
  var additionalLanguages: [Language]
  var spells: [Spell]
  var armor: Armor?
  var hasShield: Bool
  var weapons: [Weapon]
  var ammo: [Ammo]
  var gear: [Gear]

  /// The app's own: an `armor` of `null` or none is an error.
  struct Strict: Decodable {
    let character: AppCharacter

    private enum Key: String, CodingKey { case armor }

    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: Key.self).decode(Armor.self, forKey: .armor)
      character = try AppCharacter(from: decoder)
    }
  }

  /// The app writes `null` for no armour.
  func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: CodingKeys.self)
    try keyed.encode(id, forKey: .id)
    try keyed.encode(name, forKey: .name)
    try keyed.encode(title, forKey: .title)
    try keyed.encode(level, forKey: .level)
    try keyed.encode(alignment, forKey: .alignment)
    try keyed.encode(characterClass, forKey: .characterClass)
    try keyed.encode(pcHitPoints, forKey: .pcHitPoints)
    try keyed.encode(coins, forKey: .coins)
    try keyed.encode(abilityScores, forKey: .abilityScores)
    try keyed.encode(modifiers, forKey: .modifiers)
    try keyed.encode(additionalLanguages, forKey: .additionalLanguages)
    try keyed.encode(spells, forKey: .spells)
    try keyed.encode(armor, forKey: .armor)
    try keyed.encode(hasShield, forKey: .hasShield)
    try keyed.encode(weapons, forKey: .weapons)
    try keyed.encode(ammo, forKey: .ammo)
    try keyed.encode(gear, forKey: .gear)
  }

  static let keys: Set<String> = [
    "id", "name", "title", "level", "alignment", "characterClass", "pcHitPoints", "coins",
    "abilityScores", "modifiers", "additionalLanguages", "spells", "armor", "hasShield", "weapons",
    "ammo", "gear",
  ]
}
