import Cryptography
import LTI
import Storage
import Web

/// A learning platform for tests, with a hall that knows it.
package struct School: Sendable {
  package static let now = 1_795_221_600
  package static let key = ToolKey()
  package static let otherKey = ToolKey()
  package static let claim = "https://purl.imsglobal.org/spec/lti/claim/"
  package static let membership = "http://purl.imsglobal.org/vocab/lis/v2/membership"

  package var registry = Registry()

  package init(names: Bool = false, issuer: String = "https://school.example") throws {
    try registry.put(
      Platform(
        name: "school", issuer: issuer, clientID: "hall-1", deployments: ["d1", "d2"],
        authorize: "\(issuer)/authorize?tool=7",
        keys: KeySet([(School.key.id, School.key.key.publicKey)]),
        givesNames: names))
  }

  /// Begins a launch, and gives back the state.
  package func begin(_ changes: [String: String?] = [:], now: Int = now) throws -> (
    address: String, state: String
  ) {
    var fields: [String: String?] = [
      "iss": "https://school.example", "login_hint": "hint 7",
      "target_link_uri": "https://dice.example/lti/launch", "client_id": "hall-1",
    ]
    fields.merge(changes) { $1 }
    let form = Form(fields.compactMap { name, value in value.map { .init(name: name, value: $0) } })
    return try Login.begin(
      form, at: "https://dice.example/lti/launch", in: registry, now: now
    ) { $0.hasPrefix("https://dice.example/") }
  }

  package func login(now: Int = now) throws -> Login {
    try Login(try begin(now: now).state, in: registry, now: now)
  }

  /// The claims of a good launch.
  package static func claims(nonce: String) -> [(name: String, value: JSON)] {
    [
      ("iss", "https://school.example"), ("aud", "hall-1"), ("sub", "pupil-12"),
      ("exp", .whole(now + 300)), ("iat", .whole(now)), ("nonce", .string(nonce)),
      ("given_name", "Ada"),
      (claim + "deployment_id", "d1"), (claim + "version", "1.3.0"),
      (claim + "message_type", "LtiResourceLinkRequest"),
      (claim + "resource_link", ["id": "link-3"]),
      (claim + "roles", [.string("\(membership)#Learner")]),
      (claim + "custom", ["open": "/embed/craps?balance=500"]),
    ]
  }

  /// A token with some claims changed, or left out if they are `nil`.
  package static func token(
    nonce: String, _ changes: [String: JSON?] = [:], key: ToolKey = key
  ) -> String {
    var members = claims(nonce: nonce).filter { changes[$0.name] == nil }
    members += changes.compactMap { name, value in value.map { (name, $0) } }
    return SignedToken.sign(
      .object(members.map { JSON.Member(name: $0.name, value: $0.value) }), with: key)
  }

  package func launch(_ changes: [String: JSON?] = [:]) throws -> Launch {
    let login = try login()
    return try Launch(
      School.token(nonce: login.nonce, changes), of: login, in: registry, now: School.now)
  }
}

/// What a refused launch says; `nil` for one that was accepted.
package func reason(_ work: () throws -> Void) rethrows -> String? {
  do { try work() } catch let refusal as LaunchRefusal { return refusal.reason }
  return nil
}
