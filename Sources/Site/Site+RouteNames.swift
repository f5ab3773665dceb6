import Web

extension Site {
  /// What the log and figures call the routes, by `Response.route`: never an address, which may hold
  /// somebody's key.
  ///
  /// Each path has two numbers, the second for its use in a frame.
  package static let routeNames = ["none"] + table.paths.flatMap { [$0, framedName(of: $0)] }

  /// `/embed/craps/*/roll` for `/craps/roll`: the star stands for the key, if there is one yet.
  private static func framedName(of path: String) -> String {
    let root = path.dropFirst().prefix { $0 != "/" }
    return "/embed/\(root)/*\(path.dropFirst(root.count + 1))"
  }

  /// The number of the route that an address leads to; 0 if there is none.
  package static func routeNumber(of path: String) -> Int {
    let framed = EmbedAddress(path)
    return table[framed?.path ?? path].map { routeNumber(of: $0, isFramed: framed != nil) } ?? 0
  }

  static func routeNumber(of resource: RouteTable.Resource, isFramed: Bool) -> Int {
    1 + 2 * resource.number + (isFramed ? 1 : 0)
  }
}
