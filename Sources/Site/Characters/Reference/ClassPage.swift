import Games
import Mustache

/// Everything the rules say of one class.
struct ClassPage: Page {
  static let templates = ["reference/class"]
  let section: Section? = .game(CharactersGame.self)
  private let characterClass: CharacterClass

  init(_ characterClass: CharacterClass) {
    self.characterClass = characterClass
  }

  var title: String { "\(characterClass.name) – Classes – Dicehall" }
  var description: String {
    "The \(characterClass.name.lowercased()): features, levels, saving throws, arms and armour."
  }
  private var record: ClassRecord { characterClass.record }

  static func declare(_ field: inout Fields<ClassPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .classes, isWithin: true) }
    field("classes") { ClassLink.all(on: $0.characterClass) }
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
    field("shelves") { ClassItems.all(for: $0.characterClass) }
    field("levels") { $0.levels }
    field("hasBonuses") { page in
      page.record.progression.contains { !$0.hitDice.constitutionApplies }
    }
    field("fighting") { $0.record.fightingRows }
    field("experience") { page in
      page.record.experienceTiers.map { Term(tier: $0) }
    }
    field("neverWorse") { $0.record.experienceTiers.allSatisfy { $0.percent > 0 } }
    field("spells") { SpellSlots($0.record) }
    field("skills") { $0.characterClass == .thief ? SkillTable() : nil }
    field("turning") { $0.characterClass == .cleric ? TurningTable() : nil }
  }

  /// Title, experience and hit dice by level; higher levels keep the last title.
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
  /// What a tier adds to experience, and which scores it needs.
  fileprivate init(tier: ExperienceTier) {
    self.init(name: "\(tier.percent.modifierText)%", text: tier.text)
  }
}

/// The armour or the weapons that a class may use.
private struct ClassItems: Fielded {
  let name: String
  let rule: String
  let items: [PicturedItem]
  /// The names of those it may not.
  let barred: String?

  static func declare(_ field: inout Fields<ClassItems>) {
    field("name") { $0.name }
    field("rule") { $0.rule }
    field("items") { $0.items }
    field("barred") { $0.barred }
  }

  static func all(for characterClass: CharacterClass) -> [ClassItems] {
    [Item.Category.armour, .weapons].map { category in
      let allowed = category.items.filter(characterClass.allows)
      let barred = category.items.filter { !characterClass.allows($0) }
      return ClassItems(
        name: category.name,
        rule: category == .armour
          ? characterClass.record.armour.text : characterClass.record.weapons.text,
        items: allowed.map(PicturedItem.init),
        barred: barred.isEmpty || allowed.isEmpty
          ? nil : barred.map { $0.name.lowercased() }.listed())
    }
  }
}

/// Spells a day by level.
private struct SpellSlots: Fielded {
  let columns: [Int]
  let rows: [ReferenceRow]

  /// - Returns: `nil` for a class without any.
  init?(_ record: ClassRecord) {
    guard let last = record.progression.last, !last.spellSlots.isEmpty else { return nil }
    columns = Array(1...last.spellSlots.count)
    rows = record.progression.map { level in
      ReferenceRow(
        head: "\(level.level)", cells: level.spellSlots.map { $0 > 0 ? "\($0)" : "\u{2013}" })
    }
  }

  static func declare(_ field: inout Fields<SpellSlots>) {
    field("columns") { $0.columns }
    field("rows") { $0.rows }
  }
}

/// What thieves can do, by level.
private struct SkillTable: Fielded {
  static func declare(_ field: inout Fields<SkillTable>) {
    field("columns") { _ in ThiefSkill.allCases.map(\.id.asSentence) }
    field("terms") { _ in
      ThiefSkill.allCases.map { Term(name: $0.name, text: $0.summary) }
    }
    field("rows") { _ in
      ThiefSkills.table.map { skills in
        ReferenceRow(head: "\(skills.level)", cells: ThiefSkill.allCases.map { skills.text($0) })
      }
    }
  }
}

/// How clerics turn undead, by level.
private struct TurningTable: Fielded {
  static func declare(_ field: inout Fields<TurningTable>) {
    field("columns") { _ in Turning.columns }
    field("affected") { _ in Turning.affected }
    field("rows") { _ in
      Turning.rows.enumerated().map { index, results in
        ReferenceRow(
          head: "\(index + 1)\(index + 1 == Turning.rows.count ? "+" : "")",
          cells: results.map(\.text))
      }
    }
  }
}
