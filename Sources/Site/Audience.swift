/// For whom an address answers, which decides what an error looks like and which headers go along.
package enum Audience: Sendable, CaseIterable {
  /// Visitors of the hall.
  case people
  /// Pages of other sites, which show what is there in frames.
  case frames
  /// Programs of any site, which get JSON whatever happens.
  case programs

  /// The addresses below the mount that are theirs, where one that ends in a slash stands for all
  /// below it; people have the rest.
  package var addresses: [String] {
    switch self {
    case .people: []
    case .frames: ["/embed/"]
    case .programs: ["/api/", "/oembed"]
    }
  }

  /// Where the web server finds the errors that it tells by itself, in the generated folder.
  package var errorFolder: String {
    switch self {
    case .people: "errors"
    case .frames: "errors/embed"
    case .programs: "errors/api"
    }
  }

  /// That of an address below the mount, whether or not there is a route.
  package init(of path: some StringProtocol) {
    self =
      Audience.allCases.first { audience in
        audience.addresses.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
      } ?? .people
  }
}
