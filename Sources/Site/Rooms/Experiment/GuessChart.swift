import Rooms

/// How many guessed what, beside the truth.
struct GuessChart {
  /// More different guesses share rows.
  private static let mostValues = 15
  /// The most rows then, besides the first and the last.
  private static let mostRows = 10
  /// More right answers tell nothing.
  private static let mostTruths = 4

  private typealias Bin = (name: String, range: ClosedRange<Double>)

  let title: String
  let truth: String?
  let rows: [Row]

  /// A guess, or several near each other.
  struct Row {
    let name: String
    /// Of the seats that guessed it.
    let count: Int
    let isTrue: Bool
  }

  /// The guesses of both kinds, as far as there are any; the expectation is `nil` while it is not to
  /// be seen.
  static func all(of play: ClassExperiment, _ expectation: Expectation?) -> [GuessChart] {
    let experiment = play.settings.experiment
    var (means, totals): ([Double], [Double]) = ([], [])
    for part in play.parts.values {
      switch part.guess {
      case .mean(let total) where experiment.hasMean: means.append(total.double)
      case .mostFrequent(let total): totals.append(total.double)
      case .mean, nil: break
      }
    }
    return [
      GuessChart(
        means, "Guesses of the \(experiment.meanName.lowercased())",
        expectation.map { [$0.mean] } ?? [], expectation.map(experiment.truth(ofMean:)),
        experiment.guessedMean),
      GuessChart(
        totals, "Guesses of the most frequent \(experiment.outcomeName.lowercased())",
        expectation?.mostFrequent.map(\.double) ?? [],
        expectation.map(experiment.truth(ofMostFrequent:)), experiment.guessedTotal,
        areWords: experiment.hasWords),
    ].compactMap(\.self)
  }

  /// - Returns: `nil` if nobody guessed.
  private init?(
    _ guesses: [Double], _ title: String, _ truths: [Double], _ truth: String?,
    _ name: (Double) -> String, areWords: Bool = false
  ) {
    guard !guesses.isEmpty else { return nil }
    self.title = title
    self.truth = truth
    // If everything is equally likely, no row is more right than another.
    let truths = truths.count <= GuessChart.mostTruths ? truths : []
    let values = Set(guesses + truths).sorted()
    let bins =
      areWords || values.count <= GuessChart.mostValues
      ? values.map { (name($0), $0...$0) } : GuessChart.bins(guesses, truths)
    rows = bins.map { name, range in
      Row(
        name: name, count: guesses.count { range ~= $0 },
        isTrue: truths.contains { range ~= $0 })
    }
  }

  /// Ranges of equal size; odd guesses, however far away, share the first and the last.
  private static func bins(_ guesses: [Double], _ truths: [Double]) -> [Bin] {
    let sorted = guesses.sorted()
    let odd = max(1, sorted.count / 20)
    let middle = truths + sorted.dropFirst(odd).dropLast(odd)
    let (low, high) = (middle.min() ?? 0, middle.max() ?? 0)
    // In thousandths, so that edges such as 0.3 are what was typed.
    let width = (high - low) * 1_000 / Double(mostRows - 1)
    let size = Double(roundSizes().first { Double($0) >= width } ?? 1)
    let start = (low * 1_000 / size).rounded(.down)
    let count = Int((high * 1_000 / size).rounded(.down) - start) + 1
    let edges = (0...count).map { (start + Double($0)) * size / 1_000 }
    let bins = zip(edges, edges.dropFirst()).map { low, high in
      ("\(low.shortText) to under \(high.shortText)", low...high.nextDown)
    }
    let (first, last) = (edges[0], edges[count])
    return
      (guesses.contains { $0 < first }
      ? [("under \(first.shortText)", -.infinity...first.nextDown)] : [])
      + bins
      + (guesses.contains { $0 >= last }
        ? [("\(last.shortText) or more", last ... .infinity)] : [])
  }

  /// Of any row.
  var mostSeats: Int { rows.map(\.count).max() ?? 1 }
}

extension Experiment {
  fileprivate func truth(ofMean expectation: Expectation) -> String {
    "The \(exactName.lowercased()) is \(guessedMean(expectation.mean))."
  }

  fileprivate func truth(ofMostFrequent expectation: Expectation) -> String {
    let names = expectation.mostFrequent.map(name)
    switch names.count {
    case expectation.totals.count where names.count > 1: return "All are equally likely."
    case 1: return "The most frequent is \(names[0])."
    case 2...4: return "The most frequent are \(names.listed())."
    default: return "\(names.count) are the most frequent."
    }
  }
}
