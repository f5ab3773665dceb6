import Classrooms
import Games
import Mustache
import Site

/// The record sheet, on screen and on one printed page.
struct SheetView: Fielded {
  private let sheet: RecordSheet
  /// Whether the character's name is the heading of the page.
  private let isPage: Bool
  /// The most kinds of weapons in normal print; smaller print keeps more on one page.
  private static let mostWeapons = 9
  /// The most spells printed with more than their names.
  private static let longBook = 3
  /// The longest names and titles for one line, in bytes.
  private static let usualName = 40

  init(_ sheet: RecordSheet, isPage: Bool = true) {
    self.sheet = sheet
    self.isPage = isPage
  }

  private var isPacked: Bool {
    sheet.weapons.count > SheetView.mostWeapons
      || max(sheet.name.utf8.count, sheet.title.utf8.count) > SheetView.usualName
  }

  static func declare(_ field: inout Fields<SheetView>) {
    field("isPage") { $0.isPage }
    field("name") { $0.sheet.name }
    field("title") { $0.sheet.title }
    field("picture") { $0.sheet.characterClass.id }
    field("identity") { $0.identity }
    field("hitPoints") { $0.sheet.hitPointsValue }
    field("armourClass") { $0.sheet.armourClassValue }
    field.rows("abilities", { _ in Ability.allCases }) { row in
      row("ability") { $0.name }
      row("short") { $0.abbreviation }
      row("isPrime") { $1.sheet.characterClass.primeRequisites.contains($0) }
      row("score") { $1.sheet.scores[$0] }
      row("change") { $1.sheet.adjustment(of: $0) }
      row("modifiers") { ability, view in
        view.sheet.modifiers(of: ability).map {
          ModifierRow(modifier: $0, score: view.sheet.scores[ability])
        }
      }
    }
    field("attack") { $0.attack }
    field("toHitHead") { view in
      SheetValue(
        "Attacks", "d20 to hit before modifiers: THAC0 less armour class",
        why: Derivation(view.sheet.thac0, "To hit armour class 0"))
    }
    field.rows("toHit", { $0.sheet.toHit }) { column in
      column("head") { "\($0.armourClass)" }
      column("value") { "\($0.roll)" }
    }
    field.rows("weapons", { $0.sheet.weapons }) { row in
      row("weapon") { $0.name }
      row("count") { $0.count > 1 ? $0.count : nil }
      row("held") { $0.heldText }
      row("toHit") { $0.toHitValue }
      row("damage") { $0.damageValue }
      // Whether it is for melee is shown before the bonus.
      row("uses") { line in
        let record = line.weapon.record
        let qualities = record.qualities.filter { $0 != .melee && $0 != .missile }
        let names = qualities.map { $0.name.lowercased().unbroken }
        return ([record.ranges?.unbroken].compactMap(\.self) + names).joined(separator: ", ")
      }
    }
    field("isPacked") { $0.isPacked }
    field("rolls") { $0.sheet.rolls?.sentence }
    field("options") { $0.sheet.optionsText }
    field("showsDescending") { !$0.sheet.isAscendingOnly }
    field("points") { $0.sheet.hitPoints.value }
    field("experience") { $0.experience }
    field("nextLevel") { $0.sheet.nextLevelExperience?.groupedText }
    field("saves") { view in
      SavingThrow.allCases.map { SheetValue.plain($0.name, view.sheet.save($0)) }
    }
    field("magicSaves") { SheetValue.signed("Against magic", $0.sheet.magicSaves) }
    field("exploration") { $0.exploration }
    field("encounters") { $0.encounters }
    field("skills") { $0.skills }
    field("turningHead") { view in
      SheetValue(
        "Turning undead", "2d6 roll needed",
        why: Derivation("2d6", of: view.sheet, "turning undead"))
    }
    field.rows("turning", { Array(zip(Turning.columns, $0.sheet.turning ?? [])) }) { column in
      column("head") { $0.0 }
      column("value") { $0.1.text }
    }
    field.rows("book", { $0.spells.byLevel }) { level in
      level("level") { $0[0].level }
      level.rows("spells", { $0 }) { row in
        row("name") { spell in
          spell.reverse.map { "\(spell.name) (reversed: \($0))" } ?? spell.name
        }
        row("text") { spell in
          let reach = spell.record.map { "Range \($0.range), duration \($0.duration). " }
          return "\(reach ?? "")\(spell.effect)"
        }
      }
    }
    field("isLongBook") { $0.spells.count > SheetView.longBook }
    field("magicName") { $0.magicName }
    field("day") { $0.day }
    field("conditions") { view in
      let states = [
        view.sheet.character.hitPointsNow == 0 ? "dead" : nil, view.sheet.conditionsText,
      ].compactMap(\.self)
      return states.isEmpty ? nil : states.joined(separator: ", ")
    }
    field("biography") { $0.sheet.character.biography.paragraphs }
    field("otherThings") { $0.sheet.otherThingsText }
    field("features") { $0.sheet.features.map(Term.init) }
    field("languages") { $0.sheet.languages.joined(separator: ", ") }
    field("literacy") { $0.sheet.literacy.name }
    field("speech") { $0.sheet.speaksBrokenly ? Modifier.brokenSpeech.name : nil }
    field("worn") { $0.sheet.wornText() }
    field("spares") { $0.sheet.sparesText }
    field("ammunition") { $0.sheet.ammunitionText }
    field("gear") { $0.sheet.gearText }
    field("lights") { $0.sheet.character.clock.lightsText }
    field("purse") { $0.purse }
    field("movement") { $0.movement }
  }

  private var identity: [SheetValue] {
    [
      SheetValue("Class", sheet.characterClass.name),
      SheetValue("Level", "\(sheet.level) (\(sheet.levelTitle))"),
      SheetValue("Alignment", sheet.alignment.adjective),
      SheetValue("Hit die", sheet.hitDie.name),
      sheet.unarmouredValue,
    ]
  }

  private var experience: [SheetValue] {
    let adjustment = sheet.experienceAdjustment
    return [
      SheetValue("Experience", sheet.experience.groupedText),
      sheet.nextLevelExperience.map {
        SheetValue(
          "Next level at", $0.groupedText,
          why: Derivation($0.groupedText, of: sheet, "experience for the next level"))
      },
      SheetValue(
        "Experience adjustment", "\(adjustment.value.modifierText)%", why: Derivation(adjustment)),
    ].compactMap(\.self)
  }

  private var attack: [SheetValue] {
    [
      sheet.attackValue, .signed("Melee", sheet.melee), .signed("Missile", sheet.missile),
    ]
  }

  private var exploration: [SheetValue] {
    [
      .inSix("Open doors", sheet.openDoors), .inSix("Listen", sheet.listen),
      .inSix("Secret doors", sheet.secretDoors), .inSix("Room traps", sheet.roomTraps),
    ]
  }

  private var encounters: [SheetValue] {
    [
      .signed("Initiative", sheet.initiative), .signed("Reactions", sheet.npcReactions),
      .plain("Retainers (max)", sheet.retainersMax),
      .plain("Retainers’ loyalty", sheet.retainerLoyalty),
    ]
  }

  private var skills: [SheetValue] {
    guard let skills = sheet.thiefSkills else { return [] }
    return ThiefSkill.allCases.map {
      SheetValue(
        $0.name, skills.text($0), why: Derivation(skills.text($0), of: sheet, "thief skills"))
    }
  }

  /// The heading of the spells; `nil` for those who cast none at their level.
  private var magicName: String? {
    switch sheet.characterClass.magic {
    case .arcane: "Spell book"
    case .divine where sheet.spellsADay != nil: "Prayers"
    case .divine, nil: nil
    }
  }

  /// The spells a day and those prepared today; none for a beginner.
  private var day: [SheetValue] {
    [
      sheet.spellsADay.map {
        SheetValue("A day", $0, why: Derivation($0, of: sheet, "spells of the class"))
      },
      sheet.preparedText.map { SheetValue("Prepared", $0) },
    ].compactMap(\.self)
  }

  /// The spells of the book, or the prayers for today.
  private var spells: [ListedSpell] {
    guard sheet.characterClass.magic == .divine else { return sheet.character.spellBook }
    return sheet.preparedCounts.map(\.spell)
  }

  /// The movement; the basic rule counts no treasure, and is shown if it makes a difference.
  private var movement: [SheetValue] {
    let (movement, basic) = (sheet.movement, sheet.basicMovement)
    let untreasured =
      basic == movement
      ? nil
      : SheetValue(
        "Basic rule, no treasure", "\(basic.base) ft a turn",
        why: Derivation([("\(basic.base)", sheet.armour?.name ?? "Unarmoured", "armour")]))
    return [
      sheet.exploringValue,
      sheet.paceValue("Encounter", movement.encounter, "ft a round", "a third"),
      sheet.paceValue("Overland", movement.overlandMiles, "miles a day", "a fifth"),
      .plain("Load in coins", sheet.weight), untreasured,
    ].compactMap(\.self)
  }

  /// The gold and any other coins.
  private var purse: [SheetValue] {
    Coin.allCases.filter { sheet.coins[$0] != 0 }.map { coin in
      SheetValue(String(coin.name.prefix { $0 != " " }), "\(sheet.coins[coin])")
    }
  }
}

extension RecordSheet {
  /// Returns the modifiers of this score that say something about this character.
  func modifiers(of ability: Ability) -> [Modifier] {
    ability.modifiers.filter { $0 != .brokenSpeech || speaksBrokenly }
  }

  /// Returns a score's adjustment: `16 rolled, +1 by adjustment`; `nil` if none is known.
  func adjustment(of ability: Ability) -> String? {
    let score = scores[ability]
    guard let rolled = character.rolledScores?[ability], rolled != score else { return nil }
    return "\(rolled) rolled, \((score - rolled).modifierText) by adjustment"
  }
}

extension WeaponLine {
  fileprivate var toHitValue: SheetValue {
    let whys = [
      melee.map { Derivation($0, missile == nil ? nil : "Melee") },
      missile.map { Derivation($0, melee == nil ? nil : "Missile") },
    ]
    return SheetValue("To hit, \(name.isolated)", toHitText.withPairs, whys.compactMap(\.self))
  }

  fileprivate var damageValue: SheetValue {
    let (isNear, isFar) = (melee != nil, missile != nil)
    let whys = [
      isNear ? damageWhy(isThrown: false, isFar ? "Hand to hand" : nil) : nil,
      isFar ? damageWhy(isThrown: true, isNear ? "Thrown" : nil) : nil,
    ]
    return SheetValue("Damage, \(name.isolated)", damageText.withPairs, whys.compactMap(\.self))
  }

  /// The modifiers to hit: `melee +2, missile +1`; `melee, missile +2` if both are equal.
  private var toHitText: String {
    if let melee, melee.value == missile?.value {
      return "melee, missile \(melee.value.bonusText)"
    }
    let melee = melee.map { "melee \($0.value.bonusText)" }
    let missile = missile.map { "missile \($0.value.bonusText)" }
    return [melee, missile].compactMap(\.self).joined(separator: ", ")
  }
}

extension [Int] {
  /// The spells a day by level: `2 of level 1, 1 of level 2`; `nil` for none.
  var dayText: String? {
    let levels = zip(1..., self).filter { $0.1 > 0 }.map { "\($0.1) of level \($0.0)" }
    return levels.isEmpty ? nil : levels.joined(separator: ", ")
  }
}

extension String {
  /// The same text, in which lines end only after a comma: `melee +2, missile +1`.
  fileprivate var withPairs: String {
    replacing(" ", with: "\u{00A0}").replacing(",\u{00A0}", with: ", ")
  }

  /// The same text, in which no line ends within `two-handed`.
  fileprivate var unbroken: String { replacing("-", with: "-\u{2060}") }

  /// The lines that aren't empty.
  var paragraphs: [String] { split(separator: "\n").map(String.init) }
}
