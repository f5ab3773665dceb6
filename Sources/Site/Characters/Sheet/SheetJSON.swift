import Games
import Web

/// A record sheet as data for other programs; what does not apply is left out.
enum SheetJSON {
  static func encode(_ sheet: RecordSheet) -> [UInt8] {
    var bytes: [UInt8] = []
    json(sheet).write(to: &bytes)
    return bytes
  }

  static func json(_ sheet: RecordSheet) -> JSON {
    object(person(sheet) + combat(sheet) + exploration(sheet) + goods(sheet) + abilities(sheet))
  }

  private typealias Pair = (name: String, value: JSON?)

  private static func object(_ pairs: [Pair]) -> JSON {
    .object(pairs.compactMap { pair in pair.value.map { .init(name: pair.name, value: $0) } })
  }

  private static func person(_ sheet: RecordSheet) -> [Pair] {
    [
      ("name", .string(sheet.name)),
      ("title", .string(sheet.title)),
      ("class", .string(sheet.characterClass.id)),
      ("level", .whole(sheet.level)),
      ("alignment", .string(sheet.alignment.id)),
      ("scores", object(CharacterJSON.abilities.map { ($0.id, .whole(sheet.scores[$0])) })),
      ("modifiers", modifiers(sheet.scores)),
      (
        "experience",
        object([
          ("current", .whole(sheet.experience)),
          ("nextLevel", sheet.nextLevelExperience.map(JSON.whole)),
          ("adjustmentPercent", number(sheet.experienceAdjustment)),
        ])
      ),
    ]
  }

  /// Of the scores alone, without what the class adds.
  private static func modifiers(_ scores: AbilityScores) -> JSON {
    func value(_ modifier: Modifier) -> JSON { .whole(scores.value(of: modifier)) }
    return object([
      ("melee", value(.melee)),
      ("openDoorsIn6", value(.openDoors)),
      ("armourClass", value(.armourClass)),
      ("missile", value(.missile)),
      ("initiative", value(.initiative)),
      ("hitPoints", value(.hitPoints)),
      ("spokenLanguages", .string(scores.speaksBrokenly ? "broken" : "native")),
      ("extraLanguages", value(.extraLanguages)),
      ("literacy", .string(scores.literacy.id)),
      ("magicSaves", value(.magicSaves)),
      ("npcReactions", value(.npcReactions)),
      ("retainersMax", value(.retainersMax)),
      ("retainerLoyalty", value(.retainerLoyalty)),
    ])
  }

  private static func combat(_ sheet: RecordSheet) -> [Pair] {
    let saves = SavingThrow.allCases.map { save -> Pair in (save.id, .whole(sheet.saves[save])) }
    return [
      ("hitPoints", number(sheet.hitPoints)),
      ("hitDie", .string(sheet.hitDie.name)),
      (
        "armourClass",
        object([
          ("descending", number(sheet.descendingArmourClass)),
          ("ascending", number(sheet.ascendingArmourClass)),
        ])
      ),
      (
        "unarmouredClass",
        object([
          ("descending", number(sheet.unarmouredDescending)),
          ("ascending", number(sheet.unarmouredAscending)),
        ])
      ),
      (
        "attack",
        object([
          ("thac0", number(sheet.thac0)),
          ("bonus", number(sheet.attackBonus)),
          ("melee", number(sheet.melee)),
          ("missile", number(sheet.missile)),
          ("toHit", object(sheet.toHit.map { ("\($0.armourClass)", .whole($0.roll)) })),
        ])
      ),
      ("initiative", number(sheet.initiative)),
      ("saves", object(saves + [("magicModifier", number(sheet.magicSaves))])),
    ]
  }

  private static func exploration(_ sheet: RecordSheet) -> [Pair] {
    [
      (
        "exploration",
        object([
          ("openDoorsIn6", number(sheet.openDoors)),
          ("listenIn6", number(sheet.listen)),
          ("secretDoorsIn6", number(sheet.secretDoors)),
          ("roomTrapsIn6", number(sheet.roomTraps)),
        ])
      ),
      (
        "encounters",
        object([
          ("npcReactions", number(sheet.npcReactions)),
          ("retainersMax", number(sheet.retainersMax)),
          ("retainerLoyalty", number(sheet.retainerLoyalty)),
        ])
      ),
      ("languages", .array(sheet.languages.map(JSON.string))),
      ("literacy", .string(sheet.literacy.id)),
    ]
  }

  private static func goods(_ sheet: RecordSheet) -> [Pair] {
    [
      ("weapons", .array(sheet.weapons.map(weapon))),
      ("armour", sheet.armour.map { .string($0.id) }),
      ("shield", .bool(sheet.hasShield)),
      ("ammunition", .array(sheet.ammunition.map { counted($0.ammunition.name, $0.count) })),
      ("gear", .array(sheet.gear.map { counted($0.gear.name, $0.count) })),
      ("coins", object(Coin.allCases.map { ($0.id, .whole(sheet.coins[$0])) })),
      (
        "load",
        object([
          (
            "detailed",
            object([("weight", number(sheet.weight))] + movement(sheet.movement))
          ),
          ("basic", object(movement(sheet.basicMovement))),
        ])
      ),
    ]
  }

  private static func weapon(_ line: WeaponLine) -> JSON {
    object([
      ("name", .string(line.weapon.name)),
      ("count", .whole(line.count)),
      ("damage", .string(line.damage)),
      ("qualities", .array(line.weapon.record.qualities.map { .string($0.id) })),
      ("range", line.weapon.record.ranges.map { .string($0.text) }),
      ("weight", .whole(line.weight)),
      ("toHit", .whole(line.toHit)),
      ("damageModifier", .whole(line.damageModifier)),
    ])
  }

  private static func counted(_ name: String, _ count: Int) -> JSON {
    object([("name", .string(name)), ("count", .whole(count))])
  }

  private static func movement(_ movement: Movement) -> [Pair] {
    [
      ("base", .whole(movement.base)),
      ("encounter", .whole(movement.encounter)),
      ("overlandMiles", .whole(movement.overlandMiles)),
    ]
  }

  private static func abilities(_ sheet: RecordSheet) -> [Pair] {
    let features = sheet.features.map {
      object([("name", .string($0.name)), ("text", .string($0.text))])
    }
    let spells = JSON.array(sheet.spells.map { .string($0.id) })
    return [
      ("classFeatures", .array(features)),
      (
        "thiefSkills",
        sheet.thiefSkills.map { skills in
          object(ThiefSkill.allCases.map { ($0.id, .whole(skills[$0])) })
        }
      ),
      ("turning", sheet.turning.map(turning)),
      ("spells", sheet.characterClass.hasArcaneMagic ? spells : nil),
    ]
  }

  /// By hit dice of the undead: what 2d6 must show, `T` for turned, `D` for destroyed.
  private static func turning(_ results: [TurningResult]) -> JSON {
    object(
      zip(Turning.columns, results).map { column, result in
        // `7–9 HD` is `7-9` for programs.
        let name = column.replacing(" HD", with: "").replacing("\u{2013}", with: "-")
        return switch result {
        case .noEffect: (name, nil)
        case .needed(let number): (name, .whole(number))
        case .turned, .destroyed: (name, .string(result.text))
        }
      })
  }

  private static func number(_ derived: Derived) -> JSON { .whole(derived.value) }
}
