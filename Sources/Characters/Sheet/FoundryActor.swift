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
        "death": ["value": .whole(sheet.saves[.death])],
        "wand": ["value": .whole(sheet.saves[.wands])],
        "paralysis": ["value": .whole(sheet.saves[.paralysis])],
        "breath": ["value": .whole(sheet.saves[.breath])],
        "spell": ["value": .whole(sheet.saves[.spells])],
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

/// A character's goods, spells and abilities as items of a Foundry actor.
struct FoundryItems {
  private let sheet: RecordSheet

  init(_ sheet: RecordSheet) { self.sheet = sheet }

  var all: [JSON] { weapons + armour + gear + treasure + spells + abilities }

  private func item(_ name: String, _ type: String, _ system: JSON) -> JSON {
    ["name": .string(name), "type": .string(type), "system": system]
  }

  /// Returns the fields of an item with a weight and a price; a weapon's tags come later.
  private func goods(
    _ text: String, tags: JSON = ["tags": []], count: Int, cost: JSON, weight: Int,
    isEquipped: Bool = false
  ) -> JSON {
    let description: JSON = ["description": .string(text)]
    return description.adding(tags).adding([
      "equipped": .bool(isEquipped), "cost": cost, "containerId": "",
      "quantity": ["value": .whole(count), "max": 0], "weight": .whole(weight),
    ])
  }

  /// Foundry counts the weight of a kind once, so it is the weight of all of them.
  private var weapons: [JSON] {
    let ready = Set(sheet.ready)
    return sheet.weapons.map { line in
      let record = line.weapon.record
      let shown: Set<WeaponQuality> = [.melee, .missile, .slow]
      let tags = record.qualities.filter { !shown.contains($0) }.map { quality -> JSON in
        let name = JSON.string(quality.name)
        return ["title": name, "value": name, "label": name]
      }
      let ranges = record.ranges
      let goods = goods(
        record.text, tags: [:], count: line.count, cost: .whole(record.cost),
        weight: line.weight * line.count, isEquipped: ready.contains(line))
      return item(
        line.name, "weapon",
        goods.adding([
          "tags": .array(tags),
          "damage": .string(line.damage(plus: line.missileDamageModifier)),
          "bonus": .whole(line.missileDamageModifier), "save": "", "pattern": "transparent",
          "melee": .bool(record.isMelee), "missile": .bool(record.isMissile),
          "slow": .bool(record.qualities.contains(.slow)), "counter": ["value": 0, "max": 0],
          "range": [
            "short": .whole(ranges?.short.upperBound ?? 0),
            "medium": .whole(ranges?.medium.upperBound ?? 0),
            "long": .whole(ranges?.long.upperBound ?? 0),
          ],
        ]))
    }
  }

  private var armour: [JSON] {
    Item.Category.armour.items.filter { sheet.character.goods[$0] > 0 }.map {
      armour($0, isWorn: true)
    } + sheet.spares.map { armour($0.item, count: $0.count, isWorn: false) }
      + things.compactMap { thing in
        guard let item = thing.item, item.isWorn else { return nil }
        return armour(item, thing, isWorn: thing.isWorn)
      }
  }

  private var things: [OtherThing] { sheet.character.play?.otherThings ?? [] }

  private func armour(
    _ piece: Item, _ thing: OtherThing? = nil, count: Int = 1, isWorn: Bool
  ) -> JSON {
    let bonus = thing?[.armourClass] ?? 0
    var (type, armourClass) = ("shield", (down: Shield.bonus + bonus, up: Shield.bonus + bonus))
    if case .armour(let suit) = piece {
      type = suit.record.burden == .light ? "light" : "heavy"
      armourClass = (suit.record.descending - bonus, suit.record.ascending + bonus)
    }
    return item(
      thing?.name ?? piece.name, "armor",
      goods(
        piece.text, count: count, cost: .whole(piece.cost),
        weight: thing?.weight ?? (piece.weight ?? 0) * count, isEquipped: isWorn
      ).adding([
        "type": .string(type), "ac": ["value": .whole(armourClass.down)],
        "aac": ["value": .whole(armourClass.up)],
      ]))
  }

  private var gear: [JSON] {
    let gear = sheet.gear.map { line in
      if let names = line.gear.pieceNames, sheet.character.record.piecesUsed[line.gear] != nil {
        return plain(
          names.many.asSentence, line.gear.record.text,
          sheet.character[pieces: .gear(line.gear)], 0)
      }
      return plain(line.gear.name, line.gear.record.text, line.count, .whole(line.gear.record.cost))
    }
    let shots = sheet.ammunition.map { line in
      plain(
        line.ammunition.shotName.asSentence, line.ammunition.record.text,
        sheet.character.shots(line.ammunition), 0)
    }
    return gear + shots
  }

  private func plain(
    _ name: String, _ text: String, _ count: Int, _ cost: JSON, weight: Int = 0,
    isTreasure: Bool = false, isEquipped: Bool = false
  ) -> JSON {
    item(
      name, "item",
      goods(text, count: count, cost: cost, weight: weight, isEquipped: isEquipped)
        .adding(["treasure": .bool(isTreasure)]))
  }

  /// The coins and other things, which are weighed one by one.
  private var treasure: [JSON] {
    let coins = Coin.allCases.filter { sheet.coins[$0] > 0 }.map { coin in
      let gold = coin.worth.quotientAndRemainder(dividingBy: Coin.gold.worth)
      let cost =
        gold.remainder == 0 ? "\(gold.quotient)" : String(Double(coin.worth) / 100)
      return plain(
        coin.abbreviation.uppercased(), coin.name, sheet.coins[coin], .number(cost), weight: 1,
        isTreasure: true)
    }
    let others = things.filter { $0.item == nil }.map {
      plain(
        $0.name, $0.numbersText ?? "", 1, 0, weight: $0.weight, isTreasure: true,
        isEquipped: $0.isWorn)
    }
    return coins + others
  }

  private var spells: [JSON] {
    let prepared = sheet.character.record.prepared
    let book = sheet.character.spellBook
    let known = prepared.map(\.spell).reduce(into: book) { spells, spell in
      if !spells.contains(spell) { spells.append(spell) }
    }
    return known.map { spell in
      let choices = prepared.filter { $0.spell == spell }
      return item(
        spell.name, "spell",
        [
          "lvl": .whole(spell.level), "class": .string(sheet.characterClass.name),
          "range": .string(spell.record?.range ?? ""),
          "duration": .string(spell.record?.duration ?? ""), "description": .string(spell.effect),
          "roll": "", "save": "", "memorized": .whole(choices.count),
          // The spells that can still be cast.
          "cast": .whole(choices.count { !$0.isCast }), "tags": [],
        ])
    }
  }

  private var abilities: [JSON] {
    let features = sheet.features.map { ability($0.name, $0.text) }
    let skills = sheet.thiefSkills.map { skills in
      ThiefSkill.allCases.map { skill in
        ability(
          skill.name, skill.summary, roll: skill.isInSix ? "1d6" : "1d100",
          atMost: skills[skill])
      }
    }
    return features + (skills ?? [])
  }

  private func ability(
    _ name: String, _ text: String, roll: String = "", atMost target: Int? = nil
  ) -> JSON {
    item(
      name, "ability",
      [
        "description": .string(text), "requirements": .string(sheet.characterClass.name),
        "pattern": "white", "roll": .string(roll),
        "rollType": target == nil ? "result" : "below", "rollTarget": .whole(target ?? 0),
        "blindroll": false, "save": "", "tags": [],
      ])
  }
}
