import Games

extension RecordSheet {
  /// The whole sheet in Markdown, for notes and wikis.
  var markdown: String {
    let parts = [markdownHead, markdownScores, markdownCombat, markdownSkills, markdownGoods]
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var markdownHead: String {
    let next = nextLevelExperience.map { " of \($0.groupedText)" } ?? ""
    let heading = "# \(name.asMarkdown)" + (title.isEmpty ? "" : ", \(title.asMarkdown)")
    let identity = """
      \(characterClass.name) \(level) (\(levelTitle)), \(alignment.adjective). Experience \
      \(experience.groupedText)\(next) (\(experienceAdjustment.value.modifierText)%).
      """
    let biography = character.biography.paragraphs.map { "> \($0.asMarkdown)" }
    let options = optionsText.map { ["Options: \($0)."] } ?? []
    let told = biography.isEmpty ? [] : [biography.joined(separator: "\n>\n")]
    return ([heading, identity] + options + told).joined(separator: "\n\n")
  }

  private var markdownScores: String {
    let rows = Ability.allCases.map { ability in
      let modifiers = ability.modifiers.filter { $0 != .brokenSpeech || speaksBrokenly }
        .map { "\($0.name) \($0.text(at: scores[ability]))" }.joined(separator: ", ")
      return [ability.name, "\(scores[ability])", modifiers]
    }
    return "## Abilities\n\n" + RecordSheet.table(["Ability", "Score", "Modifiers"], rows)
  }

  private var markdownCombat: String {
    let now = character.hitPointsNow
    let points = now == hitPoints.value ? "\(now)" : "\(now) of \(hitPoints.value)"
    let conditions = character.play?.conditions ?? []
    let facts =
      [
        ["Hit points", "\(points) (\(levelRecord.hitDice.text))"],
        ["Armour class", armourClassText],
        isAscendingOnly
          ? ["Attack bonus", attackBonus.value.bonusText]
          : ["THAC0", "\(thac0.value) [\(attackBonus.value.bonusText)]"],
        ["Melee", melee.value.bonusText], ["Missile", missile.value.bonusText],
        ["Initiative", initiative.value.bonusText],
      ]
      + (conditions.isEmpty ? [] : [["Conditions", conditions.joined(separator: ", ").asMarkdown]])
    let saves =
      SavingThrow.allCases.map { [$0.name, "\(self.saves[$0])"] }
      + [["Against magic", magicSaves.value.bonusText]]
    let arms = weapons.map { line in
      [
        line.count > 1 ? "\(line.count) × \(line.weapon.name)" : line.weapon.name, line.damageText,
        line.weapon.record.ranges?.text ?? "",
        line.weapon.record.qualities.map { $0.name.lowercased() }.joined(separator: ", "),
      ]
    }
    return [
      "## Combat", RecordSheet.table(["Combat", "Value"], facts),
      RecordSheet.table(["Saving throw", "Roll"], saves),
      arms.isEmpty
        ? "No weapons." : RecordSheet.table(["Weapon", "Damage", "Range", "Qualities"], arms),
    ].joined(separator: "\n\n")
  }

  private var markdownSkills: String {
    var lines = [
      "- Open doors \(openDoors.value)-in-6, listen \(listen.value)-in-6, secret doors "
        + "\(secretDoors.value)-in-6, room traps \(roomTraps.value)-in-6",
      "- Reactions \(npcReactions.value.bonusText), retainers \(retainersMax.value), loyalty "
        + "\(retainerLoyalty.value)",
      "- Languages: \(languages.joined(separator: ", ")) (\(literacy.name.lowercased()))",
    ]
    if let thiefSkills {
      lines += ThiefSkill.allCases.map { "- \($0.name): \(thiefSkills.text($0))" }
    }
    if let turning {
      lines += zip(Turning.columns, turning).map { "- Turn \($0): \($1.text)" }
    }
    if let day = character.play.flatMap({ _ in character.spellSlots.dayText }) {
      lines.append("- Spells a day: \(day)")
    }
    lines += character.spellBook.map { "- Spell, level \($0.level): \($0.name)" }
    let prepared = character.play?.prepared ?? []
    if !prepared.isEmpty {
      lines.append("- Prepared: \(prepared.map(\.spell.name).joined(separator: ", "))")
    }
    lines += features.map { "- **\($0.name)**: \($0.text)" }
    return "## Skills\n\n" + lines.joined(separator: "\n")
  }

  private var markdownGoods: String {
    var lines = [
      "- Armour: \(wornText)", "- Ammunition: \(ammunitionText)", "- Gear: \(gearText)",
      "- Coins: \(coins.purseText)",
    ]
    lines += (character.play?.otherThings ?? []).map { "- \($0.name.asMarkdown)" }
    lines.append(
      "- Load \(weight.value.groupedText) coins: \(movement.base) ft a turn, "
        + "\(movement.encounter) ft a round, \(movement.overlandMiles) miles a day")
    return "## Equipment\n\n" + lines.joined(separator: "\n")
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}

extension String {
  /// As it is, whatever Markdown would make of its signs.
  fileprivate var asMarkdown: String {
    reduce(into: "") { text, sign in
      if "\\`*_{}[]<>()#+-.!|~&".contains(sign) { text.append("\\") }
      text.append(sign)
    }
  }
}
