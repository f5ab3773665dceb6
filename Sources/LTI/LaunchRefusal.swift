/// The reason why a learning platform's message is refused.
package struct LaunchRefusal: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case malformed
    /// It is well-formed, but can't be trusted.
    case untrusted
  }

  package let kind: Kind
  /// The reason, to follow "because" on a page or in the log, without anything about a person.
  package let reason: String
  /// The operator's name for the platform, if it is known.
  package private(set) var platform: String?
  /// The name that an unknown platform gives itself, as far as a log can show it.
  package private(set) var issuer: String?

  private init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// Returns the same refusal with the platform that it concerns.
  package func from(_ platform: Platform) -> LaunchRefusal {
    var refusal = self
    refusal.platform = platform.name
    return refusal
  }

  /// Returns the refusal of a platform that isn't registered.
  static func unknownPlatform(_ issuer: String) -> LaunchRefusal {
    var refusal = unknownPlatform
    let shown = issuer.unicodeScalars.filter { 0x21...0x7e ~= $0.value }.prefix(200)
    refusal.issuer = String(String.UnicodeScalarView(shown))
    return refusal
  }

  static let unreadable = LaunchRefusal(.malformed, "the token can’t be read")
  package static let tooLong = LaunchRefusal(.malformed, "it is too long")
  package static let incomplete = LaunchRefusal(.malformed, "something is missing from it")
  package static let elsewhere = LaunchRefusal(.malformed, "it asks for a page of another site")
  package static let nothingChosen = LaunchRefusal(
    .malformed, "nothing that can be opened has been chosen for this link")

  static let unknownPlatform = LaunchRefusal(
    .untrusted, "this learning platform isn’t registered here")
  static let deployment = LaunchRefusal(.untrusted, "this deployment isn’t registered here")
  package static let state = LaunchRefusal(
    .untrusted, "it doesn’t belong to a launch that began here in the last ten minutes")
  package static let used = LaunchRefusal(.untrusted, "this launch has been used already")
  static let algorithm = LaunchRefusal(.untrusted, "the token isn’t signed the way it must be")
  static let unknownKey = LaunchRefusal(
    .untrusted, "the token is signed with a key that isn’t registered here")
  static let signature = LaunchRefusal(.untrusted, "the token’s signature is wrong")
  static let issuer = LaunchRefusal(.untrusted, "another platform has issued the token")
  static let audience = LaunchRefusal(.untrusted, "the token is for another tool")
  static let time = LaunchRefusal(
    .untrusted, "the token isn’t valid at this time; the clocks of both sites should agree")
  static let nonce = LaunchRefusal(.untrusted, "the token is for another launch")
  static let version = LaunchRefusal(.malformed, "it isn’t LTI 1.3")
  static let message = LaunchRefusal(.malformed, "it is neither a launch nor a choice of content")
  static let types = LaunchRefusal(.malformed, "it takes nothing that Dicehall has")
  static let returnAddress = LaunchRefusal(.malformed, "its return address isn’t a secure one")
}
