import Web

/// Finds the routes at an address.
struct RouteTable: Sendable {
  /// The routes at one address.
  struct Resource {
    fileprivate(set) var get: Route?
    fileprivate(set) var post: Route?
    /// The parts of the address that matched a `*`, in order.
    fileprivate(set) var parameters: [String] = []

    /// The route for a method.
    /// - Throws: `Refusal` 405 if there is none.
    func route(_ method: Method) throws(Refusal) -> Route {
      let route =
        switch method {
        case .get, .head: get
        case .post: post
        case .options, .other: nil as Route?
        }
      guard let route else { throw .wrongMethod }
      return route
    }

    /// The value of the `Allow` header.
    var allowed: String {
      [get.map { _ in "GET, HEAD" }, post.map { _ in "POST" }, "OPTIONS"]
        .compactMap(\.self).joined(separator: ", ")
    }
  }

  /// A path with a `*` or two, and the routes there.
  private struct Pattern {
    /// What stands around the stars, in order.
    let pieces: [Substring]
    let resource: Resource

    init?(_ path: String, _ resource: Resource) {
      pieces = path.split(separator: "*", omittingEmptySubsequences: false)
      guard pieces.count > 1 else { return nil }
      self.resource = resource
    }

    func resource(for path: String) -> Resource? {
      guard path.hasPrefix(pieces[0]) else { return nil }
      var rest = path.dropFirst(pieces[0].count)
      var resource = resource
      for piece in pieces.dropFirst().dropLast() {
        // Only a slash ends what a star stands for, if it isn't the last.
        let parameter = rest.prefix { $0 != "/" }
        rest = rest.dropFirst(parameter.count)
        guard !parameter.isEmpty, rest.hasPrefix(piece) else { return nil }
        rest = rest.dropFirst(piece.count)
        resource.parameters.append(String(parameter))
      }
      let after = pieces[pieces.count - 1]
      guard rest.utf8.count > after.utf8.count, rest.hasSuffix(after) else { return nil }
      let parameter = rest.dropLast(after.count)
      guard !parameter.utf8.contains(UInt8(ascii: "/")) else { return nil }
      resource.parameters.append(String(parameter))
      return resource
    }
  }

  private var resources: [String: Resource] = [:]
  /// By the first segment of their paths.
  private let patterns: [Substring: [Pattern]]

  /// - Precondition: no address takes the same method twice.
  init(_ routes: [Route]) {
    for route in routes {
      var resource = resources[route.path, default: Resource()]
      if route.method == .post {
        precondition(resource.post == nil, "two routes for POST \(route.path)")
        resource.post = route
      } else {
        precondition(resource.get == nil, "two routes for GET \(route.path)")
        resource.get = route
      }
      resources[route.path] = resource
    }
    patterns = Dictionary(
      grouping: resources.compactMap { Pattern($0.key, $0.value) },
      by: { RouteTable.firstSegment(of: $0.pieces[0]) })
    resources = resources.filter { !$0.key.utf8.contains(UInt8(ascii: "*")) }
  }

  /// The routes at an address; an exact match wins over a `*`.
  subscript(path: String) -> Resource? {
    if let resource = resources[path] { return resource }
    for pattern in patterns[RouteTable.firstSegment(of: path[...])] ?? [] {
      if let resource = pattern.resource(for: path) { return resource }
    }
    return nil
  }

  private static func firstSegment(of path: Substring) -> Substring {
    path.dropFirst().prefix { $0 != "/" }
  }

  /// The nearest address with a page, at or above this one: `/craps` for `/craps/roll`.
  func page(around path: String) -> String? {
    var path = path[...]
    while !path.isEmpty {
      if resources[String(path)]?.get != nil { return String(path) }
      path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    return nil
  }

  /// The routes at an address.
  /// - Throws: `Refusal` 404 if there are none.
  func resource(at path: String) throws(Refusal) -> Resource {
    guard let resource = self[path] else { throw .noPage }
    return resource
  }
}
