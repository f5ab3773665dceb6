import DiceLanguage
import Web

/// Anything that other sites' pages can frame: a game, or exact odds.
package enum Framable: Equatable, Sendable {
  case game(any Game.Type)
  case odds

  package static func == (one: Framable, other: Framable) -> Bool { one.slug == other.slug }

  /// The last part of its address: `craps` for `/embed/craps`.
  package var slug: String {
    switch self {
    case .game(let game): game.slug
    case .odds: "odds"
    }
  }

  /// The name in headings.
  package var name: String {
    switch self {
    case .game(let game): game.name
    case .odds: "Dice odds"
    }
  }

  /// A sentence for teachers who are choosing.
  package var summary: String {
    switch self {
    case .game(let game): game.summary
    case .odds:
      "The exact chance of every total of any dice: one expression to look at together, or one of your class’s own."
    }
  }

  /// The picture in previews of links to it.
  var picture: PreviewPicture {
    switch self {
    case .game(let game): game.picture
    case .odds: .hall
    }
  }

  /// The options of its own in a frame's address.
  package var options: [EmbedOption] {
    switch self {
    case .game(let game): game.options
    case .odds: OddsFrame.options
    }
  }

  /// The options of the frame itself, with the values for those who choose nothing.
  package var looks: [EmbedOption] {
    switch self {
    case .game: FrameState.choices
    case .odds: FrameState.looks
    }
  }

  /// Returns the starting state for these options, leaving out those that aren't allowed.
  func start(_ query: Form) -> StartOptions {
    switch self {
    case .game(let game): StartOptions(of: game, query)
    case .odds: OddsFrame.start(query)
    }
  }
}
