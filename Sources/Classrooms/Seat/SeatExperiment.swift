import DiceLanguage
import Mustache
import Rooms
import Site
import Web

/// A class experiment on a seat's page: the seat's controls and its latest result.
struct SeatExperiment: Fielded {
  let headline: String
  private let opened: OpenRoom
  private let play: ClassExperiment
  private let seat: Int
  private let canRoll, canGuess, isPlayed, showsClass: Bool
  private let problem: Problem?
  private let desk: RoomDesk
  private var settings: ExperimentSettings { play.settings }
  private var guess: Guess? { play.guesses[seat] }

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, _ seat: RoomSeat, in visit: Visit, problem: Problem?) {
    guard let play = opened.room.experiment else { return nil }
    self.opened = opened
    self.play = play
    self.seat = seat.number
    self.problem = problem
    let hasRolls = !opened.isClosed && play.rollsLeft(of: seat.number) > 0
    isPlayed = hasRolls && !opened.room.isPaused
    canRoll = isPlayed && !opened.room.waitsForGuess(of: seat.number, in: play)
    canGuess =
      hasRolls && play.takesGuess(of: seat.number) && !opened.room.switches.contains(.expectation)
    desk = visit.rooms
    showsClass = visit.showsClass
    headline = SeatWords.headline(
      play, seat.number, canGuess: canGuess, isPaused: opened.room.isPaused,
      isClosed: opened.isClosed)
  }

  static func declare(_ field: inout Fields<SeatExperiment>) {
    field("headline") { $0.headline }
    field.object("single", { SeatWords.single($0.play, $0.seat) }) { single in
      single("happened") { $0.happened }
      single("result") { $0.result }
    }
    field("explanation") {
      SeatWords.explanation($0.play, $0.seat, canGuess: $0.canGuess, isClosed: $0.opened.isClosed)
    }
    field("answer") { seat in
      seat.play.guesses[seat.seat] == nil
        ? nil : ClassResults(seat.opened, seat.desk)?.answer(to: seat.seat)
    }
    field("reading") { seat in
      guard seat.play.second == nil else { return nil as String? }
      return switch seat.settings.experiment {
      case .expression(let expression): expression.reading.asSentence
      case .tally(let tally, _): tally.reading.asSentence
      default: nil
      }
    }
    field("canRoll") { $0.canRoll }
    field("isPlayed") { $0.isPlayed }
    field("isRolledHere") { $0.settings.experiment.isRolledHere }
    field("verb") { $0.settings.experiment.verb.rawValue.asSentence }
    field("hint") { SeatWords.press($0.settings) }
    field("showable") { $0.showable }
    field("things") {
      ThingPictures($0.play.first.parts[$0.seat]?.last.last, in: $0.settings)
    }
    // For a single result that is shown large, with its dice beside it.
    field("faces") { seat in
      SeatWords.single(seat.play, seat.seat) == nil
        ? [] : seat.play.first.parts[seat.seat]?.last.last.map(seat.settings.experiment.faces) ?? []
    }
    field("isLong") { seat in
      (SeatWords.single(seat.play, seat.seat)?.result.count ?? 0) > 4
        || seat.play.first.parts[seat.seat]?.last.last?.dice.count ?? 0 > 4
    }
    field.object("guessing", { $0.canGuess ? $0 : nil }) { form in
      form.input(
        "of", value: { ($0.guess?.question ?? .mean).rawValue }, in: { $0.problem },
        choices: {
          $0.settings.question != nil || $0.settings.experiment.hasWords
            ? []
            : [Question.mean, .mostFrequent].map { ($0.rawValue, SeatWords.question($0)) }
        })
      form("canSkip") { $0.play.waitsForGuess(of: $0.seat) }
      form("about") { SeatWords.guessLabel($0.settings) }
      form("guessLabel") { SeatWords.guessLabel($0.settings) }
      form.input(
        "total", value: { form in form.guess.map(form.settings.text) }, in: { $0.problem },
        longest: 20,
        // Nothing is preselected, so that nobody guesses by accident.
        choices: { form in
          let choices = form.settings.choices.map { ($0, $0) }
          return choices.isEmpty || form.guess != nil ? choices : [("", "Choose…")] + choices
        })
      form("guessHint") { SeatWords.guessHint($0.settings, $0.guess) }
    }
    field("showsClass") { $0.showsClass }
    field("own") {
      OwnResults(
        play: $0.play, seat: $0.seat, expectation: $0.desk.expectation,
        isShown: $0.opened.room.switches.contains(.expectation))
    }
    field("results") { ClassResults($0.opened, $0.desk) }
  }

  /// The faces of one's own die.
  private var showable: [Int] {
    if case .ownDice(let faces) = settings.experiment { Array(1...faces) } else { [] }
  }
}
