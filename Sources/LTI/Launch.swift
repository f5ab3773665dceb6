import Web

/// The request in a platform's verified token (LTI 1.3 core, 5.3, and Deep Linking 2.0, 4.4).
package struct Launch: Sendable {
  package enum Message: Equatable, Sendable {
    /// Opens a course's link, by its ID in the platform's deployment.
    case resource(link: String)
    /// Lets a teacher choose the target of a link.
    case choice(ContentChoice)
  }

  package let platform: Platform
  package let deployment: String
  package let message: Message
  /// The platform's ID of the person, unless it is withheld.
  package let subject: String?
  package let givenName: String?
  package let teaches: Bool
  private let custom: JSON?

  package func custom(_ name: String) -> String? { custom?[name]?.text }

  /// Verifies a token against a launch that began here.
  ///
  /// - Throws: `LaunchRefusal`, with the platform.
  package init(
    _ text: String, of login: Login, in registry: Registry, now: Int
  ) throws(LaunchRefusal) {
    // The platform may have been removed since.
    guard let platform = registry[login.platform] else { throw .unknownPlatform }
    do throws(LaunchRefusal) {
      let token = try SignedToken(text)
      guard let key = platform.keys[token.keyID] else { throw .unknownKey }
      guard token.isSigned(by: key) else { throw .signature }
      try Launch.check(token.claims, platform, nonce: login.nonce, now: now)
      try self.init(token.claims, from: platform)
    } catch {
      throw error.from(platform)
    }
  }

  /// The largest difference between the clocks of both sites, in seconds.
  static let grace = 60

  /// Checks the claims as the security framework requires (5.1.3), after the signature.
  private static func check(
    _ claims: JSON, _ platform: Platform, nonce: String, now: Int
  ) throws(LaunchRefusal) {
    guard claims["iss"]?.text == platform.issuer else { throw .issuer }
    let audience = claims["aud"]?.texts ?? []
    let party = claims["azp"]?.text
    guard audience.contains(platform.clientID),
      party == platform.clientID || party == nil && claims["azp"] == nil && audience.count == 1
    else { throw .audience }
    guard let ends = claims["exp"]?.moment, let began = claims["iat"]?.moment,
      now < ends + grace, began <= now + grace
    else { throw .time }
    guard claims["nonce"]?.text == nonce else { throw .nonce }
  }

  private init(_ claims: JSON, from platform: Platform) throws(LaunchRefusal) {
    func claim(_ name: String) -> JSON? { claims[Launch.claim(name)] }
    guard let deployment = claim("deployment_id")?.text, platform.deployments.contains(deployment)
    else { throw .deployment }
    guard claim("version")?.text == "1.3.0" else { throw .version }
    switch claim("message_type")?.text {
    case "LtiResourceLinkRequest":
      guard let link = claim("resource_link")?["id"]?.text, !link.isEmpty else { throw .incomplete }
      message = .resource(link: link)
    case ContentChoice.request:
      message = .choice(try ContentChoice(claims, from: platform, in: deployment))
    default: throw .message
    }
    self.platform = platform
    self.deployment = deployment
    subject = claims["sub"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    givenName = platform.givesNames ? claims["given_name"]?.text : nil
    teaches = (claim("roles")?.texts ?? []).contains(where: Launch.isTeaching)
    custom = claim("custom")
  }

  /// Returns the full name of a claim of LTI's core.
  static func claim(_ name: String) -> String {
    "https://purl.imsglobal.org/spec/lti/claim/\(name)"
  }

  private static let membership = "http://purl.imsglobal.org/vocab/lis/v2/membership"

  /// Returns whether a role teaches the course, by the vocabulary of context roles.
  ///
  /// Source: LTI 1.3 core, A.2.3. Roles in the whole school don't count.
  private static func isTeaching(_ role: String) -> Bool {
    // A sub-role is below its own role, which some platforms write in small letters.
    let below = ["", "/instructor", "/administrator"].map { "\(membership)\($0)#" } + [""]
    let role = role.lowercased()
    return ["instructor", "administrator", "teachingassistant"].contains { name in
      below.contains { role == $0 + name }
    }
  }
}
