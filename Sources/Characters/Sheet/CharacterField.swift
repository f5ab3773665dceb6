import Games
import Site
import Web

/// A key of a character as programs send it, with its value, writer and reader.
struct CharacterField: Sendable {
  let key: CharacterKey
  let schema: JSON
  /// Returns the value; `nil` if it is empty or unknown.
  let json: @Sendable (PlayerCharacter) -> JSON?
  /// Reads the value; if it is wrong, notes that and leaves the character as it is.
  let read: @Sendable (JSON, inout JSONReader, inout PlayerCharacter) -> Void

  /// The fields in the order in which they are written.
  static let all: [CharacterField] = {
    var field = List()
    field(.id, .id, \.id)
    field(.name, .text("1 to \(CharacterText.longest) visible characters."), \.name)
    field(.title, .text("Up to \(CharacterText.longest) characters."), \.title)
    field(.level, .whole(1...14, "1 for a beginner."), \.level)
    field(.alignment, .choice, \.alignment)
    field(.characterClass, .choice, \.characterClass)
    field(.pcHitPoints, .whole(1...120, "All, whatever the damage."), \.hitPoints)
    field(.coins, coins, \.coins)
    field(.abilityScores, scores("After adjustment."), \.scores)
    // They say nothing about the character, so only `JSONReader.check` reads them.
    field(.modifiers, JSONFormat(modifiers.schema, modifiers.json), { _ in Modifier.pairs }) {
      _, _ in
    }
    field(.additionalLanguages, .list(of: .choice), \.additionalLanguages)
    field(.spells, .list(of: .choice), \.spells)
    field(.armor, armour, { .some($0.goods.armour) }) { character, armour in
      if let armour { character.goods.add([.armour(armour)]) }
    }
    field(.hasShield, .flag, { $0.goods.hasShield }) { if $1 { $0.goods.add([.shield]) } }
    field(.weapons, .list(of: .choice), { $0.goods.weapons }) {
      $0.goods.add($1.map(Item.weapon))
    }
    field(.ammo, .list(of: .choice), { $0.goods.ammunition }) {
      $0.goods.add($1.map(Item.ammunition))
    }
    field(.gear, .list(of: .choice), { $0.goods.gear }) { $0.goods.add($1.map(Item.gear)) }
    field(.rolledScores, scores("As they were rolled."), \.rolledScores)
    field(.hitDieRoll, .whole(1...8, "What the hit die showed."), \.hitDieRoll)
    field(
      .goldRolled, .whole(PlayerCharacter.startingGold, "Gold pieces, a multiple of ten."),
      \.goldRolled)
    field(.rolls, .rolls, \.rolls)
    field(
      .options, .list(of: .choice, "What was agreed on before rolling; left out for none."),
      { $0.options.isEmpty ? nil : $0.options.inOrder }
    ) { $0.options = Set($1) }
    declarePlay(&field)
    return field.all
  }()

  /// The fields that every character has.
  static let stored = all.filter { CharacterKey.stored.contains($0.key) }
  /// The fields of a beginner that others may send.
  static let sent = all.filter { !CharacterKey.play.contains($0.key) }
  /// The fields of a character that everybody may see.
  static let shared = all.filter { !CharacterKey.origin.contains($0.key) }

  /// A list to which fields are declared one by one.
  struct List {
    var all: [CharacterField] = []

    mutating func callAsFunction<Part>(
      _ key: CharacterKey, _ format: JSONFormat<Part>,
      _ part: @escaping @Sendable (PlayerCharacter) -> Part?,
      set: @escaping @Sendable (inout PlayerCharacter, Part) -> Void
    ) {
      all.append(
        CharacterField(key: key, schema: format.schema, json: { part($0).map(format.json) }) {
          json, reader, character in
          if let part = format.read(json, &reader) { set(&character, part) }
        })
    }

    mutating func callAsFunction<Part>(
      _ key: CharacterKey, _ format: JSONFormat<Part>,
      _ part: any WritableKeyPath<PlayerCharacter, Part> & Sendable
    ) {
      self(key, format, { $0[keyPath: part] }) { $0[keyPath: part] = $1 }
    }

    mutating func callAsFunction<Part>(
      _ key: CharacterKey, _ format: JSONFormat<Part>,
      _ part: any WritableKeyPath<PlayerCharacter, Part?> & Sendable
    ) {
      self(key, format, { $0[keyPath: part] }) { $0[keyPath: part] = $1 }
    }

    /// Declares a field that is left out if it is empty.
    mutating func callAsFunction<Part: Equatable & Sendable>(
      _ key: CharacterKey, _ format: JSONFormat<Part>,
      _ part: any WritableKeyPath<PlayerCharacter, Part> & Sendable, unless nothing: Part
    ) {
      self(key, format, { $0[keyPath: part] == nothing ? nil : $0[keyPath: part] }) {
        $0[keyPath: part] = $1
      }
    }
  }

  /// Coins as alternating keys and counts, like a dictionary of the older app, or as an object.
  ///
  /// In an object, a kind that is not named counts 0.
  private static let coins = JSONFormat<Coins>(
    list(ofCoins: Coins.rangeInPlay),
    { coins in .array(Coin.allCases.flatMap { [.string($0.id), .whole(coins[$0])] }) }
  ) { json, reader in
    var pairs: [(name: JSON, count: JSON)] = []
    switch json {
    case .object(let members): pairs = members.map { (.string($0.name), $0.value) }
    case .array(let items) where items.count.isMultiple(of: 2):
      pairs = stride(from: 0, to: items.count, by: 2).map { (items[$0], items[$0 + 1]) }
    default: reader.expected("a list of kinds and counts, alternating", inLists: "lists")
    }
    var coins = Coins()
    var seen: Set<Coin> = []
    for pair in pairs {
      guard let name = pair.name.text else {
        reader.note(.unknownValue, "coins must name a kind before each count.")
        continue
      }
      guard let coin = Coin(id: name) else {
        reader.note(.unknownKey, "There is no such kind of coin.", part: name)
        continue
      }
      guard seen.insert(coin).inserted else {
        reader.note(.unknownValue, "\(coin.id) is counted twice.", part: coin.id)
        continue
      }
      coins[coin] = reader.read(pair.count, .whole(), part: coin.id) ?? 0
    }
    return coins
  }

  private static func list(ofCoins range: ClosedRange<Int>) -> JSON {
    let item: JSON = [
      "anyOf": [JSONFormat<Coin>.choice.schema, JSONFormat<Int>.whole(range).schema]
    ]
    return Schema.typed(
      "array", "Kinds of coin and counts, alternating; the kinds in any order.",
      [.init(name: "items", value: item)])
  }

  /// The maximums for beginners, which characters in play may exceed.
  private static let ofBeginners: [CharacterKey: JSON] = [
    .level: ["type": "integer", "const": 1],
    .pcHitPoints: JSONFormat<Int>.whole(1...11).schema,
    .coins: ["oneOf": [list(ofCoins: Coins.range), purse]],
  ]

  /// The forms in which a client may send coins.
  private static let purse = Schema.object(
    Coin.keys.map { ($0.id, JSONFormat<Int>.whole(Coins.range).schema) },
    optional: Set(Coin.keys.map(\.id)), "How many of each kind of coin.")

  private static func scores(_ description: String) -> JSONFormat<AbilityScores> {
    let list = JSONFormat.list(
      of: score, count: Ability.allCases.count,
      "\(description) Each ability once, in any order.")
    return JSONFormat(
      list.schema,
      { scores in
        list.json(CharacterJSON.abilities.map { Score(ability: $0, score: scores[$0]) })
      }
    ) { json, reader in
      let scores = reader.once(
        list.read(json, &reader), of: CharacterJSON.abilities.map(\.id), by: \.ability.id)
      return scores.map { scores in AbilityScores { scores[$0.id]?.score ?? 10 } }
    }
  }

  private struct Score {
    let ability: Ability
    let score: Int
  }

  private static let score = JSONFormat.record(like: Score(ability: .str, score: 10)) { field in
    let ability = try field("statType", ability) { $0.ability }
    field.place = ability.id
    return Score(
      ability: ability, score: try field("score", .whole(AbilityScores.range)) { $0.score })
  }

  /// An ability, in the order of the table.
  private static let ability = JSONFormat<Ability>.choice(of: CharacterJSON.abilities)

  static let modifiers: JSONFormat<[Modifier.Pair]> = {
    let names = Modifier.pairs.map(\.modType)
    let list = JSONFormat.list(
      of: modifier, count: names.count, "Always these twelve, in any order.")
    return JSONFormat(list.schema, list.json) { json, reader in
      reader.once(list.read(json, &reader), of: names, by: \.modType).map { _ in Modifier.pairs }
    }
  }()

  private static let modifier = JSONFormat.record(like: Modifier.pairs[0]) { field in
    let name = try field("modType", .oneOf(Modifier.pairs.map(\.modType))) { $0.modType }
    field.place = name
    let ability = try field("asscStat", ability) { $0.ability }
    let pair = Modifier.Pair(name, ability)
    if !Modifier.pairs.contains(pair) {
      field.note(.unknownValue, "This is another ability’s.")
    }
    return pair
  }

  private static let armour = JSONFormat<Armour?>(
    ["enum": .array(Armour.keys.map { .string($0.id) } + [.null])],
    { $0.map { JSON.string($0.id) } ?? .null }
  ) { json, reader in
    json == .null ? .some(nil) : JSONFormat<Armour>.choice.read(json, &reader)
  }

  /// The schemas of a stored character, and of one that may be sent.
  static let storedSchema = Schema.object(
    shared.map { ($0.key.rawValue, $0.schema) },
    optional: Set(CharacterKey.play.union(CharacterKey.agreed).map(\.rawValue)),
    "A character as stored.")
  static let sentSchema = Schema.object(
    sent.map { ($0.key.rawValue, ofBeginners[$0.key] ?? $0.schema) },
    optional: Set(CharacterKey.origin.union(CharacterKey.agreed).map(\.rawValue)),
    "A character as you may send it.")
}

extension JSONFormat<CharacterID> {
  static let id = JSONFormat.named(
    [
      "type": "string", "format": "uuid",
      "pattern": "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",
    ], by: \.text, "a UUID"
  ) { CharacterID(text: $0) }
}

extension JSONFormat<RollCounts> {
  /// The numbers of rolls, also on the record sheet.
  static let rolls = JSONFormat.record(
    "How often the dice were rolled; single abilities after all six together.",
    like: RollCounts(abilities: 0, hitPoints: 0, gold: 0)
  ) { field in
    let count = JSONFormat<Int>.whole(
      RollCounts.range, outside: "There can be \(RollCounts.range.words) rolls.")
    let abilities = field("abilities", count, or: 0) { $0.abilities }
    var singles: [Ability: Int] = [:]
    for ability in CharacterJSON.abilities {
      singles[ability] = field(ability.id, count, or: 0) { $0[ability] }
    }
    return RollCounts(
      abilities: abilities, hitPoints: field("hitPoints", count, or: 0) { $0.hitPoints },
      gold: field("gold", count, or: 0) { $0.gold }
    ) { singles[$0] ?? 0 }
  }
}

extension Modifier {
  /// A modifier and its ability as programs read them.
  struct Pair: Equatable {
    let modType: String
    let ability: Ability

    init(_ modType: String, _ ability: Ability) {
      self.modType = modType
      self.ability = ability
    }
  }

  /// The pairs of every character; `spokenLanguage` covers extra languages and broken speech.
  static let pairs = [
    Pair("melee", .str), Pair("openDoors", .str), Pair("armorClass", .dex), Pair("missile", .dex),
    Pair("initiative", .dex), Pair("hitPoints", .con), Pair("spokenLanguage", .int),
    Pair("literacy", .int), Pair("magicSaves", .wis), Pair("npcReaction", .cha),
    Pair("retainerMax", .cha), Pair("retainerLoyalty", .cha),
  ]
}
