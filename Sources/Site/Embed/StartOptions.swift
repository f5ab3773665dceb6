import Games
import Web

/// How a framed game begins: the options of an address, as far as they are legal.
struct StartOptions {
  /// The accepted options as a query, which leads to the same start.
  let text: String
  /// The accepted options, by name.
  let granted: [(name: String, value: String)]
  /// The session that the game begins with; the first move saves it.
  let session: Session
  /// About options that were corrected or left out.
  private(set) var remarks: [OptionReader.Remark]

  /// The plain address of a game that begins like this, below the mount.
  func address(of game: any Game.Type) -> String {
    "/embed/\(game.slug)" + (text.isEmpty ? "" : "?\(text)")
  }

  init(of game: any Game.Type, _ query: Form) {
    var options = OptionReader(query)
    var session = game.session(&options)
    var frame = FrameState(game: game.slug)
    frame.begin(&options)
    options.remarkOnTheRest()
    granted = options.granted
    text = PercentCoding.encode(granted)
    frame.start = text
    session[FrameState.self] = frame
    self.session = session
    remarks = options.remarks
  }

  /// Uses the defaults, and remarks that the options in the address can't be read.
  init(ofUnreadable game: any Game.Type) {
    self.init(of: game, Form())
    remarks.append(.init(text: "The options in the address can’t be read, so they were left out."))
  }
}
