import Mustache
import Rooms

/// Whether chance alone explains how far a class strayed from the expectation.
struct ClassFit: Fielded {
  private let sentence: String
  private let facts: [Fact]
  private let note: String?

  init(_ tally: Tally, _ expectation: Expectation, _ experiment: Experiment) {
    do throws(ChiSquare.Refusal) {
      let test = try tally.test(against: expectation)
      sentence = ExperimentWords.verdict(test.pValue, experiment)
      facts = ExperimentWords.facts(of: test)
      note =
        test.isPooled
        ? ExperimentWords.pooled(expectation.totals.count, into: test.cells.count) : nil
    } catch {
      sentence = ExperimentWords.reason(error, tally, expectation, experiment)
      facts = []
      note = nil
    }
  }

  static func declare(_ field: inout Fields<ClassFit>) {
    field("sentence") { $0.sentence }
    field("facts") { $0.facts }
    field("hasFacts") { !$0.facts.isEmpty }
    field("note") { $0.note }
  }
}
