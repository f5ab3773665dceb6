import Games
import Mustache

/// An entry of the strip that leads from one reference page to the others.
struct ReferenceTab: Fielded, Sendable {
  /// What there is to look up.
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

  /// All of them, as a page of one part shows them; `isWithin` is for a page below that part's own.
  static func all(on part: Part, isWithin: Bool = false) -> [ReferenceTab] {
    Part.allCases.map {
      ReferenceTab(part: $0, mark: $0 == part ? (isWithin ? "true" : "page") : nil)
    }
  }
}

/// A class as reference pages link to it, with its picture.
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
  /// The address of the page that tells all about it.
  var referencePath: String { "/reference/classes/\(slug)" }
}
