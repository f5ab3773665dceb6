import Games
import Web

/// Makes a move, or throws a problem with why the rules refuse it.
func byTheRules(_ move: () throws(PigRefusal) -> Void) throws(Problem) {
  do throws(PigRefusal) {
    try move()
  } catch {
    throw Problem(error.sentence)
  }
}

/// Changes the players if a move's form has other ones.
/// - Returns: `false` if the computer has taken the turn for which the move was meant.
func isStillToMove(
  _ state: inout PigState, _ visit: inout Visit
) throws(Problem) -> Bool {
  // A frame with only the moves sends no players.
  guard visit.form["opponent"] != nil else { return true }
  let players = try PlayersForm(visit.form, for: state)
  guard players.isNew(to: state) else { return true }
  try players.grant(to: &state, using: &visit.random)
  return !state.isRolled
}

extension Visit {
  /// Returns the number of the game that the address names, or of the one in play.
  func gameNumber(_ state: PigState) throws(Refusal) -> Int {
    guard let text = request.query["number"] else { return state.number }
    guard let number = Int(text), String(number) == text else { throw .noSuchGame }
    return number
  }
}

extension Refusal {
  static let noSuchGame = Refusal(
    .notFound, "There’s no such game of Pig, or it’s no longer kept.")
}
