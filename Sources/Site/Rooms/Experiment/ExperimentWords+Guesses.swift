import Rooms

/// What seats guessed, in words.
extension ExperimentWords {
  static func guessedMeans(of experiment: Experiment) -> String {
    "Guesses of the \(experiment.meanName.lowercased())"
  }

  static func guessedTotals(of experiment: Experiment) -> String {
    "Guesses of the most frequent \(experiment.outcomeName.lowercased())"
  }

  static func truth(ofMean expectation: Expectation?, _ experiment: Experiment) -> String? {
    expectation.map {
      "The \(experiment.exactName.lowercased()) is \(experiment.guessedMean($0.mean))."
    }
  }

  static func truth(ofMostFrequent expectation: Expectation?, _ experiment: Experiment) -> String? {
    guard let expectation else { return nil }
    let names = expectation.mostFrequent.map(experiment.name)
    switch names.count {
    case expectation.totals.count where names.count > 1: return "All are equally likely."
    case 1: return "The most frequent is \(names[0])."
    case 2...4: return "The most frequent are \(names.listed())."
    default: return "\(names.count) are the most frequent."
    }
  }

  static func guesses(from low: Double, below high: Double) -> String {
    "\(low.shortText) to under \(high.shortText)"
  }

  static func guesses(below high: Double) -> String { "under \(high.shortText)" }
  static func guesses(from low: Double) -> String { "\(low.shortText) or more" }
}
