import Games

/// A reason why a room refuses an act.
///
/// Then nothing has changed, and no die was rolled.
package enum RoomRefusal: Error, Equatable, Sendable {
  // Who and when.
  /// There is no such room, or no longer one.
  case noRoom
  /// The host has closed the room.
  case closed
  /// The host has paused it.
  case paused
  /// The host has closed the room to new people.
  case notJoining
  /// There is no such seat, or the host has removed it.
  case noSeat
  /// The seat that the host chose isn't there, or is no longer there.
  case seatGone
  /// Only the host may do this, or only a seat.
  case notYours
  /// The press has already counted: show the current page.
  case pressRepeated
  /// The press is ahead of the current page of the seat or the host: show the current page.
  case pressAhead
  /// There are more than `RoomLimits.pressesInSecond`: try again in a second.
  case tooBusy
  // Limits.
  /// All seats are taken, this many.
  case tooManySeats(Int)
  /// The record has `RoomLimits.rolls`.
  case tooManyRolls
  /// The record is full, or the event is too large for it.
  case tooManyEvents
  /// The client has opened as many rooms as it may today, and may open another in this many
  /// seconds.
  case tooManyOpenings(limit: Int, seconds: Int)
  /// The client has tried too many wrong codes, and may try again in this many seconds.
  case tooManyCodes(seconds: Int)
  /// The seat has made all its rolls.
  case seatHasRolled
  /// More hidden rolls wait than `RoomLimits.hiddenRolls`.
  case tooManyHidden
  /// The name has a fault in its characters or its length.
  case name(GivenText.Fault)
  /// Another seat has the name.
  case nameTaken
  /// The table has `Campaign.mostMembers`, `.mostFoes`, `.mostWaiting` or `.mostLeaving`.
  case tooManyCharacters, tooManyFoes, tooManyWaiting, tooManyLeaving
  // Settings and values.
  /// A number is outside its limits.
  case setting
  /// Nobody in the league has written a strategy.
  case noStrategies
  /// There are more than `PigLeague.mostStrategies`, namely this many.
  case tooManyStrategies(Int)
  /// The league has been run `StrategyLeague.mostRuns` times.
  case tooManyRuns
  /// This league, or another one, is still being computed: press again in a few seconds.
  case unfinished
  /// The odds of the expression take too long.
  case noExactOdds
  /// The number of dice with words is rolled itself, or they make far too many tallies.
  case noTallies
  /// There are more than `Experiment.mostOutcomes`.
  case tooManyOutcomes
  /// The total is beyond the limits of `Total`.
  case totalTooLarge
  /// A room of this kind doesn't have this act.
  case otherKind
  /// The dice can't show this.
  case impossibleRoll
  /// Guesses are off or revealed, the seat has rolled already, or the expectation is shown.
  case noGuesses
  /// The seat has to guess, or skip it, before it rolls.
  case guessFirst
  /// There is nothing to reveal or no such question, or the seat has answered it.
  case nothingThere
  /// The character isn't at the table, or is no longer there.
  case noCharacter
  /// The character belongs to another seat.
  case notYourCharacter
  // Pig.
  /// It is another player's turn, or the seat watches.
  case notYourTurn
  /// The game is over or not over yet, or a player is missing.
  case noGame
  /// No place is free, or the seat has one.
  case placeTaken
  /// The turn total is 0.
  case nothingToHold
  /// The number or the kind of an event is out of order.
  case outOfOrder
}
