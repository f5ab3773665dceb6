import Mustache
import Web

/// A framed page that finds out without scripts what works in the frame.
struct EmbedCheckPage: Page {
  static let templates = ["embed/check"]
  static let path = "/embed/check"
  let title = "Does embedding work here? – Dicehall"
  let description = "Tests whether you can play Dicehall’s games in a page on another site."
  let section: Section? = nil
  private let isSecure: Bool
  private let place: Place
  /// Whether the cookie came back; `nil` before the button was pressed.
  private let isKept: Bool?

  /// The place where the page was first shown, as far as the browser says.
  enum Place: String {
    /// Another site's page.
    case elsewhere
    /// A page of this site.
    case here
    /// A tab of its own.
    case alone
    case unknown

    init(_ request: Request) {
      self =
        switch request.fetchDestination {
        case "iframe", "frame", "embed", "object":
          request.fetchSite == "same-origin" ? .here : .elsewhere
        case "document": .alone
        default: .unknown
        }
    }
  }

  /// Returns the cookie for the test, partitioned like those of frames, or it would prove nothing.
  static func cookie(_ request: Request) -> SecretCookie {
    SecretCookie("dicehall-check", request, isPartitioned: true)
  }

  init(_ request: Request) {
    isSecure = request.isSecure
    let wasPressed = request.query["pressed"] == "yes"
    // Our own form led here, so the form says where the page was first shown.
    place = wasPressed ? Place(rawValue: request.query["from"] ?? "") ?? .unknown : Place(request)
    isKept = wasPressed ? isSecure && EmbedCheckPage.cookie(request).value != nil : nil
  }

  static func declare(_ field: inout Fields<EmbedCheckPage>) {
    field("isPressed") { $0.isKept != nil }
    field("isKept") { $0.isKept ?? false }
    field("isSecure") { $0.isSecure }
    field("from") { $0.place.rawValue }
    field("isElsewhere") { $0.place == .elsewhere }
    field("isHere") { $0.place == .here }
    field("isAlone") { $0.place == .alone }
    field("isUnknown") { $0.place == .unknown }
  }
}
