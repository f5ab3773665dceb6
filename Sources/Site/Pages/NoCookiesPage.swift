import Mustache
import Web

/// Tells that the browser keeps no cookies, and offers the games without them.
struct NoCookiesPage: Page {
  static let templates = ["no-cookies"]
  let title = "Your browser isn’t keeping cookies – Dicehall"
  let description = "What works in Dicehall without cookies, and how to play."
  /// No search engine is to list the page.
  let isSecret = true
  /// The page that the move would have led to, below the mount.
  private let page: String
  /// The game that was played; `nil` outside the games.
  private let game: (any Game.Type)?
  /// What was chosen for it, as far as the game's options allow.
  private let choices: [(name: String, value: String)]

  init(to page: String, choosing query: Form) {
    self.page = page
    game = NoCookiesPage.game(of: page)
    choices = game.map { StartOptions(of: $0, query).granted } ?? []
  }

  /// The game at an address, or rooms at that of one.
  static func game(of page: some StringProtocol) -> (any Game.Type)? {
    let isRoom =
      page.hasPrefix(RoomGame.root)
      && RoomGame.isEntrance(String(page.dropFirst(RoomGame.root.count)))
    return isRoom ? RoomGame.self : Site.games.first { page.hasPrefix($0.root) }
  }

  var section: Section? { game.map { .game($0) } }

  static func declare(_ field: inout Fields<NoCookiesPage>) {
    field("page") { $0.page }
    field("games") { page in
      page.game.map { [Offer(game: $0, page: $0 == RoomGame.self ? page.page : $0.root)] }
        ?? Site.games.map { Offer(game: $0, page: $0.root) }
    }
    field("isPlayed") { $0.game != nil }
    field("choices") { $0.choices.map { Choice(name: $0.name, value: $0.value) } }
    field("hasChoices") { !$0.choices.isEmpty }
  }

  /// An option of the game.
  private struct Choice: Fielded {
    let name, value: String

    static func declare(_ field: inout Fields<Choice>) {
      field("name") { $0.name }
      field("value") { $0.value }
    }
  }

  /// A game that its address leads to instead of a cookie.
  private struct Offer: Fielded {
    let game: any Game.Type
    /// The address in the hall of what it leads to.
    let page: String

    static func declare(_ field: inout Fields<Offer>) {
      field("path") { offer in
        EmbedAddress("/embed/\(offer.game.slug)")?.inTab.framed(offer.page) ?? ""
      }
      field("noun") { $0.game.noun }
    }
  }
}
