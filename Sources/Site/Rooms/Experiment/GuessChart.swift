import Mustache
import Rooms

/// How many guessed what, beside the truth.
struct GuessChart: Fielded {
  /// More different guesses share rows.
  private static let mostValues = 15
  /// The most rows then, besides the first and the last.
  private static let mostRows = 10
  /// More right answers tell nothing.
  private static let mostTruths = 4

  private typealias Bin = (name: String, range: ClosedRange<Double>)

  private let title: String
  private let truth: String?
  private let rows: [GuessRow]

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
        means, ExperimentWords.guessedMeans(of: experiment), expectation.map { [$0.mean] } ?? [],
        ExperimentWords.truth(ofMean: expectation, experiment), experiment.guessedMean),
      GuessChart(
        totals, ExperimentWords.guessedTotals(of: experiment),
        expectation?.mostFrequent.map(\.double) ?? [],
        ExperimentWords.truth(ofMostFrequent: expectation, experiment), experiment.guessedTotal),
    ].compactMap(\.self)
  }

  /// - Returns: `nil` if nobody guessed.
  private init?(
    _ guesses: [Double], _ title: String, _ truths: [Double], _ truth: String?,
    _ name: (Double) -> String
  ) {
    guard !guesses.isEmpty else { return nil }
    self.title = title
    self.truth = truth
    // If everything is equally likely, no row is more right than another.
    let truths = truths.count <= GuessChart.mostTruths ? truths : []
    let values = Set(guesses + truths).sorted()
    let bins =
      values.count <= GuessChart.mostValues
      ? values.map { (name($0), $0...$0) } : GuessChart.bins(guesses, truths)
    rows = GuessChart.rows(bins, guesses, truths)
  }

  /// Ranges of equal size; odd guesses, however far away, share the first and the last.
  private static func bins(_ guesses: [Double], _ truths: [Double]) -> [Bin] {
    let sorted = guesses.sorted()
    let odd = max(1, sorted.count / 20)
    let middle = truths + sorted.dropFirst(odd).dropLast(odd)
    let (low, high) = (middle.min() ?? 0, middle.max() ?? 0)
    // In thousandths, so that edges such as 0.3 are what was typed.
    let width = (high - low) * 1_000 / Double(mostRows - 1)
    let size = Double(roundNumber { Double($0) >= width })
    let start = (low * 1_000 / size).rounded(.down)
    let count = Int((high * 1_000 / size).rounded(.down) - start) + 1
    let edges = (0...count).map { (start + Double($0)) * size / 1_000 }
    let bins = zip(edges, edges.dropFirst()).map { low, high in
      (ExperimentWords.guesses(from: low, below: high), low...high.nextDown)
    }
    let (first, last) = (edges[0], edges[count])
    return
      (guesses.contains { $0 < first }
      ? [(ExperimentWords.guesses(below: first), -.infinity...first.nextDown)] : [])
      + bins
      + (guesses.contains { $0 >= last }
        ? [(ExperimentWords.guesses(from: last), last ... .infinity)] : [])
  }

  private static func rows(
    _ bins: [Bin], _ guesses: [Double], _ truths: [Double]
  ) -> [GuessRow] {
    let counts = bins.map { bin in guesses.count { bin.range ~= $0 } }
    let most = counts.max() ?? 1
    return zip(bins, counts).map { bin, count in
      GuessRow(
        name: bin.name, count: count, most: most, isTrue: truths.contains { bin.range ~= $0 })
    }
  }

  static func declare(_ field: inout Fields<GuessChart>) {
    field("title") { $0.title }
    field("truth") { $0.truth }
    field("rows") { $0.rows }
  }
}

/// A guess, or several near each other.
struct GuessRow: Fielded {
  let name: String
  let count: Int
  /// Of any row.
  let most: Int
  let isTrue: Bool

  static func declare(_ field: inout Fields<GuessRow>) {
    field("name") { $0.name }
    field("count") { $0.count }
    field("length") { $0.count > 0 ? $0.count * 100 / $0.most : nil }
    field("isTrue") { $0.isTrue }
  }
}
