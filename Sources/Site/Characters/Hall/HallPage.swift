import Mustache

/// The character hall: the doors to making, keeping and sharing characters, and above them what a
/// newcomer is told once.
struct HallPage: Page {
  /// Whether the introduction stands above the doors, and how it is put away.
  enum Introduction {
    /// Never skipped, and no character begun either: a POST puts it away for good.
    case first
    /// Shown again to one who asked: there is nothing to remember.
    case again
    case skipped
  }

  static let templates = ["characters/hall"]
  let description =
    "Make a first-level character for old-school play, keep it here, share it, print its sheet."
  let section: Section? = .game(CharactersGame.self)
  let introduction: Introduction
  /// What became of the character that was being made; `nil` while one is, or none was.
  let outcome: String?
  let problem: Problem?

  var title: String {
    // A title has no full stop.
    let first = problem?.title ?? outcome.map { String($0.dropLast()) }
    return (first.map { "\($0) – " } ?? "") + "Characters – Dicehall"
  }

  static func declare(_ field: inout Fields<HallPage>) {
    field("notice") { $0.problem?.notice?.sentence ?? $0.outcome }
    field("isIntroduced") { $0.introduction != .skipped }
    field("isFirst") { $0.introduction == .first }
  }
}
