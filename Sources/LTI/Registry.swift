import Cryptography
import Storage
import Web

/// The learning platforms that the hall knows, and its own secrets for them.
package struct Registry: Equatable, Sendable {
  /// The platforms in the order in which they were added.
  package private(set) var platforms: [Platform] = []
  /// The hall's keys, the current one last.
  private var keys: [ToolKey] = []
  /// The secret that seals seats and launches; it never changes, as pupils find their seats by it.
  private let secret: String
  /// The time of the last look, in seconds since 1970.
  private var seen = 0

  /// Creates a registry without platforms.
  package init() { secret = KeyText.draw() }

  package subscript(name: String) -> Platform? { platforms.first { $0.name == name } }

  /// Returns the platforms with that issuer and, if named, that client.
  func platform(issuer: String, client: String?) throws(LaunchRefusal) -> Platform {
    let found = platforms.filter { platform in
      platform.issuer == issuer && client.map { platform.clientID == $0 } ?? true
    }
    guard found.count == 1 else { throw .unknownPlatform(issuer) }
    return found[0]
  }

  /// Returns a key that only this hall has, for one purpose.
  package func sealingKey(for purpose: String) -> SealingKey {
    SealingKey(from: secret, for: "lti \(purpose)")
  }

  /// Returns the public keys with which platforms verify the hall's signatures.
  package func keySet(_ now: Int) -> KeySet {
    KeySet(keys.filter { $0.isPublished(now) }.map { ($0.id, $0.key.publicKey) })
  }

  /// The key with which the hall signs; `nil` before any platform was added.
  package var signingKey: ToolKey? { keys.last }

  // MARK: Changes

  /// Adds a platform, or replaces the one with its name.
  /// - Throws: `RegistryError` if a platform of another name has the same issuer and client, so
  ///   that the two couldn't be told apart.
  package mutating func put(_ platform: Platform) throws(RegistryError) {
    let twin = platforms.first {
      $0.name != platform.name && $0.issuer == platform.issuer && $0.clientID == platform.clientID
    }
    if let twin { throw .twin(twin.name) }
    if let index = platforms.firstIndex(where: { $0.name == platform.name }) {
      platforms[index] = platform
    } else {
      platforms.append(platform)
    }
    if keys.isEmpty { keys.append(ToolKey()) }
  }

  /// - Returns: whether there was a platform with that name.
  package mutating func remove(_ name: String) -> Bool {
    let count = platforms.count
    platforms.removeAll { $0.name == name }
    return platforms.count < count
  }

  /// Generates a new key; the previous one is published for another week.
  package mutating func rotate(_ now: Int) {
    keys.removeAll { !$0.isPublished(now) }
    if let last = keys.indices.last { keys[last].retired = now }
    keys.append(ToolKey())
  }

  // MARK: Keeping

  private static let record = "lti"

  /// Loads a hall's registry; `nil` if no platform was ever added.
  package static func load(from sessions: any SessionStorage) throws(StorageError) -> Registry? {
    guard let bytes = try sessions.record(record) else { return nil }
    do throws(RegistryError) { return try Registry(bytes) } catch { throw .damaged }
  }

  /// Changes a hall's registry, all or nothing.
  ///
  /// - Throws: what the closure throws, and `StorageError`.
  package static func change<Result>(
    in sessions: any SessionStorage, _ change: (inout Registry) throws -> Result
  ) throws -> Result {
    try sessions.changeRecord(record) { bytes in
      var registry = try bytes.map { bytes throws(RegistryError) in try Registry(bytes) }
      var changed = registry ?? Registry()
      let result = try change(&changed)
      if changed != registry {
        registry = changed
        bytes = changed.json.bytes
      }
      return result
    }
  }

  /// Keeps the registry from counting as idle.
  ///
  /// It does so once a day, or every five minutes where the idlest sessions may be deleted. Reading
  /// alone may leave no trace on a disk.
  package static func lookAfter(in sessions: any SessionStorage, isCapped: Bool, now: Int) {
    let pause = isCapped ? 300 : 86_400
    // A failed save is tried again next time.
    guard let registry = try? load(from: sessions), abs(now - registry.seen) >= pause else {
      return
    }
    try? change(in: sessions) { $0.seen = now }
  }

  private var json: JSON {
    [
      "secret": .string(secret), "seen": .whole(seen), "keys": .array(keys.map(\.json)),
      "platforms": .array(platforms.map(\.json)),
    ]
  }

  private init(_ bytes: [UInt8]) throws(RegistryError) {
    guard let json = try? JSON(bytes), let secret = json["secret"]?.text, KeyText.isKey(secret),
      case .array(let keys)? = json["keys"], case .array(let platforms)? = json["platforms"]
    else { throw .damaged }
    self.secret = secret
    seen = json["seen"]?.moment ?? 0
    self.keys = try keys.map { json throws(RegistryError) in try ToolKey(json) }
    self.platforms = try platforms.map { json throws(RegistryError) in try Platform(json) }
  }
}

/// A mistake in a registration.
package enum RegistryError: Error, Equatable {
  case name, length, deployments, damaged
  /// Another platform has the same issuer and client.
  case twin(String)
  /// It isn't an address, or not a secure one.
  case address(String)
  /// The key set has this mistake.
  case keys(String)
}

extension RegistryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name: "a platform's name has 1 to 40 letters, digits, dots and hyphens"
    case .length: "an id or address has 1 to \(Platform.longest) bytes"
    case .deployments: "a platform has 1 to \(Platform.mostDeployments) deployments"
    case .damaged: "what is kept of the learning platforms can't be read"
    case .twin(let name): "\(name) has the same issuer and client ID"
    case .address(let text): "\(text) is not the https address of a learning platform"
    case .keys(let problem): "the key set can't be used: \(problem)"
    }
  }
}
