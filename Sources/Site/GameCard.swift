import Games
import Mustache

/// A card on the home page: a picture, and a sentence on the page.
package struct GameCard: Fielded {
  /// The picture above the sentence.
  package enum Picture: Sendable {
    case dice([Face])
    /// Drawings in `osr.svg`, by name.
    case drawings([String])
    /// A path 33 wide and 18 high, which is filled.
    case path(String)
  }

  private let picture: Picture
  private let sentence: String

  package init(_ picture: Picture, _ sentence: String) {
    self.picture = picture
    self.sentence = sentence
  }

  package static func declare(_ field: inout Fields<GameCard>) {
    field("dice") { card -> [Face] in if case .dice(let dice) = card.picture { dice } else { [] } }
    field("pictures") { card -> [String] in
      if case .drawings(let names) = card.picture { names } else { [] }
    }
    field("path") { card -> String? in if case .path(let path) = card.picture { path } else { nil }
    }
    field("sentence") { $0.sentence }
  }
}

/// A shortcut on a phone's home screen, listed in the web manifest.
package struct Shortcut: Sendable {
  let name: String
  /// The name for tight spaces; `nil` to use `name`.
  var shortName: String?
  let path: String

  package init(name: String, shortName: String? = nil, path: String) {
    self.name = name
    self.shortName = shortName
    self.path = path
  }
}
