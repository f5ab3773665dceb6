import Games
import Web

extension OpenAPI {
  static let schemas: JSON = [
    "CharacterList": Schema.object([
      "playerCharacters": Schema.list(of: Schema.reference("Character"))
    ]),
    "Character": CharacterSchema.stored,
    "NewCharacter": CharacterSchema.sent,
    "Saved": Schema.object(["id": CharacterSchema.id]),
    "NewlySaved": Schema.object([
      "id": CharacterSchema.id,
      "deletionLink": Schema.text(
        """
        The address of the page that deletes the character, below the hall's own. It is told only \
        now, and whoever has it may use it.
        """),
    ]),
    "Sheet": SheetSchema.sheet,
    "Violations": Schema.object([
      "violations": Schema.list(
        of: Schema.object([
          "rule": Schema.oneOf(RuleCode.wire.map(\.rawValue), "The rule that is broken."),
          "field": Schema.text("Where: `abilityScores.int`; empty for the whole."),
          "message": Schema.text("One sentence for people."),
        ]))
    ]),
    "Error": Schema.object(["error": Schema.text("One sentence for people.")]),
  ]
}

extension RuleCode {
  /// Those that a whole character can break; the others are of moves on the way to one.
  static let wire = allCases.filter {
    ![.alreadyOwned, .notOwned, .goldSpent, .stepClosed, .stepUnfinished].contains($0)
  }
}

/// What a character looks like to programs.
enum CharacterSchema {
  static let id: JSON = [
    "type": "string", "format": "uuid",
    "pattern": "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",
  ]

  static let stored = Schema.object(
    CharacterKey.required.map { ($0.rawValue, schema(of: $0)) }, optional: [],
    "A character as it is kept.")

  static let sent = Schema.object(
    CharacterKey.allCases.map { key in
      (key.rawValue, key == .coins ? ["oneOf": [pairs, purse]] : schema(of: key))
    },
    optional: Set(CharacterKey.origin.map(\.rawValue)),
    "A character as it may be sent.")

  private static func schema(of key: CharacterKey) -> JSON {
    switch key {
    case .id: id
    case .name: Schema.text("1 to \(CharacterText.longest) visible characters.")
    case .title: Schema.text("Up to \(CharacterText.longest) characters.")
    case .level: ["type": "integer", "const": 1]
    case .alignment: choice(of: Alignment.self)
    case .characterClass: choice(of: CharacterClass.self)
    case .pcHitPoints: Schema.integer(1...11)
    case .coins: pairs
    case .abilityScores: scores("After adjustment.")
    case .modifiers: modifiers
    case .additionalLanguages: names(of: Language.self)
    case .spells: names(of: Spell.self)
    case .armor: ["enum": .array(Armour.labels.map { .string($0.id) } + [.null])]
    case .hasShield: Schema.flag()
    case .weapons: names(of: Weapon.self)
    case .ammo: names(of: Ammunition.self)
    case .gear: names(of: Gear.self)
    case .rolledScores: scores("As they were rolled.")
    case .hitDieRoll: Schema.integer(1...8, "The hit die as it fell.")
    case .goldRolled: Schema.integer(PlayerCharacter.startingGold, "Gold pieces, in tens.")
    }
  }

  private static func choice<Thing: Labelled>(of _: Thing.Type) -> JSON {
    Schema.oneOf(Thing.labels.map(\.id))
  }

  private static func names<Thing: Labelled>(of _: Thing.Type) -> JSON {
    Schema.list(of: choice(of: Thing.self))
  }

  private static func scores(_ description: String) -> JSON {
    Schema.list(
      of: Schema.object([
        "statType": Schema.oneOf(CharacterJSON.abilities.map(\.id)),
        "score": Schema.integer(AbilityScores.range),
      ]), count: Ability.allCases.count, "\(description) Each ability once, in any order.")
  }

  private static let modifiers = Schema.list(
    of: Schema.object([
      "modType": Schema.oneOf(Modifier.wirePairs.map(\.modType)),
      "asscStat": Schema.oneOf(CharacterJSON.abilities.map(\.id)),
    ]), count: Modifier.wirePairs.count, "Always these twelve, in any order.")

  private static let count = Schema.integer(Coins.range)

  private static let pairs = Schema.list(
    of: ["anyOf": [choice(of: Coin.self), count]],
    "A kind of coin and how many, in turn, in any order of kinds.")

  private static let purse = Schema.object(
    Coin.labels.map { ($0.id, count) }, optional: Set(Coin.labels.map(\.id)),
    "How many of each kind of coin.")
}
