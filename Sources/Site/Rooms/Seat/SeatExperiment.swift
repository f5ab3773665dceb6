import DiceLanguage
import Mustache
import Rooms
import Web

/// A seat's part in a class experiment: what it can do, and what came last.
struct SeatExperiment: Fielded {
  let headline: String
  private let opened: OpenRoom
  private let play: ClassExperiment
  private let seat: Int
  private let canRoll, canGuess, isPlayed: Bool
  private let problem: Problem?
  private let expectation: Expectation?
  private var settings: ExperimentSettings { play.settings }

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, _ seat: RoomSeat, _ desk: RoomDesk, problem: Problem?) {
    guard case .experiment(let play) = opened.room.play else { return nil }
    self.opened = opened
    self.play = play
    self.seat = seat.number
    self.problem = problem
    let hasRolls = !opened.isClosed && play.rollsLeft(of: seat.number) > 0
    isPlayed = hasRolls && !opened.room.isPaused
    canRoll = isPlayed && !opened.room.waitsForGuess(of: seat.number, in: play)
    canGuess =
      hasRolls && play.takesGuess(of: seat.number) && !opened.room.switches.contains(.expectation)
    expectation = desk.expectation(of: opened)
    headline = SeatWords.headline(
      play, seat.number, canGuess: canGuess, isPaused: opened.room.isPaused,
      isClosed: opened.isClosed)
  }

  static func declare(_ field: inout Fields<SeatExperiment>) {
    field("headline") { $0.headline }
    field("explanation") {
      SeatWords.explanation(
        $0.play, $0.seat, canGuess: $0.canGuess, isClosed: $0.opened.isClosed)
    }
    field("canRoll") { $0.canRoll }
    field("isPlayed") { $0.isPlayed }
    field("isRolledHere") { $0.settings.experiment.isRolledHere }
    field("hint") { SeatWords.press($0.settings) }
    field("showable") { $0.showable }
    field("guessing") { seat in
      seat.canGuess
        ? GuessForm(
          settings: seat.settings, guess: seat.play.parts[seat.seat]?.guess,
          problem: seat.problem, canSkip: seat.play.waitsForGuess(of: seat.seat)) : nil
    }
    field("own") {
      OwnResults(
        play: $0.play, seat: $0.seat, expectation: $0.expectation,
        isShown: $0.opened.room.switches.contains(.expectation))
    }
    field("results") { ClassResults($0.opened, $0.expectation) }
  }

  /// What one's own die can show.
  private var showable: [Int] {
    if case .ownDice(let faces) = settings.experiment { Array(1...faces) } else { [] }
  }
}

/// What one seat rolled: its last results and its own tally.
struct OwnResults: Fielded {
  /// More dice of a roll are cut off.
  private static let mostDice = 10

  let play: ClassExperiment
  let seat: Int
  /// `nil` if it isn't known.
  let expectation: Expectation?
  /// Whether the expectation may be seen.
  let isShown: Bool

  private var experiment: Experiment { play.settings.experiment }
  private var tally: Tally { play.parts[seat]?.tally ?? Tally() }

  static func declare(_ field: inout Fields<OwnResults>) {
    field.rows("last", { $0.play.parts[$0.seat]?.last ?? [] }) { roll in
      roll("result") { $1.experiment.name(of: $0.total) }
      roll("dice") { $1.dice(of: $0) }
    }
    field("facts") { $0.facts }
    field("chart") { own in
      own.tally.rolls > 0
        ? TallyChart(
          own.tally, by: .seat, of: own.experiment,
          in: OutcomeColumns(own.play, own.expectation, isShown: own.isShown)) : nil
    }
  }

  /// `nil` for a single die, which says what the total says.
  private func dice(of roll: PlayedRoll) -> String? {
    let isPlain =
      roll.dice.count == 1 && Total(roll.dice[0]) == roll.total
      && (experiment.tally != nil || experiment.diceFaces == .numbers)
    guard !isPlain, let all = roll.faces(experiment.diceFaces), !all.isEmpty else { return nil }
    let faces = all.prefix(OwnResults.mostDice).joined(separator: ", ")
    return all.count > OwnResults.mostDice ? "\(faces), …" : faces
  }

  private var facts: [Fact] {
    let tally = tally
    var facts = [
      Fact(label: ExperimentWords.own(experiment.rollsName), value: tally.rolls.groupedText),
      Fact(label: ExperimentWords.left, value: play.rollsLeft(of: seat).groupedText),
    ]
    if let guess = play.parts[seat]?.guess {
      facts.append(Fact(label: "Your guess", value: SeatWords.guess(guess, of: experiment)))
    }
    if experiment.hasMean, let mean = tally.mean {
      facts.append(
        Fact(
          label: ExperimentWords.own(experiment.meanName),
          value: experiment.mean(mean, of: tally.rolls)))
    }
    return facts
  }
}
