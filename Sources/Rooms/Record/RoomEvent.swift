import DiceLanguage
import Games

/// Something that happened in a room; a room's events in order are its record.
///
/// The record keeps its number and its time; everything else is in `bytes`.
package struct RoomEvent: Equatable, Sendable {
  package enum Actor: Equatable, Sendable {
    case host
    case seat(Int)

    /// The number of the seat; 0 for the host.
    package var number: Int {
      switch self {
      case .host: 0
      case .seat(let number): number
      }
    }
  }

  /// The number in the record, from 1, ascending with gaps.
  package let number: Int
  /// The time in seconds since 1970; it may be earlier than that of the event before, as clocks go
  /// back.
  package let time: Int
  package let actor: Actor
  /// The number of the press, higher than that of the actor's last press that counted; 0 for
  /// opening and joining.
  package let press: Int
  package let act: RoomAct
}

/// What can happen in a room; each has a case in `FieldCoder.acts`.
package enum RoomAct: Equatable, Sendable {
  /// The first event of every record.
  ///
  /// `key` is derived from the host's secret; `off` are switches turned off that are on by default.
  case opened(RoomSettings, key: [UInt8], off: Set<RoomSwitch> = [])
  /// The name is one that `SeatName.free` returned.
  case joined(name: String, key: [UInt8])
  /// The rolls of a press in a class experiment, also with a die of one's own; `second` has as many
  /// if there are two experiments.
  case rolled([PlayedRoll], second: [PlayedRoll] = [])
  case guessed(Guess)
  /// A seat rolls without the guess that would come first.
  case skippedGuess
  /// From here on, everybody sees the guesses.
  case revealedGuesses
  case threw(TableRoll)
  /// The commitment is the SHA-256 of `HiddenRoll.committedText`.
  case rolledHidden(HiddenRoll, commitment: [UInt8])
  /// The hidden roll of the event with this number is revealed.
  case revealed(Int)
  /// The host asks some seats in ascending order, or everybody if there are none.
  case asked(RollExpression, seats: [Int])
  /// A character comes to the table, or its owner sends its current state; not a press on the
  /// seat's page.
  case brought(BroughtCharacter)
  /// A character is taken back by its owner, which isn't a press, or removed by the host.
  case tookBack(Int)
  /// A roll for a character, which isn't a press, with the question that it answers or 0; or the
  /// host's own roll.
  case checked(CheckRoll, answers: Int = 0)
  /// The host changes a character.
  case turned(Int, TableTurn)
  /// A character moves one place towards the front.
  case advanced(Int)
  /// The host's note on a character or a foe.
  case noted(Int, String)
  case askedFor(AskedCheck, members: [Int])
  case metFoe(Foe)
  /// A foe loses hit points; a negative number heals it.
  case hurtFoe(Int, points: Int)
  case removedFoe(Int)
  /// A move, with the computer's whole turn if that comes next.
  case moved(PigMatch.Move, answer: [PigMatch.Move] = [])
  case playedAgain
  /// A seat without a place takes that of a player who was removed or, in a room of pairs, the next
  /// free one.
  case tookPlace
  /// A round of a room of pairs begins.
  case paired(round: Int, [PigPairs.Pair])
  /// The computer plays for a seat in a game, counted from 0, or at a free place for seat 0; with
  /// its turn, if it is the computer's turn.
  case substituted(game: Int, seat: Int, turn: [PigMatch.Move])
  /// A seat of a league writes or replaces its strategy.
  case wrote(WrittenStrategy)
  /// The host runs a league.
  case ran(StrategyLeague.Result)
  /// A switch is turned on or off; pausing a room is the switch `paused`.
  case switched(RoomSwitch, Bool)
  /// A seat is removed; its rolls stay, and its place in a match becomes free.
  case removed(Int)
  /// A class experiment begins again, with other questions if there are settings; the record keeps
  /// what came before.
  case startedOver(ExperimentSettings? = nil)
}

/// A switch that the host turns on and off.
package enum RoomSwitch: String, CaseIterable, Sendable {
  case paused
  /// Everybody sees names.
  case names
  /// The chart shows the exact expectation.
  case expectation
  /// The projector's view can be opened.
  case watch
  /// Seats may download the record.
  case data
  /// New people can join.
  case joining
  /// The projector's view shows names, if everybody sees them.
  case watchNames
  /// Everybody sees the hit points and conditions of characters.
  case hitPoints

  /// The switches that are on by default.
  static let defaults: Set<RoomSwitch> = [.names, .expectation, .watch, .joining]
}

/// The kind of a room, with its settings.
package enum RoomSettings: Equatable, Sendable {
  case experiment(ExperimentSettings)
  case table
  case match(goal: Int, coach: Coach)
  case pairs(PigPairs.Settings)
  case league(goal: Int)

  /// The most seats of the room, including removed ones.
  package var mostSeats: Int {
    if case .pairs = self { PigPairs.mostSeats } else { RoomLimits.seats }
  }

  /// The experiment of a class; `nil` in a room of another kind.
  package var experiment: Experiment? {
    if case .experiment(let settings) = self { settings.experiment } else { nil }
  }
}
