/// Why the rules do not allow a move or a wish; nothing has changed then and no die was rolled.
package enum PigRefusal: Error, Equatable, Sendable {
  /// The turn total is 0: there is nothing to bank.
  case nothingToHold
  /// Somebody has won; only a new game goes on.
  case gameOver
  /// Nothing that can be seen is left of the name.
  case nameEmpty
  /// More than `Player.longestName` characters.
  case nameTooLong
  /// More than `Player.largestName` bytes in them, or more accents on a letter than fit a line.
  case nameTooLarge
  /// Control characters, ones that change the direction of the text, or what could not be read.
  case nameUnprintable
  /// The other player is called the same, but for case.
  case nameTaken
  /// Not in `Pig.goalLimits`.
  case goal
  /// The strategy is not for this goal, or its number is out of `PigStrategy.holdLimits`.
  case strategy
}
