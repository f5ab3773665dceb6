import Mustache
import Rooms

/// What a class has found so far, for everybody to see: numbers, charts, guesses, and whether chance
/// alone explains it.
///
/// Making it takes time in proportion to the outcomes and the seats, however many rolls there are.
struct ClassResults: Fielded {
  private let facts: [Fact]
  private let chart: TallyChart?
  private let mean: MeanChart?
  private let fit: ClassFit?
  private let guesses: [GuessChart]
  private let experiment: Experiment
  private let isHidden: Bool

  /// The results of a class with so many seats; the expectation is `nil` if it isn't known, and
  /// `isShown` tells whether it may be seen.
  init(_ play: ClassExperiment, seats: Int, _ expectation: Expectation?, isShown: Bool) {
    let experiment = play.settings.experiment
    let shown = isShown ? expectation : nil
    self.experiment = experiment
    isHidden = !isShown && expectation != nil
    facts = ExperimentWords.facts(of: play, seats: seats, shown)
    chart = TallyChart(
      play.tally, by: .everyone, of: experiment,
      in: OutcomeColumns(play, expectation, isShown: isShown))
    mean = MeanChart(play.runningMean, of: experiment, exact: shown?.mean)
    fit = shown.map { ClassFit(play.tally, $0, experiment) }
    guesses = GuessChart.all(of: play, shown)
  }

  static func declare(_ field: inout Fields<ClassResults>) {
    field("facts") { $0.facts }
    field("title") { ExperimentWords.title(of: $0.experiment) }
    field("chart") { $0.chart }
    field("nothing") { ExperimentWords.nothing(of: $0.experiment) }
    field("isHidden") { $0.isHidden }
    field("meanTitle") { ExperimentWords.title(ofMean: $0.experiment) }
    field("mean") { $0.mean }
    field("fitTitle") { ExperimentWords.title(ofFit: $0.experiment) }
    field("fit") { $0.fit }
    field("guesses") { $0.guesses }
  }
}
