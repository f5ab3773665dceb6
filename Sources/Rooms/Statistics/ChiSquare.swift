/// A measure of how far counts deviate from their exact expectation (Pearson's test of fit, 1900).
package struct ChiSquare: Equatable, Sendable {
  /// The fewest rolls for which the test is meaningful.
  package static let fewestRolls = 30
  /// The fewest expected rolls in a cell; smaller neighbouring cells are pooled (Cochran, *Some
  /// Methods for Strengthening the Common χ² Tests*, Biometrics 10(4), 1954).
  package static let lowestExpectation = 5.0

  /// A reason why there is no result.
  package enum Refusal: Error, Equatable, Sendable {
    /// There are fewer rolls than `fewestRolls`.
    case tooFewRolls
    /// Pooling leaves one cell, which is the same for every class.
    case oneCell
    /// An impossible outcome came up, or the lists differ in length.
    case impossible
  }

  /// Neighbouring outcomes that count as one.
  package struct Cell: Equatable, Sendable {
    /// The places in the list of outcomes; more than one if pooled.
    package let places: Range<Int>
    /// The number of rolls.
    package let count: Int
    /// The expected number of rolls; at least 5.
    package let expected: Double
  }

  package let cells: [Cell]
  /// The sum of squared deviations, each divided by its expectation; 0 or more.
  package let statistic: Double
  /// One less than the number of cells.
  package var degreesOfFreedom: Int { cells.count - 1 }
  /// Whether some outcomes were pooled.
  package var isPooled: Bool { cells.contains { $0.places.count > 1 } }
  /// The chance that fair dice deviate at least this far, in `0...1`.
  package var pValue: Double {
    ChiSquare.upperTail(statistic, degreesOfFreedom: degreesOfFreedom)
  }

  /// - Parameters:
  ///   - counts: how often each outcome came, in the order of the outcomes.
  ///   - chances: the exact chance of each; their sum is 1.
  /// - Throws: `Refusal`.
  package init(counts: [Int], chances: [Double]) throws(Refusal) {
    let rolls = counts.reduce(0, +)
    guard counts.count == chances.count,
      zip(counts, chances).allSatisfy({ $0 >= 0 && ($1 > 0 || $0 == 0) })
    else { throw .impossible }
    guard rolls >= ChiSquare.fewestRolls else { throw .tooFewRolls }
    cells = ChiSquare.pooled(counts, chances.map { $0 * Double(rolls) })
    guard cells.count > 1 else { throw .oneCell }
    statistic = cells.reduce(0) { sum, cell in
      let distance = Double(cell.count) - cell.expected
      return sum + distance * distance / cell.expected
    }
  }

  /// Joins neighbours from the first to the last; what is left over joins the cell before it.
  private static func pooled(_ counts: [Int], _ expected: [Double]) -> [Cell] {
    var cells: [Cell] = []
    var (start, count, sum) = (0, 0, 0.0)
    for index in counts.indices {
      count += counts[index]
      sum += expected[index]
      // With 30 rolls of 36 faces, 5 are expected for every 6 faces, but the sum is rounded down.
      guard sum >= lowestExpectation * (1 - 1e-12) else { continue }
      cells.append(Cell(places: start..<index + 1, count: count, expected: sum))
      (start, count, sum) = (index + 1, 0, 0)
    }
    guard start < counts.count, let last = cells.popLast() else { return cells }
    cells.append(
      Cell(
        places: last.places.lowerBound..<counts.count, count: last.count + count,
        expected: last.expected + sum))
    return cells
  }

  /// Returns the chance that a chi-square variable is at least `statistic`, in `0...1`.
  ///
  /// `statistic` is 0 or more, `degreesOfFreedom` at least 1.
  package static func upperTail(_ statistic: Double, degreesOfFreedom: Int) -> Double {
    precondition(degreesOfFreedom >= 1, "a chi-square without degrees of freedom")
    return IncompleteGamma(doubled: degreesOfFreedom).upper(statistic / 2)
  }
}
