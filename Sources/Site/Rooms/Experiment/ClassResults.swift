import Mustache
import Rooms

/// What a class has found so far, for everybody to see: numbers, charts, guesses, and whether chance
/// alone explains it.
///
/// Making it takes time in proportion to the outcomes and the seats, however many rolls there are.
struct ClassResults: Fielded {
  let play: ClassExperiment
  let seats: Int
  /// `nil` if it isn't known.
  let expectation: Expectation?
  /// Whether the expectation may be seen.
  let isShown: Bool
  /// Of a seat that all may know by name.
  var name: (Int) -> String? = { _ in nil }

  private var experiment: Experiment { play.settings.experiment }
  private var shown: Expectation? { isShown ? expectation : nil }
  /// Revealed ones stand beside the truth.
  private var guesses: [GuessChart] {
    play.hasSecretGuesses ? [] : GuessChart.all(of: play, truth, name)
  }
  private var truth: Expectation? { play.areGuessesRevealed ? expectation : shown }
  /// What all may see of the guesses that a chart has room for.
  private func dots(_ question: Question) -> [Guess] {
    play.areGuessesRevealed && play.settings.question == question
      ? play.parts.sorted { $0.key < $1.key }.compactMap(\.value.guess) : []
  }
  private var fit: ClassFit? { shown.map { ClassFit(play.tally, $0, experiment) } }

  static func declare(_ field: inout Fields<ClassResults>) {
    field("facts") { ExperimentWords.facts(of: $0.play, seats: $0.seats, $0.shown) }
    field("title") { ExperimentWords.title(of: $0.experiment) }
    field("chart") { results in
      TallyChart(
        results.play.tally, by: .everyone, of: results.experiment,
        in: OutcomeColumns(results.play, results.expectation, isShown: results.isShown),
        guesses: results.dots(.mean) + results.dots(.mostFrequent), truth: results.truth)
    }
    field("nothing") { ExperimentWords.nothing(of: $0.experiment) }
    field("isHidden") { !$0.isShown && $0.expectation != nil }
    field("mean") { results -> MeanChart? in
      let told: Question = results.play.settings.event == nil ? .mean : .chance
      let isTold = results.play.settings.question == told
      return Trend(results.play, isTold ? results.truth : results.shown).flatMap {
        MeanChart($0, guesses: results.dots(.chance).map(\.total.double))
      }
    }
    field("fitTitle") { ExperimentWords.title(ofFit: $0.experiment) }
    field.object("fit", { $0.fit }) { fit in
      fit("sentence") { $0.sentence }
      fit("facts") { $0.facts }
      fit("note") { $0.note }
    }
    field("guessed") { ExperimentWords.guessed($0.play, seats: $0.seats) }
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
  init?(_ opened: OpenRoom, _ expectation: Expectation?, onWall: Bool = false) {
    guard case .experiment(let play) = opened.room.play else { return nil }
    self.init(
      play: play, seats: opened.room.seats.count { !$0.isRemoved }, expectation: expectation,
      isShown: opened.room.switches.contains(.expectation),
      name: { seat in
        opened.hidesNames(onWall: onWall) || opened.room.seat(seat) == nil
          ? nil : opened.name(of: seat, isHidden: false)
      })
  }
}
