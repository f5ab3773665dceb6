import Cryptography
import Fakes
import Storage
import Testing
import Web

@testable import LTI

@Suite struct RegistryTests {
  @Test func `a registry is the same after it was kept`() throws {
    let sessions = FakeStorage().sessions
    #expect(try Registry.load(from: sessions) == nil)
    let school = try #require(try School().registry["school"])
    try Registry.change(in: sessions) { try $0.put(school) }
    let kept = try #require(try Registry.load(from: sessions))
    #expect(kept.platforms == [school] && kept["school"] == school && kept["other"] == nil)
    let key = kept.sealingKey(for: "x").bytes
    #expect(try Registry.change(in: sessions) { $0.remove("school") })
    let left = try #require(try Registry.load(from: sessions))
    // What seats are found by never changes.
    #expect(left.platforms.isEmpty && left.sealingKey(for: "x").bytes == key)
    #expect(left.sealingKey(for: "y").bytes != key)
  }

  @Test func `an old key is published for a week beside the new one`() throws {
    var registry = try School().registry
    let first = try #require(registry.signingKey)
    registry.rotate(School.now)
    let second = try #require(registry.signingKey)
    #expect(first.id != second.id)
    let week = 7 * 86_400
    #expect(registry.keySet(School.now + week - 1).keys.map(\.id) == [first.id, second.id])
    #expect(registry.keySet(School.now + week).keys.map(\.id) == [second.id])
    registry.rotate(School.now + week)
    #expect(registry.keySet(School.now + week).keys.map(\.id).first == second.id)
    #expect(registry.keySet(School.now + week).keys.count == 2)
  }

  @Test func `it counts as used once a day, and every five minutes where sessions are capped`()
    throws
  {
    let sessions = FakeStorage().sessions
    Registry.lookAfter(in: sessions, isCapped: true, now: School.now)
    #expect(try Registry.load(from: sessions) == nil)
    let school = try School()
    try Registry.change(in: sessions) { $0 = school.registry }
    var seen: Set<[UInt8]> = []
    for hours in [0, 1, 24, 25, 48] {
      Registry.lookAfter(in: sessions, isCapped: false, now: School.now + hours * 3600)
      seen.insert(try #require(try sessions.record("lti")))
    }
    #expect(seen.count == 3)
    for seconds in [200, 300, 500, 600] {
      Registry.lookAfter(
        in: sessions, isCapped: true, now: School.now + 48 * 3600 + seconds)
      seen.insert(try #require(try sessions.record("lti")))
    }
    #expect(seen.count == 5)
  }

  @Test func `damaged bytes are told, and stay`() throws {
    let sessions = FakeStorage().sessions
    for bytes in ["", "{}", "[1]", #"{"secret":"x","keys":[],"platforms":[]}"#] {
      try sessions.changeRecord("lti") { $0 = Array(bytes.utf8) }
      #expect(throws: StorageError.damaged) { try Registry.load(from: sessions) }
      #expect(throws: RegistryError.damaged) { try Registry.change(in: sessions) { $0.rotate(1) } }
      #expect(try sessions.record("lti") == Array(bytes.utf8))
    }
  }

  @Test func `a launch is used once, in whatever order and by however many`() throws {
    let sessions = FakeStorage().sessions
    let school = try School()
    let logins = try (0..<40).map { _ in try school.login() }
    for login in logins { #expect(try sessions.use(login)) }
    for login in logins.reversed() { #expect(try !sessions.use(login)) }
  }

  @Test func `an impossible platform is refused`() throws {
    let keys = KeySet([(School.key.id, School.key.key.publicKey)])
    func refusal(
      name: String = "a", issuer: String = "https://a.example", client: String = "c",
      deployments: [String] = ["d"], authorize: String = "https://a.example/x"
    ) -> RegistryError? {
      do throws(RegistryError) {
        _ = try Platform(
          name: name, issuer: issuer, clientID: client, deployments: deployments,
          authorize: authorize, keys: keys, givesNames: false)
        return nil
      } catch { return error }
    }
    #expect(refusal() == nil && refusal(issuer: "http://a", authorize: "http://a/") == nil)
    for name in ["", "a b", "ä", String(repeating: "a", count: 41)] {
      #expect(refusal(name: name) == .name)
    }
    #expect(refusal(client: "") == .length && refusal(deployments: [""]) == .length)
    #expect(refusal(client: String(repeating: "c", count: 1025)) == .length)
    #expect(refusal(deployments: []) == .deployments)
    #expect(refusal(issuer: "a.example") == .address("a.example"))
    #expect(refusal(authorize: "http://a.example/") == .address("http://a.example/"))
    #expect(refusal(authorize: "https://a.example/\n") == .address("https://a.example/\n"))
  }

  @Test(arguments: [
    ("{}", "it has no list of keys"), (#"{"keys":7}"#, "it has no list of keys"),
    (#"{"keys":[]}"#, "it has no RSA key of 2,048 bits or more with a kid"),
    (
      #"{"keys":[{"kty":"RSA","kid":"a","n":"AQAB","e":"AQAB"}]}"#,
      "it has no RSA key of 2,048 bits or more with a kid"
    ),
    (#"{"keys":[{"kty":"EC","kid":"a"}]}"#, "it has no RSA key of 2,048 bits or more with a kid"),
  ])
  func `a key set without a usable key is refused`(text: String, why: String) throws {
    let json = try JSON(Array(text.utf8))
    #expect(throws: RegistryError.keys(why)) { try KeySet(json) }
  }

  @Test func `a key set is read as it is written, and by what it says of each key`() throws {
    let own = try School().registry.keySet(School.now)
    #expect(try KeySet(own.json) == own)
    guard case .array(let items)? = own.json["keys"], case .object(let members) = items[0] else {
      throw RegistryError.damaged
    }
    func set(_ changes: [String: JSON?]) -> JSON {
      let changed =
        members.filter { changes[$0.name] == nil }
        + changes.compactMap { name, value in value.map { JSON.Member(name: name, value: $0) } }
      return ["keys": [.object(changed)]]
    }
    #expect(throws: Never.self) { try KeySet(set(["use": nil, "alg": nil])) }
    for changes: [String: JSON?] in [
      ["use": "enc"], ["alg": "RS512"], ["kid": nil], ["n": "é"], ["e": nil], ["e": "AA"],
    ] { #expect(throws: RegistryError.self, "\(changes)") { try KeySet(set(changes)) } }
    #expect(throws: RegistryError.keys("two keys have one kid")) {
      try KeySet(["keys": [items[0], items[0]]])
    }
    #expect(throws: RegistryError.keys("it has more than 32 keys")) {
      try KeySet(["keys": .array(Array(repeating: items[0], count: 33))])
    }
  }
}
