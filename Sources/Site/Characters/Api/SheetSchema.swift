import Games
import Web

/// What a record sheet looks like to programs; what does not apply to a character is left out.
enum SheetSchema {
  static let sheet = Schema.object(
    [
      "name": Schema.text(), "title": Schema.text(),
      "class": Schema.oneOf(CharacterClass.labels.map(\.id)), "level": Schema.integer(1...14),
      "alignment": Schema.oneOf(Alignment.labels.map(\.id)),
      "scores": Schema.object(
        CharacterJSON.abilities.map { ($0.id, Schema.integer(AbilityScores.range)) }),
      "modifiers": modifiers, "experience": experience, "hitPoints": number,
      "hitDie": Schema.oneOf(["d4", "d6", "d8"]),
      "armourClass": armourClass, "unarmouredClass": armourClass, "attack": attack,
      "initiative": number,
      "saves": numbers("death", "wands", "paralysis", "breath", "spells", "magicModifier"),
      "exploration": numbers("openDoorsIn6", "listenIn6", "secretDoorsIn6", "roomTrapsIn6"),
      "encounters": numbers("npcReactions", "retainersMax", "retainerLoyalty"),
      "languages": texts, "literacy": literacy, "weapons": Schema.list(of: weapon),
      "armour": Schema.oneOf(Armour.labels.map(\.id)), "shield": Schema.flag(),
      "ammunition": counted, "gear": counted,
      "coins": Schema.object(Coin.labels.map { ($0.id, number) }), "load": load,
      "classFeatures": Schema.list(
        of: Schema.object(["name": Schema.text(), "text": Schema.text()])),
      "thiefSkills": Schema.object(ThiefSkill.labels.map { ($0.id, number) }),
      "turning": turning,
      "spells": Schema.list(of: Schema.oneOf(Spell.labels.map(\.id))),
    ], optional: ["armour", "thiefSkills", "turning", "spells"])

  private static let number = Schema.integer()
  private static let texts = Schema.list(of: Schema.text())
  private static let literacy = Schema.oneOf(["illiterate", "basic", "literate"])
  private static let counted = Schema.list(
    of: Schema.object(["name": Schema.text(), "count": number]))
  private static let armourClass = numbers("descending", "ascending")

  private static func numbers(_ names: String...) -> JSON {
    Schema.object(names.map { ($0, number) })
  }

  private static let modifiers = Schema.object([
    "melee": number, "openDoorsIn6": number, "armourClass": number, "missile": number,
    "initiative": number, "hitPoints": number,
    "spokenLanguages": Schema.oneOf(["native", "broken"]), "extraLanguages": number,
    "literacy": literacy, "magicSaves": number, "npcReactions": number, "retainersMax": number,
    "retainerLoyalty": number,
  ])

  private static let experience = Schema.object(
    ["current": number, "nextLevel": number, "adjustmentPercent": number],
    optional: ["nextLevel"])

  private static let attack = Schema.object([
    "thac0": number, "bonus": number, "melee": number, "missile": number,
    "toHit": Schema.object(
      (0...9).reversed().map { (String($0), number) },
      "What to roll against each descending armour class."),
  ])

  private static let weapon = Schema.object(
    [
      "name": Schema.text(), "count": number, "damage": Schema.text(),
      "qualities": Schema.list(of: Schema.oneOf(WeaponQuality.labels.map(\.id))),
      "range": Schema.text(), "weight": number, "toHit": number, "damageModifier": number,
    ], optional: ["range"])

  private static let turning: JSON = [
    "type": "object",
    "description": "By hit dice of the undead: what 2d6 must show, T for turned, D for destroyed.",
    "additionalProperties": ["anyOf": [number, Schema.oneOf(["T", "D"])]],
  ]

  private static let load = Schema.object([
    "detailed": numbers("weight", "base", "encounter", "overlandMiles"),
    "basic": numbers("base", "encounter", "overlandMiles"),
  ])
}
