import Games
import Mustache

/// A game's card on the home page.
package struct GameCard: Fielded {
  /// A row of dice above the text.
  var dice: [Face] = []
  /// A row of people above the text: names of drawings in `osr.svg`.
  var cast: [String] = []
  /// HTML, which the page includes unescaped.
  let html: String
  /// To more about the game.
  let links: [(path: String, words: String)]

  package init(
    dice: [Face] = [], cast: [String] = [], html: String, links: [(path: String, words: String)]
  ) {
    self.dice = dice
    self.cast = cast
    self.html = html
    self.links = links
  }

  package static func declare(_ field: inout Fields<GameCard>) {
    field("dice") { $0.dice }
    field("cast") { $0.cast }
    field("html") { $0.html }
    field.rows("links", { $0.links }) { link in
      link("path") { $0.path }
      link("words") { $0.words }
    }
  }
}

/// A shortcut on a phone's home screen, listed in the web manifest.
package struct Shortcut: Sendable {
  let name: String
  /// For tight spaces; `nil` to use `name`.
  var shortName: String?
  let path: String

  package init(name: String, shortName: String? = nil, path: String) {
    self.name = name
    self.shortName = shortName
    self.path = path
  }
}
