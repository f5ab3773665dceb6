import Games
import Web

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
