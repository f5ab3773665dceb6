import Games
import Mustache
import Site
import Web

let referencePages: [any Page.Type] = [
  ClassesPage.self, ClassPage.self, AbilitiesPage.self, SavesPage.self, EquipmentPage.self,
  SpellsPage.self, CharacterRulesPage.self,
]

let referenceRoutes: [Route] =
  [
    .page("/rules/osr") { _ in .page(CharacterRulesPage()) },
    .page("/reference/classes") { _ in .page(ClassesPage()) },
    .page("/reference/abilities") { _ in .page(AbilitiesPage()) },
    .page("/reference/saves") { _ in .page(SavesPage()) },
    .page("/reference/equipment") { _ in .page(EquipmentPage()) },
    .page("/reference/spells") { _ in .page(SpellsPage()) },
  ]
  + CharacterClass.allCases.map { characterClass in
    .page(characterClass.referencePath) { _ in .page(ClassPage(characterClass: characterClass)) }
  }

/// A tab that leads from one reference page to another.
struct ReferenceTab: Fielded, Sendable {
  /// The subject of a page.
  enum Part: String, CaseIterable {
    case classes, abilities, saves, equipment, spells

    var name: String {
      switch self {
      case .classes: "Classes"
      case .abilities: "Abilities"
      case .saves: "Saves and attacks"
      case .equipment: "Equipment"
      case .spells: "Spells"
      }
    }
  }

  private let part: Part
  /// The value of `aria-current`.
  private let mark: String?

  static func declare(_ field: inout Fields<ReferenceTab>) {
    field("name") { $0.part.name }
    field("path") { "/reference/\($0.part.rawValue)" }
    field("mark") { $0.mark }
  }

  /// Returns all tabs; `isWithin` is for a page below the one that the tab leads to.
  static func all(on part: Part, isWithin: Bool = false) -> [ReferenceTab] {
    Part.allCases.map {
      ReferenceTab(part: $0, mark: $0 == part ? (isWithin ? "true" : "page") : nil)
    }
  }
}

extension CharacterClass: Fielded {
  /// Declares a link to its page, with its picture.
  package static func declare(_ field: inout Fields<CharacterClass>) {
    field("id") { $0.id }
    field("name") { $0.name }
    field("path") { $0.referencePath }
  }

  /// The address of its page.
  var referencePath: String { "/reference/classes/\(slug)" }
}

/// The page on how a character is made, step by step.
struct CharacterRulesPage: Page {
  static let templates = ["rules-osr"]
  let title = "How characters are made – Dicehall"
  let description =
    "From six rolls to a record sheet: making a first-level character for old-school play."
  let section: Section? = .rules

  static func declare(_ field: inout Fields<CharacterRulesPage>) {
    field("rate") { _ in Adjustments.rate.words }
    field("floor") { _ in Adjustments.floor }
    field("ceiling") { _ in Adjustments.ceiling }
    field("lowerable") { _ in Adjustments.lowerable.map(\.name).listed() }
    field("requirements") { _ in
      CharacterClass.allCases.filter { !$0.record.requirements.isEmpty }.map {
        Term(name: $0.name, text: $0.record.requirementsText)
      }
    }
    field("hitDice") { _ in
      [DieType.d4, .d6, .d8].map { die in
        let classes = CharacterClass.allCases.filter { $0.hitDie == die }
        return Term(
          name: die.name, text: classes.map { $0.name.lowercased() }.listed().asSentence)
      }
    }
    field("lastHitDie") { _ in LevelRecord.lastHitDie }
    field("spells") { _ in Spell.allCases.count.words }
    field("unarmoured") { _ in Armour.unarmoured }
    field("gearWeight") { _ in Load.gearWeight }
    field("lightLoad") { _ in Load.steps[0].upTo }
    field("fastest") { _ in Load.steps[0].movement.base }
    field("mostWeight") { _ in Load.most.groupedText }
  }
}

/// The page of all classes' saving throws, and the attack matrix.
struct SavesPage: SheetedPage {
  static let templates = ["reference/saves"]
  let title = "Saves and attacks – Characters – Dicehall"
  let description = "Saving throws of all classes by level, and the matrix of attack rolls."

  static func declare(_ field: inout Fields<SavesPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .saves) }
    field("saves") { _ in
      SavingThrow.allCases.map { Term(name: $0.letter, text: $0.name) }
    }
    field.rows("classes", { _ in CharacterClass.allCases }) { table in
      table("class") { $0 }
      table("rows") { $0.record.fightingRows }
    }
    field.rows("armourClasses", { _ in AttackMatrix.armourClasses.reversed() }) { column in
      column("descending") { $0.signedText }
      column("ascending") { AttackMatrix.ascendingBase - $0 }
    }
    field("attacks") { _ in
      AttackMatrix.thac0s.reversed().map { thac0 in
        ReferenceRow(
          head: "\(thac0)",
          cells: AttackMatrix.armourClasses.reversed().map {
            "\(AttackMatrix.roll(thac0: thac0, armourClass: $0))"
          })
      }
    }
  }
}

/// A row of a reference table: its head and its cells.
struct ReferenceRow: Fielded, Equatable, Sendable {
  let head: String
  let cells: [String]

  static func declare(_ field: inout Fields<ReferenceRow>) {
    field("head") { $0.head }
    field("cells") { $0.cells }
  }

  /// Returns a row for each run of equal cells, headed by its span: `4–5`.
  static func bands(_ numbers: ClosedRange<Int>, _ cells: (Int) -> [String]) -> [ReferenceRow] {
    var rows: [(span: ClosedRange<Int>, cells: [String])] = []
    for number in numbers {
      let cells = cells(number)
      if let last = rows.last, last.cells == cells {
        rows[rows.count - 1].span = last.span.lowerBound...number
      } else {
        rows.append((number...number, cells))
      }
    }
    return rows.map { ReferenceRow(head: $0.span.text, cells: $0.cells) }
  }
}

extension AbilityMinimum {
  /// The score with a non-breaking space: `Strength 13`.
  var text: String { "\(ability.name)\u{A0}\(score)" }
}

extension ClassRecord {
  /// The requirements, or `None`.
  var requirementsText: String {
    requirements.isEmpty ? "None" : requirements.map(\.text).listed()
  }

  var primeRequisitesText: String { primeRequisites.map(\.name).listed() }

  /// The languages that members speak.
  var languagesText: String {
    (["Common", "alignment"] + languages.map(\.name)).joined(separator: ", ")
  }

  /// The kind of magic, and the level at which it starts.
  var magicText: String {
    guard let first = progression.first(where: { $0.spellSlots.contains { $0 > 0 } }) else {
      return "None"
    }
    return "\(hasArcaneMagic ? "Arcane" : "Divine"), from level \(first.level)"
  }

  /// THAC0 with attack bonus, then the saves in order; levels with equal numbers share a row.
  var fightingRows: [ReferenceRow] {
    ReferenceRow.bands(1...progression.count) { level in
      let record = progression[level - 1]
      let attack = "\(record.thac0) [\(record.attackBonus.modifierText)]"
      return [attack] + SavingThrow.allCases.map { "\(record.saves[$0])" }
    }
  }
}

/// A term of the rules with its meaning: a feature of a class, a quality of weapons, a spell.
struct Term: Fielded, Sendable {
  let name: String
  let text: String

  static func declare(_ field: inout Fields<Term>) {
    field("name") { $0.name }
    field("text") { $0.text }
  }
}

extension Term {
  init(_ feature: ClassFeature) {
    self.init(name: feature.name, text: feature.text)
  }

  init(_ quality: WeaponQuality) {
    self.init(name: quality.name, text: quality.text)
  }
}

/// A modifier of a score, with its value.
struct ModifierRow: Fielded {
  let modifier: Modifier
  let score: Int

  static func declare(_ field: inout Fields<ModifierRow>) {
    field("name") { $0.modifier.name }
    field("value") { $0.modifier.text(at: $0.score) }
    field("summary") { $0.modifier.summary }
  }
}

/// A movement rate for a load or under a rule.
struct MovementRow: Fielded {
  let head: String
  let movement: Movement

  static func declare(_ field: inout Fields<MovementRow>) {
    field("head") { $0.head }
    field("base") { $0.movement.base }
    field("encounter") { $0.movement.encounter }
    field("miles") { $0.movement.overlandMiles }
  }
}
