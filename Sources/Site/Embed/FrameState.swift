import Games
import Web

/// What the session of a framed game keeps besides the game: which one it is, how it looks, and
/// dice that fall alike for everybody.
struct FrameState: Equatable {
  static let tag: UInt8 = 7
  /// Colours that do not follow the reader's.
  enum Theme: String {
    case light, dark
  }

  /// The slug of the only game that it is for.
  let game: String
  /// The options that it began with.
  var start = ""
  private(set) var theme: Theme?
  /// Only what a move needs is shown.
  private(set) var hasMovesOnly = false
  /// Repeatable dice, as they stand after the last move.
  var dice: SeededGenerator?

  init(game: String) { self.game = game }

  private static let colours = EmbedOption.choice(
    "theme", "Colours",
    of: [("auto", "As each reader’s device"), ("light", "Light"), ("dark", "Dark")], usual: "auto")
  private static let controls = EmbedOption.choice(
    "controls", "What is shown",
    of: [("full", "Everything"), ("play", "Only what a move needs")], usual: "full")
  private static let seed = EmbedOption.text(
    "seed", "Same dice for everybody", maximum: SeededGenerator.maximumSeedLength,
    hint: """
      Any word of letters or digits, such as monday3. All who open the game then get the same rolls.
      """)
  /// What an address may ask of every game.
  static let options = [colours, controls, seed]

  /// Takes the options that all games have.
  mutating func begin(_ options: inout OptionReader) {
    theme = options.choice(FrameState.colours).flatMap(Theme.init)
    hasMovesOnly = options.choice(FrameState.controls) == "play"
    guard let seed = options.take(FrameState.seed) else { return }
    dice = SeededGenerator(text: seed)
    if dice == nil {
      options.remark("The option seed takes 1 to 40 letters or digits; it was left out.")
    } else {
      options.grant("seed", seed)
    }
  }
}

extension FrameState: SessionPart {
  func pack(into packer: inout Packer) {
    packer.put(1, game)
    packer.put(2, start)
    packer.put(3, theme?.rawValue)
    packer.put(4, hasMovesOnly)
    if let dice { packer.put(5, dice.bytes) }
  }

  init?(_ fields: PackedFields) {
    guard let game = fields.text(1), let start = fields.text(2) else { return nil }
    self.game = game
    self.start = start
    theme = fields.text(3).flatMap(Theme.init)
    hasMovesOnly = fields.flag(4)
    guard let bytes = fields.bytes(5) else { return }
    guard let dice = SeededGenerator(bytes: bytes) else { return nil }
    self.dice = dice
  }
}

extension Session {
  /// Whether it is a frame's, which no cookie of the hall leads to.
  package var isFramed: Bool { self[FrameState.self] != nil }

  /// The frame's game; `nil` in the hall.
  var framedGame: (any Game.Type)? {
    self[FrameState.self].flatMap { frame in Site.games.first { $0.slug == frame.game } }
  }

  /// Whether it is that of a frame with the game of this address.
  package func isFramed(at address: EmbedAddress) -> Bool {
    self[FrameState.self]?.game == address.game.slug
  }

  /// Tells one beginning of a framed game from another: the game, and the options that it began
  /// with.
  package var beginning: String {
    self[FrameState.self].map { "\($0.game)?\($0.start)" } ?? ""
  }
}
