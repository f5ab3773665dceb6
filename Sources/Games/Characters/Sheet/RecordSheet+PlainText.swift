extension RecordSheet {
  /// The sheet as lines of plain text, to be pasted into a chat.
  package var plainText: String {
    let lines = headLines + scoreLines + combatLines + skillLines + goodsLines
    return lines.joined(separator: "\n") + "\n"
  }

  private var headLines: [String] {
    let adjustment = Modifier.signed(experienceAdjustment.value)
    let next = nextLevelExperience.map { " of \($0)" } ?? ""
    return [
      title.isEmpty ? name : "\(name), \(title)",
      "\(characterClass.name) \(level) (\(levelTitle)), \(alignment.adjective)",
      "XP \(experience)\(next) (\(adjustment)%)",
      "",
    ]
  }

  private var scoreLines: [String] {
    Ability.allCases.map { ability in
      let modifiers = ability.modifiers.filter { $0 != .brokenSpeech || speaksBrokenly }.map {
        "\($0.name.lowercasedFirst) \($0.text(at: scores[ability]))"
      }
      let score = scores[ability]
      return "\(ability.abbreviation) \(score < 10 ? " " : "")\(score)  "
        + modifiers.joined(separator: ", ")
    } + [""]
  }

  private var combatLines: [String] {
    let rolls = toHit.map { "\($0.armourClass):\($0.roll)" }.joined(separator: " ")
    let saves = SavingThrow.allCases.map { "\($0.letter)\(self.saves[$0])" }
    return [
      "HP \(hitPoints.value) (\(hitDie.name))",
      "AC \(descendingArmourClass.value) [\(ascendingArmourClass.value)], unarmoured "
        + "\(unarmouredDescending.value) [\(unarmouredAscending.value)]",
      "THAC0 \(thac0.value) [\(Modifier.plus(attackBonus.value))], "
        + "melee \(Modifier.plus(melee.value)), missile \(Modifier.plus(missile.value)), "
        + "initiative \(Modifier.plus(initiative.value))",
      "To hit AC \(rolls)",
      "Saves \(saves.joined(separator: " ")), magic \(Modifier.plus(magicSaves.value))",
    ] + weapons.map(line) + [""]
  }

  private func line(for weapon: WeaponLine) -> String {
    let count = weapon.count > 1 ? "\(weapon.count) × " : ""
    let qualities = weapon.weapon.record.qualities.map { $0.name.lowercased() }
    let range = weapon.weapon.record.ranges.map { ", \($0.text)" } ?? ""
    return
      "\(count)\(weapon.weapon.name) \(weapon.damageText) (\(qualities.joined(separator: ", "))\(range))"
  }

  private var skillLines: [String] {
    var lines = [
      "In 6: open doors \(openDoors.value), listen \(listen.value), secret doors "
        + "\(secretDoors.value), room traps \(roomTraps.value)",
      "Reactions \(Modifier.plus(npcReactions.value)), retainers \(retainersMax.value), "
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
    if !spells.isEmpty { lines.append("Spells: " + spells.map(\.name).joined(separator: ", ")) }
    lines.append("Abilities: " + features.map(\.name).joined(separator: ", "))
    return lines + [""]
  }

  private var goodsLines: [String] {
    let purse = Coin.allCases.filter { coins[$0] > 0 }.map { "\(coins[$0]) \($0.abbreviation)" }
    return [
      "Armour: \(wornText)",
      "Ammunition: \(ammunitionText)",
      "Gear: \(gearText)",
      "Coins: \(RecordSheet.list(purse))",
      "Load \(weight.value) coins: \(movement.base) ft a turn, \(movement.encounter) ft a round, "
        + "\(movement.overlandMiles) miles a day",
    ]
  }
}

extension Modifier {
  /// As added to a roll: `+1`, `+0` or `−1`.
  package static func plus(_ value: Int) -> String { value == 0 ? "+0" : signed(value) }
}

extension String {
  /// Leaves `NPC` alone.
  fileprivate var lowercasedFirst: String {
    prefix(2).allSatisfy(\.isUppercase) ? self : prefix(1).lowercased() + dropFirst()
  }
}
