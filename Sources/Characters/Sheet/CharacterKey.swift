/// The keys of a character as programs send it.
enum CharacterKey: String, CaseIterable {
  case id, name, title, level, alignment, characterClass, pcHitPoints, coins, abilityScores
  case modifiers, additionalLanguages, spells, armor, hasShield, weapons, ammo, gear
  /// How the character was rolled.
  case rolledScores, hitDieRoll, goldRolled, rolls
  /// What was agreed on before that; the older app does not know it.
  case options
  /// What play has changed in the character; the older app knows none of these.
  case biography, experience, hitDieRolls, damage, higherSpells, prepared, conditions, shotsUsed
  case piecesUsed, spares, inHand, clock, otherThings, earlierVersion

  static let origin: Set<CharacterKey> = [.rolledScores, .hitDieRoll, .goldRolled, .rolls]
  static let play: Set<CharacterKey> = [
    .biography, .experience, .hitDieRolls, .damage, .higherSpells, .prepared, .conditions,
    .shotsUsed, .piecesUsed, .spares, .inHand, .clock, .otherThings, .earlierVersion,
  ]
  static let agreed: Set<CharacterKey> = [.options]
  /// Every character has these.
  static let stored = Set(allCases).subtracting(origin).subtracting(play).subtracting(agreed)

  /// Which rule a name breaks that is not known there.
  var unknown: RuleCode {
    switch self {
    case .additionalLanguages: .languageUnknown
    case .armor, .weapons, .ammo, .gear, .shotsUsed, .piecesUsed, .inHand: .unknownItem
    default: .unknownValue
    }
  }

  /// Keys whose values a rule about this one needs: if one of them could not be read, the rule has
  /// nothing to say.
  var related: [CharacterKey] {
    switch self {
    case .abilityScores, .rolledScores: [.abilityScores, .rolledScores, .characterClass]
    case .pcHitPoints: [.pcHitPoints, .abilityScores, .characterClass, .hitDieRoll, .options]
    case .hitDieRoll: [.hitDieRoll, .characterClass, .options]
    case .coins: [.coins, .goldRolled, .armor, .hasShield, .weapons, .ammo, .gear]
    case .armor, .hasShield, .weapons: [.characterClass]
    case .additionalLanguages: [.characterClass, .abilityScores]
    case .spells: [.spells, .characterClass]
    case .experience: [.experience, .level, .characterClass]
    case .hitDieRolls: [.hitDieRolls, .level, .characterClass]
    case .damage: [.damage, .pcHitPoints]
    case .higherSpells, .prepared:
      [.higherSpells, .prepared, .spells, .level, .characterClass]
    case .shotsUsed: [.shotsUsed, .ammo]
    case .piecesUsed: [.piecesUsed, .gear]
    case .inHand: [.inHand, .weapons, .hasShield, .otherThings]
    case .otherThings: [.otherThings, .characterClass]
    default: [self]
    }
  }
}
