import Mustache
import Site

/// The character hall: the ways to make, keep and share characters, below an introduction that
/// newcomers see once.
struct HallPage: Page {
  /// Whether the introduction is shown, and how to put it away.
  enum Introduction {
    /// The visitor has neither skipped it nor begun a character: a POST puts it away for good.
    case first
    /// The visitor asked for it again: there is nothing to remember.
    case again
    case skipped
  }

  static let templates = ["characters/hall"]
  let description =
    "Make a first-level character for old-school play, keep it here, share it, print its sheet."
  let section: Section? = .game(CharactersGame.self)
  let isPlayed = true
  let introduction: Introduction
  /// What became of an abandoned character; `nil` if there is none, or a new one is begun.
  let outcome: String?
  /// Tells of the character that waits to be finished or saved; `nil` if none does.
  let waiting: String?
  let problem: Problem?

  var title: String {
    // A title has no full stop.
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
