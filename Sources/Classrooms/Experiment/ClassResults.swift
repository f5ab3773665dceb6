import Mustache
import Rooms
import Site

/// A class's results, as everybody sees them: numbers, charts, guesses, and whether chance alone
/// explains them.
///
/// Making them takes time in proportion to the outcomes and the seats, however many rolls there
/// are.
struct ClassResults: Fielded, Sendable {
  let play: ClassExperiment
  /// The seats that aren't removed.
  let seats: [Int]
  /// The expectation; `nil` if it isn't known.
  let expectation: Expectation?
  /// That of the second experiment.
  var second: Expectation?
  /// Whether the expectation is visible.
  let isShown: Bool
  /// Returns the name of a seat if everybody may know it.
  var name: @Sendable (Int) -> String? = { _ in nil }
  /// Whether it is read from afar: each bar shows its count.
  var isOnWall = false

  private var settings: ExperimentSettings { play.settings }
  /// Whether revealed guesses are shown beside the right answer.
  private var isTrue: Bool { play.areGuessesRevealed || isShown }
  private var truth: Expectation? { isTrue ? expectation : nil }
  private var secondTruth: Expectation? { isTrue ? second : nil }
  private var guesses: [GuessChart] {
    play.hasSecretGuesses ? [] : GuessChart.all(of: play, truth, secondTruth, name)
  }
  /// The number of guesses, while they are secret.
  var guessed: String? { ExperimentWords.guessed(play, seats) }
  /// The right answer, once everybody may know it.
  var answer: String? {
    play.areGuessesRevealed ? guesses.first { $0.question == settings.question }?.truth : nil
  }
  /// Returns the right answer for a seat that guessed.
  func answer(to seat: Int) -> String? {
    guard let guess = play.guesses[seat], let answer else { return nil }
    return "\(answer) You guessed \(settings.text(of: guess))."
  }
  /// Returns the visible guesses that a chart has room for.
  private func dots(_ question: Question) -> [Guess] {
    play.areGuessesRevealed && settings.question == question
      ? play.guesses.sorted { $0.key < $1.key }.map(\.value) : []
  }

  private var means: [Fact] {
    guard let rolls = play.second else {
      return ExperimentWords.means(of: play.first, isShown ? expectation : nil)
    }
    return [(play.first, expectation), (rolls, second)].flatMap { rolls, expectation in
      ExperimentWords.means(of: rolls, isShown ? expectation : nil, name: name(of: rolls))
    }
  }

  private var sides: [ExperimentResults] {
    guard let rolls = play.second else { return [side(play.first, expectation)] }
    var sides = [
      side(play.first, expectation, beside: (rolls, second)),
      side(rolls, second, prefix: "second-", beside: (play.first, expectation)),
    ]
    let most = sides.compactMap { $0.chart?.most }.max() ?? 0
    let reaches = sides.compactMap { $0.mean?.reach }
    let lowest = reaches.map(\.lowerBound).min() ?? 0
    let highest = reaches.map(\.upperBound).max() ?? 0
    for place in sides.indices {
      sides[place].chart?.least = most
      sides[place].mean?.reach = lowest...highest
    }
    return sides
  }

  /// Returns the name of one of two experiments.
  private func name(of rolls: ClassRolls) -> String {
    settings.names[rolls.experiment == settings.experiment ? 0 : 1]
  }

  private func side(
    _ rolls: ClassRolls, _ expectation: Expectation?, prefix: String = "",
    beside other: (ClassRolls, Expectation?)? = nil
  ) -> ExperimentResults {
    let shown = isShown ? expectation : nil
    let told: [Question] = rolls.event == nil ? [.mean] : [.chance, .likelier]
    let isTold = settings.question.map(told.contains) ?? false
    let isFirst = prefix.isEmpty
    return ExperimentResults(
      prefix: prefix, name: other == nil ? nil : name(of: rolls), rolls: rolls,
      shown: shown,
      chart: TallyChart(
        rolls.tally, by: .everyone, of: rolls.experiment,
        in: OutcomeColumns(rolls, expectation, isShown: isShown, beside: other),
        guesses: dots(.mean) + dots(.mostFrequent), truth: truth, prefix: prefix,
        showsCounts: isOnWall),
      mean: Trend(rolls, isTold && isTrue ? expectation : shown).flatMap {
        MeanChart($0, guesses: dots(.chance).map(\.total.double))
      },
      guessed: isFirst ? guessed : nil,
      isHidden: isFirst && !isShown && !play.areGuessesRevealed && expectation != nil)
  }

  static func declare(_ field: inout Fields<ClassResults>) {
    field("facts") { results in
      ExperimentWords.facts(of: results.play, seats: results.seats.count)
        + results.means
    }
    field("sides") { $0.sides }
    field("comparison") {
      ClassComparison($0.play, $0.truth, $0.secondTruth, guesses: $0.dots(.likelier))
    }
    field.rows("guesses", { $0.guesses }) { chart in
      chart("title") { $0.title }
      chart("truth") { $0.truth }
      chart.rows("rows", { $0.rows }) { row in
        row("name") { $0.name }
        row("count") { $0.count }
        row("length") { $0.count > 0 ? $0.count * 100 / $1.mostSeats : nil }
        row("isTrue") { $0.isTrue }
      }
    }
  }
}

extension ClassResults {
  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, _ desk: RoomDesk, onWall: Bool = false) {
    guard let play = opened.room.experiment else { return nil }
    self.init(
      play: play, seats: opened.room.seats.filter { !$0.isRemoved }.map(\.number),
      expectation: desk.expectation(of: play.settings.experiment),
      second: play.settings.second.flatMap(desk.expectation),
      isShown: opened.room.switches.contains(.expectation),
      name: { seat in
        opened.hidesNames(onWall: onWall) || opened.room.seat(seat) == nil
          ? nil : opened.name(of: seat, isHidden: false)
      }, isOnWall: onWall)
  }
}

/// One experiment of a class: the rolls, the mean or the share of the event, and the test.
struct ExperimentResults: Fielded {
  /// The beginning of its ids on the page.
  let prefix: String
  /// The name, if it is one of two.
  let name: String?
  let rolls: ClassRolls
  /// The visible expectation.
  let shown: Expectation?
  var chart: TallyChart?
  var mean: MeanChart?
  /// The number of guesses, while they are secret.
  let guessed: String?
  /// Whether it says that the expectation is hidden.
  let isHidden: Bool

  private var experiment: Experiment { rolls.experiment }
  private var fit: ClassFit? { shown.map { ClassFit(rolls.tally, $0, experiment) } }

  static func declare(_ field: inout Fields<ExperimentResults>) {
    field("prefix") { $0.prefix }
    field("name") { $0.name }
    field("title") { ExperimentWords.title(of: $0.experiment) }
    field("chart") { $0.chart }
    field("nothing") { ExperimentWords.nothing(of: $0.experiment) }
    field("guessed") { $0.guessed }
    field("isHidden") { $0.isHidden }
    field("mean") { $0.mean }
    field("fitTitle") { ExperimentWords.title(ofFit: $0.experiment) }
    field.object("fit", { $0.fit }) { fit in
      fit("sentence") { $0.sentence }
      fit("facts") { $0.facts }
      fit("note") { $0.note }
    }
  }
}
