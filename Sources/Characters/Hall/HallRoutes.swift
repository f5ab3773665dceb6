import Site
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
      problem: visit.damage(to: Welcome.self)))
}

private func skipIntroduction(_ visit: inout Visit) throws -> Answer {
  try visit.move(
    showing: { (_: Welcome, _, problem) in
      HallPage(introduction: .first, outcome: nil, waiting: nil, problem: problem)
    }
  ) { _, _ in "/osr" }
}

/// Says only that a visitor has put the hall's introduction away; doing so twice does no harm.
struct Welcome: MovedPart, Equatable {
  static let tag: UInt8 = 6

  init() {}
  init?(_ fields: PackedFields) {}
  func pack(into packer: inout Packer) { packer.put(1, 1) }

  /// The hall speaks of games, as more than a character may be lost.
  static func notice(of expiry: FormExpiry) -> Problem.Notice { expiry.ofGame }
}

extension Visit {
  fileprivate var waiting: String? {
    session[DraftState.self].flatMap { $0.isUnsaved ? $0.draft.waitingSentence : nil }
  }

  /// What became of a draft that was abandoned, until another is begun.
  fileprivate var abandonment: String? {
    guard let state = session[DraftState.self], state.isEmpty else { return nil }
    return state.news?.outcome
  }
}
