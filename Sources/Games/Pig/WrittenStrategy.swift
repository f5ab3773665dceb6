/// A way to play, written down as numbers to hold at.
///
/// It holds when that wins, and rolls when the turn total is 0.
package struct WrittenStrategy: Hashable, Sendable {
  /// The meaning of the numbers.
  package enum Form: String, CaseIterable, Sendable {
    /// The turn total to hold at.
    case holdAt = "hold-at"
    /// The turn totals to hold at when behind, level and ahead by banked scores.
    ///
    /// When the other needs at most the fourth number, roll until it wins.
    case fourNumbers = "four-numbers"
    /// The turn totals to hold at, with a row for each fifth of the own score.
    ///
    /// The columns are fifths of the other's score.
    case table

    /// The range of each number.
    package var limits: [ClosedRange<Int>] {
      let hold = PigStrategy.holdLimits
      return switch self {
      case .holdAt: [hold]
      case .fourNumbers: [hold, hold, hold, 0...hold.upperBound]
      case .table: Array(repeating: hold, count: WrittenStrategy.side * WrittenStrategy.side)
      }
    }
  }

  /// The number of rows and columns of a table.
  package static let side = 5

  package let form: Form
  /// The numbers, as many as `form.limits` and each within its limits.
  package let numbers: [Int]

  /// - Throws: `PigRefusal.strategy` for too many or too few numbers, or one outside its limits.
  package init(_ form: Form, _ numbers: [Int]) throws(PigRefusal) {
    guard numbers.count == form.limits.count, zip(form.limits, numbers).allSatisfy({ $0 ~= $1 })
    else { throw .strategy }
    self.form = form
    self.numbers = numbers
  }

  /// Returns the lowest turn total to hold at, whatever the turn total is now.
  func holdingTotal(at position: PigPosition) -> Int {
    switch form {
    case .holdAt: return numbers[0]
    case .fourNumbers:
      if position.otherNeed <= numbers[3] { return position.need }
      return numbers[
        position.own < position.other ? 0 : position.own == position.other ? 1 : 2]
    case .table:
      let side = WrittenStrategy.side
      return numbers[
        side * position.own / position.goal * side + side * position.other / position.goal]
    }
  }
}
