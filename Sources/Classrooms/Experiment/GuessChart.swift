import Rooms
import Site

/// A chart of the guesses, with the right answer.
struct GuessChart {
  /// The most different guesses with a row each.
  private static let mostValues = 15
  /// The most rows otherwise, besides the first and the last.
  private static let mostRows = 10

  private typealias Bin = (name: String, range: ClosedRange<Double>)

  let question: Question
  let title: String
  let truth: String?
  let rows: [Row]

  /// A guess, or several that are close.
  struct Row {
    let name: String
    /// The number of seats that guessed it.
    let count: Int
    let isTrue: Bool
  }

  /// Returns the charts of all kinds of guesses that there are.
  ///
  /// The expectation is `nil` while it is hidden, and `name` returns the name of a seat if
  /// everybody may know it.
  static func all(
    of play: ClassExperiment, _ expectation: Expectation?, _ second: Expectation?,
    _ name: (Int) -> String?
  ) -> [GuessChart] {
    let (settings, experiment) = (play.settings, play.settings.experiment)
    return experiment.questions(beside: settings.second).compactMap { question in
      let answers =
        question == .likelier
        ? play.likelier(expectation, second)
        : expectation?.answers(to: question, settings.event, of: experiment) ?? []
      let text = settings.text(answering: question)
      let areWords = question == .likelier || question == .mostFrequent && experiment.hasWords
      let truths = answers.map { (value: $0, text: text($0)) }
      // A guess of 16.67% for 1/6, or of 50% for a rounded sum, is right.
      func snapped(_ guess: Double) -> Double {
        let truth = truths.first { abs($0.value - guess) < 1e-9 || $0.text == text(guess) }
        return truth?.value ?? guess
      }
      let guesses = play.guesses.sorted { $0.key < $1.key }.compactMap { seat, guess in
        guess.question == question ? (seat: seat, value: snapped(guess.total.double)) : nil
      }
      return GuessChart(
        question, guesses.map(\.value), settings.title(guessing: question), answers,
        expectation.map {
          cheer(guesses, answers, name, text, areWords: areWords)
            + (question == .likelier
              ? ExperimentWords.truth(play, $0, second)
              : experiment.truth(of: question, $0, answers))
        }, text, areWords: areWords)
    }
  }

  /// Returns the closest guessers, to be cheered before the right answer is read; empty if there is
  /// nothing to cheer.
  private static func cheer(
    _ guesses: [(seat: Int, value: Double)], _ answers: [Double], _ name: (Int) -> String?,
    _ text: (Double) -> String, areWords: Bool
  ) -> String {
    func distance(_ value: Double) -> Double { answers.map { abs($0 - value) }.min() ?? 0 }
    guard guesses.count > 1, !answers.isEmpty,
      let least = guesses.map({ distance($0.value) }).min()
    else { return "" }
    let isRight = least == 0
    // No wrong word is closer than another.
    guard isRight || !areWords else { return "" }
    let best = guesses.filter { distance($0.value) <= least + 1e-9 }
    // Guesses may be equally close on both sides.
    let values = best.map(\.value).sorted().map(text).reduce(into: [String]()) {
      if $0.last != $1 { $0.append($1) }
    }.listed()
    let names = best.compactMap { name($0.seat) }
    if names.count == best.count, best.count <= mostNames {
      let what = isRight ? "exactly right!" : "closest with \(values)."
      return "Bravo, \(names.listed()): \(what) "
    }
    let count = "\(best.count) of \(guesses.count)"
    return isRight
      ? "Bravo: \(count) guessed exactly right! "
      : "Closest: \(values), guessed by \(count). "
  }

  /// The most names; further ones are counted.
  private static let mostNames = 3

  /// - Returns: `nil` if nobody guessed.
  private init?(
    _ question: Question, _ guesses: [Double], _ title: String, _ truths: [Double],
    _ truth: String?, _ name: (Double) -> String, areWords: Bool
  ) {
    guard !guesses.isEmpty else { return nil }
    self.question = question
    self.title = title
    self.truth = truth
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

  /// Returns ranges of equal size; the first and the last include all outliers.
  private static func bins(_ guesses: [Double], _ truths: [Double]) -> [Bin] {
    let sorted = guesses.sorted()
    let odd = max(1, sorted.count / 20)
    let middle = truths + sorted.dropFirst(odd).dropLast(odd)
    let (low, high) = (middle.min() ?? 0, middle.max() ?? 0)
    // In thousandths, so that edges such as 0.3 are exact.
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

  /// The number of seats in the largest row.
  var mostSeats: Int { rows.map(\.count).max() ?? 1 }
}

extension Expectation {
  /// The most right answers; if there are more, no guess is better than another.
  private static let mostAnswers = 4

  /// Returns the right answers as guesses, unless there are too many; the event is for `chance`.
  func answers(
    to question: Question, _ event: ExperimentEvent? = nil, of experiment: Experiment? = nil
  ) -> [Double] {
    switch question {
    case .mean: return [mean]
    case .mostFrequent:
      let totals = mostFrequent
      return totals.count <= Expectation.mostAnswers ? totals.map(\.double) : []
    case .chance:
      guard let event, let experiment else { return [] }
      return [event.chance(in: self, of: experiment)]
    case .likelier: return []
    }
  }
}

extension ExperimentSettings {
  fileprivate func title(guessing question: Question) -> String {
    switch question {
    case .mean: "Guesses of the \(experiment.meanName.lowercased())"
    case .mostFrequent: "Guesses of the most frequent \(experiment.outcomeName.lowercased())"
    case .chance: "Guesses of the chance of “\(event?.name(of: experiment) ?? "")”"
    case .likelier: "Guesses: which is more likely?"
    }
  }

  /// Returns a function that formats guesses.
  fileprivate func text(answering question: Question) -> (Double) -> String {
    switch question {
    case .mean: experiment.guessedMean
    case .mostFrequent: experiment.guessedTotal
    case .chance: \.shortPercent
    case .likelier: { sides[Int($0)] }
    }
  }
}

extension Experiment {
  fileprivate func truth(
    of question: Question, _ expectation: Expectation, _ answers: [Double]
  ) -> String {
    switch question {
    case .mean: "The \(exactName.lowercased()) is \(guessedMean(expectation.mean))."
    case .mostFrequent: truth(ofMostFrequent: expectation)
    case .chance: "The exact chance is \((answers.first ?? 0).shortPercent)."
    case .likelier: ""
    }
  }

  private func truth(ofMostFrequent expectation: Expectation) -> String {
    let names = expectation.mostFrequent.map(name)
    switch names.count {
    case expectation.totals.count where names.count > 1: return "All are equally likely."
    case 1: return "The likeliest is \(names[0])."
    case 2...4: return "The likeliest are \(names.listed())."
    default: return "\(names.count) results tie as the likeliest."
    }
  }
}
