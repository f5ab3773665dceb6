import Web

/// An address below `/embed/`: `/embed/craps/KEY/roll`, where KEY is the secret id of a game that has
/// begun, or `start:balance=500` for how it is to begin, or missing.
package struct EmbedAddress {
  /// The length of a key, in small letters and digits; no address of a game has a part as long.
  package static let keyLength = 26
  /// What stands before the options of a game that has not begun.
  private static let startMark = "start:"
  /// What follows the game in an address to open in a tab: not every browser, and none over plain
  /// http, tells a tab from a frame.
  private static let tabMark = "tab"

  private(set) var game: any Game.Type
  /// The secret that leads to the game; `nil` before the first move.
  package private(set) var key: String?
  /// Whether it was made to be opened in a tab.
  private(set) var isTab: Bool
  /// The options as the address has them.
  private let startText: Substring?
  /// What stands behind the game, its key and its options; empty or with a slash before it.
  private var rest: String

  /// - Returns: `nil` for the path of something else.
  package init?(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].isEmpty, parts[1] == "embed",
      let game = Site.games.first(where: { $0.slug == parts[2] })
    else { return nil }
    self.game = game
    var rest = parts.dropFirst(3)
    isTab = rest.first.map { $0 == EmbedAddress.tabMark } ?? false
    if isTab { rest.removeFirst() }
    let part = rest.first ?? ""
    startText =
      part.hasPrefix(EmbedAddress.startMark) ? part.dropFirst(EmbedAddress.startMark.count) : nil
    key =
      startText == nil && part.utf8.count == EmbedAddress.keyLength ? String(part) : nil
    if key != nil || startText != nil { rest.removeFirst() }
    // A slash too many leads nowhere else.
    if rest.last == "" { rest.removeLast() }
    self.rest = rest.map { "/\($0)" }.joined()
  }

  /// The same address in the hall.
  var path: String {
    guard rest.isEmpty else { return game.root + rest }
    return key == nil ? game.opening : game.home
  }

  /// Whether it is the plain address of a game, which a page of another site has in its frame.
  package var isPlain: Bool { key == nil && rest.isEmpty }

  /// How a game begins here; the query counts where the path has no options.
  func start(_ query: Form) -> StartOptions {
    guard let startText else { return StartOptions(of: game, key == nil ? query : Form()) }
    guard let options = try? Form(urlencoded: startText.utf8, leavesOut: true) else {
      return StartOptions(ofUnreadable: game)
    }
    return StartOptions(of: game, options)
  }

  /// The address of the game once it has begun under that key.
  package func begun(_ key: String) -> EmbedAddress {
    var address = self
    address.key = key
    return address
  }

  /// The address of another one, which has not begun.
  package var anew: EmbedAddress {
    var address = self
    address.key = nil
    return address
  }

  /// The same to open in a tab.
  var inTab: EmbedAddress {
    var address = self
    address.isTab = true
    return address
  }

  /// The address that leads to the game of that session, whichever it is; `nil` where that is no
  /// frame's.
  package func corrected(for session: Session) -> EmbedAddress? {
    guard key != nil, let game = session.framedGame else { return nil }
    var address = self
    address.game = game
    address.rest = ""
    return address
  }

  /// The address, below the mount, that all of the game's begin with; `start` is how the game begins,
  /// as `StartOptions.text` has it.
  package func prefix(start: String = "") -> String {
    let place = "/embed/\(game.slug)\(isTab ? "/\(EmbedAddress.tabMark)" : "")"
    if let key { return "\(place)/\(key)" }
    // Encoded as a part of a path besides: the text has no other sign that a path may not have.
    let part = start.split(separator: "%", omittingEmptySubsequences: false).joined(
      separator: "%25")
    return start.isEmpty ? place : "\(place)/\(EmbedAddress.startMark)\(part)"
  }

  /// Where an address of the hall is found here; what lies outside the game leads to the game.
  func framed(_ path: String, start: String = "") -> String {
    let prefix = prefix(start: start)
    guard path.hasPrefix("\(game.root)/"), path != game.home else { return prefix }
    return prefix + path.dropFirst(game.root.count)
  }
}
