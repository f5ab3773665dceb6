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
  let section: Section? = .game(CharactersGame.self)

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
