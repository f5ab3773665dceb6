import Cryptography
import Storage
import Web

/// A launch that has begun, as recorded in the state that comes back with the token.
package struct Login: Equatable, Sendable {
  /// The seconds within which a browser must bring the token.
  package static let seconds = 600

  /// The name of the platform that the browser was sent to.
  let platform: String
  /// A random text that the platform puts into the token.
  package let nonce: String
  /// The time when it began, in seconds since 1970.
  package let began: Int

  /// Answers a platform's login request (1EdTech Security Framework 1.1, 5.1.1).
  ///
  /// - Returns: the address to send the browser to, and the state in it.
  package static func begin(
    _ form: Form, at launchAddress: String, in registry: Registry, now: Int,
    isOurs: (String) -> Bool
  ) throws(LaunchRefusal) -> (address: String, state: String) {
    guard let issuer = form["iss"], let hint = form["login_hint"],
      let target = form["target_link_uri"]
    else { throw .incomplete }
    // Both come back in an address, for which web servers have little room.
    guard hint.utf8.count <= 1024, form["lti_message_hint"]?.utf8.count ?? 0 <= 2048 else {
      throw .tooLong
    }
    let client = form["client_id"].flatMap { $0.isEmpty ? nil : $0 }
    let platform = try registry.platform(issuer: issuer, client: client)
    if let deployment = form["lti_deployment_id"], !platform.deployments.contains(deployment) {
      throw .deployment.from(platform)
    }
    guard isOurs(target) else { throw .elsewhere.from(platform) }
    let login = Login(platform: platform.name, nonce: KeyText.draw(), began: now)
    let state = login.state(in: registry)
    var fields = [
      ("scope", "openid"), ("response_type", "id_token"), ("response_mode", "form_post"),
      ("prompt", "none"), ("client_id", platform.clientID), ("redirect_uri", launchAddress),
      ("login_hint", hint), ("nonce", login.nonce), ("state", state),
    ]
    if let message = form["lti_message_hint"] { fields.append(("lti_message_hint", message)) }
    let mark = platform.authorize.contains("?") ? "&" : "?"
    return (platform.authorize + mark + PercentCoding.encode(fields), state)
  }

  /// Returns the state, sealed so that nobody can read, change or forge it.
  private func state(in registry: Registry) -> String {
    let fields = [("platform", platform), ("nonce", nonce), ("began", "\(began)")]
    let box = registry.sealingKey(for: "state").seal(Array(PercentCoding.encode(fields).utf8))
    return Base64URL.encode(box)
  }
}

extension Login {
  /// Opens the state that a browser brings back.
  ///
  /// - Throws: `LaunchRefusal` if it isn't ours or is too old.
  package init(_ state: String, in registry: Registry, now: Int) throws(LaunchRefusal) {
    guard state.utf8.count <= 1024, let box = Base64URL.decode(state),
      let bytes = registry.sealingKey(for: "state").open(box),
      let form = try? Form(urlencoded: bytes), let platform = form["platform"],
      let nonce = form["nonce"], let began = form["began"].flatMap({ Int($0) }),
      // Another machine's clock may be a little ahead.
      -Launch.grace...Login.seconds ~= now - began
    else { throw .state }
    self.init(platform: platform, nonce: nonce, began: began)
  }
}

extension SessionStorage {
  /// Records the use of a launch whose token was verified, so that it can't be used again.
  ///
  /// Launches used within a day are kept in 256 records, each with the halves of hashes.
  ///
  /// - Returns: whether it had not been used.
  /// - Throws: `StorageError`; `.tooLarge` after a million launches in a day.
  package func use(_ login: Login) throws -> Bool {
    let length = SHA256.length / 2
    let mark = SHA256.hash(login.nonce).prefix(length)
    let record = "lti used \(login.began / 86_400) \(mark[0])"
    return try changeRecord(record) { used in
      let known = used ?? []
      let isKnown = stride(from: 0, to: known.count, by: length).contains {
        known[$0...].prefix(length).elementsEqual(mark)
      }
      if !isKnown { used = known + mark }
      return !isKnown
    }
  }
}
