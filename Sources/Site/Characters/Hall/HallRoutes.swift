import Web

let hallRoutes: [Route] = [
  .game("/osr", showHall), .post("/osr/skip", skipIntroduction),
]

private func showHall(_ visit: inout Visit) -> Answer {
  let introduction: HallPage.Introduction =
    if visit.session.welcome == nil, visit.session.draft == nil {
      .first
    } else if visit.request.query["introduction"] == "show" {
      .again
    } else {
      .skipped
    }
  return .page(
    HallPage(
      introduction: introduction, outcome: visit.abandonment,
      setback: visit.session.isReplacement ? .damaged : nil))
}

/// Nothing is lost by doing it twice, so no page is too old for it.
private func skipIntroduction(_ visit: inout Visit) -> Answer {
  guard !visit.session.isReplacement else {
    return .page(HallPage(introduction: .first, outcome: nil, setback: .damaged), .conflict)
  }
  visit.session.welcome = Welcome()
  return .seeOther("/osr")
}

extension Visit {
  /// What is told of a draft that was put away, until another is begun.
  fileprivate var abandonment: String? {
    guard let table = session.draft, table.isEmpty else { return nil }
    return table.news?.outcome
  }
}
