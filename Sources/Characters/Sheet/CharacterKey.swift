/// The keys of a character as programs send it.
enum CharacterKey: String, CaseIterable {
  case id, name, title, level, alignment, characterClass, pcHitPoints, coins, abilityScores
  case modifiers, additionalLanguages, spells, armor, hasShield, weapons, ammo, gear
  /// The keys on how the character was rolled.
  case rolledScores, hitDieRoll, goldRolled, rolls
  /// The options agreed on before rolling, which the older app doesn't know.
  case options
  /// The changes by play, which the older app doesn't know.
  case biography, experience, hitDieRolls, damage, higherSpells, prepared, conditions, shotsUsed
  case piecesUsed, spares, inHand, clock, otherThings, earlierVersion

  static let origin: Set<CharacterKey> = [.rolledScores, .hitDieRoll, .goldRolled, .rolls]
  static let play: Set<CharacterKey> = [
    .biography, .experience, .hitDieRolls, .damage, .higherSpells, .prepared, .conditions,
    .shotsUsed, .piecesUsed, .spares, .inHand, .clock, .otherThings, .earlierVersion,
  ]
  static let agreed: Set<CharacterKey> = [.options]
  /// The keys that every character has.
  static let stored = Set(allCases).subtracting(origin).subtracting(play).subtracting(agreed)

  /// The rule that an unknown name breaks.
  var unknown: RuleCode {
    switch self {
    case .additionalLanguages: .languageUnknown
    case .armor, .weapons, .ammo, .gear, .shotsUsed, .piecesUsed, .inHand: .unknownItem
    default: .unknownValue
    }
  }

  /// The keys whose values a rule about this one needs; it isn't checked if one can't be read.
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
