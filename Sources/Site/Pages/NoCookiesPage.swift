import Mustache
import Web

/// The page for browsers without cookies, which offers the games without them.
struct NoCookiesPage: Page {
  static let templates = ["no-cookies"]
  let title = "Your browser isn’t keeping cookies – Dicehall"
  let description = "What works in Dicehall without cookies, and how to play."
  /// Search engines must not list the page.
  let isSecret = true
  /// The path of the page that the move would have led to, below the mount.
  private let page: String
  /// The game that was played, if one was.
  private let game: (any Game.Type)?
  /// The choices for the game that its options allow.
  private let choices: [(name: String, value: String)]

  private let features: Features

  init(to page: String, choosing query: Form, in features: Features) {
    self.page = page
    self.features = features
    game = features.playedGame(at: page)
    choices = game.map { StartOptions(of: $0, query).granted } ?? []
  }

  var section: Section? { game.map { .game($0) } }

  static func declare(_ field: inout Fields<NoCookiesPage>) {
    field("page") { $0.page }
    field.rows("games", { page in page.game.map { [$0] } ?? page.features.games }) { game in
      // The game's address leads back to it instead of a cookie.
      game("path") { game, page in
        EmbedAddress("/embed/\(game.slug)", in: page.features)?.inTab
          .framed(game == page.features.shared ? page.page : game.root)
      }
      game("noun") { $0.noun }
    }
    field("isPlayed") { $0.game != nil }
    field.rows("choices", { $0.choices }) { choice in
      choice("name") { $0.name }
      choice("value") { $0.value }
    }
  }
}

extension Features {
  /// Returns the game at a path, or the shared one at that of something begun.
  func playedGame(at page: some StringProtocol) -> (any Game.Type)? {
    let isShared =
      page.hasPrefix(shared.root) && shared.isEntrance(String(page.dropFirst(shared.root.count)))
    return isShared ? shared : games.first { page.hasPrefix($0.root) }
  }
}
