import Classrooms
import Games
import Mustache
import Site

/// The record sheet as text: plain, to paste into a chat, or Markdown, for notes and wikis.
struct SheetWords: Fielded {
  enum Format: CaseIterable {
    case plain, markdown

    var template: String {
      switch self {
      case .plain: "characters/sheet-text"
      case .markdown: "characters/sheet-markdown"
      }
    }
  }

  private let sheet: RecordSheet
  private let format: Format

  init(_ sheet: RecordSheet, as format: Format) {
    self.sheet = sheet
    self.format = format
  }

  /// Typed text, escaped so that Markdown treats it as plain text.
  private func typed(_ text: String) -> String { format == .plain ? text : text.asMarkdown }

  private func number(_ number: Int) -> String {
    format == .plain ? "\(number)" : number.groupedText
  }

  static func declare(_ field: inout Fields<SheetWords>) {
    field("text") { _ in asText }
    field("name") { $0.typed($0.sheet.name) }
    field("title") { $0.typed($0.sheet.title) }
    field("rank") { $0.sheet.character.rank }
    field("levelTitle") { $0.sheet.levelTitle }
    field("alignment") { $0.sheet.alignment.adjective }
    field("experience") { $0.number($0.sheet.experience) }
    field("next") { words in words.sheet.nextLevelExperience.map(words.number) }
    field("adjustment") { $0.sheet.experienceAdjustment.value.modifierText }
    field("options") { $0.sheet.optionsText }
    field("biography") { $0.sheet.character.biography }
    field("quotation") { words in
      words.sheet.character.biography.paragraphs.map { "> \(words.typed($0))" }
        .joined(separator: "\n>\n")
    }
    field("rolls") { $0.sheet.rolls?.sentence }
    field.rows("scores", { _ in Ability.allCases }) { row in
      row("name") { $0.name }
      row("short") { $0.abbreviation }
      row("score") { $1.sheet.scores[$0] }
      row("isShort") { $1.sheet.scores[$0] < 10 }
      row("modifiers") { ability, words in
        words.sheet.modifiers(of: ability).map {
          let name = words.format == .plain ? $0.name.lowercasedFirst : $0.name
          return "\(name) \($0.text(at: words.sheet.scores[ability]))"
        }.joined(separator: ", ")
      }
    }
    field("points") { $0.sheet.pointsText }
    field("dice") { words in
      let sheet = words.sheet
      return words.format == .plain && sheet.level == 1
        ? sheet.hitDie.name : sheet.levelRecord.hitDice.text
    }
    field("armourClass") { $0.sheet.armourClassText }
    field("unarmoured") { words in
      words.sheet.character.options.armourClassText(
        descending: words.sheet.unarmouredDescending.value)
    }
    field("attackHead") { $0.sheet.attackHead }
    field("attack") { $0.sheet.attackText }
    field("melee") { $0.sheet.melee.value.bonusText }
    field("missile") { $0.sheet.missile.value.bonusText }
    field("initiative") { $0.sheet.initiative.value.bonusText }
    // There is no table if only ascending armour classes count.
    field.rows("toHit", { $0.sheet.isAscendingOnly ? [] : $0.sheet.toHit }) { row in
      row("armourClass") { $0.armourClass }
      row("roll") { $0.roll }
    }
    field.rows("saves", { _ in SavingThrow.allCases }) { row in
      row("name") { $0.name }
      row("letter") { $0.letter }
      row("roll") { $1.sheet.saves[$0] }
    }
    field("magic") { $0.sheet.magicSaves.value.bonusText }
    field.rows("weapons", { $0.sheet.weapons }) { row in
      row("name") { line, words in
        (line.ownName.map(words.typed) ?? line.weapon.name).counted(line.count)
      }
      row("held") { $0.heldText }
      row("damage") { $0.damageText }
      row("range") { $0.weapon.record.ranges?.text }
      row("qualities") { line in
        line.weapon.record.qualities.map { $0.name.lowercased() }.joined(separator: ", ")
      }
    }
    field("openDoors") { $0.sheet.openDoors.value }
    field("listen") { $0.sheet.listen.value }
    field("secretDoors") { $0.sheet.secretDoors.value }
    field("roomTraps") { $0.sheet.roomTraps.value }
    field("reactions") { $0.sheet.npcReactions.value.bonusText }
    field("retainers") { $0.sheet.retainersMax.value }
    field("loyalty") { $0.sheet.retainerLoyalty.value }
    field("languages") { $0.sheet.languages.joined(separator: ", ") }
    field("literacy") { $0.sheet.literacy.name.lowercased() }
    field("skillList") { words in
      words.skills.map { "\($0.name.lowercased()) \($0.value)" }.joined(separator: ", ")
    }
    field("turningList") { words in
      words.turning.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    }
    field("featureList") { $0.sheet.features.map(\.name).joined(separator: ", ") }
    field.rows("skills", \.skills) { row in
      row("name") { $0.name }
      row("value") { $0.value }
    }
    field.rows("turning", \.turning) { row in
      row("name") { $0.name }
      row("value") { $0.value }
    }
    field.rows("features", { $0.sheet.features }) { row in
      row("name") { $0.name }
      row("about") { $0.text }
    }
    field("bookList") { $0.sheet.character.spellBook.map(\.name).joined(separator: ", ") }
    field.rows("book", { $0.sheet.character.spellBook }) { row in
      row("level") { $0.level }
      row("name") { $0.name }
      row("effect") { $0.effect }
    }
    field("day") { $0.sheet.spellsADay }
    field("prepared") { $0.sheet.preparedText }
    field("conditions") { words in words.sheet.conditionsText.map(words.typed) }
    field("worn") { $0.sheet.wornText(typed: $0.typed) }
    field("spares") { $0.sheet.sparesText }
    field("ammunition") { $0.sheet.ammunitionText }
    field("gear") { $0.sheet.gearText }
    field("purse") { words in
      RecordSheet.list(
        Coin.allCases.filter { words.sheet.coins[$0] > 0 }.map {
          "\(words.number(words.sheet.coins[$0])) \($0.abbreviation)"
        })
    }
    field("otherThingList") { $0.sheet.otherThingsText }
    field("otherThings") { words in
      (words.sheet.character.play?.otherThings ?? []).map { words.typed($0.text) }
    }
    field("lights") { $0.sheet.character.clock.lightsText }
    field("load") { $0.number($0.sheet.weight.value) }
    field("turnFeet") { $0.sheet.movement.base }
    field("roundFeet") { $0.sheet.movement.encounter }
    field("dayMiles") { $0.sheet.movement.overlandMiles }
  }

  private var skills: [(name: String, value: String)] {
    sheet.thiefSkills.map { skills in ThiefSkill.allCases.map { ($0.name, skills.text($0)) } } ?? []
  }

  private var turning: [(name: String, value: String)] {
    zip(Turning.columns, sheet.turning ?? []).map { ($0, $1.text) }
  }

  /// Renders the plain text within a page.
  private static let asText = Lambda { _ in "{{>\(Format.plain.template)}}" }
}

extension String {
  /// The text with Markdown's special characters escaped.
  fileprivate var asMarkdown: String {
    reduce(into: "") { text, sign in
      if "\\`*_{}[]<>()#+-.!|~&".contains(sign) { text.append("\\") }
      text.append(sign)
    }
  }

  /// The text with its first letter in lower case, except for `NPC`.
  var lowercasedFirst: String {
    prefix(2).allSatisfy(\.isUppercase) ? self : prefix(1).lowercased() + dropFirst()
  }
}

extension RollCounts {
  /// The numbers in words: `Abilities rolled twice, Strength rerolled once; …`.
  var sentence: String {
    let singles = Ability.allCases.filter { self[$0] > 0 }
      .map { ", \($0.name) rerolled \(self[$0].times)" }.joined()
    // Hit points at the highest face aren't rolled.
    let points = hitPoints == 0 ? "gold rolled" : "hit points rolled \(hitPoints.times), gold"
    return "Abilities rolled \(abilities.times)\(singles); \(points) \(gold.times)."
  }
}

extension Derived.Origin {
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
    case .fullHitDie(let die): ("Hit die \(die.name)", "its maximum, as agreed")
    case .level(let level, let die?): ("Level \(level)", "hit die \(die.name) and Constitution")
    case .level(let level, nil): ("Level \(level)", "fixed hit points")
    case .leastHitPoints: ("At least 1", "lowest hit points of a level")
    case .recordedHitPoints: ("Hit points", "as recorded")
    case .coins: ("Coins", "one each")
    case .items(let item, let count): (item.name.counted(count), "weight")
    case .gear: ("Adventuring gear", "flat weight")
    case .otherThings: ("Other things", "weight as noted")
    case .thing(let name): (name.isolated, "worn or in hand")
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
