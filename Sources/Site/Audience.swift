/// The audience of an address, which decides how errors look and which headers are sent.
package enum Audience: Sendable, CaseIterable {
  /// Visitors of the hall.
  case people
  /// Frames in other sites' pages, and browsers that come from learning platforms.
  case frames
  /// Programs of any site, which always get JSON, even for errors.
  case programs

  /// This audience's addresses below the mount; one that ends in a slash includes all below it.
  ///
  /// All other addresses are for people.
  package var addresses: [String] {
    switch self {
    case .people: []
    case .frames: ["/embed/", "/lti/"]
    case .programs: ["/api/", "/oembed"]
    }
  }

  /// The addresses of all audiences with their first letters, as every request looks here.
  private static let owners = allCases.flatMap { audience in
    audience.addresses.map { address in
      (
        address: address, letter: address.letter,
        hasAllBelow: address.hasSuffix("/"), audience: audience
      )
    }
  }

  /// The folder of generated error pages for the web server.
  package var errorFolder: String {
    switch self {
    case .people: "errors"
    case .frames: "errors/embed"
    case .programs: "errors/api"
    }
  }

  /// Finds the audience of an address below the mount, whether or not it has a route.
  package init(of path: String) {
    // The letter suffices for most addresses.
    let letter = path.letter
    self =
      Audience.owners.first { owner in
        owner.letter == letter
          && (owner.hasAllBelow ? path.begins(with: owner.address) : path == owner.address)
      }?.audience ?? .people
  }
}

extension String {
  /// The byte after an address's slash, which distinguishes most addresses.
  var letter: UInt8? {
    let bytes = utf8.span
    return bytes.count > 1 ? bytes[1] : nil
  }

  /// Returns whether its first bytes are those of a short text, without looking for letters that
  /// accents belong to.
  fileprivate func begins(with start: String) -> Bool {
    let (own, bytes) = (utf8.span, start.utf8.span)
    return own.count >= bytes.count && bytes.indices.allSatisfy { own[$0] == bytes[$0] }
  }
}
