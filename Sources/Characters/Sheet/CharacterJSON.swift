import Games
import Site
import Storage
import Web

/// Why bytes are no character.
enum CharacterError: Error, Equatable {
  case syntax(JSONError)
  /// At most `CharacterReader.mostViolations`.
  case violations([Violation])
}

/// A character as the interface for programs sends it, and as vaults and the cloud keep it.
enum CharacterJSON {
  /// In the order of the table.
  static let abilities: [Ability] = [.str, .dex, .con, .int, .wis, .cha]

  /// The bytes of a character, which are always the same for the same character.
  ///
  /// `withOrigin` adds how it was rolled, where that is known.
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
  /// was rolled, and checks it against that; `inPlay`, what has come of it.
  static func decode(
    _ bytes: [UInt8], isGenerous: Bool = false, withOrigin: Bool = false, inPlay: Bool = false
  ) throws(CharacterError) -> PlayerCharacter {
    try decode(parse(bytes), isGenerous: isGenerous, withOrigin: withOrigin, inPlay: inPlay)
  }

  /// The same with text that has been parsed.
  static func decode(
    _ json: JSON, isGenerous: Bool, withOrigin: Bool, inPlay: Bool = false
  ) throws(CharacterError) -> PlayerCharacter {
    var reader = CharacterReader(json, withOrigin: withOrigin, inPlay: inPlay)
    var character = reader.read()
    if isGenerous { character = character.withoutKnownLanguages }
    reader.check(character, allowingNoSpell: isGenerous)
    guard reader.violations.isEmpty else { throw .violations(reader.violations) }
    return character
  }

  /// Reads what was encoded here before, even if today's rules would not let it pass.
  /// - Returns: `nil` for other bytes.
  static func stored(_ bytes: [UInt8]) -> PlayerCharacter? {
    (try? parse(bytes)).flatMap(stored)
  }

  /// The same with text that has been parsed.
  static func stored(_ json: JSON) -> PlayerCharacter? {
    var reader = CharacterReader(json, withOrigin: true, inPlay: true)
    let character = reader.read()
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
