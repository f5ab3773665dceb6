import Games
import Site
import Web

/// Reads a character off a JSON value and notes all that is wrong with it.
///
/// A stand-in takes the place of what cannot be read, so that the rest can still be checked against
/// the rules.
struct CharacterReader {
  /// The most that `violations` lists.
  static let mostViolations = 50

  private let json: JSON
  private let fields: [CharacterField]
  /// Whether a history may stand beside the character, which is read elsewhere.
  private let keepsHistory: Bool
  /// The first ones.
  private(set) var violations: [Violation] = []
  /// Keys whose values could not be read, or only in part.
  private(set) var unread: Set<CharacterKey> = []

  init(_ json: JSON, withOrigin: Bool, inPlay: Bool) {
    self.json = json
    fields =
      inPlay ? CharacterField.all : withOrigin ? CharacterField.sent : CharacterField.stored
    keepsHistory = inPlay
  }

  /// The character, which is the one that was sent only if there are no `violations`.
  mutating func read() -> PlayerCharacter {
    checkKeys()
    var character = CharacterReader.standIn
    for field in fields { field.read(&self, &character) }
    return character
  }

  /// Adds the rules that the character breaks, as far as they are about what could be read.
  mutating func check(_ character: PlayerCharacter, allowingNoSpell: Bool) {
    checkModifiers()
    for broken in character.brokenRules(allowingNoSpell: allowingNoSpell)
    where unread.isDisjoint(with: broken.part.key.related) {
      note(Violation(broken))
    }
  }

  private static let standIn: PlayerCharacter = {
    var random = SeededGenerator(seed: 0)
    return PlayerCharacter(
      id: CharacterID(using: &random), name: "", characterClass: .fighter, hitPoints: 1,
      coins: Coins(), scores: AbilityScores { _ in 10 })
  }()
}

extension CharacterReader {
  mutating func note(_ violation: Violation) {
    if violations.count < CharacterReader.mostViolations { violations.append(violation) }
  }

  /// Notes what is wrong under a key, or in a `part` of what stands there.
  mutating func note(
    _ rule: RuleCode, _ key: CharacterKey, _ message: String, part: String? = nil
  ) {
    unread.insert(key)
    let field = part.map { "\(key.rawValue).\($0)" } ?? key.rawValue
    note(Violation(rule: rule, field: field, message: message))
  }

  /// Every key that a character has must be there, and no other.
  private mutating func checkKeys() {
    guard case .object(let members) = json else {
      note(Violation(rule: .unknownValue, field: "", message: "A character must be a JSON object."))
      unread = Set(CharacterKey.allCases)
      return
    }
    for field in CharacterField.stored where json[field.key.rawValue] == nil {
      note(.missingKey, field.key, "\(field.key.rawValue) is missing.")
    }
    let names = Set(fields.map(\.key.rawValue))
    for member in members where !names.contains(member.name) {
      if keepsHistory, member.name == VaultCharacter.historyKey { continue }
      note(
        Violation(
          rule: .unknownKey, field: CharacterReader.cut(member.name),
          message: "A character has no such key."))
    }
  }

  /// Somebody's text as the name of a field, short enough to repeat.
  static func cut(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(60)))
  }

  /// The value under a key; a missing one has been noted.
  func value(_ key: CharacterKey) -> JSON? { json[key.rawValue] }
}
