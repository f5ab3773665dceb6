/// Hiring companions.
///
/// B/X 1981; see `docs/sources.md`.
package enum Retainers {
  /// What comes of 2d6, shifted by charisma and the offer.
  package struct HireResult: Hashable, Sendable {
    /// Totals of the dice; the first and the last row also take all beyond.
    package let totals: ClosedRange<Int>
    package let text: String
  }

  /// Lowest totals first.
  package static let hireResults = [
    HireResult(totals: 2...2, text: "Ill will"),
    HireResult(totals: 3...5, text: "Refused"),
    HireResult(totals: 6...8, text: "Roll again"),
    HireResult(totals: 9...11, text: "Accepted"),
    HireResult(totals: 12...12, text: "Accepted, loyalty +1"),
  ]

  /// One sentence each.
  package static let notes = [
    "The offer shifts the roll by 1 or 2 either way, and a bad reputation by \u{2212}1 or \u{2212}2.",
    "A retainer earns half the experience.",
    "A retainer wants at least half a share of the treasure.",
    "When loyalty is tested, 2d6 must not exceed it.",
  ]
}
