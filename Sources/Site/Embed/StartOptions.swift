import Games
import Web

/// How a framed game begins: all options of an address, as far as they are legal.
struct StartOptions {
  /// The options again as a query, which leads to the same start.
  let text: String
  /// The options themselves.
  let granted: [(name: String, value: String)]
  /// The session that it begins with, saved by the first move.
  let session: Session
  /// What of the options was moved or left out, a sentence each.
  private(set) var remarks: [String]

  /// The plain address of a game that begins so, below the mount.
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

  /// As if nothing had been asked for, where it cannot be read what was.
  init(ofUnreadable game: any Game.Type) {
    self.init(of: game, Form())
    remarks.append("The options in the address cannot be read; they were left out.")
  }
}
