import Mustache
import Site
import Web

/// The character hall: the ways to make, keep and share characters, and an introduction at first.
struct HallPage: CharactersPage {
  enum Introduction {
    /// It is shown until the visitor skips it by a POST or begins a character.
    case first
    /// The visitor asked for it again, which nothing remembers.
    case again
    case skipped
  }

  static let templates = ["characters/hall"]
  let description =
    "Make a first-level character for old-school play, keep it here, share it, print its sheet."
  let isPlayed = true
  let introduction: Introduction
  /// What became of an abandoned character, until a new one is begun.
  let outcome: String?
  /// A sentence on the character that waits to be finished or saved, if any.
  let waiting: String?
  let problem: Problem?

  var title: String {
    // A title doesn't end with a full stop.
    let first = problem?.title ?? outcome.map { String($0.dropLast()) }
    return (first.map { "\($0) – " } ?? "") + "Characters – Dicehall"
  }

  static func declare(_ field: inout Fields<HallPage>) {
    field("notice") { $0.problem?.notice?.sentence ?? $0.outcome }
    field("waiting") { $0.waiting }
    field("isIntroduced") { $0.introduction != .skipped }
    field("isFirst") { $0.introduction == .first }
  }
}

let hallRoutes: [Route] = [
  .game("/osr") { visit in
    let introduction: HallPage.Introduction =
      if visit.session[HiddenIntroduction.self] == nil, visit.session[DraftState.self] == nil {
        .first
      } else {
        visit.request.query["introduction"] == "show" ? .again : .skipped
      }
    return .page(
      HallPage(
        introduction: introduction, outcome: visit.abandonment, waiting: visit.waiting,
        problem: visit.damage(to: HiddenIntroduction.self)))
  },
  .post("/osr/skip") { visit in
    try visit.move(
      showing: { (_: HiddenIntroduction, _, problem) in
        HallPage(introduction: .first, outcome: nil, waiting: nil, problem: problem)
      }
    ) { _, _ in "/osr" }
  },
]

/// A session's note that the visitor has put the introduction away.
struct HiddenIntroduction: MovedPart, Equatable {
  static let tag: UInt8 = 6

  init() {}
  init?(_ fields: PackedFields) {}
  func pack(into packer: inout Packer) { packer.put(1, 1) }

  /// Returns a notice on games, as more than a character may be lost.
  static func notice(of expiry: FormExpiry) -> Problem.Notice { expiry.ofGame }
}

extension Visit {
  fileprivate var waiting: String? {
    session[DraftState.self].flatMap { $0.isUnsaved ? $0.draft.waitingSentence : nil }
  }

  /// What became of an abandoned draft, until another is begun.
  fileprivate var abandonment: String? {
    guard let state = session[DraftState.self], state.isEmpty else { return nil }
    return state.news?.outcome
  }
}
