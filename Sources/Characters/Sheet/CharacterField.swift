import Games
import Site
import Web

/// A key of a character as programs send it, what stands there, and how it is written and read.
struct CharacterField: Sendable {
  let key: CharacterKey
  let schema: JSON
  /// `nil` where it is not known how the character was rolled.
  let json: @Sendable (PlayerCharacter) -> JSON?
  /// Notes what is wrong with the value, and then leaves the character as it is.
  let read: @Sendable (inout CharacterReader, inout PlayerCharacter) -> Void

  /// In the order in which they are written.
  static let all: [CharacterField] = {
    var field = List()
    field(.id, id, \.id) { $0.id() }
    field(.name, .text("1 to \(CharacterText.longest) visible characters."), \.name) {
      $0.string(.name)
    }
    field(.title, .text("Up to \(CharacterText.longest) characters."), \.title) {
      $0.string(.title)
    }
    field(.level, .whole(1...14, "1 for a beginner."), \.level) { $0.whole(.level) }
    field(.alignment, .choice, \.alignment) { $0.choice(.alignment) }
    field(.characterClass, .choice, \.characterClass) { $0.choice(.characterClass) }
    field(.pcHitPoints, .whole(1...120, "All, whatever the damage."), \.hitPoints) {
      $0.whole(.pcHitPoints)
    }
    field(.coins, coins, \.coins) { $0.coins() }
    field(.abilityScores, scores("After adjustment."), \.scores) { $0.scores(.abilityScores) }
    // They say nothing of the character, so that only `CharacterReader.check` reads them.
    field(.modifiers, modifiers, { _ in Modifier.pairs }) { _, _ in }
    field(.additionalLanguages, .list(of: .choice), \.additionalLanguages) {
      $0.list(.additionalLanguages, unknown: .languageUnknown)
    }
    field(.spells, .list(of: .choice), \.spells) { $0.list(.spells, unknown: .unknownValue) }
    field(.armor, armour, { .some($0.goods.armour) }) { $1.goods.add($0.armour()) }
    field(.hasShield, .flag, { $0.goods.hasShield }) {
      $1.goods.add($0.hasShield() ? [.shield] : [])
    }
    field(.weapons, .list(of: .choice), { $0.goods.weapons }) {
      $1.goods.add($0.list(.weapons, unknown: .unknownItem).map(Item.weapon))
    }
    field(.ammo, .list(of: .choice), { $0.goods.ammunition }) {
      $1.goods.add($0.list(.ammo, unknown: .unknownItem).map(Item.ammunition))
    }
    field(.gear, .list(of: .choice), { $0.goods.gear }) {
      $1.goods.add($0.list(.gear, unknown: .unknownItem).map(Item.gear))
    }
    field(.rolledScores, scores("As they were rolled."), { $0.rolledScores }) {
      $1.rolledScores = $0.scores(.rolledScores)
    }
    field(.hitDieRoll, .whole(1...8, "What the hit die showed."), { $0.hitDieRoll }) {
      $1.hitDieRoll = $0.whole(.hitDieRoll)
    }
    field(
      .goldRolled, .whole(PlayerCharacter.startingGold, "Gold pieces, a multiple of ten."),
      { $0.goldRolled }
    ) {
      $1.goldRolled = $0.whole(.goldRolled)
    }
    field(.rolls, rolls, { $0.rolls }) { $1.rolls = $0.rolls() }
    field(
      .options, .list(of: .choice, "What was agreed on before rolling; left out for none."),
      { $0.options.isEmpty ? nil : $0.options.inOrder }
    ) {
      $1.options = Set($0.list(.options, unknown: .unknownValue))
    }
    declarePlay(&field)
    return field.all
  }()

  /// Those that every character has.
  static let stored = all.filter { CharacterKey.stored.contains($0.key) }
  /// Those of a beginner that others may send.
  static let sent = all.filter { !CharacterKey.play.contains($0.key) }
  /// Those of a character that everybody may see.
  static let shared = all.filter { !CharacterKey.origin.contains($0.key) }

  /// Declares the fields one by one.
  struct List {
    var all: [CharacterField] = []

    mutating func callAsFunction<Part>(
      _ key: CharacterKey, _ shape: Shape<Part>,
      _ part: @escaping @Sendable (PlayerCharacter) -> Part?,
      read: @escaping @Sendable (inout CharacterReader, inout PlayerCharacter) -> Void
    ) {
      all.append(
        CharacterField(
          key: key, schema: shape.schema, json: { part($0).map(shape.json) }, read: read))
    }

    mutating func callAsFunction<Part>(
      _ key: CharacterKey, _ shape: Shape<Part>,
      _ part: any WritableKeyPath<PlayerCharacter, Part> & Sendable,
      read: @escaping @Sendable (inout CharacterReader) -> Part?
    ) {
      self(key, shape, { $0[keyPath: part] }) { reader, character in
        if let value = read(&reader) { character[keyPath: part] = value }
      }
    }
  }
}

extension CharacterField {
  static let id = Shape<CharacterID>([
    "type": "string", "format": "uuid",
    "pattern": "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",
  ]) { .string($0.text) }

  /// Key and count in turn, as the older app writes a dictionary.
  private static let coins = Shape<Coins>(list(ofCoins: Coins.rangeInPlay)) { coins in
    .array(Coin.allCases.flatMap { [.string($0.id), .whole(coins[$0])] })
  }

  private static func list(ofCoins range: ClosedRange<Int>) -> JSON {
    let item: JSON = ["anyOf": [Shape<Coin>.choice.schema, Shape<Int>.whole(range).schema]]
    return Schema.typed(
      "array", "Kinds of coin and counts, alternating; the kinds in any order.",
      [.init(name: "items", value: item)])
  }

  /// What a beginner can have at most, where somebody in play can have more.
  private static let ofBeginners: [CharacterKey: JSON] = [
    .level: ["type": "integer", "const": 1],
    .pcHitPoints: Shape<Int>.whole(1...11).schema,
    .coins: ["oneOf": [list(ofCoins: Coins.range), purse]],
  ]

  /// As somebody may send coins.
  private static let purse = Schema.object(
    Coin.keys.map { ($0.id, Shape<Int>.whole(Coins.range).schema) },
    optional: Set(Coin.keys.map(\.id)), "How many of each kind of coin.")

  private static func scores(_ description: String) -> Shape<AbilityScores> {
    let score = Shape<(ability: Ability, score: Int)>.object { field in
      field("statType", ability) { $0.ability.id }
      field("score", .whole(AbilityScores.range)) { $0.score }
    }
    let list = Shape.list(
      of: score, count: Ability.allCases.count,
      "\(description) Each ability once, in any order.")
    return Shape(list.schema) { scores in
      list.json(CharacterJSON.abilities.map { ($0, scores[$0]) })
    }
  }

  /// In the order of the table.
  private static let ability = Shape.oneOf(CharacterJSON.abilities.map(\.id))

  private static let modifiers = Shape.list(
    of: Shape<Modifier.Pair>.object { field in
      field("modType", .oneOf(Modifier.pairs.map(\.modType))) { $0.modType }
      field("asscStat", ability) { $0.ability.id }
    }, count: Modifier.pairs.count, "Always these twelve, in any order.")

  /// Also on the record sheet.
  static let rolls = Shape<RollCounts>.object(
    "How often the dice were rolled; single abilities after all six together."
  ) { field in
    field("abilities", .whole(RollCounts.range)) { $0.abilities }
    for ability in CharacterJSON.abilities {
      field(ability.id, .whole(RollCounts.range)) { $0[ability] }
    }
    field("hitPoints", .whole(RollCounts.range)) { $0.hitPoints }
    field("gold", .whole(RollCounts.range)) { $0.gold }
  }

  private static let armour = Shape<Armour?>(
    ["enum": .array(Armour.keys.map { .string($0.id) } + [.null])]
  ) { $0.map { JSON.string($0.id) } ?? .null }

  /// A character as it is kept, and one as it may be sent.
  static let storedSchema = Schema.object(
    shared.map { ($0.key.rawValue, $0.schema) },
    optional: Set(CharacterKey.play.union(CharacterKey.agreed).map(\.rawValue)),
    "A character as stored.")
  static let sentSchema = Schema.object(
    sent.map { ($0.key.rawValue, ofBeginners[$0.key] ?? $0.schema) },
    optional: Set(CharacterKey.origin.union(CharacterKey.agreed).map(\.rawValue)),
    "A character as you may send it.")
}

extension Modifier {
  /// A modifier and its ability as programs have them.
  typealias Pair = (modType: String, ability: Ability)

  /// The same in every character; `spokenLanguage` stands for extra languages and broken speech.
  static let pairs: [Pair] = [
    ("melee", .str), ("openDoors", .str), ("armorClass", .dex), ("missile", .dex),
    ("initiative", .dex), ("hitPoints", .con), ("spokenLanguage", .int), ("literacy", .int),
    ("magicSaves", .wis), ("npcReaction", .cha), ("retainerMax", .cha), ("retainerLoyalty", .cha),
  ]
}

/// The keys of a character as programs send it.
enum CharacterKey: String, CaseIterable {
  case id, name, title, level, alignment, characterClass, pcHitPoints, coins, abilityScores
  case modifiers, additionalLanguages, spells, armor, hasShield, weapons, ammo, gear
  /// How the character was rolled.
  case rolledScores, hitDieRoll, goldRolled, rolls
  /// What was agreed on before that; the older app does not know it.
  case options
  /// What has come of the character; the older app knows none of these.
  case biography, experience, hitDieRolls, damage, higherSpells, prepared, conditions, shotsUsed
  case otherThings, earlierVersion

  static let origin: Set<CharacterKey> = [.rolledScores, .hitDieRoll, .goldRolled, .rolls]
  static let play: Set<CharacterKey> = [
    .biography, .experience, .hitDieRolls, .damage, .higherSpells, .prepared, .conditions,
    .shotsUsed, .otherThings, .earlierVersion,
  ]
  static let agreed: Set<CharacterKey> = [.options]
  /// Every character has these.
  static let stored = Set(allCases).subtracting(origin).subtracting(play).subtracting(agreed)

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
    default: [self]
    }
  }
}
