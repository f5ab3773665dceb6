import Web

/// A platform's request to choose what a link leads to (Deep Linking 2.0), and its answer.
package struct ContentChoice: Equatable, Sendable {
  static let request = "LtiDeepLinkingRequest"
  /// The most bytes of a platform's text that is returned as it came.
  private static let longestData = 8 * 1024

  /// The operator's name for the platform.
  package let platform: String
  package let deployment: String
  /// The address to which the choice is posted.
  package let returnAddress: String
  /// The platform's own data, to be returned as it came.
  package let data: String?
  /// The types that the platform accepts, by its names.
  package let types: Set<String>

  package init(
    platform: String, deployment: String, returnAddress: String, data: String?,
    types: Set<String>
  ) {
    self.types = types.intersection([ContentItem.launch, ContentItem.page])
    self.platform = platform
    self.deployment = deployment
    self.returnAddress = returnAddress
    self.data = data
  }

  init(_ claims: JSON, from platform: Platform, in deployment: String) throws(LaunchRefusal) {
    let settings = claims[ContentChoice.claim("deep_linking_settings")]
    guard let address = settings?["deep_link_return_url"]?.text,
      address.utf8.count <= 2 * Platform.longest, let origin = WebOrigin(of: address),
      origin.isSecure || !platform.isSecure
    else { throw .returnAddress }
    let data = settings?["data"]?.text
    guard data?.utf8.count ?? 0 <= ContentChoice.longestData else { throw .tooLong }
    self.init(
      platform: platform.name, deployment: deployment, returnAddress: address, data: data,
      types: Set(settings?["accept_types"]?.texts ?? []))
    guard !types.isEmpty else { throw .types }
  }

  /// Whether a link may be opened by a launch.
  package var takesLaunches: Bool { types.contains(ContentItem.launch) }
  /// Whether a link may be a page's address.
  package var takesPages: Bool { types.contains(ContentItem.page) }

  private static func claim(_ name: String) -> String {
    "https://purl.imsglobal.org/spec/lti-dl/claim/\(name)"
  }

  /// Returns the signed answer with the choice; `nil` if the platform is no longer registered.
  package func answer(
    _ item: ContentItem, launchingAt launchAddress: String, in registry: Registry, now: Int
  ) -> String? {
    guard let platform = registry[platform], let key = registry.signingKey else { return nil }
    var random = SystemRandomNumberGenerator()
    let claims: JSON = [
      "iss": .string(platform.clientID), "aud": .string(platform.issuer),
      "iat": .whole(now), "exp": .whole(now + Login.seconds),
      "nonce": .string(String(random.next(), radix: 36)),
      Launch.claim("deployment_id"): .string(deployment),
      Launch.claim("message_type"): "LtiDeepLinkingResponse", Launch.claim("version"): "1.3.0",
      ContentChoice.claim("content_items"): .array([item.json(launchAddress)]),
    ]
    let more: JSON? = data.map { [ContentChoice.claim("data"): .string($0)] }
    return SignedToken.sign(claims.adding(more ?? [:]), with: key)
  }
}

/// The target of a course's link.
package struct ContentItem: Equatable, Sendable {
  static let launch = "ltiResourceLink"
  static let page = "link"

  /// The custom parameter with what to open.
  package static let opens = "open"

  package enum Target: Equatable, Sendable {
    /// A launch of an address below the mount, in a frame of this height in CSS pixels.
    case launch(opening: String, height: Int)
    /// A page by its full address, which needs no launch.
    case page(String)
  }

  let title: String
  let target: Target

  package init(title: String, target: Target) {
    self.title = title
    self.target = target
  }

  fileprivate func json(_ launchAddress: String) -> JSON {
    switch target {
    case .page(let address):
      return ["type": .string(ContentItem.page), "title": .string(title), "url": .string(address)]
    case .launch(let path, let height):
      return [
        "type": .string(ContentItem.launch), "title": .string(title),
        "url": .string(launchAddress),
        "custom": [ContentItem.opens: .string(path)],
        "iframe": ["height": .whole(height)],
      ]
    }
  }
}
