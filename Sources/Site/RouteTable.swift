import Web

/// The routes by address.
struct RouteTable: Sendable {
  /// What there is at one address.
  struct Entry {
    fileprivate(set) var get: Route?
    fileprivate(set) var post: Route?
    /// What stands in the address where the routes have a `*`.
    fileprivate(set) var parameter = ""

    /// The value of `Allow`.
    var allowed: String {
      [get.map { _ in "GET, HEAD" }, post.map { _ in "POST" }, "OPTIONS"]
        .compactMap(\.self).joined(separator: ", ")
    }
  }

  /// An address with a parameter, and what there is.
  private struct Pattern {
    let before, after: Substring
    let entry: Entry

    init?(_ path: String, _ entry: Entry) {
      guard let star = path.firstIndex(of: "*") else { return nil }
      before = path[..<star]
      after = path[path.index(after: star)...]
      self.entry = entry
    }

    func entry(for path: String) -> Entry? {
      guard path.utf8.count > before.utf8.count + after.utf8.count, path.hasPrefix(before),
        path.hasSuffix(after)
      else { return nil }
      let parameter = path.dropFirst(before.count).dropLast(after.count)
      guard !parameter.utf8.contains(UInt8(ascii: "/")) else { return nil }
      var entry = entry
      entry.parameter = String(parameter)
      return entry
    }
  }

  private var entries: [String: Entry] = [:]
  private let patterns: [Pattern]

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
    patterns = entries.compactMap { Pattern($0.key, $0.value) }
    entries = entries.filter { !$0.key.utf8.contains(UInt8(ascii: "*")) }
  }

  /// What there is at an address; one without a parameter comes first.
  subscript(path: String) -> Entry? {
    if let entry = entries[path] { return entry }
    for pattern in patterns {
      if let entry = pattern.entry(for: path) { return entry }
    }
    return nil
  }

  /// The address of the page that one without a page belongs to: `/craps` for `/craps/roll`.
  func page(around path: String) -> String? {
    var path = path[...]
    while !path.isEmpty {
      if entries[String(path)]?.get != nil { return String(path) }
      path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    return nil
  }

  /// - Throws: `Refusal` 404 or 405.
  func route(
    _ method: Method, _ path: String
  ) throws(Refusal) -> (route: Route, parameter: String) {
    guard let entry = self[path] else {
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
    return (route, entry.parameter)
  }
}
