/// The steps of creation, in order.
package enum Step: Int, Labelled, Comparable {
  case abilities, characterClass, adjust, details, biography, spells, equipment, review, save

  package static let labels = [
    Label("abilities", "Abilities"), Label("class", "Class"), Label("adjust", "Adjustments"),
    Label("details", "Details"), Label("biography", "Biography"), Label("spells", "Spells"),
    Label("equipment", "Equipment"), Label("review", "Review"), Label("save", "Save"),
  ]

  /// How far a draft is with a step.
  package enum State: Sendable {
    /// Finished; it can be visited again.
    case done
    /// The first that is not finished.
    case current
    /// Waits for the steps before it.
    case closed
    /// Not for this class.
    case skipped
  }

  /// Can be left as it is.
  package var isOptional: Bool {
    self == .adjust || self == .equipment || self == .review || self == .save
  }

  package static func < (first: Step, second: Step) -> Bool { first.rawValue < second.rawValue }
}

/// What a step needs before it can be left.
package enum Missing: Hashable, Sendable {
  case abilities
  case characterClass
  /// Points freed and not spent.
  case unspentPoints(Int)
  case hitPoints
  case gold
  case name
  case spell(CharacterClass)

  /// Which field of the step's form it belongs to.
  package var field: String {
    switch self {
    case .abilities: "abilities"
    case .characterClass: "class"
    case .unspentPoints: "adjustments"
    case .hitPoints: "hitPoints"
    case .gold: "gold"
    case .name: "name"
    case .spell: "spell"
    }
  }

  /// One sentence for people.
  package var sentence: String {
    switch self {
    case .abilities: "Roll the abilities first."
    case .characterClass: "Choose a class."
    case .unspentPoints(let freed): RuleRefusal.unbalanced(freed: freed).sentence
    case .hitPoints: "Roll hit points."
    case .gold: "Roll starting gold."
    case .name: RuleRefusal.nameEmpty.sentence
    case .spell(let characterClass): RuleRefusal.spellMissing(characterClass).sentence
    }
  }
}
