import Games
import Web

/// A framed game's part of its session: which game it is, its appearance, and seeded dice.
package struct FrameState: Equatable, SessionPart {
  package static let tag: UInt8 = 7
  /// A fixed colour scheme that overrides the reader's preference.
  enum Theme: String {
    case light, dark
  }

  /// The background of a game, instead of the hall's paper.
  enum Ground: String {
    case white
    /// The page around the frame shows through.
    case none
  }

  /// The slug of the session's only game.
  let game: String
  /// The options with which the game began, as in `StartOptions.text`.
  var start = ""
  private(set) var theme: Theme?
  /// The background; `nil` for paper.
  private(set) var ground: Ground?
  /// Whether the page only shows what a move needs.
  private(set) var hasMovesOnly = false
  /// Seeded dice, as the last move left them; `nil` for ordinary dice.
  var dice: SeededGenerator?

  package init(game: String) { self.game = game }

  private static let colours = EmbedOption.choice(
    "theme", "Colours",
    of: [("auto", "Same as the reader’s device"), ("light", "Light"), ("dark", "Dark")],
    default: "auto")
  private static let grounds = EmbedOption.choice(
    "ground", "Background",
    of: [("paper", "Paper"), ("white", "White"), ("none", "None: that of your page")],
    default: "paper")
  private static let controls = EmbedOption.choice(
    "controls", "What is shown",
    of: [("full", "Everything"), (movesOnly, "Just the moves")], default: "full")
  private static let seed = EmbedOption.text(
    "seed", "Same dice for everyone", maximum: SeededGenerator.maximumSeedLength,
    hint: """
      A word of letters and digits, such as monday3. Everyone who opens the game gets the same \
      rolls.
      """)
  /// The options of everything in a frame.
  static let looks = [colours, grounds]
  /// The options of every game.
  static let options = looks + [controls, seed]
  /// The same options for a teacher who chooses, with a frame of the default height preselected.
  static let choices = looks + [controls.defaulting(to: movesOnly), seed]
  /// The controls for which a frame of the default height has room.
  static let movesOnly = "play"

  /// Reads the options of every game.
  mutating func begin(_ options: inout OptionReader) {
    theme = options.choice(FrameState.colours).flatMap(Theme.init)
    ground = options.choice(FrameState.grounds).flatMap(Ground.init)
    hasMovesOnly = options.choice(FrameState.controls) == FrameState.movesOnly
    guard let seed = options.take(FrameState.seed) else { return }
    dice = SeededGenerator(text: seed)
    if dice == nil {
      options.remark(
        on: "seed",
        " must be 1 to \(SeededGenerator.maximumSeedLength) letters or digits; it was left out.")
    } else {
      options.grant("seed", seed)
    }
  }

  package func pack(into packer: inout Packer) {
    packer.put(1, game)
    packer.put(2, start)
    packer.put(3, theme?.rawValue)
    packer.put(4, hasMovesOnly)
    if let dice { packer.put(5, dice.bytes) }
    packer.put(6, ground?.rawValue)
  }

  package init?(_ fields: PackedFields) {
    guard let game = fields.text(1), let start = fields.text(2) else { return nil }
    self.game = game
    self.start = start
    theme = fields.text(3).flatMap(Theme.init)
    hasMovesOnly = fields.flag(4)
    ground = fields.text(6).flatMap(Ground.init)
    guard let bytes = fields.bytes(5) else { return }
    guard let dice = SeededGenerator(bytes: bytes) else { return nil }
    self.dice = dice
  }
}

extension Session {
  /// Whether it is a frame's session, to which no cookie of the hall leads.
  package var isFramed: Bool { self[FrameState.self] != nil }

  /// Returns whether it is a frame's session with the game of this address.
  package func isFramed(at address: EmbedAddress) -> Bool {
    self[FrameState.self]?.game == address.game.slug
  }

  /// A text that identifies how a framed game began: the game and its options.
  package var beginning: String {
    self[FrameState.self].map { "\($0.game)?\($0.start)" } ?? ""
  }
}

/// The beginning of a frame: the legal options of its address.
struct StartOptions {
  /// The accepted options as a query with the same effect.
  let text: String
  /// The accepted options, by name.
  let granted: [(name: String, value: String)]
  /// The session with which a game begins, saved by its first move; empty for odds.
  private(set) var session = Session()
  /// The subject of the frame, such as `Odds of 2d6`; `nil` if its default name is enough.
  private(set) var subject: String?
  /// The remarks on options that were corrected or left out.
  private(set) var remarks: [OptionReader.Remark]

  /// The colours chosen for a frame without its own background.
  var themeWithoutGround: FrameState.Theme? {
    func chosen(_ name: String) -> String? { granted.first { $0.name == name }?.value }
    guard chosen("ground") == FrameState.Ground.none.rawValue else { return nil }
    return chosen("theme").flatMap(FrameState.Theme.init)
  }

  /// Returns the plain address of a game that begins like this, below the mount.
  func address(of game: any Game.Type) -> String {
    "/embed/\(game.slug)" + (text.isEmpty ? "" : "?\(text)")
  }

  init(_ options: OptionReader, subject: String? = nil) {
    granted = options.granted
    text = PercentCoding.encode(granted)
    remarks = options.remarks
    self.subject = subject
  }

  init(of game: any Game.Type, _ query: Form) {
    var options = OptionReader(query)
    var session = game.session(&options)
    var frame = FrameState(game: game.slug)
    frame.begin(&options)
    options.remarkOnTheRest()
    self.init(options)
    frame.start = text
    session[FrameState.self] = frame
    self.session = session
  }

  /// Uses the defaults, and remarks that the options in the address can't be read.
  init(ofUnreadable game: any Game.Type) {
    self.init(of: game, Form())
    remarks.append(.init(text: "The options in the address can’t be read, so they were left out."))
  }
}
