/// How often each total came up.
package struct Tally: Equatable, Sendable {
  package private(set) var counts: [Total: Int] = [:]
  /// The sum of the counts.
  package private(set) var rolls = 0

  package init() {}

  package subscript(total: Total) -> Int { counts[total] ?? 0 }

  /// In ascending order.
  package var totals: [Total] { counts.keys.sorted() }

  /// `nil` before the first roll.
  package var mean: Double? {
    guard rolls > 0 else { return nil }
    // In order, so that the same counts make the same sum.
    return totals.reduce(0) { $0 + $1.double * Double(self[$1]) } / Double(rolls)
  }

  /// How far the counts deviate from the expectation.
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

extension FieldWriter {
  mutating func write(_ tally: Tally) {
    write(each: tally.totals) {
      $0.write($1)
      $0.write(tally[$1])
    }
  }
}

extension FieldReader {
  mutating func tally() throws -> Tally {
    var tally = Tally()
    for _ in 0..<(try int(in: 0...Experiment.mostOutcomes)) {
      let total = try total()
      guard tally[total] == 0 else { throw Unreadable() }
      tally.add(total, times: try int(in: 1...RoomLimits.rolls))
    }
    return tally
  }
}
