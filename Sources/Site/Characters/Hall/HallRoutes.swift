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
      introduction: introduction, outcome: visit.abandonment, waiting: visit.waiting,
      problem: damage(visit)))
}

/// Doing it twice does no harm, so this needs no revision.
private func skipIntroduction(_ visit: inout Visit) -> Answer {
  if let damage = damage(visit) {
    let page = HallPage(introduction: .first, outcome: nil, waiting: nil, problem: damage)
    return .page(page, damage.status)
  }
  visit.session[Welcome.self] = Welcome()
  return .seeOther("/osr")
}

/// Says only that a visitor has put the hall's introduction away.
struct Welcome: SessionPart, Equatable {
  static let tag: UInt8 = 6

  init() {}
  init?(_ fields: PackedFields) {}
  func pack(into packer: inout Packer) {}
}

/// The hall speaks of games, as more than a character may be lost.
private func damage(_ visit: Visit) -> Problem? {
  visit.session.isReplacement ? Problem(Lapse.damaged.ofGame) : nil
}

extension Visit {
  fileprivate var waiting: String? {
    session[DraftState.self].flatMap { $0.isUnsaved ? $0.draft.shortName : nil }
  }

  /// What became of a draft that was abandoned, until another is begun.
  fileprivate var abandonment: String? {
    guard let state = session[DraftState.self], state.isEmpty else { return nil }
    return state.news?.outcome
  }
}
