import Web

/// A learning platform that an operator has registered.
package struct Platform: Equatable, Sendable {
  /// The operator's name for it, in commands and in the log.
  package let name: String
  /// The platform's name for itself in every token.
  package let issuer: String
  /// The platform's name for this hall.
  package let clientID: String
  /// The places in the platform where the hall is deployed.
  package let deployments: [String]
  /// The address to which browsers are sent for a token.
  package let authorize: String
  /// The keys with which the platform signs.
  package var keys: KeySet
  /// Whether seats are named by the given names that the platform sends.
  package let givesNames: Bool

  /// The most bytes of each of its texts.
  package static let longest = 1024
  /// The most deployments in one platform.
  package static let mostDeployments = 64

  /// - Throws: `RegistryError` for invalid values.
  package init(
    name: String, issuer: String, clientID: String, deployments: [String], authorize: String,
    keys: KeySet, givesNames: Bool
  ) throws(RegistryError) {
    let isName = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isName, 1...40 ~= name.utf8.count else { throw .name }
    for text in [issuer, clientID, authorize] + deployments {
      guard 1...Platform.longest ~= text.utf8.count else { throw .length }
    }
    guard 1...Platform.mostDeployments ~= deployments.count else { throw .deployments }
    guard let origin = WebOrigin(of: issuer) else { throw .address(issuer) }
    guard let login = WebOrigin(of: authorize), login.isSecure || !origin.isSecure else {
      throw .address(authorize)
    }
    self.name = name
    self.issuer = issuer
    self.clientID = clientID
    self.deployments = deployments
    self.authorize = authorize
    self.keys = keys
    self.givesNames = givesNames
  }

  /// Whether it uses https, so that no part of it may use http.
  var isSecure: Bool { WebOrigin(of: issuer)?.isSecure ?? true }
}

/// The scheme, host and port of a web address.
package struct WebOrigin: Equatable, Sendable {
  /// The origin as in a header: `https://school.example:8443`.
  package let text: String
  let isSecure: Bool

  /// - Returns: `nil` for anything but a full http or https address in plain characters.
  package init?(of address: String) {
    guard let end = address.firstRange(of: "://"),
      ["http", "https"].contains(address[..<end.lowerBound].lowercased()),
      address.utf8.allSatisfy({ 0x21...0x7e ~= $0 })
    else { return nil }
    let host = address[end.upperBound...].prefix { !"/?#".contains($0) }
    guard HostName.isValid(String(host)) else { return nil }
    text = "\(address[..<end.lowerBound].lowercased())://\(host.lowercased())"
    isSecure = text.hasPrefix("https")
  }
}

extension Platform {
  var json: JSON {
    [
      "name": .string(name), "issuer": .string(issuer), "client": .string(clientID),
      "deployments": .array(deployments.map { .string($0) }), "authorize": .string(authorize),
      "names": .bool(givesNames), "keys": keys.json,
    ]
  }

  init(_ json: JSON) throws(RegistryError) {
    guard let name = json["name"]?.text, let issuer = json["issuer"]?.text,
      let client = json["client"]?.text, let deployments = json["deployments"]?.texts,
      let authorize = json["authorize"]?.text, let keys = json["keys"]
    else { throw .damaged }
    try self.init(
      name: name, issuer: issuer, clientID: client, deployments: deployments,
      authorize: authorize, keys: try KeySet(keys), givesNames: json["names"] == true)
  }
}
