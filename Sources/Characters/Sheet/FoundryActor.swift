import Classrooms
import Games
import Site
import Web

/// A character as an actor of the Old-School Essentials system of Foundry Virtual Tabletop.
///
/// The fields are those of the data models of `NecroticGnome/ose-foundry-core`, from which that
/// system computes others, such as armour class and movement. See `docs/sources.md`.
enum FoundryActor {
  static func encode(_ sheet: RecordSheet) -> [UInt8] { json(sheet).bytes }

  static func json(_ sheet: RecordSheet) -> JSON {
    [
      "name": .string(sheet.name), "type": "character", "img": "icons/svg/mystery-man.svg",
      "system": system(sheet), "items": .array(FoundryItems(sheet).all), "effects": [],
      "flags": [:],
      "prototypeToken": [
        "name": .string(sheet.name), "actorLink": true, "disposition": 1,
      ],
    ]
  }

  private static func system(_ sheet: RecordSheet) -> JSON {
    // Worn armour has its own bonus.
    let bonus = sheet.character.wornThings.filter { $0.item?.isWorn != true }.reduce(0) {
      $0 + $1[.armourClass]
    }
    let armourClass = number(value: sheet.descendingArmourClass.value, bonus)
    let ascending = number(value: sheet.ascendingArmourClass.value, bonus)
    return [
      "details": details(sheet),
      "scores": .object(
        CharacterJSON.abilities.map {
          .init(name: $0.id, value: ["value": .whole(sheet.scores[$0]), "bonus": 0])
        }),
      "hp": [
        "hd": .string(sheet.levelRecord.hitDice.text),
        "value": .whole(sheet.character.hitPointsNow), "max": .whole(sheet.hitPoints.value),
      ],
      "ac": armourClass, "aac": ascending,
      "thac0": [
        "value": .whole(sheet.thac0.value), "bba": .whole(sheet.attackBonus.value),
        "mod": ["melee": 0, "missile": .whole(sheet.talents.missileBonus)],
      ],
      "saves": [
        "death": ["value": .whole(sheet.saves.death)], "wand": ["value": .whole(sheet.saves.wands)],
        "paralysis": ["value": .whole(sheet.saves.paralysis)],
        "breath": ["value": .whole(sheet.saves.breath)],
        "spell": ["value": .whole(sheet.saves.spells)],
      ],
      "exploration": [
        "ft": .whole(sheet.roomTraps.value), "ld": .whole(sheet.listen.value),
        "od": .whole(sheet.openDoors.value), "sd": .whole(sheet.secretDoors.value),
      ],
      "initiative": ["value": 0, "mod": .whole(sheet.talents.initiativeBonus)],
      "movement": ["base": .whole(Load.movement(weight: 0).base)],
      "config": ["movementAuto": true], "encumbrance": ["max": .whole(Load.most)],
      "languages": ["value": .array(sheet.languages.map(JSON.string))],
      "spells": spells(sheet),
      "retainer": ["enabled": false, "loyalty": 0, "wage": ""],
    ]
  }

  private static func number(value: Int, _ bonus: Int) -> JSON {
    ["value": .whole(value), "mod": .whole(bonus)]
  }

  private static func details(_ sheet: RecordSheet) -> JSON {
    [
      "biography": .string(sheet.character.biography.asHTML), "notes": .string(notes(sheet)),
      "class": .string(sheet.characterClass.name),
      "title": .string(sheet.title.isEmpty ? sheet.levelTitle : sheet.title),
      "alignment": .string(sheet.alignment.adjective), "level": .whole(sheet.level),
      "xp": [
        "share": 100, "value": .whole(sheet.experience),
        "next": .whole(sheet.nextLevelExperience ?? 0),
        "bonus": .whole(sheet.experienceAdjustment.value),
      ],
      "magic": ["bonus": 0],
    ]
  }

  /// Returns everything that has no field of its own.
  private static func notes(_ sheet: RecordSheet) -> String {
    let conditions = sheet.character.play?.conditions ?? []
    let lines = [
      conditions.isEmpty ? nil : "Conditions: \(conditions.joined(separator: ", "))",
      sheet.character.clock.lightsText.map { "Burning: \($0)" },
      sheet.optionsText.map { "Options: \($0)" },
    ]
    return lines.compactMap(\.self).joined(separator: "\n").asHTML
  }

  private static func spells(_ sheet: RecordSheet) -> JSON {
    let slots = sheet.levelRecord.spellSlots
    let levels = (0...6).map { level in
      let most = slots.indices ~= level - 1 ? slots[level - 1] : 0
      return JSON.Member(name: "\(level)", value: ["max": .whole(most)])
    }
    return .object([.init(name: "enabled", value: .bool(slots.contains { $0 > 0 }))] + levels)
  }
}

extension String {
  /// The lines as paragraphs, escaped for HTML.
  fileprivate var asHTML: String {
    paragraphs.map { line in
      let text = line.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
      return "<p>\(text)</p>"
    }.joined()
  }
}
