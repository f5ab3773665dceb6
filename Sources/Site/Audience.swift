/// Who an address answers, which decides how errors look and which headers are sent.
package enum Audience: Sendable, CaseIterable {
  /// Visitors of the hall.
  case people
  /// Frames in pages of other sites, and browsers that come from learning platforms.
  case frames
  /// Programs of any site, which always get JSON, errors included.
  case programs

  /// This audience's addresses below the mount; one that ends in a slash includes all below it.
  ///
  /// People get all the rest.
  package var addresses: [String] {
    switch self {
    case .people: []
    case .frames: ["/embed/", "/lti/"]
    case .programs: ["/api/", "/oembed"]
    }
  }

  /// All of them in one list with their first letters, as every request asks.
  private static let owners = allCases.flatMap { audience in
    audience.addresses.map { address in
      (
        address: address, letter: address.letter,
        hasAllBelow: address.hasSuffix("/"), audience: audience
      )
    }
  }

  /// The folder of generated error pages that the web server itself sends.
  package var errorFolder: String {
    switch self {
    case .people: "errors"
    case .frames: "errors/embed"
    case .programs: "errors/api"
    }
  }

  /// The audience of an address below the mount, whether or not it has a route.
  package init(of path: String) {
    // Most are told apart at once.
    let letter = path.letter
    self =
      Audience.owners.first { owner in
        owner.letter == letter
          && (owner.hasAllBelow
            ? path.utf8.starts(with: owner.address.utf8) : path == owner.address)
      }?.audience ?? .people
  }
}

extension String {
  /// The byte behind an address's slash, by which most addresses are told apart.
  var letter: UInt8? {
    let bytes = utf8.span
    return bytes.count > 1 ? bytes[1] : nil
  }
}
