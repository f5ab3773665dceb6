import DiceLanguage
import Rooms

/// What the charts of a class experiment say.
enum ExperimentWords {
  // MARK: What came

  static func title(of experiment: Experiment) -> String {
    switch experiment {
    case .expression(let expression): "What came of \(expression.text.isolated)"
    case .crapsFirstRolls, .crapsGames, .pigTurns: experiment.heading
    case .ownDice(let faces): "What our dice with \(faces.words) faces showed"
    }
  }

  static func nothing(of experiment: Experiment) -> String {
    "Nothing yet: the chart begins with the first \(experiment.unit(1))."
  }

  static func facts(
    of play: ClassExperiment, seats: Int, _ expectation: Expectation?
  ) -> [Fact] {
    let experiment = play.settings.experiment
    let rolls = play.tally.rolls
    var facts = [
      Fact(label: experiment.rollsName, value: rolls.groupedText),
      Fact(label: "Seats", value: seats.groupedText),
    ]
    guard experiment.hasMean else { return facts }
    let mean = play.runningMean.mean.map { experiment.mean($0, of: rolls) }
    facts.append(Fact(label: "\(experiment.meanName) so far", value: mean ?? "–"))
    if let expectation {
      facts.append(Fact(label: experiment.exactName, value: experiment.exactMean(expectation)))
    }
    return facts
  }

  static func caption(_ experiment: Experiment, _ owner: TallyChart.Owner) -> String {
    switch owner {
    case .seat: "Your \(experiment.unit(2)) in numbers"
    case .everyone: "\(title(of: experiment)), in numbers"
    }
  }

  static func summary(
    of rows: [TallyRow], _ rolls: Int, _ owner: TallyChart.Owner, _ experiment: Experiment,
    isBinned: Bool
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
        "Line: what to expect, worked out exactly\(rolls > 0 ? "" : ", at most \(highest)").")
      if rolls > 0, owner == .everyone {
        let inside = rows.count { row in row.exact.map { $0.limits ~= row.share } ?? true }
        sentences.append(
          """
          Band: with fair dice a bar ends in it about 95 times out of 100; \
          \(inside == rows.count ? "all" : "\(inside) of \(rows.count)") do here.
          """)
      } else if rolls == 0 {
        sentences.append("Bars come with the first \(experiment.unit(1)).")
      }
    }
    if isBinned { sentences.append("Each column stands for several neighbouring totals.") }
    return sentences.joined(separator: " ")
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

  /// A share of so many rolls: the more rolls, the more places it has.
  static func share(_ share: Double, of rolls: Int) -> String {
    percent(share, places: rolls < 1_000 ? 1 : 2)
  }

  static func limits(_ limits: ClosedRange<Double>, of rolls: Int) -> String {
    let places = rolls < 1_000 ? 1 : 2
    let low = limits.lowerBound > 0 ? (limits.lowerBound * 100).fixed(places: places) : "0"
    return "\(low)–\(limits.upperBound.percent(places: places))"
  }

  private static func percent(_ share: Double, places: Int) -> String {
    let smallest = places == 1 ? 0.001 : 0.0001
    if share == 0 || share == 1 { return share == 0 ? "0%" : "100%" }
    return share < smallest / 2
      ? "< \(smallest.percent(places: places))" : share.percent(places: places)
  }

  // MARK: The mean

  static func title(ofMean experiment: Experiment) -> String {
    experiment == .crapsGames ? "Share won so far" : "Mean so far"
  }

  static func caption(ofMean experiment: Experiment) -> String {
    "\(experiment.meanName) after so many \(experiment.unit(2))"
  }

  static func summary(
    ofMean mean: Double, _ rolls: Int, _ experiment: Experiment, exact: Double?
  ) -> String {
    let (after, now) = (experiment.counted(rolls), experiment.mean(mean, of: rolls))
    let isShare = experiment == .crapsGames
    let first = isShare ? "After \(after) \(now) are won." : "After \(after) the mean is \(now)."
    guard let exact else { return first }
    let exactly = isShare ? exact.percent(places: 2) : exact.shortText
    return """
      \(first) The straight line is the exact \(isShare ? "chance" : "mean"), \(exactly): the more \
      \(experiment.unit(2)), the closer the line usually comes to it.
      """
  }

  // MARK: Chance or not

  static func title(ofFit experiment: Experiment) -> String {
    experiment.isRolledHere ? "Could that be chance?" : "Are the dice fair?"
  }

  /// What a p-value means.
  static func verdict(_ chance: Double, _ experiment: Experiment) -> String {
    let isHere = experiment.isRolledHere
    switch chance {
    case 0.995...:
      return """
        Of a hundred classes with fair dice, almost all would stray further: this one is \
        remarkably close.
        """
    case 0.05...:
      let meaning =
        isHere ? "nothing strange here." : "so far nothing speaks against these dice."
      return "\(classes(chance, of: 100)): \(meaning)"
    case 0.01...:
      let meaning =
        isHere
        ? "that’s rare, but it happens. Go on, and see whether it stays."
        : "that’s rare. It may be bad luck or an unfair die: go on, and see whether it stays."
      return "\(classes(chance, of: 100)): \(meaning)"
    default:
      let meaning =
        isHere
        ? "that’s very rare. Start over, and see whether it happens again."
        : "chance alone would hardly do this: check the dice, and for typing mistakes."
      return "\(classes(chance, of: chance < 0.001 ? 1_000_000 : 1_000)): \(meaning)"
    }
  }

  /// `Of a hundred classes with fair dice, 43 would stray at least this far`.
  private static func classes(_ chance: Double, of all: Int) -> String {
    let name = [100: "a hundred", 1_000: "a thousand", 1_000_000: "a million"][all] ?? ""
    let count = Int((chance * Double(all)).rounded())
    let some = count == 0 ? "hardly one" : count == 1 ? "only 1" : count.groupedText
    return "Of \(name) classes with fair dice, \(some) would stray at least this far"
  }

  static func facts(of test: ChiSquare) -> [Fact] {
    [
      Fact(label: "Chi-square", value: test.statistic.fixed(places: 2)),
      Fact(label: "Degrees of freedom", value: test.degreesOfFreedom.groupedText),
      Fact(label: "p-value", value: pValue(test.pValue)),
    ]
  }

  /// With two digits that say something: `0.43`, `0.032`, `0.00071`.
  private static func pValue(_ chance: Double) -> String {
    switch chance {
    case ..<0.000_001: "< 0.000001"
    case ..<0.001: chance.fixed(places: chance < 0.000_01 ? 7 : chance < 0.000_1 ? 6 : 5)
    case ..<0.1: chance.fixed(places: chance < 0.01 ? 4 : 3)
    case 0.995...: "> 0.99"
    default: chance.fixed(places: 2)
    }
  }

  static func pooled(_ outcomes: Int, into cells: Int) -> String {
    """
    Fewer than \(Int(ChiSquare.lowestExpectation)) are expected of some outcomes, so neighbours \
    count as one: \(outcomes.groupedText) outcomes make \(cells.groupedText) groups.
    """
  }

  /// Why there is no p-value.
  static func reason(
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
      return "No p-value: there is only one outcome, so nothing can stray."
    case .oneCell:
      return """
        No p-value yet: it takes two outcomes, or groups of neighbours, of which at least \
        \(Int(ChiSquare.lowestExpectation)) are expected.
        """
    case .impossible:
      return "No p-value: something came that the exact chances don’t have."
    }
  }

  // MARK: Guesses

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

  // MARK: Seats

  static let left = "Left"

  static func caption(ofSeats experiment: Experiment) -> String {
    "\(experiment.rollsName) of each seat"
  }

  static let nobody = "No seat has rolled yet."

  /// `7`, `6, 8`; of many only how many.
  static func mostOften(_ counts: [Int], _ names: [String]) -> String {
    let most = counts.max() ?? 0
    let often = zip(counts, names).filter { $0.0 == most }.map(\.1)
    return often.count <= 2 ? often.joined(separator: ", ") : "\(often.count)-way tie"
  }

  /// What the small bars are for.
  static func order(of columns: OutcomeColumns) -> String {
    let names = (0..<columns.count).map(columns.name)
    return "The bars, from the left: \(names.count <= 3 ? names.listed() : columns.range)."
  }
}

extension Experiment {
  /// What an outcome is called: `7`, `win`.
  func name(of total: Total) -> String {
    switch (self, total.numerator) {
    case (.crapsFirstRolls, 0): "lose"
    case (.crapsFirstRolls, 1): "win"
    case (.crapsFirstRolls, 2): "point"
    case (.crapsGames, 0): "lost"
    case (.crapsGames, 1): "won"
    case (.pigTurns, 0): "nothing"
    default: total.signedText
    }
  }

  /// The same below a column.
  func mark(of total: Total) -> String {
    if case .pigTurns = self { total.signedText } else { name(of: total) }
  }

  /// What a table's first column has.
  var outcomeName: String {
    switch self {
    case .expression: "Total"
    case .crapsFirstRolls: "Outcome"
    case .crapsGames: "Outcome"
    case .pigTurns: "Points banked"
    case .ownDice: "Face"
    }
  }

  /// What is counted.
  var rollsName: String { unit(2).asSentence }

  /// `roll`, `rolls`.
  func unit(_ count: Int) -> String {
    let name =
      switch self {
      case .expression, .ownDice: "roll"
      case .crapsFirstRolls: "first roll"
      case .crapsGames: "game"
      case .pigTurns: "turn"
      }
    return count == 1 ? name : name + "s"
  }

  /// `1,500 rolls of 2d6`.
  func counted(_ rolls: Int) -> String {
    let what =
      switch self {
      case .expression(let expression): " of \(expression.text.isolated)"
      case .ownDice: " of our own dice"
      case .crapsFirstRolls, .crapsGames, .pigTurns: ""
      }
    return "\(rolls.groupedText) \(unit(rolls))\(what)"
  }

  var meanName: String { self == .crapsGames ? "Share won" : "Mean" }
  var exactName: String { self == .crapsGames ? "Exact chance" : "Exact mean" }

  /// A mean of so many rolls: the more rolls, the more places it has.
  func mean(_ mean: Double, of rolls: Int) -> String {
    self == .crapsGames
      ? mean.percent(places: rolls < 1_000 ? 1 : 2) : mean.fixed(places: rolls < 1_000 ? 2 : 3)
  }

  func exactMean(_ expectation: Expectation) -> String {
    self == .crapsGames
      ? "\(expectation.mean.percent(places: 2)) (244/495)" : expectation.mean.shortText
  }

  func guessedMean(_ mean: Double) -> String {
    self == .crapsGames ? "\(((mean * 10_000).rounded() / 100).shortText)%" : mean.shortText
  }

  func guessedTotal(_ number: Double) -> String {
    Int(exactly: number).flatMap { Total($0) }.map(name) ?? number.shortText
  }
}

extension Total {
  /// `7`, `−7/2`, with a real minus sign.
  var signedText: String { description.withMinusSign }
}
