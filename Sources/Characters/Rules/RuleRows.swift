import Games
import Mustache
import Site

/// A word of the rules and what it means: a feature of a class, a quality of weapons, a spell.
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

/// What a score decides, with its value.
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
