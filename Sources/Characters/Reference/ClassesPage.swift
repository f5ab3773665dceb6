import Games
import Mustache
import Site

/// The seven classes side by side.
struct ClassesPage: SheetedPage {
  static let templates = ["reference/classes"]
  let title = "Classes – Characters – Dicehall"
  let description =
    "The seven classes side by side: hit dice, requirements, armour, weapons, saving throws."

  static func declare(_ field: inout Fields<ClassesPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .classes) }
    field.rows("classes", { _ in CharacterClass.allCases }) { card in
      card("class") { $0 }
      card("summary") { $0.record.summary }
      card("hitDie") { $0.hitDie.name }
      card("requirements") { $0.record.requirementsText }
      card("prime") { $0.record.primeRequisitesText }
    }
    field.rows("groups", { _ in groups }) { group in
      group("name") { $0.name }
      group("rows") { $0.rows }
    }
  }

  /// The rows of the comparison in groups, with a cell for each class.
  private static let groups: [(name: String, rows: [ReferenceRow])] = [
    ("To begin with", beginning), ("May use", goods), ("Saving throws at level 1", saves),
    ("Knows and notices", senses),
  ]

  private static let beginning = [
    row("Requirements") { $0.requirementsText },
    row("Prime requisites") { $0.primeRequisitesText },
    row("May trade down") { $0.mayLower.map(\.name).listed() },
    row("Hit die") { $0.hitDie.name },
    row("Magic") { $0.magicText },
    row("Level 2 at") { "\($0.progression[1].experience.groupedText) XP" },
    row("Highest level") { "\($0.progression.count)" },
  ]

  private static let goods = [
    row("Armour") { $0.armour.text.asSentence },
    row("Weapons") { $0.weapons.text.asSentence },
  ]

  private static let saves = SavingThrow.allCases.map { save in
    row(save.name) { "\($0.progression[0].saves[save])" }
  }

  private static let senses = [
    row("Languages") { $0.languagesText.asSentence },
    row("Infravision") { $0.talents.infravisionFeet.map { "\($0) ft" } ?? "\u{2013}" },
    row("Hear noise") { "\($0.talents.listenIn6)-in-6" },
    row("Find secret doors") { "\($0.talents.secretDoorsIn6)-in-6" },
    row("Find room traps") { "\($0.talents.roomTrapsIn6)-in-6" },
  ]

  private static func row(_ head: String, _ cell: (ClassRecord) -> String) -> ReferenceRow {
    ReferenceRow(head: head, cells: CharacterClass.records.map(cell))
  }
}

/// The page of a class, with all its rules.
struct ClassPage: SheetedPage {
  static let templates = ["reference/class"]
  let characterClass: CharacterClass

  var title: String { "\(characterClass.name) – Classes – Dicehall" }
  var description: String {
    "The \(characterClass.name.lowercased()): features, levels, saving throws, arms and armour."
  }
  private var record: ClassRecord { characterClass.record }

  static func declare(_ field: inout Fields<ClassPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .classes, isWithin: true) }
    field.rows("classes", { _ in CharacterClass.allCases }) { link in
      link("class") { $0 }
      link("isHere") { $0 == $1.characterClass }
    }
    field("id") { $0.characterClass.id }
    field("name") { $0.characterClass.name }
    field("summary") { $0.record.summary }
    field("hitDie") { $0.record.hitDie.name }
    field("requirements") { $0.record.requirementsText }
    field("prime") { $0.record.primeRequisitesText }
    field("highestLevel") { $0.record.progression.count }
    field("languages") { $0.record.languagesText.asSentence }
    field("mayLower") { $0.record.mayLower.map(\.name).listed() }
    field("features") { page in
      page.record.features.map(Term.init)
    }
    field.rows("shelves", { _ in [Item.Category.armour, .weapons] }) { shelf in
      shelf("name") { $0.name }
      shelf("rule") { $0 == .armour ? $1.record.armour.text : $1.record.weapons.text }
      shelf("items") { shelf, page in shelf.items.filter(page.characterClass.allows) }
      shelf("barred") { shelf, page in page.barred(from: shelf) }
    }
    field("levels") { $0.levels }
    field("hasBonuses") { page in
      page.record.progression.contains { !$0.hitDice.constitutionApplies }
    }
    field("fighting") { $0.record.fightingRows }
    field("experience") { page in
      page.record.experienceTiers.map { Term(tier: $0) }
    }
    field("neverWorse") { $0.record.experienceTiers.allSatisfy { $0.percent > 0 } }
    field.object("spells", { $0.spellLevels }) { spells in
      spells("columns") { Array($0) }
      spells("rows") { _, page in
        page.record.progression.map { level in
          ReferenceRow(
            head: "\(level.level)",
            cells: level.spellSlots.map { $0 > 0 ? "\($0)" : "\u{2013}" })
        }
      }
    }
    field.object("skills", { $0.characterClass == .thief ? ThiefSkill.allCases : nil }) { skills in
      skills("columns") { $0.map(\.id.asSentence) }
      skills("terms") { $0.map { Term(name: $0.name, text: $0.summary) } }
      skills("rows") { skills in
        ThiefSkills.table.map { level in
          ReferenceRow(head: "\(level.level)", cells: skills.map { level.text($0) })
        }
      }
    }
    field.object("turning", { $0.characterClass == .cleric ? Turning.rows : nil }) { turning in
      turning("columns") { _ in Turning.columns }
      turning("affected") { _ in Turning.affected }
      turning("rows") { rows in
        rows.enumerated().map { index, results in
          ReferenceRow(
            head: "\(index + 1)\(index + 1 == rows.count ? "+" : "")",
            cells: results.map(\.text))
        }
      }
    }
  }

  /// Returns the names of the goods that the class may not use, unless it may use none.
  private func barred(from shelf: Item.Category) -> String? {
    let barred = shelf.items.filter { !characterClass.allows($0) }
    guard !barred.isEmpty, barred.count < shelf.items.count else { return nil }
    return barred.map { $0.name.lowercased() }.listed()
  }

  /// The levels of its spells; `nil` for a class without any.
  private var spellLevels: ClosedRange<Int>? {
    guard let last = record.progression.last, !last.spellSlots.isEmpty else { return nil }
    return 1...last.spellSlots.count
  }

  /// Title, experience and hit dice by level; the last title is kept.
  private var levels: [ReferenceRow] {
    record.progression.map { level in
      let index = min(level.level, record.levelTitles.count) - 1
      return ReferenceRow(
        head: "\(level.level)",
        cells: [record.levelTitles[index], level.experience.groupedText, level.hitDice.text])
    }
  }
}

extension Term {
  /// Creates a row with a tier's percentage and the scores that it needs.
  fileprivate init(tier: ExperienceTier) {
    self.init(name: "\(tier.percent.modifierText)%", text: tier.text)
  }
}
