import Web

/// All addresses of the character hall.
let characterRoutes =
  hallRoutes + wizardRoutes + vaultRoutes + cloudRoutes + referenceRoutes + apiRoutes

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

/// Doing it twice does no harm, so this needs no revision.
private func skipIntroduction(_ visit: inout Visit) -> Answer {
  guard !visit.session.isReplacement else {
    return .page(HallPage(introduction: .first, outcome: nil, setback: .damaged), .conflict)
  }
  visit.session.welcome = Welcome()
  return .seeOther("/osr")
}

/// Says only that a visitor has put the hall's introduction away.
struct Welcome: Packed, Equatable {
  init() {}
  init?(_ fields: PackedFields) {}
  func pack(into packer: inout Packer) {}
}

extension Visit {
  /// What became of a draft that was abandoned, until another is begun.
  fileprivate var abandonment: String? {
    guard let state = session.draft, state.isEmpty else { return nil }
    return state.news?.outcome
  }
}
