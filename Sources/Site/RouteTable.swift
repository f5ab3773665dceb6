import Web

/// Finds the routes at an address.
///
/// A class, as every request refers to it.
final class RouteTable: Sendable {
  /// The routes at one address.
  struct Resource {
    fileprivate(set) var get: Route?
    fileprivate(set) var post: Route?
    /// The parts of the address that matched a `*`, in order.
    fileprivate(set) var parameters: [String] = []
    /// The index of its path among `RouteTable.paths`.
    fileprivate(set) var number = 0

    /// Returns the route for a method.
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

  /// A branch of the routes with a `*` in their path, with what may follow the segments so far.
  private struct Branch {
    private var resource: Resource?
    private var next: [Substring: Branch] = [:]

    mutating func plant(_ resource: Resource, at segments: ArraySlice<Substring>) {
      if let segment = segments.first {
        next[segment, default: Branch()].plant(resource, at: segments.dropFirst())
      } else {
        self.resource = resource
      }
    }

    func resource(at segments: ArraySlice<Substring>) -> Resource? {
      guard let segment = segments.first else { return resource }
      let rest = segments.dropFirst()
      if segment != "*", let found = next[segment]?.resource(at: rest) { return found }
      guard !segment.isEmpty, var found = next["*"]?.resource(at: rest) else { return nil }
      found.parameters.insert(String(segment), at: 0)
      return found
    }
  }

  /// The paths of all routes, in the routes' order.
  let paths: [String]
  private let resources: [String: Resource]
  private let root: Branch

  /// - Precondition: no address has two routes for a method.
  init(_ routes: [Route]) {
    var paths: [String] = []
    var resources: [String: Resource] = [:]
    var root = Branch()
    for route in routes {
      if resources[route.path] == nil { paths.append(route.path) }
      var resource = resources[route.path, default: Resource(number: paths.count - 1)]
      if route.method == .post {
        precondition(resource.post == nil, "two routes for POST \(route.path)")
        resource.post = route
      } else {
        precondition(resource.get == nil, "two routes for GET \(route.path)")
        resource.get = route
      }
      resources[route.path] = resource
    }
    for (path, resource) in resources where path.utf8.contains(UInt8(ascii: "*")) {
      root.plant(resource, at: RouteTable.segments(of: path))
    }
    self.paths = paths
    self.resources = resources.filter { !$0.key.utf8.contains(UInt8(ascii: "*")) }
    self.root = root
  }

  /// The routes at an address; an exact match wins over a `*`.
  subscript(path: String) -> Resource? {
    resources[path] ?? root.resource(at: RouteTable.segments(of: path))
  }

  private static func segments(of path: String) -> ArraySlice<Substring> {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }[...]
  }

  /// Returns the nearest address with a page, at or above this one: `/craps` for `/craps/roll`.
  func page(around path: String) -> String? {
    var path = path[...]
    while !path.isEmpty {
      if resources[String(path)]?.get != nil { return String(path) }
      path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    return nil
  }

  /// Returns the routes at an address.
  /// - Throws: `Refusal` 404 if there are none.
  func resource(at path: String) throws(Refusal) -> Resource {
    guard let resource = self[path] else { throw .noPage }
    return resource
  }
}
