import Games
import Mustache
import Site

/// All that a character may roll at the table, in groups.
struct TableChecks {
  let sheet: RecordSheet
  private let fight: Fight

  init(_ character: PlayerCharacter, in fight: Fight) {
    sheet = RecordSheet(character)
    self.fight = fight
  }

  /// - Returns: `nil` for an id that this character has no roll for.
  subscript(id: String) -> TableCheck? {
    groups.lazy.flatMap(\.checks).first { $0.id == id }
  }

  var groups: [TableGroup] { [attack, saving].compactMap(\.self) + others }

  /// `nil` for somebody without a weapon.
  var attack: TableGroup? {
    attacks.isEmpty
      ? nil : TableGroup(name: "Attack", checks: attacks, note: sheet.bothHandsSentence)
  }

  var saving: TableGroup { TableGroup(name: "Saving throws", checks: saves) }

  var others: [TableGroup] {
    [
      TableGroup(name: "Thief skills", checks: skills),
      TableGroup(
        name: "Turning undead", checks: turning,
        note: "Hit dice with a star: undead with a special power."),
      TableGroup(name: "Exploration", checks: exploration),
      TableGroup(name: "Ability checks", checks: abilities),
      TableGroup(name: "Encounters", checks: encounters),
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
        line.roll(adding: line.melee == nil ? far : near), .total)
      let thrownDamage = TableCheck(
        "thrown-\(id)", "Damage, \(inSentence) thrown", line.roll(adding: far), .total)
      let isOther = near != far && line.melee != nil && line.missile != nil
      let melee = line.melee.map { hit("melee-\(id)", name, $0.value, damage) }
      let missiles = line.missile.map {
        shooting(
          line.weapon, "missile-\(id)", thrown, $0.value, isOther ? thrownDamage : damage)
      }
      return [melee].compactMap(\.self) + (missiles ?? []) + [damage]
        + (isOther ? [thrownDamage] : [])
    }
  }

  /// A 1 always misses and a 20 always hits, whatever is added.
  private func hit(
    _ id: String, _ name: String, _ modifier: Int, _ damage: TableCheck
  ) -> TableCheck {
    let roll = AttackMatrix.roll(thac0: sheet.levelRecord.thac0, armourClass: fight.armourClass)
    let added = modifier + fight.situation + sheet.character.clock.attackModifier
    let needed = min(max(roll - added, 2), 20)
    var check = TableCheck(id, name, "1d20", .atLeast(needed), ("a hit", "a miss"))
    check.armourClass = fight.armourClass
    check.next = damage.id
    return check
  }

  /// With each kind of its shots that is left; stones lie about everywhere.
  private func shooting(
    _ weapon: Weapon, _ id: String, _ name: String, _ modifier: Int, _ damage: TableCheck
  ) -> [TableCheck] {
    func shot(_ id: String, _ name: String) -> TableCheck {
      var check = hit(id, name, modifier + fight.range.modifier, damage)
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

  private var saves: [TableCheck] {
    let magic = sheet.magicSaves.value
    return SavingThrow.allCases.map { save in
      let needed = sheet.saves[save]
      var check = TableCheck(
        "save-\(save.slug)", save.shortName, "1d20", .atLeast(needed), ("saved", "failed"))
      if magic != 0, save != .breath { check.neededAgainstMagic = needed - magic }
      return check
    }
  }

  private var skills: [TableCheck] {
    guard let skills = sheet.thiefSkills else { return [] }
    return ThiefSkill.allCases.filter { $0 != .hear }.map {
      TableCheck("skill-\($0.slug)", $0.name, "1d100", .atMost(skills[$0]))
    }
  }

  private var turning: [TableCheck] {
    guard let results = sheet.turning else { return [] }
    let rolls = zip(0..., zip(Turning.columns, results)).compactMap { place, row -> TableCheck? in
      guard case .needed(let least) = row.1 else { return nil }
      return TableCheck(
        "turn-\(place)", "Turn \(row.0)", "2d6", .atLeast(least), ("turned", "not turned"))
    }
    return rolls + [TableCheck("turned", "Hit dice turned", Turning.affected, .total)]
  }

  private var exploration: [TableCheck] {
    let talents = sheet.talents
    let chances: [(String, String, Int?)] = [
      ("doors", "Open doors", sheet.openDoors.value), ("listen", "Listen", sheet.listen.value),
      ("secret", "Secret doors", sheet.secretDoors.value),
      ("traps", "Room traps", sheet.roomTraps.value),
      ("stonework", "Stonework", talents.constructionIn6),
      ("shadows", "Hide in a dungeon", talents.hideInDungeonsIn6),
    ]
    let inSix = chances.compactMap { id, name, chance in
      chance.map { TableCheck("explore-\(id)", name, "1d6", .atMost($0)) }
    }
    let woods = talents.hideInWoodsPercent.map {
      TableCheck("explore-woods", "Hide in the woods", "1d100", .atMost($0))
    }
    return inSix + [woods].compactMap(\.self)
  }

  private var abilities: [TableCheck] {
    Ability.allCases.map {
      TableCheck("ability-\($0.slug)", $0.name, "1d20", .atMost(sheet.scores[$0]))
    }
  }

  private var encounters: [TableCheck] {
    [
      TableCheck("initiative", "Initiative", sum("1d6", sheet.initiative.value), .total),
      TableCheck("reaction", "Reaction", sum("2d6", sheet.npcReactions.value), .total),
      TableCheck(
        "loyalty", "Morale of retainers", "2d6", .atMost(sheet.retainerLoyalty.value),
        ("they stay", "they don’t stay")),
    ]
  }

  private func sum(_ dice: String, _ modifier: Int) -> String {
    modifier == 0 ? dice : "\(dice)\(modifier > 0 ? "+" : "")\(modifier)"
  }
}

/// Rolls of one kind.
struct TableGroup {
  let name: String
  var checks: [TableCheck]
  /// What else to know of them, as a sentence.
  var note: String?
}

extension TableGroup: Fielded {
  static func declare(_ field: inout Fields<TableGroup>) {
    field("name") { $0.name }
    field("note") { $0.note }
    field("checks") { $0.checks }
  }
}

extension WeaponLine {
  /// Damage in the dice language, at least 1.
  fileprivate func roll(adding modifier: Int) -> String {
    modifier == 0 ? damage : "max(1, \(damage(plus: modifier)))"
  }
}
