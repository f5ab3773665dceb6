import Games
import Mustache

/// A game's card on the home page.
struct GameCard: Fielded {
  /// A row of dice above the text.
  struct Dice: Fielded {
    let faces: [Face]

    static func declare(_ field: inout Fields<Dice>) { field("faces") { $0.faces } }
  }

  /// A row of people above the text.
  struct Cast: Fielded {
    /// Names of drawings in `osr.svg`.
    let members: [String]

    static func declare(_ field: inout Fields<Cast>) { field("members") { $0.members } }
  }

  /// A link to more about the game.
  struct Link: Fielded {
    let path, words: String

    static func declare(_ field: inout Fields<Link>) {
      field("path") { $0.path }
      field("words") { $0.words }
    }
  }

  var dice: Dice?
  var cast: Cast?
  /// HTML, which the page includes unescaped.
  let html: String
  let links: [Link]

  static func declare(_ field: inout Fields<GameCard>) {
    field("dice") { $0.dice }
    field("cast") { $0.cast }
    field("html") { $0.html }
    field("links") { $0.links }
  }
}

/// A shortcut on a phone's home screen, listed in the web manifest.
struct Shortcut: Fielded {
  let name: String
  /// For tight spaces; `nil` to use `name`.
  var shortName: String?
  let path: String
  /// Whether it ends the list, where no comma follows.
  var isLast = false

  static func declare(_ field: inout Fields<Shortcut>) {
    field("name") { $0.name }
    field("shortName") { $0.shortName }
    field("path") { $0.path }
    field("isLast") { $0.isLast }
  }
}
