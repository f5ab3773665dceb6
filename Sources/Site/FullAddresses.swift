import Web

/// The site's own addresses with scheme and host, as other sites and people pass them on.
struct FullAddresses {
  private let publicURL: String?
  private let host: String?
  private let isSecure: Bool
  private let mount: String
  private let assets: Layout.Assets

  /// - Returns: `nil` where neither the operator nor the browser names a host.
  init?(publicURL: String?, _ request: Request, _ assets: Layout.Assets) {
    host = request.host
    guard publicURL != nil || host != nil else { return nil }
    self.publicURL = publicURL
    isSecure = request.isSecure
    mount = request.mount
    self.assets = assets
  }

  /// `https://dice.example`, from the operator or else from the browser; put together only where it
  /// is shown, as most pages show none.
  var origin: String {
    publicURL ?? "\(isSecure ? "https" : "http")://\(host ?? "")"
  }

  /// That of a path below the mount, which may have a query.
  func page(_ path: String) -> String { origin + mount + path }

  /// That of a file of `Public`.
  func file(_ name: String) -> String { page(assets.path(of: name)) }

  /// What an address leads to here, by either scheme or without one: path below the mount and query.
  /// - Returns: `nil` for an address of another site, and for what is none.
  private func target(of address: String) -> Target? {
    if address.hasPrefix("/"), !address.hasPrefix("//") {
      return try? Target(String(address.prefix { $0 != "#" }))
    }
    guard let scheme = address.firstRange(of: "://"), let own = origin.firstRange(of: "://"),
      ["http", "https"].contains(address[..<scheme.lowerBound].lowercased())
    else { return nil }
    let rest = address[scheme.upperBound...].prefix { $0 != "#" }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard rest[..<end].lowercased() == origin[own.upperBound...].lowercased() else { return nil }
    return try? Target(rest[end...].hasPrefix("/") ? String(rest[end...]) : "/\(rest[end...])")
  }

  /// The path below the mount and the query of one of the site's addresses.
  func place(of address: String) -> (path: String, query: Form)? {
    guard let target = target(of: address), let path = target.path(below: mount),
      let query = try? Form(urlencoded: target.query)
    else { return nil }
    return (path, query)
  }
}
