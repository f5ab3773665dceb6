/// The outcome of one roll of two dice.
package enum CrapsOutcome: Equatable, Sendable {
  case win, loss, nothing
  /// The total to repeat.
  case point(Int)

  /// - Parameters:
  ///   - total: the sum of both dice, `2...12`.
  ///   - point: the point before the roll, 0 while it is off.
  package init(total: Int, point: Int) {
    switch (total, point) {
    case (7, 0), (11, 0): self = .win
    case (2, 0), (3, 0), (12, 0): self = .loss
    case (_, 0): self = .point(total)
    case (7, _): self = .loss
    case (point, _): self = .win
    default: self = .nothing
    }
  }
}
