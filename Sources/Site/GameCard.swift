import Games
import Mustache

/// What the home page says of a game.
struct GameCard: Fielded {
  /// Dice above the words.
  struct Dice: Fielded {
    let faces: [Face]

    static func declare(_ field: inout Fields<Dice>) { field("faces") { $0.faces } }
  }

  /// People above the words.
  struct Cast: Fielded {
    /// The names of drawings in `osr.svg`.
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
  /// HTML, as it stands in the page.
  let html: String
  let links: [Link]

  static func declare(_ field: inout Fields<GameCard>) {
    field("dice") { $0.dice }
    field("cast") { $0.cast }
    field("html") { $0.html }
    field("links") { $0.links }
  }
}

/// What a phone's home screen offers of the hall.
struct Shortcut: Fielded {
  let name: String
  /// Where there is little room; `nil` for the name itself.
  var shortName: String?
  let path: String
  /// Nothing follows it in the list.
  var isLast = false

  static func declare(_ field: inout Fields<Shortcut>) {
    field("name") { $0.name }
    field("shortName") { $0.shortName }
    field("path") { $0.path }
    field("isLast") { $0.isLast }
  }
}
