import Games
import Mustache

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

/// A link to the page of a class, with its picture.
struct ClassLink: Fielded, Sendable {
  let characterClass: CharacterClass
  var isHere = false

  static func declare(_ field: inout Fields<ClassLink>) {
    field("id") { $0.characterClass.id }
    field("name") { $0.characterClass.name }
    field("path") { $0.characterClass.referencePath }
    field("isHere") { $0.isHere }
  }

  static func all(on here: CharacterClass? = nil) -> [ClassLink] {
    CharacterClass.allCases.map { ClassLink(characterClass: $0, isHere: $0 == here) }
  }
}

extension CharacterClass {
  /// The address of its page.
  var referencePath: String { "/reference/classes/\(slug)" }
}
