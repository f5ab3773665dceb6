/// A count of each total that came up.
package struct Tally: Equatable, Sendable {
  package private(set) var counts: [Total: Int] = [:]
  /// The sum of the counts.
  package private(set) var rolls = 0

  package init() {}

  package subscript(total: Total) -> Int { counts[total] ?? 0 }

  /// The totals in ascending order.
  package var totals: [Total] { counts.keys.sorted() }

  /// The mean; `nil` before the first roll.
  package var mean: Double? {
    guard rolls > 0 else { return nil }
    // In order, so that the same counts always make the same sum.
    return totals.reduce(0) { $0 + $1.double * Double(self[$1]) } / Double(rolls)
  }

  /// Tests how far the counts deviate from the expectation.
  /// - Throws: `ChiSquare.Refusal`.
  package func test(against expectation: Expectation) throws(ChiSquare.Refusal) -> ChiSquare {
    let counts = expectation.totals.map { self[$0] }
    guard counts.reduce(0, +) == rolls else { throw .impossible }
    return try ChiSquare(counts: counts, chances: expectation.chances)
  }

  mutating func add(_ total: Total, times: Int = 1) {
    counts[total, default: 0] += times
    rolls += times
  }
}

extension FieldCoder {
  mutating func tally(_ tally: Tally?) throws -> Tally {
    var read = Tally()
    try each(tally?.totals, most: Experiment.mostOutcomes) { coder, total in
      let count = total.flatMap { tally?[$0] }
      let total = try coder.total(total)
      guard read[total] == 0 else { throw Unreadable() }
      read.add(total, times: try coder.int(count, in: 1...RoomLimits.rolls))
      return total
    }
    return read
  }
}
