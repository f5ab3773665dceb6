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

  /// All tabs, as a page shows them; `isWithin` is for a page below the one that the tab leads to.
  static func all(on part: Part, isWithin: Bool = false) -> [ReferenceTab] {
    Part.allCases.map {
      ReferenceTab(part: $0, mark: $0 == part ? (isWithin ? "true" : "page") : nil)
    }
  }
}

extension CharacterClass: Fielded {
  /// A link to its page, with its picture.
  package static func declare(_ field: inout Fields<CharacterClass>) {
    field("id") { $0.id }
    field("name") { $0.name }
    field("path") { $0.referencePath }
  }

  /// The address of its page.
  var referencePath: String { "/reference/classes/\(slug)" }
}
