import Storage
import Web

/// An address below `/embed/`, such as `/embed/craps/KEY/roll`.
///
/// KEY stands for the secret ID of a game that has begun, the options of one that hasn't
/// (`start:balance=500`), or nothing.
package struct EmbedAddress {
  /// The mark before the options of a game that hasn't begun.
  private static let startMark = "start:"
  /// The mark after the game in an address for a tab.
  ///
  /// Some browsers, and all over plain http, don't tell whether a page is in a tab or in a frame.
  private static let tabMark = "tab"

  private let features: Features
  private(set) var game: any Game.Type
  /// The secret key of the game; `nil` before the first move.
  package private(set) var key: String?
  private(set) var isTab: Bool
  /// The options as they appear in the address.
  private let startText: Substring?
  /// The rest of the path, after game, key and options; empty, or begins with a slash.
  private var rest: String

  /// - Returns: `nil` for any other path.
  package init?(_ path: String, in features: Features) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].isEmpty, parts[1] == "embed",
      let game = features.framedGames.first(where: { $0.slug == parts[2] })
    else { return nil }
    self.features = features
    self.game = game
    var rest = parts.dropFirst(3)
    isTab = rest.first.map { $0 == EmbedAddress.tabMark } ?? false
    if isTab { rest.removeFirst() }
    let part = rest.first ?? ""
    startText =
      part.hasPrefix(EmbedAddress.startMark) ? part.dropFirst(EmbedAddress.startMark.count) : nil
    key =
      startText == nil && part.utf8.count == StorageLimits.keyLength ? String(part) : nil
    if key != nil || startText != nil { rest.removeFirst() }
    // A trailing slash makes no difference.
    if rest.last == "" { rest.removeLast() }
    self.rest = rest.map { "/\($0)" }.joined()
  }

  /// The corresponding address in the hall.
  var path: String {
    guard rest.isEmpty else { return game.root + rest }
    return key == nil ? game.opening : game.home
  }

  /// Returns the address where the game begins, or the room, below the mount.
  func entrance(start: String = "") -> String {
    let first = rest.isEmpty ? "" : "/\(rest.dropFirst().prefix { $0 != "/" })"
    return prefix(start: start) + (game.isEntrance(first) ? first : "")
  }

  /// Whether it is the plain address of a game, as used in other sites' frames.
  package var isPlain: Bool { key == nil && rest.isEmpty }

  /// Whether other sites frame it, so that a reload leads back to the game that has begun.
  package var isEntrance: Bool { key == nil && game.isEntrance(rest) }

  /// Returns how the game begins; `query` only counts if the path has no options.
  func start(_ query: Form) -> StartOptions {
    guard let startText else { return StartOptions(of: game, key == nil ? query : Form()) }
    guard let options = try? Form(urlencoded: startText.utf8, leavesOut: true) else {
      return StartOptions(ofUnreadable: game)
    }
    return StartOptions(of: game, options)
  }

  /// Returns the address of the game after it has begun with this key.
  package func begun(_ key: String) -> EmbedAddress {
    var address = self
    address.key = key
    return address
  }

  /// The same address without a key, which starts a new game.
  package var anew: EmbedAddress {
    var address = self
    address.key = nil
    return address
  }

  var inTab: EmbedAddress {
    var address = self
    address.isTab = true
    return address
  }

  /// Returns the address of the session's actual game.
  /// - Returns: `nil` for an address without a key, and for a session of the hall.
  package func corrected(for session: Session) -> EmbedAddress? {
    guard key != nil, let game = features.framedGame(in: session) else { return nil }
    var address = self
    address.game = game
    address.rest = ""
    return address
  }

  /// Returns the start of all the game's addresses, below the mount.
  ///
  /// `start` has its options, as in `StartOptions.text`.
  func prefix(start: String = "") -> String {
    let root = "/embed/\(game.slug)\(isTab ? "/\(EmbedAddress.tabMark)" : "")"
    if let key { return "\(root)/\(key)" }
    // The options are percent-encoded; in a path only their percent signs need encoding again.
    let part = start.split(separator: "%", omittingEmptySubsequences: false).joined(
      separator: "%25")
    return start.isEmpty ? root : "\(root)/\(EmbedAddress.startMark)\(part)"
  }

  /// Turns an address of the hall into one of the frame.
  ///
  /// An address outside the game leads to the game's page.
  func framed(_ path: String, start: String = "") -> String {
    let prefix = prefix(start: start)
    guard path.hasPrefix("\(game.root)/"), path != game.home else { return prefix }
    return prefix + path.dropFirst(game.root.count)
  }
}
