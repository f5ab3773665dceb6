import Web

/// The routes by address.
struct RouteTable: Sendable {
  /// What there is at one address.
  struct Entry {
    fileprivate(set) var get: Route?
    fileprivate(set) var post: Route?

    /// The value of `Allow`.
    var allowed: String {
      [get.map { _ in "GET, HEAD" }, post.map { _ in "POST" }, "OPTIONS"]
        .compactMap(\.self).joined(separator: ", ")
    }
  }

  private var entries: [String: Entry] = [:]

  /// - Precondition: no address takes the same method twice.
  init(_ routes: [Route]) {
    for route in routes {
      var entry = entries[route.path, default: Entry()]
      if route.method == .post {
        precondition(entry.post == nil, "two routes for POST \(route.path)")
        entry.post = route
      } else {
        precondition(entry.get == nil, "two routes for GET \(route.path)")
        entry.get = route
      }
      entries[route.path] = entry
    }
  }

  subscript(path: String) -> Entry? { entries[path] }

  /// - Throws: `Refusal` 404 or 405.
  func route(_ method: Method, _ path: String) throws(Refusal) -> Route {
    guard let entry = entries[path] else {
      throw Refusal(.notFound, "There is no page at this address.")
    }
    let route =
      switch method {
      case .get, .head: entry.get
      case .post: entry.post
      case .options, .other: nil as Route?
      }
    guard let route else {
      throw Refusal(.methodNotAllowed, "This address does not take that kind of request.")
    }
    return route
  }
}
