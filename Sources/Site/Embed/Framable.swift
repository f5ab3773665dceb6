import DiceLanguage
import Web

/// What other sites' pages can show in a frame: a game, or exact odds.
enum Framable: Equatable, Sendable {
  case game(any Game.Type)
  case odds

  /// In the order in which teachers see them.
  static let all = Site.games.map(Framable.game) + [.odds]

  /// Finds one by its name in addresses.
  init?(slug: String) {
    guard let one = Framable.all.first(where: { $0.slug == slug }) else { return nil }
    self = one
  }

  static func == (one: Framable, other: Framable) -> Bool { one.slug == other.slug }

  /// The last part of its address: `craps` for `/embed/craps`.
  var slug: String {
    switch self {
    case .game(let game): game.slug
    case .odds: "odds"
    }
  }

  /// The name in headings.
  var name: String {
    switch self {
    case .game(let game): game.name
    case .odds: "Dice odds"
    }
  }

  /// One sentence for teachers who are choosing.
  var summary: String {
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

  /// Its own options in the address of a frame.
  var options: [EmbedOption] {
    switch self {
    case .game(let game): game.options
    case .odds: OddsFrame.options
    }
  }

  /// The options that are about the frame.
  var looks: [EmbedOption] {
    switch self {
    case .game: FrameState.options
    case .odds: [FrameState.colours]
    }
  }

  /// How it begins, as far as these options are legal.
  func start(_ query: Form) -> FrameOptions {
    switch self {
    case .game(let game):
      let start = StartOptions(of: game, query)
      return FrameOptions(text: start.text, remarks: start.remarks)
    case .odds: return OddsFrame.start(query)
    }
  }
}

/// The options of a frame's address, as far as they are legal.
struct FrameOptions {
  /// As a query.
  let text: String
  /// About options that were corrected or left out.
  let remarks: [OptionReader.Remark]
  /// What they make of the frame, such as `Odds of 2d6`; `nil` if its usual name says it all.
  var subject: String?
}
