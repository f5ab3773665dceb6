import Mustache
import Rooms
import Web

/// A seat's part in a class experiment: what it can do, and what came last.
struct SeatExperiment: Fielded {
  let headline, explanation: String
  private let play: ClassExperiment
  private let number: Int
  private let canRoll, canGuess: Bool
  private let problem: Problem?
  private let own: OwnResults
  private let results: ClassResults?
  private var settings: ExperimentSettings { play.settings }

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, _ seat: RoomSeat, _ desk: RoomDesk, problem: Problem?) {
    guard case .experiment(let play) = opened.room.play else { return nil }
    self.play = play
    self.problem = problem
    number = seat.number
    let hasRolls = !opened.isClosed && play.rollsLeft(of: seat.number) > 0
    canRoll = hasRolls && !opened.room.isPaused
    canGuess =
      hasRolls && play.settings.takesGuesses && !opened.room.switches.contains(.expectation)
      && play.parts[seat.number]?.tally.rolls ?? 0 == 0
    let expectation = desk.expectation(of: opened)
    own = OwnResults(
      play, seat: seat.number, expectation,
      isShown: opened.room.switches.contains(.expectation))
    results = ClassResults(opened, expectation)
    headline = SeatWords.headline(
      play, seat.number, canGuess: canGuess, isPaused: opened.room.isPaused,
      isClosed: opened.isClosed)
    explanation = SeatWords.explanation(
      play, seat.number, canGuess: canGuess, isClosed: opened.isClosed)
  }

  static func declare(_ field: inout Fields<SeatExperiment>) {
    field("headline") { $0.headline }
    field("explanation") { $0.explanation }
    field("canRoll") { $0.canRoll }
    field("rolls") { $0.settings.experiment.isRolledHere }
    field("reports") { !$0.settings.experiment.isRolledHere }
    field("hint") { SeatWords.press($0.settings) }
    field("showable") { $0.showable }
    field("guessing") { $0.guessing }
    field("own") { $0.own }
    field("results") { $0.results }
  }

  /// What one's own die can show.
  private var showable: [Int] {
    if case .ownDice(let faces) = settings.experiment { Array(1...faces) } else { [] }
  }

  private var guessing: GuessForm? {
    guard canGuess else { return nil }
    return GuessForm(
      experiment: settings.experiment, guess: play.parts[number]?.guess, canSend: canRoll,
      problem: problem)
  }
}
