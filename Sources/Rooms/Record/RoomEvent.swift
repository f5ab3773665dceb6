import DiceLanguage
import Games

/// Something that happened in a room; a room's events in order are its record.
///
/// The record gives each its number and its time; all the rest is in `bytes`.
package struct RoomEvent: Equatable, Sendable {
  /// Who acts: the host, or a seat by its number.
  package enum Actor: Equatable, Sendable {
    case host
    case seat(Int)

    /// 0 for the host.
    package var number: Int {
      switch self {
      case .host: 0
      case .seat(let number): number
      }
    }
  }

  /// From 1, rising; some numbers belong to no event.
  package let number: Int
  /// Seconds since 1970; may be before that of the event before, as clocks go back.
  package let time: Int
  package let actor: Actor
  /// The press's own number: more than that of the actor's last press that counted, and 0 for opening
  /// and joining.
  package let press: Int
  package let act: RoomAct
}

/// What can happen in a room.
package enum RoomAct: Equatable, Sendable {
  /// The first event of every record, with the switches turned off that are on by default. The key
  /// is derived from the host's secret.
  case opened(RoomSettings, key: [UInt8], off: Set<RoomSwitch> = [])
  /// The name is as `SeatName.free` made it.
  case joined(name: String, key: [UInt8])
  /// One press in a class experiment, also with one's own die; as many of each if there are two.
  case rolled([PlayedRoll], second: [PlayedRoll] = [])
  case guessed(Guess)
  /// A seat rolls without a guess where one is asked first.
  case skippedGuess
  /// From here on everybody sees what was guessed.
  case revealedGuesses
  /// A roll at a table.
  case threw(TableRoll)
  /// The commitment is the SHA-256 of `HiddenRoll.committedText`.
  case rolledHidden(HiddenRoll, commitment: [UInt8])
  /// The hidden roll of the event with that number.
  case revealed(Int)
  /// Some seats in ascending order, or none for all.
  case asked(Yield, seats: [Int])
  /// A character comes to a table, or its owner tells how it is now; no press of the seat's page.
  case brought(BroughtCharacter)
  /// By its owner, with no press, or by the host.
  case tookBack(Int)
  /// A roll for a character, with no press, and the question that it answers or 0; or the host's own.
  case checked(CheckRoll, answers: Int = 0)
  /// The host changes a character.
  case turned(Int, TableTurn)
  /// A character marches one place further to the front.
  case advanced(Int)
  /// The host's line on a character or a foe.
  case noted(Int, String)
  case askedFor(AskedCheck, members: [Int])
  case metFoe(Foe)
  /// Fewer than 0 points are healed.
  case hurtFoe(Int, points: Int)
  case removedFoe(Int)
  /// With the whole turn of the computer, if the move gives it one.
  case moved(PigMatch.Move, answer: [PigMatch.Move] = [])
  case playedAgain
  /// A seat without a place takes one: that of a player who was removed, or the next in a room of pairs.
  case tookPlace
  /// The next round of a room of pairs, by its number.
  case paired(round: Int, [PigPairs.Pair])
  /// The computer plays for a seat of that game, the first being 0, or at a free place for seat 0; with
  /// its turn, if it's on turn.
  case substituted(game: Int, seat: Int, turn: [PigMatch.Move])
  /// A seat of a league writes its strategy, or another one.
  case wrote(WrittenStrategy)
  /// The strategies of a league have met.
  case ran(StrategyLeague.Result)
  /// Pause is the switch `paused` on, and going on is the same off.
  case switched(RoomSwitch, Bool)
  /// The seat's rolls stay; in a match its place is free.
  case removed(Int)
  /// A class experiment begins again, with other questions if there are settings; what came before
  /// stays in the record.
  case startedOver(ExperimentSettings? = nil)
}

/// What the host switches on and off.
package enum RoomSwitch: String, CaseIterable, Sendable {
  case paused
  /// Others see names.
  case names
  /// The chart has the exact expectation.
  case expectation
  /// The projector's view can be opened.
  case watch
  /// Seats may download the record.
  case data
  /// New people can join.
  case joining
  /// The projector's view has names, if others see them at all.
  case watchNames
  /// Others see the hit points and conditions of characters.
  case hitPoints

  /// The switches that are on by default.
  static let defaults: Set<RoomSwitch> = [.names, .expectation, .watch, .joining]
}

/// The kind of a room with its settings.
package enum RoomSettings: Equatable, Sendable {
  case experiment(ExperimentSettings)
  case table
  case match(goal: Int, coach: Coach)
  case pairs(PigPairs.Settings)
  case league(goal: Int)

  /// How many seats the room may have, those that are removed too.
  package var mostSeats: Int {
    if case .pairs = self { PigPairs.mostSeats } else { RoomLimits.seats }
  }

  /// What a class rolls; `nil` in a room of another kind.
  package var experiment: Experiment? {
    if case .experiment(let settings) = self { settings.experiment } else { nil }
  }
}
