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
  func address(of game: any Embeddable.Type) -> String {
    "/embed/\(game.slug)" + (text.isEmpty ? "" : "?\(text)")
  }

  init(of game: any Embeddable.Type, _ query: Form) {
    var wish = OptionReader(query)
    var session = Session()
    game.begin(&session, &wish)
    var desk = FrameState(game: game.slug)
    desk.begin(&wish)
    wish.remarkOnTheRest()
    granted = wish.granted
    text = PercentCoding.encode(granted)
    desk.start = text
    session.embed = desk
    self.session = session
    remarks = wish.remarks
  }

  /// As if nothing had been asked for, where it cannot be read what was.
  init(ofUnreadable game: any Embeddable.Type) {
    self.init(of: game, Form())
    remarks.append("The options in the address cannot be read; they were left out.")
  }
}
