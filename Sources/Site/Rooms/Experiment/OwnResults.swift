import Mustache
import Rooms

/// What one seat rolled: its last results and its own tally.
struct OwnResults: Fielded {
  private let last: [LastRoll]
  private let facts: [Fact]
  private let chart: TallyChart?

  /// The results of the seat with a number; the expectation is `nil` if it isn't known, and
  /// `isShown` tells whether it may be seen.
  init(_ play: ClassExperiment, seat: Int, _ expectation: Expectation?, isShown: Bool) {
    let experiment = play.settings.experiment
    let tally = play.parts[seat]?.tally ?? Tally()
    let mean =
      experiment.hasMean ? tally.mean.map { experiment.mean($0, of: tally.rolls) } : nil
    last = (play.parts[seat]?.last ?? []).reversed().map { LastRoll($0, of: experiment) }
    facts =
      [
        Fact(label: ExperimentWords.own(experiment.rollsName), value: tally.rolls.groupedText),
        Fact(label: ExperimentWords.left, value: play.rollsLeft(of: seat).groupedText),
      ]
      + [mean.map { Fact(label: ExperimentWords.own(experiment.meanName), value: $0) }].compactMap(
        \.self)
    chart =
      tally.rolls > 0
      ? TallyChart(
        tally, by: .seat, of: experiment,
        in: OutcomeColumns(play, expectation, isShown: isShown)) : nil
  }

  static func declare(_ field: inout Fields<OwnResults>) {
    field("last") { $0.last }
    field("hasLast") { !$0.last.isEmpty }
    field("facts") { $0.facts }
    field("chart") { $0.chart }
  }
}

/// A result with its dice.
struct LastRoll: Fielded {
  /// More dice than that are cut off.
  private static let mostDice = 10

  private let result: String
  private let dice: String?

  init(_ roll: PlayedRoll, of experiment: Experiment) {
    result = experiment.name(of: roll.total)
    // A single die says what its total says.
    let isPlain = roll.dice.count == 1 && Total(roll.dice[0]) == roll.total
    let faces = roll.dice.prefix(LastRoll.mostDice).map(\.signedText)
    dice =
      isPlain || faces.isEmpty
      ? nil
      : faces.joined(separator: ", ") + (roll.dice.count > LastRoll.mostDice ? ", …" : "")
  }

  static func declare(_ field: inout Fields<LastRoll>) {
    field("result") { $0.result }
    field("dice") { $0.dice }
  }
}
