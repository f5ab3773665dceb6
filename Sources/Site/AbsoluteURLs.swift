import Mustache
import Web

/// Makes the site's absolute addresses, with scheme and host, and recognises them again.
///
/// A class, as every page gets it and few use it.
package final class AbsoluteURLs: Sendable {
  private let publicURL: String?
  private let host: String?
  private let isSecure: Bool
  private let mount: String
  private let assets: Layout.Assets

  /// - Returns: `nil` if neither the operator nor the browser names a host.
  init?(publicURL: String?, _ request: borrowing Request, _ assets: Layout.Assets) {
    host = request.host
    guard publicURL != nil || host != nil else { return nil }
    self.publicURL = publicURL
    isSecure = request.isSecure
    mount = request.mount
    self.assets = assets
  }

  /// Whether the operator named the host.
  var isPublic: Bool { publicURL != nil }

  /// The origin: the operator's host, or else the request's, such as `https://dice.example`.
  ///
  /// Computed on demand, as most pages show no absolute address.
  var origin: String {
    publicURL ?? scheme + (host ?? "")
  }

  private var scheme: String { isSecure ? "https://" : "http://" }

  /// Writes `origin` for a template.
  func appendOrigin(to text: inout Pieces) {
    guard let publicURL else {
      text.append(scheme)
      return text.append(host ?? "")
    }
    text.append(publicURL)
  }

  /// Returns the absolute address of a path below the mount, which may have a query.
  package func page(_ path: String) -> String { origin + mount + path }

  /// Returns the absolute address of a file in `Public`.
  func file(_ name: String) -> String { page(assets.path(of: name)) }

  /// Reads an address of this site, given with either scheme or as a path.
  /// - Returns: `nil` for another site's address, and for text that isn't an address.
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

  /// Splits one of the site's addresses into its path below the mount and its query.
  /// - Returns: `nil` for any other text.
  package func pathAndQuery(of address: String) -> (path: String, query: Form)? {
    guard let target = target(of: address), let path = target.path(below: mount),
      let query = try? Form(urlencoded: target.query)
    else { return nil }
    return (path, query)
  }
}
