/// The keys of a character as programs send it.
enum CharacterKey: String, CaseIterable {
  case id, name, title, level, alignment, characterClass, pcHitPoints, coins, abilityScores
  case modifiers, additionalLanguages, spells, armor, hasShield, weapons, ammo, gear
  /// How the character came about.
  case rolledScores, hitDieRoll, goldRolled

  static let origin: [CharacterKey] = [.rolledScores, .hitDieRoll, .goldRolled]
  /// Always there.
  static let required = allCases.filter { !origin.contains($0) }

  /// Those that a rule about this one looks at as well: where one of them could not be read, the
  /// rule has nothing to say.
  var related: [CharacterKey] {
    switch self {
    case .abilityScores, .rolledScores: [.abilityScores, .rolledScores, .characterClass]
    case .pcHitPoints: [.pcHitPoints, .abilityScores, .characterClass, .hitDieRoll]
    case .hitDieRoll: [.hitDieRoll, .characterClass]
    case .coins: [.coins, .goldRolled, .armor, .hasShield, .weapons, .ammo, .gear]
    case .armor, .hasShield, .weapons: [.characterClass]
    case .additionalLanguages: [.characterClass, .abilityScores]
    case .spells: [.spells, .characterClass]
    default: [self]
    }
  }
}
