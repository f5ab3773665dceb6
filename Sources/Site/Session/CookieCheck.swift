import Web

/// The address to which a visitor's first move leads on the way to its page.
///
/// It checks whether the browser has kept the cookie. If so, it leads on: no page's address shows
/// it, and only the very first move costs one more redirect. If not, it offers what works without
/// cookies.
private let cookieCheckPath = "/cookies"

let cookieRoutes: [Route] = [.get(cookieCheckPath, usesSession: false, checkCookie)]

private func checkCookie(_ visit: inout Visit) -> Answer {
  let page = ownPage(visit.request.query["to"] ?? "", in: visit.features)
  guard visit.request.cookies.isEmpty else { return .seeOther(page) }
  return .page(
    NoCookiesPage(
      to: page, choosing: visit.request.query.leavingOut(["to"]), in: visit.features))
}

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
