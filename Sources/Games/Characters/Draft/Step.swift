/// The steps of creation, in order.
package enum Step: Int, Named, Comparable {
  case abilities, characterClass, adjust, details, biography, spells, equipment, review, save

  package static let names = [
    "Abilities", "Class", "Adjustments", "Details", "Biography", "Spells", "Equipment", "Review",
    "Save",
  ]

  /// How far a draft has come with a step.
  package enum State: Sendable {
    /// Finished, but can be visited again.
    case done
    /// The first unfinished one.
    case current
    /// Waits for the steps before it.
    case closed
    /// The way through the steps leaves it out.
    case skipped
  }

  /// Needs nothing before the next one opens.
  package var isOptional: Bool {
    self == .adjust || self == .equipment || self == .review || self == .save
  }

  package static func < (first: Step, second: Step) -> Bool { first.rawValue < second.rawValue }
}

/// What a step still needs before the next one opens.
package enum Missing: Hashable, Sendable {
  case abilities
  case characterClass
  /// Freed points to spend.
  case unspentPoints(Int)
  case hitPoints
  case gold
  case name
  case spell(CharacterClass)
}
