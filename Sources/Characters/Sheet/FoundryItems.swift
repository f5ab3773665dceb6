import Games
import Site
import Web

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
