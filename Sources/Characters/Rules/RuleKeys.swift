import Games
import Site
import Web

/// The names of a thing in programs and addresses.
struct RuleKey: Sendable {
  /// The name in JSON, forms and pictures' names: `magicUser`.
  let id: String
  /// The name in addresses: `magic-user`.
  let slug: String

  /// Returns the keys of a list, from IDs separated by spaces.
  ///
  /// A slug is the ID with a hyphen and a small letter for each capital, or the one in `slugs`.
  static func list(_ ids: String, slugs: [String: String] = [:]) -> [RuleKey] {
    ids.split(separator: " ").map(String.init).map { id in
      RuleKey(id: id, slug: slugs[id] ?? hyphenated(id))
    }
  }

  private static func hyphenated(_ id: String) -> String {
    id.reduce(into: "") { slug, character in
      if character.isUppercase { slug += "-" }
      slug += character.lowercased()
    }
  }
}

/// A list of things in the rules that programs and addresses can name.
protocol Keyed: Named {
  /// The keys in the order of the raw values; IDs and slugs are unique.
  static var keys: [RuleKey] { get }
}

extension Keyed {
  var id: String { Self.keys[rawValue].id }
  var slug: String { Self.keys[rawValue].slug }

  /// - Returns: `nil` for an ID that is not in the list; case counts.
  init?(id: String) {
    guard let index = Self.keys.firstIndex(where: { $0.id == id }) else { return nil }
    self.init(rawValue: index)
  }

  /// - Returns: `nil` for a slug that is not in the list; case counts.
  init?(slug: String) {
    guard let index = Self.keys.firstIndex(where: { $0.slug == slug }) else { return nil }
    self.init(rawValue: index)
  }
}

extension JSONFormat where Value: Keyed {
  /// A choice from the list, by ID.
  static var choice: JSONFormat { choice(of: Array(Value.allCases)) }

  /// Returns a choice from the list in another order.
  static func choice(of things: [Value]) -> JSONFormat {
    let ids = things.map(\.id)
    return named(Schema.oneOf(ids), by: \.id, "one of \(ids.joined(separator: ", "))") {
      Value(id: $0)
    }
  }
}

extension Ability: Keyed {
  static let keys = RuleKey.list(
    "str int wis dex con cha",
    slugs: [
      "str": "strength", "int": "intelligence", "wis": "wisdom", "dex": "dexterity",
      "con": "constitution", "cha": "charisma",
    ])
}

extension CreationOption: Keyed {
  static let keys = RuleKey.list("fourDice arranged fullHitPoints ascendingOnly")
}

extension Alignment: Keyed {
  static let keys = RuleKey.list("law neutrality chaos")
}

extension CharacterClass: Keyed {
  static let keys = RuleKey.list("cleric dwarf elf fighter halfling magicUser thief")
}

extension Literacy: Keyed {
  static let keys = RuleKey.list("illiterate basic literate")
}

extension Language: Keyed {
  static let keys = RuleKey.list(
    "bugbear doppelganger dragon dwarvish elvish gargoyle gnoll gnomish goblin halfling harpy "
      + "hobgoblin kobold lizardMan medussa minotaur ogre orcish pixie humanDialect alignment "
      + "common",
    slugs: ["medussa": "medusa"])
}

extension SavingThrow: Keyed {
  static let keys = RuleKey.list("death wands paralysis breath spells")
}

extension ThiefSkill: Keyed {
  static let keys = RuleKey.list("climb traps hear hide silent locks pockets")
}

extension Spell: Keyed {
  static let keys = RuleKey.list(
    """
    charmPerson detectMagic floatingDisc holdPortal light magicMissile protectionFromEvil \
    readLanguages readMagic shield sleep ventriloquism
    """)
}

extension Coin: Keyed {
  static let keys = RuleKey.list(
    "platinumPieces goldPieces electrumPieces silverPieces copperPieces")
}

extension Armour: Keyed {
  static let keys = RuleKey.list("leather chainmail plateMail")
}

extension Weapon: Keyed {
  static let keys = RuleKey.list(
    """
    battleAxe club crossbow dagger handAxe javelin lance longBow mace poleArm shortBow shortSword \
    silverDagger sling spear staff sword twoHandedSword warHammer
    """)
}

extension WeaponQuality: Keyed {
  static let keys = RuleKey.list(
    "blunt brace charge melee missile reload slow splash twoHanded")
}

extension Ammunition: Keyed {
  static let keys = RuleKey.list("arrows crossbowBolts silverTippedArrow slingStones")
}

extension Gear: Keyed {
  static let keys = RuleKey.list(
    """
    backpack crowbar garlic grapplingHook hammer holySymbol holyWater ironSpikes lantern mirror \
    oil pole rationsIron rationsStandard rope sackLarge sackSmall stakesAndMallet thievesTools \
    tinderBox torches waterskin wine wolfsbane
    """)
}

extension Clock.Light: Keyed {
  static let keys = RuleKey.list("torch lantern")
}

extension OtherThing.Bonus: Keyed {
  static let keys = RuleKey.list("attack armourClass saves")
}

extension OtherThing.Kind {
  /// The ID in JSON and forms: `ring`, `twoHandedSword`.
  var id: String {
    switch self {
    case .item(let item): item.id
    case .ring: "ring"
    case .other: "other"
    }
  }

  /// - Returns: `nil` for an ID that is not in the list.
  init?(id: String) {
    guard let kind = OtherThing.Kind.all.first(where: { $0.id == id }) else { return nil }
    self = kind
  }
}

extension Item.Category: Keyed {
  static let keys = RuleKey.list("armour weapons ammunition gear")
}

extension Step: Keyed {
  static let keys = RuleKey.list(
    "abilities class adjust details biography spells equipment review save")
}

extension Item {
  private static let keys =
    Armour.keys + RuleKey.list("shield") + Weapon.keys + Ammunition.keys + Gear.keys

  /// The ID, unique among all goods.
  var id: String { Item.keys[index].id }
  var slug: String { Item.keys[index].slug }

  /// - Returns: `nil` for an item that no shop sells; case counts.
  init?(slug: String) {
    guard let index = Item.keys.firstIndex(where: { $0.slug == slug }) else { return nil }
    self = Item.all[index]
  }
}

extension ListedSpell {
  /// The ID, unique among the spells of one kind of magic: `invisibility10Radius`.
  var id: String { SpellIDs.ids[magic.rawValue][level - 1][place] }

  /// - Returns: `nil` for an ID that is not in the list; case counts.
  init?(id: String, of magic: Magic) {
    guard let spell = SpellIDs.spells[magic.rawValue][id] else { return nil }
    self = spell
  }
}

private enum SpellIDs {
  /// The IDs by kind of magic, level and place.
  static let ids: [[[String]]] = Magic.allCases.map { magic in
    (1...magic.highestLevel).map { level in magic.spells(ofLevel: level).map { id(of: $0.name) } }
  }
  static let spells: [[String: ListedSpell]] = Magic.allCases.map { magic in
    Dictionary(magic.spells.map { (id(of: $0.name), $0) }) { first, _ in first }
  }

  /// Returns a name's words joined into an ID: `passWall` for `Pass-Wall`.
  private static func id(of name: String) -> String {
    let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.dropFirst().reduce(into: String(words.first ?? "")) { id, word in
      id += word.prefix(1).uppercased() + word.dropFirst()
    }
  }
}
