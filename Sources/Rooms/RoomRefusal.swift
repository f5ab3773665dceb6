/// Why a room refuses an act.
///
/// Nothing has changed, and no die was rolled.
package enum RoomRefusal: Error, Equatable, Sendable {
  // Who and when.
  /// There is no such room, or no longer.
  case noRoom
  /// The host has closed the room.
  case closed
  /// The host has paused it.
  case paused
  /// The host has closed the room to new people.
  case notJoining
  /// No such seat, or the host has removed it.
  case noSeat
  /// The seat that the host means isn't there, or not any more.
  case seatGone
  /// Only the host may do this, or only a seat.
  case notYours
  /// The press has counted before: show the page as it is now.
  case pressRepeated
  /// The press is ahead of the seat's or the host's page: show the page as it is now.
  case pressAhead
  /// More than `RoomLimits.pressesInSecond`: try again in a second.
  case tooBusy
  // Limits.
  /// So many are taken.
  case tooManySeats(Int)
  /// `RoomLimits.rolls` are in the record.
  case tooManyRolls
  /// The record is full, or what happened is too large for it.
  case tooManyEvents
  /// The client has opened as many rooms today as it may, and may open another in this many
  /// seconds.
  case tooManyOpenings(limit: Int, seconds: Int)
  /// The client has tried too many wrong codes, and may try again in this many seconds.
  case tooManyCodes(seconds: Int)
  /// The seat has made all its rolls.
  case seatHasRolled
  /// More hidden rolls wait than `RoomLimits.hiddenRolls`.
  case tooManyHidden
  /// A name's characters, length or bytes, as `GivenText` tells.
  case nameEmpty, nameTooLong, nameTooLarge, nameUnprintable
  /// The name is another seat's.
  case nameTaken
  /// `Campaign.mostMembers`, `.mostFoes`, `.mostWaiting` or `.mostLeaving` are at the table.
  case tooManyCharacters, tooManyFoes, tooManyWaiting, tooManyLeaving
  // Settings and values.
  /// A number outside its limits.
  case setting
  /// Nobody in the league has written a strategy.
  case noStrategies
  /// So many are more than `PigLeague.mostStrategies`.
  case tooManyStrategies(Int)
  /// The league has been run `StrategyLeague.mostRuns` times.
  case tooManyRuns
  /// The league is still being worked out, or another one is: press again in some seconds.
  case unfinished
  /// The odds of the expression take too long.
  case noExactOdds
  /// The number of dice with words is rolled, or they make far too many tallies.
  case noTallies
  /// More than `Experiment.mostOutcomes`.
  case tooManyOutcomes
  /// Beyond the limits of `Total`.
  case totalTooLarge
  /// Not what this kind of room does.
  case otherKind
  /// Dice that cannot show this.
  case impossibleRoll
  /// Guesses are off or revealed, the seat has rolled already, or the expectation is shown.
  case noGuesses
  /// The seat is to guess before it rolls, or to skip it.
  case guessFirst
  /// Nothing to reveal, no such question, or the seat has answered it.
  case nothingThere
  /// The character is no longer at the table, or never was.
  case noCharacter
  /// The character is another seat's.
  case notYourCharacter
  // Pig.
  /// Another player's turn, or a watcher's seat.
  case notYourTurn
  /// Somebody has won, or nobody has yet, or a player is missing.
  case noGame
  /// No place is free, or the seat has one.
  case placeTaken
  /// The turn total is 0.
  case nothingToHold
  /// Not the next event: the number or the kind is out of order.
  case outOfOrder
}
