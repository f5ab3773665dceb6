import Games
import Web

/// Reads a character off a JSON value and notes all that is wrong with it.
///
/// What cannot be read is stood in for, so that the rest can still be held against the rules.
struct CharacterReader {
  private let json: JSON
  private let keys: [CharacterKey]
  /// The first ones, at most `PlayerCharacter.mostViolations`.
  private(set) var violations: [Violation] = []
  /// Of which something could not be read.
  private(set) var unread: Set<CharacterKey> = []

  init(_ json: JSON, withOrigin: Bool) {
    self.json = json
    keys = withOrigin ? CharacterKey.allCases : CharacterKey.required
  }

  /// The character; only one without `violations` is what was sent.
  mutating func read() -> PlayerCharacter {
    checkKeys()
    return PlayerCharacter(
      id: readID(), name: string(.name) ?? "", title: string(.title) ?? "",
      level: whole(.level) ?? 1, alignment: choice(.alignment) ?? .law,
      characterClass: choice(.characterClass) ?? .fighter, hitPoints: whole(.pcHitPoints) ?? 1,
      coins: readCoins(), scores: readScores(.abilityScores) ?? CharacterReader.standIn,
      additionalLanguages: list(.additionalLanguages, unknown: .languageUnknown),
      spells: list(.spells, unknown: .unknownValue), goods: readGoods(),
      rolledScores: readScores(.rolledScores), hitDieRoll: whole(.hitDieRoll),
      goldRolled: whole(.goldRolled))
  }

  /// Adds the rules that the character breaks, as far as they are about what could be read.
  mutating func check(_ character: PlayerCharacter, allowingNoSpell: Bool) {
    readModifiers()
    for violation in character.violations(allowingNoSpell: allowingNoSpell) {
      let field = violation.field.prefix { $0 != "." }
      let related = CharacterKey(rawValue: String(field))?.related ?? []
      if unread.isDisjoint(with: related) { note(violation) }
    }
  }

  private static let standIn = AbilityScores { _ in 10 }
}

extension CharacterReader {
  mutating func note(_ violation: Violation) {
    if violations.count < PlayerCharacter.mostViolations { violations.append(violation) }
  }

  mutating func note(
    _ rule: RuleCode, _ key: CharacterKey, _ message: String, part: String? = nil
  ) {
    unread.insert(key)
    let field = part.map { "\(key.rawValue).\($0)" } ?? key.rawValue
    note(Violation(rule: rule, field: field, message: message))
  }

  /// All keys that must be there are, and no others.
  mutating func checkKeys() {
    guard case .object(let members) = json else {
      note(Violation(rule: .unknownValue, field: "", message: "A character is a JSON object."))
      unread = Set(CharacterKey.allCases)
      return
    }
    for key in CharacterKey.required where json[key.rawValue] == nil {
      note(.missingKey, key, "\(key.rawValue) is missing.")
    }
    let names = Set(keys.map(\.rawValue))
    for member in members where !names.contains(member.name) {
      note(
        Violation(
          rule: .unknownKey, field: CharacterReader.cut(member.name),
          message: "A character has no such key."))
    }
  }

  /// Foreign text as a field's name.
  static func cut(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(60)))
  }

  /// The value under a key; a missing one has been noted.
  func value(_ key: CharacterKey) -> JSON? {
    keys.contains(key) ? json[key.rawValue] : nil
  }
}
