import Games
import Mustache
import Site

/// The rolls that a character may make in play, in groups.
struct TableChecks {
  let sheet: RecordSheet
  private let fight: Fight

  init(_ character: PlayerCharacter, in fight: Fight) {
    sheet = RecordSheet(character)
    self.fight = fight
  }

  /// - Returns: `nil` for an ID that this character has no roll for.
  subscript(id: String) -> TableCheck? {
    groups.lazy.flatMap(\.checks).first { $0.id == id }
  }

  var groups: [TableGroup] { [attack, saving].compactMap(\.self) + others }

  /// The attacks; `nil` for a character without a weapon.
  var attack: TableGroup? {
    attacks.isEmpty
      ? nil : TableGroup(name: "Attack", checks: attacks, note: sheet.bothHandsSentence)
  }

  var saving: TableGroup {
    let things = sheet.character.wornThings.filter { $0[.saves] != 0 }.map {
      "\($0.name.isolated) (\($0[.saves].modifierText))"
    }
    return TableGroup(
      name: "Saving throws", checks: saves,
      note: things.isEmpty ? nil : "Already included: \(things.listed("and")).")
  }

  var others: [TableGroup] {
    [
      TableGroup(name: "Thief skills", checks: skills),
      TableGroup(
        name: "Turning undead", checks: turning,
        note: "Hit dice with a star: undead with a special power."),
      TableGroup(name: "Encounters", checks: encounters),
      TableGroup(name: "Exploration", checks: exploration),
      TableGroup(name: "Ability checks", checks: abilities),
    ].filter { !$0.checks.isEmpty }
  }

  private var attacks: [TableCheck] {
    zip(0..., sheet.ready).flatMap { place, line -> [TableCheck] in
      let (name, own) = (line.name, line.ownName != nil)
      let id = own ? "own-\(place)" : line.weapon.slug
      let inSentence = own ? name : name.lowercased()
      let thrown = line.melee == nil ? name : "\(name), thrown"
      let tiredness = sheet.character.clock.attackModifier
      let near = line.damageModifier + tiredness
      let far = line.missileDamageModifier + tiredness
      let damage = TableCheck(
        "damage-\(id)", "Damage, \(inSentence)",
        line.roll(adding: line.melee == nil ? far : near), .total,
        why: line.damageWhy(isThrown: line.melee == nil, others: tired))
      let thrownDamage = TableCheck(
        "thrown-\(id)", "Damage, \(inSentence) thrown", line.roll(adding: far), .total,
        why: line.damageWhy(isThrown: true, others: tired))
      let isOther = near != far && line.melee != nil && line.missile != nil
      let melee = line.melee.map { hit("melee-\(id)", name, $0, damage) }
      let missiles = line.missile.map {
        shooting(line.weapon, "missile-\(id)", thrown, $0, isOther ? thrownDamage : damage)
      }
      return [melee].compactMap(\.self) + (missiles ?? []) + [damage]
        + (isOther ? [thrownDamage] : [])
    }
  }

  /// Returns a roll to hit: a 1 always misses and a 20 always hits, whatever the modifiers.
  private func hit(
    _ id: String, _ name: String, _ modifier: Derived, _ damage: TableCheck, range: Int = 0
  ) -> TableCheck {
    let roll = AttackMatrix.roll(thac0: sheet.levelRecord.thac0, armourClass: fight.armourClass)
    let others = [
      ("Range", range), ("Situation", fight.situation),
      ("Tired", sheet.character.clock.attackModifier),
    ].filter { $0.1 != 0 }
    let added = others.reduce(modifier.value) { $0 + $1.1 }
    let needed = min(max(roll - added, 2), 20)
    let foe = "Foe’s armour class \(fight.armourClassText(sheet))"
    let table = "\(sheet.characterClass.name), level \(sheet.level)"
    let modifiers =
      modifier.parts.filter { $0.amount != 0 }.map { $0.line(isLess: true) }
      + others.map { ((-$0.1).modifierText, $0.0, "") }
      + (needed == roll - added
        ? [] : [("", needed == 20 ? "a 20 always hits" : "a 1 always misses", "")])
    let why = Derivation(
      [("\(roll)", foe, "attack table, \(table)")] + modifiers,
      sum: modifiers.isEmpty ? nil : "\(needed)")
    var check = TableCheck(id, name, "1d20", .atLeast(needed), ("a hit", "a miss"), why: why)
    check.armourClass = fight.armourClass
    check.next = damage.id
    return check
  }

  /// Returns attacks with each kind of ammunition left; stones lie about everywhere.
  private func shooting(
    _ weapon: Weapon, _ id: String, _ name: String, _ modifier: Derived, _ damage: TableCheck
  ) -> [TableCheck] {
    func shot(_ id: String, _ name: String) -> TableCheck {
      var check = hit(id, name, modifier, damage, range: fight.range.modifier)
      check.reach = weapon.record.ranges?.text
      return check
    }
    let usual = weapon.shots.first
    let left = weapon.shots.filter { sheet.character.shots($0) > 0 }
    guard left.isEmpty else {
      return left.map { kind in
        let (more, with) = kind == usual ? ("", "") : ("-\(kind.id)", ", \(kind.shotNames.one)")
        var check = shot(id + more, name + with)
        check.shot = kind
        return check
      }
    }
    var check = shot(id, name)
    if let usual, usual.record.cost > 0 { check.obstacle = "No \(usual.shotName) left." }
    return [check]
  }

  /// The penalty to damage for tiredness.
  private var tired: [Derivation.Line] {
    let modifier = sheet.character.clock.attackModifier
    return modifier == 0 ? [] : [(modifier.modifierText, "Tired", "")]
  }

  private var saves: [TableCheck] {
    let magic = sheet.magicSaves.value
    return SavingThrow.allCases.map { save in
      let needed = sheet.saves[save]
      var check = TableCheck(
        "save-\(save.slug)", save.shortName, "1d20", .atLeast(needed), ("saved", "failed"),
        why: Derivation(sheet.save(save)))
      if magic != 0, save != .breath {
        check.neededAgainstMagic = needed - magic
        check.whys.append(Derivation(sheet.magicSaves, "Against magic, added to the roll"))
      }
      return check
    }
  }

  private var skills: [TableCheck] {
    guard let skills = sheet.thiefSkills else { return [] }
    return ThiefSkill.allCases.filter { $0 != .hear }.map {
      TableCheck(
        "skill-\($0.slug)", $0.name, "1d100", .atMost(skills[$0]),
        why: Derivation(skills.text($0), of: sheet, "thief skills"))
    }
  }

  private var turning: [TableCheck] {
    guard let results = sheet.turning else { return [] }
    let rolls = zip(0..., zip(Turning.columns, results)).compactMap { place, row -> TableCheck? in
      guard case .needed(let least) = row.1 else { return nil }
      return TableCheck(
        "turn-\(place)", "Turn \(row.0)", "2d6", .atLeast(least), ("turned", "not turned"),
        why: Derivation("\(least)", of: sheet, "turning undead"))
    }
    return rolls + [TableCheck("turned", "Hit dice turned", Turning.affected, .total)]
  }

  private var exploration: [TableCheck] {
    let talents = sheet.talents
    let chances: [(String, String, String, Derived?)] = [
      ("doors", "Open doors", "1d6", sheet.openDoors), ("listen", "Listen", "1d6", sheet.listen),
      ("secret", "Secret doors", "1d6", sheet.secretDoors),
      ("traps", "Room traps", "1d6", sheet.roomTraps),
      ("stonework", "Stonework", "1d6", talents.constructionIn6.map(sheet.talent)),
      ("shadows", "Hide in a dungeon", "1d6", talents.hideInDungeonsIn6.map(sheet.talent)),
      ("woods", "Hide in the woods", "1d100", talents.hideInWoodsPercent.map(sheet.talent)),
    ]
    return chances.compactMap { id, name, die, chance in
      chance.map {
        TableCheck("explore-\(id)", name, die, .atMost($0.value), why: Derivation($0))
      }
    }
  }

  private var abilities: [TableCheck] {
    Ability.allCases.map {
      TableCheck(
        "ability-\($0.slug)", $0.name, "1d20", .atMost(sheet.scores[$0]),
        why: Derivation([("\(sheet.scores[$0])", $0.name, sheet.adjustment(of: $0) ?? "score")]))
    }
  }

  private var encounters: [TableCheck] {
    [
      TableCheck(
        "initiative", "Initiative", sum("1d6", sheet.initiative.value), .total,
        why: Derivation(sheet.initiative)),
      TableCheck(
        "reaction", "Reaction", sum("2d6", sheet.npcReactions.value), .total,
        why: Derivation(sheet.npcReactions)),
      TableCheck(
        "loyalty", "Morale of retainers", "2d6", .atMost(sheet.retainerLoyalty.value),
        ("they stay", "they don’t stay"), why: Derivation(sheet.retainerLoyalty)),
    ]
  }

  private func sum(_ dice: String, _ modifier: Int) -> String {
    modifier == 0 ? dice : "\(dice)\(modifier > 0 ? "+" : "")\(modifier)"
  }
}

/// A group of rolls of one kind.
struct TableGroup: Fielded {
  let name: String
  var checks: [TableCheck]
  /// A sentence about them.
  var note: String?

  /// What all of them need, each with its own number, as the first does: `or more on 1d20`.
  var rule: String? {
    checks.first?.rule.flatMap { rule in
      checks.allSatisfy { $0.rule == rule || $0.goal == .total } ? rule : nil
    }
  }

  /// Whether one of them was the last roll.
  var hasResult: Bool { checks.contains { $0.result != nil } }

  static func declare(_ field: inout Fields<TableGroup>) {
    field("name") { $0.name }
    field("note") { $0.note }
    field("rule") { $0.rule }
    field("checks") { $0.checks }
    field("hasResult") { $0.hasResult }
  }
}

extension WeaponLine {
  /// Returns the damage in the dice language, at least 1.
  fileprivate func roll(adding modifier: Int) -> String {
    modifier == 0 ? damage : "max(1, \(damage(plus: modifier)))"
  }
}
