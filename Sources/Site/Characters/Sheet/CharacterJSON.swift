import Games
import Web

/// A character as the interface for programs sends it, and as vaults and the cloud keep it.
enum CharacterJSON {
  /// In bytes; a character of ours has far fewer.
  static let longest = 64 * 1024

  /// Why bytes are no character.
  enum Refusal: Error, Equatable {
    case syntax(JSONError)
    /// At most `PlayerCharacter.mostViolations`.
    case violations([Violation])
  }

  /// The canonical bytes: the same character gives the same ones; with its origin, how it was
  /// rolled is said too, where that is known.
  static func encode(_ character: PlayerCharacter, withOrigin: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    json(character, withOrigin: withOrigin).write(to: &bytes)
    return bytes
  }

  /// Reads a character and holds it against the rules.
  ///
  /// One who is generous takes what an older app sends: a caster without a spell, and languages
  /// that the character knows anyway, which are dropped. With its origin, the text may say how the
  /// character was rolled, and is held against that.
  static func decode(
    _ bytes: [UInt8], isGenerous: Bool = false, withOrigin: Bool = false
  ) throws(Refusal) -> PlayerCharacter {
    var reader = CharacterReader(try parse(bytes), withOrigin: withOrigin)
    var character = reader.read()
    if isGenerous { character = character.withoutKnownLanguages }
    reader.check(character, allowingNoSpell: isGenerous)
    guard reader.violations.isEmpty else { throw .violations(reader.violations) }
    return character
  }

  /// Reads what was encoded here before, whether or not today's rules would let it pass.
  /// - Returns: `nil` for bytes that were not.
  static func stored(_ bytes: [UInt8]) -> PlayerCharacter? {
    guard let json = try? parse(bytes) else { return nil }
    var reader = CharacterReader(json, withOrigin: true)
    let character = reader.read()
    return reader.violations.isEmpty ? character : nil
  }

  private static func parse(_ bytes: [UInt8]) throws(Refusal) -> JSON {
    var limits = JSON.Limits()
    limits.bytes = longest
    limits.depth = 8
    do throws(JSONError) {
      return try JSON(bytes, limits: limits)
    } catch {
      throw .syntax(error)
    }
  }
}

extension CharacterJSON {
  /// In the order of the table.
  static let abilities: [Ability] = [.str, .dex, .con, .int, .wis, .cha]

  static func json(_ character: PlayerCharacter, withOrigin: Bool) -> JSON {
    let keys = withOrigin ? CharacterKey.allCases : CharacterKey.required
    return .object(
      keys.compactMap { key in
        value(of: key, character).map { JSON.Member(name: key.rawValue, value: $0) }
      })
  }

  /// `nil` for what is not known of its origin.
  private static func value(of key: CharacterKey, _ character: PlayerCharacter) -> JSON? {
    switch key {
    case .id: .string(character.id.text)
    case .name: .string(character.name)
    case .title: .string(character.title)
    case .level: .whole(character.level)
    case .alignment: .string(character.alignment.id)
    case .characterClass: .string(character.characterClass.id)
    case .pcHitPoints: .whole(character.hitPoints)
    case .coins: coins(character.coins)
    case .abilityScores: scores(character.scores)
    case .modifiers: modifiers
    case .additionalLanguages: names(character.additionalLanguages)
    case .spells: names(character.spells)
    case .armor: character.goods.armour.map { .string($0.id) } ?? .null
    case .hasShield: .bool(character.goods.hasShield)
    case .weapons: names(character.goods.weapons)
    case .ammo: names(character.goods.ammunition)
    case .gear: names(character.goods.gear)
    case .rolledScores: character.rolledScores.map(scores)
    case .hitDieRoll: character.hitDieRoll.map(JSON.whole)
    case .goldRolled: character.goldRolled.map(JSON.whole)
    }
  }

  /// Key and count in turn, as the older app writes a dictionary.
  private static func coins(_ coins: Coins) -> JSON {
    .array(Coin.allCases.flatMap { [.string($0.id), .whole(coins[$0])] })
  }

  private static func scores(_ scores: AbilityScores) -> JSON {
    .array(
      abilities.map { ability in
        .object([
          .init(name: "statType", value: .string(ability.id)),
          .init(name: "score", value: .whole(scores[ability])),
        ])
      })
  }

  /// The same for everybody.
  private static let modifiers = JSON.array(
    Modifier.wirePairs.map { pair in
      .object([
        .init(name: "modType", value: .string(pair.modType)),
        .init(name: "asscStat", value: .string(pair.ability.id)),
      ])
    })

  private static func names(_ things: [some Labelled]) -> JSON {
    .array(things.map { .string($0.id) })
  }

  /// `{"violations": …}` as programs are told.
  static func encode(_ violations: [Violation]) -> [UInt8] {
    let list = violations.map { violation in
      JSON.object([
        .init(name: "rule", value: .string(violation.rule.rawValue)),
        .init(name: "field", value: .string(violation.field)),
        .init(name: "message", value: .string(violation.message)),
      ])
    }
    var bytes: [UInt8] = []
    JSON.object([.init(name: "violations", value: .array(list))]).write(to: &bytes)
    return bytes
  }
}

extension JSON {
  static func whole(_ number: Int) -> JSON { .number(String(number)) }
}
