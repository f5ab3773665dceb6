/// The rules for hiring retainers.
///
/// B/X 1981; see `docs/sources.md`.
package enum Retainers {
  /// The result of 2d6 modified by Charisma and the offer.
  package struct HireResult: Hashable, Sendable {
    /// The totals of the dice; the first and last row include all beyond.
    package let totals: ClosedRange<Int>
    package let text: String
  }

  /// The results, lowest totals first.
  package static let hireResults = [
    HireResult(totals: 2...2, text: "Ill will"),
    HireResult(totals: 3...5, text: "Refused"),
    HireResult(totals: 6...8, text: "Roll again"),
    HireResult(totals: 9...11, text: "Accepted"),
    HireResult(totals: 12...12, text: "Accepted, loyalty +1"),
  ]

  /// The combined effect of the offer and the employer's reputation on the roll.
  package static let offers = -4...2

  /// Returns the result for a modified total.
  package static func result(of total: Int) -> HireResult {
    hireResults.last { $0.totals.lowerBound <= total } ?? hireResults[0]
  }

  /// The rules, one sentence each.
  package static let notes = [
    """
    A generous or stingy offer changes the roll by 1 or 2, and a bad reputation by \u{2212}1 or \
    \u{2212}2.
    """,
    "Nobody serves somebody of a lower level, and Charisma limits how many serve at once.",
    "A retainer wants a fee, such as 1 gp a day, food and lodging, and at least half a share of the treasure.",
    "A retainer’s experience is half of what the others get.",
    """
    Loyalty is tested in unexpected danger and after an adventure: 2d6 must not exceed it, or the \
    retainer leaves. Saving or rewarding a retainer may raise it, ill-treatment lowers it.
    """,
  ]
}
