import Rooms
import Site

/// A test of whether chance alone explains how far a class is from the expectation.
struct ClassFit {
  let sentence: String
  var facts: [Fact] = []
  var note: String?

  init(_ tally: Tally, _ expectation: Expectation, _ experiment: Experiment) {
    do throws(ChiSquare.Refusal) {
      let test = try tally.test(against: expectation)
      sentence = ExperimentWords.verdict(test.pValue, experiment)
      facts = ExperimentWords.facts(of: test)
      guard test.isPooled else { return }
      note = ExperimentWords.pooled(expectation.totals.count, into: test.cells.count)
    } catch {
      sentence = ExperimentWords.reason(error, tally, expectation, experiment)
    }
  }
}

/// The sentences about the test.
extension ExperimentWords {
  static func title(ofFit experiment: Experiment) -> String {
    experiment.isRolledHere ? "Could that be chance?" : "Are the dice fair?"
  }

  /// Returns a sentence on a p-value.
  static func verdict(_ chance: Double, _ experiment: Experiment) -> String {
    let isHere = experiment.isRolledHere
    switch chance {
    case 0.995...:
      return """
        Of a hundred classes with \(experiment.fairness), almost all would stray further: this one is \
        remarkably close.
        """
    case 0.05...:
      let meaning = isHere ? "nothing strange here." : "so far nothing speaks against these dice."
      return "\(classes(chance, experiment, of: 100)): \(meaning)"
    case 0.01...:
      let meaning =
        isHere
        ? "that’s rare, but it happens. Go on, and see whether it stays."
        : "that’s rare. It may be bad luck or an unfair die: go on, and see whether it stays."
      return "\(classes(chance, experiment, of: 100)): \(meaning)"
    default:
      let meaning =
        isHere
        ? ": that’s very rare. Start over, and see whether it happens again."
        : ". Chance alone would hardly do this: check the dice, and for typing mistakes."
      return classes(chance, experiment, of: chance < 0.001 ? 1_000_000 : 1_000) + meaning
    }
  }

  /// `Of a hundred classes with fair dice, 43 would stray at least this far`.
  private static func classes(_ chance: Double, _ experiment: Experiment, of all: Int) -> String {
    let name = [100: "a hundred", 1_000: "a thousand", 1_000_000: "a million"][all] ?? ""
    let count = Int((chance * Double(all)).rounded())
    let some = count == 0 ? "hardly one" : count == 1 ? "only 1" : count.groupedText
    return "Of \(name) classes with \(experiment.fairness), \(some) would stray at least this far"
  }

  fileprivate static func facts(of test: ChiSquare) -> [Fact] {
    [
      Fact(label: "Chi-square", value: test.statistic.fixed(places: 2)),
      Fact(label: "Degrees of freedom", value: test.degreesOfFreedom.groupedText),
      Fact(label: "p-value", value: pValue(test.pValue)),
    ]
  }

  /// Returns a chance with two significant digits: `0.43`, `0.032`, `0.00071`.
  private static func pValue(_ chance: Double) -> String {
    switch chance {
    case ..<0.000_001: "< 0.000001"
    case ..<0.001: chance.fixed(places: chance < 0.000_01 ? 7 : chance < 0.000_1 ? 6 : 5)
    case ..<0.1: chance.fixed(places: chance < 0.01 ? 4 : 3)
    case 0.995...: "> 0.99"
    default: chance.fixed(places: 2)
    }
  }

  fileprivate static func pooled(_ outcomes: Int, into cells: Int) -> String {
    """
    Fewer than \(Int(ChiSquare.lowestExpectation)) are expected of some outcomes, so neighbours \
    count as one: \(outcomes.groupedText) outcomes make \(cells.groupedText) groups.
    """
  }

  /// Returns a sentence on why there is no p-value.
  fileprivate static func reason(
    _ refusal: ChiSquare.Refusal, _ tally: Tally, _ expectation: Expectation,
    _ experiment: Experiment
  ) -> String {
    switch refusal {
    case .tooFewRolls:
      let fewest = ChiSquare.fewestRolls
      return """
        No p-value before \(fewest) \(experiment.unit(2)): with so few, chance explains almost \
        anything. \(fewest - tally.rolls) to go.
        """
    case .oneCell where expectation.totals.count == 1:
      return "No p-value: there is only one outcome, so nothing can differ."
    case .oneCell:
      return """
        No p-value yet: it takes two outcomes, or groups of neighbours, of which at least \
        \(Int(ChiSquare.lowestExpectation)) are expected.
        """
    case .impossible: return "No p-value: a result came up that the exact chances don’t include."
    }
  }
}
