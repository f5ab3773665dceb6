import Games
import Web

func rollPig(_ state: inout PigState, _ visit: inout Visit) throws(Problem) {
  do throws(PigRefusal) {
    try state.roll(using: &visit.random)
  } catch {
    throw Problem(error.sentence)
  }
}

func holdPig(_ state: inout PigState, _ visit: inout Visit) throws(Problem) {
  do throws(PigRefusal) {
    try state.hold(using: &visit.random)
  } catch {
    throw Problem(error.sentence)
  }
}

func changePlayers(_ state: inout PigState, _ visit: inout Visit) throws(Problem) {
  let players = try PlayersForm(visit.form, for: state)
  try players.grant(to: &state, using: &visit.random)
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
  return .file(
    type: "text/csv; charset=utf-8", name: "pig-game-\(number).csv", bytes: log.csv)
}

extension Visit {
  /// The game that the address names, or the one in play.
  fileprivate func gameNumber(_ state: PigState) throws(Refusal) -> Int {
    guard let text = request.query["number"] else { return state.number }
    guard let number = Int(text), String(number) == text else { throw .noSuchGame }
    return number
  }
}

extension Refusal {
  fileprivate static var noSuchGame: Refusal {
    Refusal(.notFound, "There is no such game of Pig, or it is not kept any more.")
  }
}
