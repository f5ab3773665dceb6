import Games
import Site
import Storage
import Web

/// The reason why bytes aren't a character.
enum CharacterError: Error, Equatable {
  case syntax(JSONError)
  /// The rules that it breaks, at most `JSONReader.mostViolations`.
  case violations([Violation])
}

/// The JSON of a character, for programs, vaults and the cloud.
enum CharacterJSON {
  /// The abilities in the order of the table.
  static let abilities: [Ability] = [.str, .dex, .con, .int, .wis, .cha]

  /// Returns the bytes of a character, which are always the same for the same character.
  ///
  /// `withOrigin` adds how it was rolled, if known.
  static func encode(_ character: PlayerCharacter, withOrigin: Bool = false) -> [UInt8] {
    json(character, withOrigin: withOrigin).bytes
  }

  static func json(_ character: PlayerCharacter, withOrigin: Bool) -> JSON {
    .object(
      (withOrigin ? CharacterField.all : CharacterField.shared).compactMap { field in
        field.json(character).map { JSON.Member(name: field.key.rawValue, value: $0) }
      })
  }

  /// Reads a character and checks it against the rules.
  ///
  /// `isGenerous` takes what an older app sends: a caster without a spell, and languages that the
  /// character knows anyway, which are dropped. `withOrigin` lets the text say how the character
  /// was rolled, and checks that; `inPlay`, what play has changed.
  static func decode(
    _ bytes: [UInt8], isGenerous: Bool = false, withOrigin: Bool = false, inPlay: Bool = false
  ) throws(CharacterError) -> PlayerCharacter {
    try decode(parse(bytes), isGenerous: isGenerous, withOrigin: withOrigin, inPlay: inPlay)
  }

  /// Reads JSON that has been parsed.
  static func decode(
    _ json: JSON, isGenerous: Bool, withOrigin: Bool, inPlay: Bool = false
  ) throws(CharacterError) -> PlayerCharacter {
    var reader = JSONReader()
    var character = reader.character(
      json, inPlay ? CharacterField.all : withOrigin ? CharacterField.sent : CharacterField.stored,
      keepsHistory: inPlay)
    if isGenerous { character = character.withoutKnownLanguages }
    reader.check(character, beside: json, allowingNoSpell: isGenerous)
    guard reader.violations.isEmpty else { throw .violations(reader.violations) }
    return character
  }

  /// Reads bytes that were encoded here, even if today's rules forbid the character.
  /// - Returns: `nil` for other bytes.
  static func stored(_ bytes: [UInt8]) -> PlayerCharacter? {
    (try? parse(bytes)).flatMap(stored)
  }

  /// Reads stored JSON that has been parsed.
  static func stored(_ json: JSON) -> PlayerCharacter? {
    var reader = JSONReader()
    let character = reader.character(json, CharacterField.all, keepsHistory: true)
    return reader.violations.isEmpty ? character : nil
  }

  static func parse(_ bytes: [UInt8]) throws(CharacterError) -> JSON {
    var limits = JSON.Limits()
    limits.bytes = StorageLimits.recordBytes
    limits.depth = 8
    do throws(JSONError) {
      return try JSON(bytes, limits: limits)
    } catch {
      throw .syntax(error)
    }
  }
}

extension JSONReader {
  /// Reads a character, which equals the one sent only if there are no `violations`.
  ///
  /// A stand-in replaces what can't be read, so that the rest can still be checked against the
  /// rules. With `keepsHistory`, there may be a history, which is read elsewhere.
  fileprivate mutating func character(
    _ json: JSON, _ fields: [CharacterField], keepsHistory: Bool
  ) -> PlayerCharacter {
    checkKeys(of: json, fields, keepsHistory: keepsHistory)
    var character = JSONReader.standIn
    for field in fields {
      guard let value = json[field.key.rawValue] else { continue }
      key = field.key
      if key == .prepared { magic = character.characterClass.magic ?? .arcane }
      field.read(value, &self, &character)
    }
    return character
  }

  private static let standIn: PlayerCharacter = {
    var random = SeededGenerator(seed: 0)
    return PlayerCharacter(
      id: CharacterID(using: &random), name: "", characterClass: .fighter, hitPoints: 1,
      coins: Coins(), scores: AbilityScores { _ in 10 })
  }()

  /// Checks that the object has each key of a character, and no other.
  private mutating func checkKeys(
    of json: JSON, _ fields: [CharacterField], keepsHistory: Bool
  ) {
    guard case .object(let members) = json else {
      note(Violation(rule: .unknownValue, field: "", message: "A character must be a JSON object."))
      unread = Set(CharacterKey.allCases)
      return
    }
    for field in CharacterField.stored where json[field.key.rawValue] == nil {
      key = field.key
      note(.missingKey, "\(field.key.rawValue) is missing.")
    }
    key = nil
    let names = Set(fields.map(\.key.rawValue))
    for member in members where !names.contains(member.name) {
      if keepsHistory, member.name == VaultCharacter.historyKey { continue }
      note(.unknownKey, "A character has no such key.", part: member.name)
    }
  }

  /// Adds the rules that the character breaks, as far as they concern what could be read.
  ///
  /// Its modifiers say nothing about it, but must be the twelve that all characters have.
  fileprivate mutating func check(
    _ character: PlayerCharacter, beside json: JSON, allowingNoSpell: Bool
  ) {
    key = .modifiers
    if let modifiers = json[CharacterKey.modifiers.rawValue] {
      _ = CharacterField.modifiers.read(modifiers, &self)
    }
    for broken in character.brokenRules(allowingNoSpell: allowingNoSpell)
    where unread.isDisjoint(with: broken.part.key.related) {
      note(Violation(broken))
    }
  }
}

extension CloudRecord {
  /// Creates a cloud record for everybody; `saved` is in seconds since 1970, UTC.
  init(_ character: PlayerCharacter, saved: Int) {
    self.init(
      id: character.id.cloudID, name: character.name, classID: character.characterClass.id,
      // The older app fails on all characters if one has no armour.
      isCompatible: character.goods.armour != nil, bytes: CharacterJSON.encode(character),
      saved: saved)
  }
}

extension CharacterID {
  var cloudID: CloudID {
    guard let id = CloudID(text) else { preconditionFailure("\(text) is not a UUID") }
    return id
  }
}
