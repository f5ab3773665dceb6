/// The reason why the rules refuse a move or a setting; nothing has changed and no die was rolled.
package enum PigRefusal: Error, Equatable, Sendable {
  /// The turn total is 0: there is nothing to bank.
  case nothingToHold
  /// The game has been won, so only a new one can be played.
  case gameOver
  /// The name isn't fit to be shown.
  case name(GivenText.Fault)
  /// The other player has the same name, ignoring case.
  case nameTaken
  /// The goal is not in `Pig.goalLimits`.
  case goal
  /// The strategy is not offered for this goal, or its number is not in `PigStrategy.holdLimits`.
  case strategy
}
