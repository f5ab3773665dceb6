import Games
import Mustache
import Storage
import Web

/// Copies a game from a frame into the hall.
///
/// The address contains the framed game's key; from then on the two games are separate.
let bringRoutes: [Route] = [
  .get("/bring/*") { visit in
    let (game, _) = try visit.framedGame()
    guard game.isInPlay(visit.session) else { return .seeOther(game.home) }
    return .page(BringPage(game, key: visit.parameter))
  },
  .post("/bring/*") { visit in
    let (game, session) = try visit.framedGame()
    guard visit.form["replace"] == "yes" || !game.isInPlay(visit.session) else {
      return .seeOther("/bring/\(visit.parameter)")
    }
    game.copy(from: session, to: &visit.session, using: &visit.random)
    return .seeOther(game.home)
  },
]

extension Visit {
  /// Returns the framed game of the key in the address.
  /// - Throws: `Refusal` 404, or 409 if the visitor's own session can't be read; or `StorageError`.
  fileprivate func framedGame() throws -> (game: any Game.Type, session: Session) {
    guard !session.isReplacement else {
      throw Refusal(.conflict, FormExpiry.damaged.ofGame.sentence)
    }
    guard let id = SessionID(parameter), let stored = try storage.sessions.load(id, for: .reading),
      let session = Session(stored.bytes), let game = features.framedGame(in: session)
    else { throw Refusal.noSuchEmbed }
    return (game, session)
  }
}

extension Refusal {
  /// The refusal for a tab opened from a sandboxed frame.
  ///
  /// The tab is sandboxed, too, so its forms seem to come from another site.
  static let closedIn = Refusal(
    .forbidden,
    """
    Nothing was changed: the page that opened this tab restricts what it can do. Go back, copy the \
    address of the page into a new tab of your browser, and press the button there.
    """, heading: "This tab is restricted")
}

/// The page that asks before a game from a frame replaces the one in play.
struct BringPage: Page {
  static let templates = ["bring"]
  let title: String
  let description = "Play on in Dicehall with a game you started in another site’s page."
  let section: Section? = nil
  /// The address contains the key.
  let isSecret = true
  private let game: any Game.Type
  private let key: String

  init(_ game: any Game.Type, key: String) {
    self.game = game
    self.key = key
    title = "Replace your \(game.noun)? – Dicehall"
  }

  static func declare(_ field: inout Fields<BringPage>) {
    field("noun") { $0.game.noun }
    field("key") { $0.key }
    field("home") { $0.game.home }
  }
}
