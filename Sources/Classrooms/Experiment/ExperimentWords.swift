import DiceLanguage
import Rooms
import Site

/// The sentences on the charts of a class experiment.
enum ExperimentWords {
  // MARK: What came

  static func title(of experiment: Experiment) -> String {
    switch experiment {
    case .expression, .tally: "Results of \(experiment.heading)"
    case .crapsFirstRolls, .crapsGames, .pigTurns: experiment.heading
    case .ownDice(let faces): "What our dice with \(faces.words) faces showed"
    }
  }

  static func nothing(of experiment: Experiment) -> String {
    "Nothing yet: the chart starts as soon as somebody \(experiment.act)."
  }

  static func facts(of play: ClassExperiment, seats: Int) -> [Fact] {
    [
      Fact(
        label: play.settings.experiment.rollsName, value: play.first.tally.rolls.groupedText),
      Fact(label: "Seats", value: seats.groupedText),
    ]
  }

  /// Returns the mean so far and the exact one; `name` is the experiment's if there are two.
  static func means(
    of rolls: ClassRolls, _ expectation: Expectation?, name: String? = nil
  ) -> [Fact] {
    let experiment = rolls.experiment
    guard experiment.hasMean else { return [] }
    let mean = rolls.runningMean.mean.map { experiment.mean($0, of: rolls.tally.rolls) }
    let of = name.map { " of \($0)" } ?? ""
    return [Fact(label: "\(experiment.meanName)\(of) so far", value: mean ?? "–")]
      + (expectation.map {
        [Fact(label: "\(experiment.exactName)\(of)", value: experiment.exactMean($0))]
      } ?? [])
  }

  static func caption(_ experiment: Experiment, _ owner: TallyChart.Owner) -> String {
    switch owner {
    case .seat: "Your \(experiment.unit(2)) in numbers"
    case .everyone: "\(title(of: experiment)), in numbers"
    }
  }

  static func summary(
    of rows: [TallyRow], _ rolls: Int, _ owner: TallyChart.Owner, _ experiment: Experiment,
    shared: [Int], hasGuesses: Bool, truths: Int
  ) -> String {
    var sentences: [String] = []
    if rolls > 0 {
      let what =
        owner == .seat
        ? "your \(rolls.groupedText) \(experiment.unit(rolls))" : experiment.counted(rolls)
      sentences.append("Bars: \(what)\(mostFrequent(of: rows)).")
    }
    let exact = rows.compactMap(\.exact)
    if !exact.isEmpty {
      let highest = percent(exact.map(\.chance).max() ?? 0, places: 2)
      sentences.append(
        "Line: what to expect, calculated exactly\(rolls > 0 ? "" : ", at most \(highest)").")
      if rolls > 0, owner == .everyone {
        // Columns that are there only for the other experiment are never missing.
        let possible = rows.filter { $0.count > 0 || $0.exact.map { $0.chance > 0 } ?? true }
        let inside = possible.count { row in row.exact.map { $0.limits ~= row.share } ?? true }
        sentences.append(
          """
          Band: with \(experiment.fairness) a bar ends in it about 95 times out of 100; \
          \(inside == possible.count ? "all" : "\(inside) of \(possible.count)") do here.
          """)
      }
    }
    if rolls == 0 { sentences.append("Bars come as soon as somebody \(experiment.act).") }
    if hasGuesses { sentences.append(dots) }
    if truths > 0 {
      sentences.append(
        truths == 1 ? "Vertical line: the exact value." : "Vertical lines: the exact values.")
    }
    if !shared.isEmpty { sentences.append(neighbours(shared, of: rows.count)) }
    return sentences.joined(separator: " ")
  }

  static let dots = "Dots: what was guessed."

  /// Returns a sentence on how many columns stand for several totals.
  private static func neighbours(_ shared: [Int], of count: Int) -> String {
    switch shared {
    case [0]: "The first column is several rare totals together."
    case [count - 1]: "The last column is several rare totals together."
    case [0, count - 1]: "The first and last columns are each several rare totals together."
    case _ where shared.count == count: "Each column is several neighbouring totals together."
    default: "Most columns are several neighbouring totals together."
    }
  }

  /// `, most often 7 (16.8%)`.
  private static func mostFrequent(of rows: [TallyRow]) -> String {
    let most = rows.map(\.count).max() ?? 0
    let names = rows.filter { $0.count == most }.map(\.name)
    guard let row = rows.first(where: { $0.count == most }), row.rolls > 1, names.count <= 3 else {
      return ""
    }
    let share = share(row.share, of: row.rolls)
    return ", most often \(names.listed()) (\(share)\(names.count > 1 ? " each" : ""))"
  }

  /// Returns a share; the more rolls, the more decimals.
  static func share(_ share: Double, of rolls: Int) -> String {
    percent(share, places: rolls < 1_000 ? 1 : 2)
  }

  static func limits(_ limits: ClosedRange<Double>, of rolls: Int) -> String {
    let places = rolls < 1_000 ? 1 : 2
    let low = limits.lowerBound > 0 ? (limits.lowerBound * 100).fixed(places: places) : "0"
    return "\(low)–\(limits.upperBound.percent(places: places))"
  }

  static func percent(_ share: Double, places: Int) -> String {
    let smallest = (0..<places).reduce(0.01) { smallest, _ in smallest / 10 }
    if share == 0 || share == 1 { return share == 0 ? "0%" : "100%" }
    return share < smallest / 2
      ? "< \(smallest.percent(places: places))" : share.percent(places: places)
  }

  /// Returns the number of guesses while they are secret; `nil` otherwise.
  ///
  /// Only `seats` count, not removed ones.
  static func guessed(_ play: ClassExperiment, _ seats: [Int]) -> String? {
    guard play.hasSecretGuesses, !seats.isEmpty else { return nil }
    let guesses = seats.count { play.guesses[$0] != nil }
    return "\(guesses) of \(seats.count) \(guesses == 1 ? "has" : "have") guessed."
  }

  // MARK: The mean

  static func title(of trend: Trend) -> String { "\(name(of: trend)) so far" }

  /// Returns the name of a trend: `Mean`, `Share of “at least 10”`.
  static func name(of trend: Trend) -> String {
    trend.event.map { "Share of “\($0.name(of: trend.experiment))”" } ?? trend.experiment.meanName
  }

  static func caption(of trend: Trend) -> String {
    "\(name(of: trend)) after so many \(trend.experiment.unit(2))"
  }

  static func summary(of trend: Trend) -> String {
    let (experiment, rolls) = (trend.experiment, trend.line.rolls)
    let (after, now) = (experiment.counted(rolls), trend.text(trend.line.mean ?? 0))
    var first = "After \(after) the mean is \(now)."
    if let event = trend.event {
      let count = Int(trend.line.sum).groupedText
      first = "\(event.name(of: experiment).asSentence): \(count) of \(after), \(now)."
    } else if trend.isShare {
      first = "After \(after) \(now) are won."
    }
    if rolls == 0 { first = "The line comes as soon as somebody \(experiment.act)." }
    guard let exact = trend.exact else { return first }
    if rolls == 0, trend.isShare {
      return "\(first) The straight line is the exact chance, \(exact.percent(places: 2))."
    }
    guard let band = trend.band(after: rolls) else {
      return """
        \(first) The straight line is the exact mean, \(exact.shortText): the more \
        \(experiment.unit(2)), the closer the line usually comes to it.
        """
    }
    return """
      \(first) The straight line is the exact chance, \(exact.percent(places: 2)). After this many \
      \(experiment.unit(2)), the share is within the band, \
      \(limits(band.lowest...band.highest, of: rolls)), in about 95 of 100 classes.
      """
  }

  // MARK: Seats

  static let left = "Left"

  /// Returns `Your rolls`, for the chart beside the class's.
  static func own(_ name: String) -> String { "Your \(name.lowercased())" }

  /// Returns the most frequent outcomes, `7` or `6, 8`; only their number if there are many.
  static func mostOften(_ counts: [Int], _ names: [String]) -> String {
    let most = counts.max() ?? 0
    let often = zip(counts, names).filter { $0.0 == most }.map(\.1)
    return often.count <= 2 ? often.joined(separator: ", ") : "\(often.count)-way tie"
  }

  /// Returns the words before the order of the small bars, if they are for one of two experiments.
  static func counted(_ settings: ExperimentSettings) -> String {
    settings.second == nil ? "" : "Only \(settings.experiment.heading) is counted here. "
  }

  /// Returns the order of the small bars.
  static func order(of columns: OutcomeColumns) -> String {
    let names = (0..<columns.count).map(columns.name)
    return "The bars, from the left: \(names.count <= 3 ? names.listed() : columns.range)."
  }
}
