import Games
import Web

func rollPig(_ state: inout PigState, _ visit: inout Visit) throws(Problem) {
  guard try isStillToMove(&state, &visit) else { return }
  try byTheRules { () throws(PigRefusal) in try state.roll(using: &visit.random) }
}

func holdPig(_ state: inout PigState, _ visit: inout Visit) throws(Problem) {
  guard try isStillToMove(&state, &visit) else { return }
  try byTheRules { () throws(PigRefusal) in try state.hold(using: &visit.random) }
}

func startPigAgain(_ state: inout PigState, _ visit: inout Visit) throws(Problem) {
  try byTheRules { () throws(PigRefusal) in try state.startAgain() }
  guard try isStillToMove(&state, &visit) else { return }
  try byTheRules { () throws(PigRefusal) in try state.playComputerTurn(using: &visit.random) }
}

/// Makes a move, or throws a problem with why the rules refuse it.
func byTheRules(_ move: () throws(PigRefusal) -> Void) throws(Problem) {
  do throws(PigRefusal) {
    try move()
  } catch {
    throw Problem(error.sentence)
  }
}

func undoPig(_ state: inout PigState, _ visit: inout Visit) throws(Problem) {
  guard state.undo() else { throw Problem(PigWords.nothingToUndo) }
}

func changePlayers(_ state: inout PigState, _ visit: inout Visit) throws(Problem) {
  let players = try PlayersForm(visit.form, for: state)
  try players.grant(to: &state, using: &visit.random)
}

/// Changes the players if a move's form has other ones.
/// - Returns: `false` if the computer has taken the turn for which the move was meant.
private func isStillToMove(
  _ state: inout PigState, _ visit: inout Visit
) throws(Problem) -> Bool {
  // A frame with only the moves sends no players.
  guard visit.form["opponent"] != nil else { return true }
  let players = try PlayersForm(visit.form, for: state)
  guard players.isNew(to: state) else { return true }
  try players.grant(to: &state, using: &visit.random)
  return !state.isRolled
}

func showPigGame(_ state: PigState, _ visit: Visit) throws(Refusal) -> Answer {
  guard let page = PigGamePage(state, number: try visit.gameNumber(state)) else {
    throw .noSuchGame
  }
  return .page(page)
}

func downloadPigHistory(_ state: PigState, _ visit: Visit) throws(Refusal) -> Answer {
  let number = try visit.gameNumber(state)
  guard let log = state.log(of: number) else { throw .noSuchGame }
  return .file("pig-game-\(number)", log.csv, as: .csv)
}

extension Visit {
  /// Returns the number of the game that the address names, or of the one in play.
  fileprivate func gameNumber(_ state: PigState) throws(Refusal) -> Int {
    guard let text = request.query["number"] else { return state.number }
    guard let number = Int(text), String(number) == text else { throw .noSuchGame }
    return number
  }
}

extension Refusal {
  fileprivate static var noSuchGame: Refusal {
    Refusal(.notFound, "There’s no such game of Pig, or it’s no longer kept.")
  }
}
