import Games
import Web

let pigRoutes: [Route] = [
  .game("/pig", showPig),
  .post("/pig/roll", rollPig),
  .post("/pig/hold", holdPig),
  .post("/pig/new-game", startPigAgain),
  .post("/pig/players", changePlayers),
  .get("/pig/game", showPigGame),
  .get("/pig/history.csv", downloadPigHistory),
]

private func showPig(_ visit: inout Visit) -> Answer { visit.show(\.pig) }

private func rollPig(_ visit: inout Visit) -> Answer {
  visit.play(\.pig) { table, visit throws(Problem) in
    do throws(PigRefusal) {
      try table.roll(using: &visit.random)
    } catch {
      throw Problem(error.sentence)
    }
  }
}

private func holdPig(_ visit: inout Visit) -> Answer {
  visit.play(\.pig) { table, visit throws(Problem) in
    do throws(PigRefusal) {
      try table.hold(using: &visit.random)
    } catch {
      throw Problem(error.sentence)
    }
  }
}

private func startPigAgain(_ visit: inout Visit) -> Answer {
  visit.play(\.pig) { table, _ in table.startAgain() }
}

private func changePlayers(_ visit: inout Visit) -> Answer {
  visit.play(\.pig) { table, visit throws(Problem) in
    let wish = try PlayersForm(visit.form, for: table)
    try wish.grant(to: &table, using: &visit.random)
  }
}

private func showPigGame(_ visit: inout Visit) throws(Refusal) -> Answer {
  guard !visit.session.isReplacement else { return visit.show(\.pig) }
  let table = visit.session[PigState.self] ?? PigState()
  guard let page = PigGamePage(table, number: try visit.gameNumber(table)) else {
    throw .noSuchGame
  }
  return .page(page)
}

private func downloadPigHistory(_ visit: inout Visit) throws(Refusal) -> Answer {
  guard !visit.session.isReplacement else { return visit.show(\.pig) }
  let table = visit.session[PigState.self] ?? PigState()
  let number = try visit.gameNumber(table)
  guard let log = table.log(of: number) else { throw .noSuchGame }
  return .file(
    type: "text/csv; charset=utf-8", name: "pig-game-\(number).csv", bytes: log.csv)
}

extension Visit {
  /// The game that the address names, or the one in play.
  fileprivate func gameNumber(_ table: PigState) throws(Refusal) -> Int {
    guard let text = request.query["number"] else { return table.number }
    guard let number = Int(text), String(number) == text else { throw .noSuchGame }
    return number
  }
}

extension Refusal {
  fileprivate static var noSuchGame: Refusal {
    Refusal(.notFound, "There is no such game of Pig, or it is not kept any more.")
  }
}
