import Games
import Site
import Web

/// A record sheet for programs; what doesn't apply to a character is left out.
enum SheetJSON {
  static func encode(_ sheet: RecordSheet) -> [UInt8] { format.bytes(sheet) }

  static let format = JSONFormat<RecordSheet>.object { field in
    field("name", .text()) { $0.name }
    field("title", .text()) { $0.title }
    field("class", .choice) { $0.characterClass }
    field("level", .whole(1...14)) { $0.level }
    field("alignment", .choice) { $0.alignment }
    field("scores", scores) { $0.scores }
    field("modifiers", modifiers) { $0.scores }
    field.group("experience") { field in
      field("current", .whole()) { $0.experience }
      field(optional: "nextLevel", .whole()) { $0.nextLevelExperience }
      field("adjustmentPercent", .number) { $0.experienceAdjustment }
    }
    field("hitPoints", .number) { $0.hitPoints }
    field("hitDie", .oneOf(["d4", "d6", "d8"])) { $0.hitDie.name }
    field.group("armourClass") { field in
      field("descending", .number) { $0.descendingArmourClass }
      field("ascending", .number) { $0.ascendingArmourClass }
    }
    field.group("unarmouredClass") { field in
      field("descending", .number) { $0.unarmouredDescending }
      field("ascending", .number) { $0.unarmouredAscending }
    }
    field.group("attack") { field in
      field("thac0", .number) { $0.thac0 }
      field("bonus", .number) { $0.attackBonus }
      field("melee", .number) { $0.melee }
      field("missile", .number) { $0.missile }
      field("toHit", toHit) { $0.levelRecord.thac0 }
    }
    field("initiative", .number) { $0.initiative }
    field.group("saves") { field in
      for save in SavingThrow.allCases { field(save.id, .whole()) { $0.saves[save] } }
      field("magicModifier", .number) { $0.magicSaves }
    }
    field.group("exploration") { field in
      field("openDoorsIn6", .number) { $0.openDoors }
      field("listenIn6", .number) { $0.listen }
      field("secretDoorsIn6", .number) { $0.secretDoors }
      field("roomTrapsIn6", .number) { $0.roomTraps }
    }
    field.group("encounters") { field in
      field("npcReactions", .number) { $0.npcReactions }
      field("retainersMax", .number) { $0.retainersMax }
      field("retainerLoyalty", .number) { $0.retainerLoyalty }
    }
    field("languages", .list(of: .text())) { $0.languages }
    field("literacy", .choice) { $0.literacy }
    field("weapons", .list(of: weapon)) { $0.weapons }
    field(optional: "armour", .choice) { $0.armour }
    field("shield", .flag) { $0.hasShield }
    field(optional: "spares", .list(of: counted, "Armour carried and not worn.")) { sheet in
      sheet.spares.isEmpty ? nil : sheet.spares.map { ($0.item.name, $0.count) }
    }
    field("ammunition", .list(of: counted)) { sheet in
      sheet.ammunition.map { ($0.ammunition.name, $0.count) }
    }
    field("gear", .list(of: counted)) { sheet in
      sheet.gear.map { ($0.gear.name, $0.count) }
    }
    field.group("coins") { field in
      for coin in Coin.allCases { field(coin.id, .whole()) { $0.coins[coin] } }
    }
    field.group("load") { field in
      field.group("detailed") { field in
        field("weight", .number) { $0.weight }
        declare(&field) { $0.movement }
      }
      field.group("basic") { field in declare(&field) { $0.basicMovement } }
    }
    field("classFeatures", .list(of: feature)) { $0.features }
    field(optional: "thiefSkills", thiefSkills) { $0.thiefSkills }
    field(optional: "turning", turning) { $0.turning }
    field(optional: "spells", .list(of: .choice)) {
      $0.characterClass.hasArcaneMagic ? $0.spells : nil
    }
    field(optional: "rolls", .rolls) { $0.rolls }
    field(optional: "options", .list(of: .choice, "What was agreed on before rolling.")) {
      $0.character.options.isEmpty ? nil : $0.character.options.inOrder
    }
    // Only characters in play have the rest.
    field(optional: "hitPointsNow", .whole()) {
      $0.character.play == nil ? nil : $0.character.hitPointsNow
    }
    field(optional: "spellsADay", .list(of: .whole(), "By spell level, the first level first.")) {
      $0.character.play == nil || $0.character.spellSlots.isEmpty ? nil : $0.character.spellSlots
    }
    field(optional: "higherSpells", .list(of: .text(), "In the book, beyond the first level.")) {
      $0.characterClass.hasArcaneMagic ? $0.character.play?.higherSpells.map(\.name) : nil
    }
    field(optional: "prepared", .list(of: .text())) {
      $0.character.play?.prepared.map(\.spell.name)
    }
    field(optional: "conditions", .list(of: .text())) { $0.character.play?.conditions }
    field(optional: "burning", .list(of: flame)) {
      $0.character.clock.flames.isEmpty ? nil : $0.character.clock.flames
    }
    field(optional: "otherThings", .list(of: .text())) {
      $0.character.play?.otherThings.map(\.text)
    }
    field(optional: "biography", .text()) {
      $0.character.biography.isEmpty ? nil : $0.character.biography
    }
  }

  private static func declare(
    _ field: inout JSONFormat<RecordSheet>.Fields,
    _ movement: @escaping @Sendable (RecordSheet) -> Movement
  ) {
    field("base", .whole()) { movement($0).base }
    field("encounter", .whole()) { movement($0).encounter }
    field("overlandMiles", .whole()) { movement($0).overlandMiles }
  }

  private static let scores = JSONFormat<AbilityScores>.object { field in
    for ability in CharacterJSON.abilities {
      field(ability.id, .whole(AbilityScores.range)) { $0[ability] }
    }
  }

  /// The modifiers of the scores alone, without what the class adds.
  private static let modifiers = JSONFormat<AbilityScores>.object { field in
    field("melee", .whole()) { $0.value(of: .melee) }
    field("openDoorsIn6", .whole()) { $0.value(of: .openDoors) }
    field("armourClass", .whole()) { $0.value(of: .armourClass) }
    field("missile", .whole()) { $0.value(of: .missile) }
    field("initiative", .whole()) { $0.value(of: .initiative) }
    field("hitPoints", .whole()) { $0.value(of: .hitPoints) }
    field("spokenLanguages", .oneOf(["native", "broken"])) {
      $0.speaksBrokenly ? "broken" : "native"
    }
    field("extraLanguages", .whole()) { $0.extraLanguages }
    field("literacy", .choice) { $0.literacy }
    field("magicSaves", .whole()) { $0.value(of: .magicSaves) }
    field("npcReactions", .whole()) { $0.value(of: .npcReactions) }
    field("retainersMax", .whole()) { $0.value(of: .retainersMax) }
    field("retainerLoyalty", .whole()) { $0.value(of: .retainerLoyalty) }
  }

  private static let toHit = JSONFormat<Int>.object(
    "What to roll against each descending armour class."
  ) { field in
    for armourClass in RecordSheet.armourClassesToHit {
      field("\(armourClass)", .whole()) {
        AttackMatrix.roll(thac0: $0, armourClass: armourClass)
      }
    }
  }

  private static let weapon = JSONFormat<WeaponLine>.object { field in
    field("name", .text()) { $0.name }
    field("count", .whole()) { $0.count }
    field("damage", .text()) { $0.damage }
    field("qualities", .list(of: .choice)) { $0.weapon.record.qualities }
    field(optional: "range", .text()) { $0.weapon.record.ranges?.text }
    field("weight", .whole()) { $0.weight }
    field("toHit", .whole()) { $0.toHit }
    field("damageModifier", .whole()) { $0.damageModifier }
    field(optional: "inHand", .whole()) { $0.inHand > 0 ? $0.inHand : nil }
  }

  private static let counted = JSONFormat<(name: String, count: Int)>.object { field in
    field("name", .text()) { $0.name }
    field("count", .whole()) { $0.count }
  }

  private static let flame = JSONFormat<Clock.Flame>.object { field in
    field("light", .choice) { $0.light }
    field("turnsLeft", .whole()) { $0.left }
  }

  private static let feature = JSONFormat<ClassFeature>.object { field in
    field("name", .text()) { $0.name }
    field("text", .text()) { $0.text }
  }

  private static let thiefSkills = JSONFormat<ThiefSkills>.object { field in
    for skill in ThiefSkill.allCases { field(skill.id, .whole()) { $0[skill] } }
  }

  private static let turning = JSONFormat<[TurningResult]>([
    "type": "object",
    "description": "By hit dice of the undead: the 2d6 roll needed, T for turned, D for destroyed.",
    "additionalProperties": ["anyOf": [JSONFormat<Int>.whole().schema, Schema.oneOf(["T", "D"])]],
  ]) { results in
    .object(
      zip(Turning.columns, results).compactMap { column, result in
        // Programs get `7-9` for `7–9 HD`.
        let name = column.replacing(" HD", with: "").replacing("\u{2013}", with: "-")
        return switch result {
        case .noEffect: nil
        case .needed(let number): JSON.Member(name: name, value: .whole(number))
        case .turned, .destroyed: JSON.Member(name: name, value: .string(result.text))
        }
      })
  }
}

extension JSONFormat<Derived> {
  static var number: JSONFormat { JSONFormat(JSONFormat<Int>.whole().schema) { .whole($0.value) } }
}
