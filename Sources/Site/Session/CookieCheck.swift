import Mustache
import Web

/// The address to which a visitor's first move leads on the way to its page.
///
/// It checks whether the browser has kept the cookie. If so, it leads on: no page's address shows
/// it, and only the very first move costs one more redirect. If not, it offers what works without
/// cookies.
private let cookieCheckPath = "/cookies"

let cookieRoutes: [Route] = [
  .get(cookieCheckPath, usesSession: false) { visit in
    let query = visit.request.query
    let page = ownPage(query["to"] ?? "", in: visit.features)
    guard visit.request.cookies.isEmpty else { return .seeOther(page) }
    return .page(NoCookiesPage(to: page, choosing: query.leavingOut(["to"]), in: visit.features))
  }
]

/// Returns the address to lead to if it is one of our pages, otherwise the home page's.
private func ownPage(_ address: String, in features: Features) -> String {
  guard address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
    let path = (try? Target(address))?.path(below: ""), features.table[path]?.get != nil
  else { return "/" }
  return address
}

extension Answer {
  /// Returns the answer to a move that needs cookies: the page of what works without.
  package static func withoutCookies(on page: String) -> Answer {
    .seeOther("\(cookieCheckPath)?\(PercentCoding.encode([("to", page)]))")
  }
}

extension Site {
  /// Leads a move that sets a cookie to the check, if the browser hasn't shown that it keeps any.
  ///
  /// The settings of the session's game are sent along.
  package func checkingCookie(
    _ response: Response, to request: Request, _ session: Session
  ) -> Response {
    guard request.method == .post, request.cookies.isEmpty, response.status == .seeOther,
      response.header("Set-Cookie") != nil, let location = response.header("Location"),
      location.hasPrefix(request.mount)
    else { return response }
    let address = location.dropFirst(request.mount.count)
    let page = address.prefix { $0 != "#" }
    let choices = features.playedGame(at: page)?.choices(in: session) ?? []
    let query = PercentCoding.encode([("to", String(page))] + choices)
    var response = response
    response.headers.removeAll { $0.name == "Location" }
    // Browsers take the fragment along to where the check leads.
    response.set(
      "Location", "\(request.mount)\(cookieCheckPath)?\(query)\(address.dropFirst(page.count))")
    return response
  }
}

/// The page for browsers without cookies, which offers the games without them.
struct NoCookiesPage: Page {
  static let templates = ["no-cookies"]
  let title = "Your browser isn’t keeping cookies – Dicehall"
  let description = "What works in Dicehall without cookies, and how to play."
  /// Search engines must not list the page.
  let isSecret = true
  /// The path of the page that the move would have led to, below the mount.
  private let page: String
  /// The game that was played, if one was.
  private let game: (any Game.Type)?
  /// The choices for the game that its options allow.
  private let choices: [(name: String, value: String)]

  private let features: Features

  init(to page: String, choosing query: Form, in features: Features) {
    self.page = page
    self.features = features
    game = features.playedGame(at: page)
    choices = game.map { StartOptions(of: $0, query).granted } ?? []
  }

  var section: Section? { game.map { .game($0) } }

  static func declare(_ field: inout Fields<NoCookiesPage>) {
    field("page") { $0.page }
    field.rows("games", { page in page.game.map { [$0] } ?? page.features.games }) { game in
      // The game's address leads back to it instead of a cookie.
      game("path") { game, page in
        EmbedAddress("/embed/\(game.slug)", in: page.features)?.inTab
          .framed(game == page.features.shared ? page.page : game.root)
      }
      game("noun") { $0.noun }
    }
    field("isPlayed") { $0.game != nil }
    field.rows("choices", { $0.choices }) { choice in
      choice("name") { $0.name }
      choice("value") { $0.value }
    }
  }
}
