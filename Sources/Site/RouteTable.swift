import Web

/// Finds the routes at an address.
struct RouteTable: Sendable {
  /// The routes at one address.
  struct Resource {
    fileprivate(set) var get: Route?
    fileprivate(set) var post: Route?
    /// The part of the address that matched `*`; empty for routes without one.
    fileprivate(set) var parameter = ""

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

  /// A path with a `*`, and the routes there.
  private struct Pattern {
    let before, after: Substring
    let resource: Resource

    init?(_ path: String, _ resource: Resource) {
      guard let star = path.firstIndex(of: "*") else { return nil }
      before = path[..<star]
      after = path[path.index(after: star)...]
      self.resource = resource
    }

    func resource(for path: String) -> Resource? {
      guard path.utf8.count > before.utf8.count + after.utf8.count, path.hasPrefix(before),
        path.hasSuffix(after)
      else { return nil }
      let parameter = path.dropFirst(before.count).dropLast(after.count)
      guard !parameter.utf8.contains(UInt8(ascii: "/")) else { return nil }
      var resource = resource
      resource.parameter = String(parameter)
      return resource
    }
  }

  private var resources: [String: Resource] = [:]
  private let patterns: [Pattern]

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
    patterns = resources.compactMap { Pattern($0.key, $0.value) }
    resources = resources.filter { !$0.key.utf8.contains(UInt8(ascii: "*")) }
  }

  /// The routes at an address; an exact match wins over a `*`.
  subscript(path: String) -> Resource? {
    if let resource = resources[path] { return resource }
    for pattern in patterns {
      if let resource = pattern.resource(for: path) { return resource }
    }
    return nil
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
