import Games

extension RecordSheet {
  /// The whole sheet as lines of plain text, to paste into a chat.
  var plainText: String {
    let lines = headLines + scoreLines + combatLines + skillLines + goodsLines
    return lines.joined(separator: "\n") + "\n"
  }

  private var headLines: [String] {
    let adjustment = experienceAdjustment.value.modifierText
    let next = nextLevelExperience.map { " of \($0)" } ?? ""
    let options = optionsText.map { ["Options: \($0)"] } ?? []
    return [
      title.isEmpty ? name : "\(name), \(title)",
      "\(characterClass.name) \(level) (\(levelTitle)), \(alignment.adjective)",
      "XP \(experience)\(next) (\(adjustment)%)",
    ] + options + [""]
  }

  private var scoreLines: [String] {
    Ability.allCases.map { ability in
      let modifiers = ability.modifiers.filter { $0 != .brokenSpeech || speaksBrokenly }.map {
        "\($0.name.lowercasedFirst) \($0.text(at: scores[ability]))"
      }
      let score = scores[ability]
      return "\(ability.abbreviation) \(score < 10 ? " " : "")\(score)  "
        + modifiers.joined(separator: ", ")
    } + (rolls.map { [$0.sentence] } ?? []) + [""]
  }

  private var combatLines: [String] {
    let saves = SavingThrow.allCases.map { "\($0.letter)\(self.saves[$0])" }
    let now = character.hitPointsNow
    let points = now == hitPoints.value ? "\(now)" : "\(now) of \(hitPoints.value)"
    let unarmoured = character.options.armourClassText(descending: unarmouredDescending.value)
    let attack =
      isAscendingOnly
      ? "Attack bonus \(attackBonus.value.bonusText)"
      : "THAC0 \(thac0.value) [\(attackBonus.value.bonusText)]"
    return [
      "HP \(points) (\(level > 1 ? levelRecord.hitDice.text : hitDie.name))",
      "AC \(armourClassText), unarmoured \(unarmoured)",
      "\(attack), melee \(melee.value.bonusText), missile \(missile.value.bonusText), "
        + "initiative \(initiative.value.bonusText)",
    ] + matrixLines + [
      "Saves \(saves.joined(separator: " ")), magic \(magicSaves.value.bonusText)"
    ] + weapons.map(line) + [""]
  }

  /// What hits each descending armour class; nothing where only ascending ones count.
  private var matrixLines: [String] {
    guard !isAscendingOnly else { return [] }
    return ["To hit AC " + toHit.map { "\($0.armourClass):\($0.roll)" }.joined(separator: " ")]
  }

  private func line(for weapon: WeaponLine) -> String {
    let qualities = weapon.weapon.record.qualities.map { $0.name.lowercased() }
    let range = weapon.weapon.record.ranges.map { ", \($0.text)" } ?? ""
    let name = weapon.weapon.name.counted(weapon.count)
    return "\(name) \(weapon.damageText) (\(qualities.joined(separator: ", "))\(range))"
  }

  private var skillLines: [String] {
    var lines = [
      "In 6: open doors \(openDoors.value), listen \(listen.value), secret doors "
        + "\(secretDoors.value), room traps \(roomTraps.value)",
      "Reactions \(npcReactions.value.bonusText), retainers \(retainersMax.value), "
        + "loyalty \(retainerLoyalty.value)",
      "Languages: \(languages.joined(separator: ", ")) (\(literacy.name.lowercased()))",
    ]
    if let thiefSkills {
      let skills = ThiefSkill.allCases.map { "\($0.name.lowercased()) \(thiefSkills.text($0))" }
      lines.append("Skills: " + skills.joined(separator: ", "))
    }
    if let turning {
      let results = zip(Turning.columns, turning).map { "\($0): \($1.text)" }
      lines.append("Turn undead: " + results.joined(separator: ", "))
    }
    let book = character.spellBook
    if !book.isEmpty { lines.append("Spells: " + book.map(\.name).joined(separator: ", ")) }
    if let play = character.play {
      if let day = character.spellSlots.dayText { lines.append("Spells a day: " + day) }
      if !play.prepared.isEmpty {
        lines.append("Prepared: " + play.prepared.map(\.spell.name).joined(separator: ", "))
      }
      if !play.conditions.isEmpty {
        lines.append("Conditions: " + play.conditions.joined(separator: ", "))
      }
    }
    lines.append("Abilities: " + features.map(\.name).joined(separator: ", "))
    return lines + [""]
  }

  private var goodsLines: [String] {
    let purse = Coin.allCases.filter { coins[$0] > 0 }.map { "\(coins[$0]) \($0.abbreviation)" }
    return [
      "Armour: \(wornText)",
      "Ammunition: \(ammunitionText)",
      "Gear: \(gearText)",
    ] + (otherThingsText.map { ["Other things: \($0)"] } ?? []) + [
      "Coins: \(RecordSheet.list(purse))",
      "Load \(weight.value) coins: \(movement.base) ft a turn, \(movement.encounter) ft a round, "
        + "\(movement.overlandMiles) miles a day",
    ] + (character.biography.isEmpty ? [] : ["", character.biography])
  }
}

extension RollCounts {
  /// Each count in words: `Abilities rolled twice, Strength rerolled once; hit points rolled once, …`.
  var sentence: String {
    let singles = Ability.allCases.filter { self[$0] > 0 }
      .map { ", \($0.name) rerolled \(self[$0].times)" }.joined()
    // Those that count as the highest face are not rolled.
    let points = hitPoints == 0 ? "gold rolled" : "hit points rolled \(hitPoints.times), gold"
    return "Abilities rolled \(abilities.times)\(singles); \(points) \(gold.times)."
  }
}

extension RecordSheet {
  /// Descending and ascending: `7 [12]`; or the latter alone, if that was agreed.
  var armourClassText: String {
    character.options.armourClassText(descending: descendingArmourClass.value)
  }

  /// `Leather, Shield`.
  var wornText: String {
    RecordSheet.list([armour?.name, hasShield ? Shield.name : nil].compactMap(\.self))
  }

  var ammunitionText: String {
    RecordSheet.list(ammunition.map { $0.ammunition.shotsText(character.shots($0.ammunition)) })
  }

  /// `Backpack, 2 × Torches`.
  var gearText: String { RecordSheet.list(gear.map { $0.gear.name.counted($0.count) }) }

  /// What no shop sells; `nil` for nothing.
  var otherThingsText: String? {
    let things = character.play?.otherThings ?? []
    return things.isEmpty ? nil : things.map(\.name).joined(separator: "; ")
  }

  /// `none` for nothing.
  private static func list(_ things: [String]) -> String {
    things.isEmpty ? "none" : things.joined(separator: ", ")
  }
}

extension WeaponLine {
  /// With what strength adds where it counts: `1d4+2, thrown 1d4`.
  var damageText: String {
    guard damageModifier != 0 else { return damage }
    let melee = damage + damageModifier.modifierText
    return missile == nil ? melee : "\(melee), thrown \(damage)"
  }
}

extension Derived.Origin {
  /// Where a part of a number comes from, and by which rule.
  var words: (origin: String, rule: String) {
    switch self {
    case .score(let modifier, let score): ("\(modifier.ability.name) \(score)", modifier.rule)
    case .primeRequisites(let characterClass, let scores):
      (
        characterClass.primeRequisites.map { "\($0.name) \(scores[$0])" }.joined(separator: ", "),
        "prime requisite of the class"
      )
    case .attackTable(let characterClass, let level):
      ("\(characterClass.name), level \(level)", "attack table")
    case .savingThrows(let characterClass, let level):
      ("\(characterClass.name), level \(level)", "saving throws of the class")
    case .classAbility(let characterClass): (characterClass.name, "class ability")
    case .classBonus(let characterClass, .missile):
      (characterClass.name, "class bonus with missiles")
    case .classBonus(let characterClass, let modifier):
      (characterClass.name, "class bonus to \(modifier.name.lowercased())")
    case .everybody: ("Everybody", "exploration")
    case .armour(let armour): (armour?.name ?? "Unarmoured", "armour")
    case .shield: (Shield.name, "shield bonus")
    case .hitDie(let die): ("Hit die \(die.name)", "rolled")
    case .fullHitDie(let die): ("Hit die \(die.name)", "its highest face, as agreed")
    case .level(let level, let die?): ("Level \(level)", "hit die \(die.name) and Constitution")
    case .level(let level, nil): ("Level \(level)", "fixed hit points")
    case .leastHitPoints: ("At least 1", "lowest hit points of a level")
    case .recordedHitPoints: ("Hit points", "as recorded")
    case .coins: ("Coins", "one each")
    case .items(let item, let count): (item.name.counted(count), "weight")
    case .gear: ("Adventuring gear", "flat weight")
    case .otherThings: ("Other things", "weight as noted")
    }
  }
}

extension Modifier {
  fileprivate var rule: String {
    switch self {
    case .melee, .missile, .armourClass, .initiative: "\(name.lowercased()) modifier"
    case .hitPoints: "hit point modifier"
    case .magicSaves: "magic save modifier"
    case .npcReactions: "reactions"
    case .retainersMax: "retainers"
    case .retainerLoyalty: "loyalty"
    case .openDoors, .extraLanguages, .brokenSpeech, .literacy: name.lowercased()
    }
  }
}

extension String {
  /// `2 × Torches`.
  fileprivate func counted(_ count: Int) -> String { count > 1 ? "\(count) × \(self)" : self }

  /// Leaves `NPC` alone.
  var lowercasedFirst: String {
    prefix(2).allSatisfy(\.isUppercase) ? self : prefix(1).lowercased() + dropFirst()
  }
}
