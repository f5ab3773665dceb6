/// The steps of creation, in order.
package enum Step: Int, Named, Comparable {
  case abilities, characterClass, adjust, details, biography, spells, equipment, review, save

  package static let names = [
    "Abilities", "Class", "Adjustments", "Details", "Biography", "Spells", "Equipment", "Review",
    "Save",
  ]

  /// The progress of a draft at a step.
  package enum State: Sendable {
    /// Finished, but can be visited again.
    case done
    /// The first unfinished step.
    case current
    /// Closed until the steps before it are finished.
    case closed
    /// Left out when going through the steps.
    case skipped
  }

  /// Whether the next step opens without anything done here.
  package var isOptional: Bool {
    self == .adjust || self == .equipment || self == .review || self == .save
  }

  package static func < (first: Step, second: Step) -> Bool { first.rawValue < second.rawValue }
}

/// A requirement of a step before the next one opens.
package enum Missing: Hashable, Sendable {
  case abilities
  case characterClass
  /// Freed points that must be spent.
  case unspentPoints(Int)
  case hitPoints
  case gold
  case name
  case spell(CharacterClass)
}
