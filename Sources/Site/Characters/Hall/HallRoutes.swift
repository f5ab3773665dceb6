import Web

let hallRoutes: [Route] = [
  .game("/osr", showHall), .post("/osr/skip", skipIntroduction),
]

private func showHall(_ visit: inout Visit) -> Answer {
  let introduction: HallPage.Introduction =
    if visit.session[Welcome.self] == nil, visit.session[DraftState.self] == nil {
      .first
    } else if visit.request.query["introduction"] == "show" {
      .again
    } else {
      .skipped
    }
  return .page(
    HallPage(
      introduction: introduction, outcome: visit.abandonment,
      problem: damage(visit)))
}

/// Nothing is lost by doing it twice, so no page is too old for it.
private func skipIntroduction(_ visit: inout Visit) -> Answer {
  if let damage = damage(visit) {
    return .page(HallPage(introduction: .first, outcome: nil, problem: damage), damage.status)
  }
  visit.session[Welcome.self] = Welcome()
  return .seeOther("/osr")
}

/// The hall speaks of games, as what is lost may be more than a character.
private func damage(_ visit: Visit) -> Problem? {
  visit.session.isReplacement ? Problem(Lapse.damaged.ofGame) : nil
}

extension Visit {
  /// What is told of a draft that was put away, until another is begun.
  fileprivate var abandonment: String? {
    guard let table = session[DraftState.self], table.isEmpty else { return nil }
    return table.news?.outcome
  }
}
