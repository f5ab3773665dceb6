import Fakes
import Testing
import Web

@testable import LTI

@Suite struct LoginTests {
  private let school: School

  init() throws { school = try School() }

  @Test func `a login leads to the platform with everything it asks for`() throws {
    let (address, state) = try school.begin([
      "lti_message_hint": "a&b=c", "lti_deployment_id": "d2",
    ])
    let parts = address.split(separator: "?", maxSplits: 1)
    #expect(parts[0] == "https://school.example/authorize")
    let sent = try Form(urlencoded: parts[1].utf8)
    let login = try Login(state, in: school.registry, now: School.now)
    let wanted = [
      "tool": "7", "scope": "openid", "response_type": "id_token", "response_mode": "form_post",
      "prompt": "none", "client_id": "hall-1", "redirect_uri": "https://dice.example/lti/launch",
      "login_hint": "hint 7", "lti_message_hint": "a&b=c", "state": state, "nonce": login.nonce,
    ]
    #expect(sent.fields.count == wanted.count)
    for (name, value) in wanted { #expect(sent[name] == value, "\(name)") }
    #expect(try !school.begin().address.contains("lti_message_hint"))
  }

  @Test(
    arguments: [
      (["iss": nil], "something is missing from it"),
      (["login_hint": nil], "something is missing from it"),
      (["target_link_uri": nil], "something is missing from it"),
      (["iss": "https://other.example"], "this learning platform isn’t registered here"),
      (["client_id": "hall-2"], "this learning platform isn’t registered here"),
      (["lti_deployment_id": "d3"], "this deployment isn’t registered here"),
      (["target_link_uri": "https://dice.example.org/"], "it asks for a page of another site"),
      (["login_hint": String(repeating: "h", count: 1025)], "it is too long"),
      (["lti_message_hint": String(repeating: "h", count: 2049)], "it is too long"),
    ] as [([String: String?], String)])
  func `a login that isn't for us is refused`(changes: [String: String?], why: String) throws {
    #expect(try reason { _ = try school.begin(changes) } == why)
  }

  @Test func `a platform need not name the client unless two have its issuer`() throws {
    var school = school
    #expect(try reason { _ = try school.begin(["client_id": nil]) } == nil)
    #expect(try reason { _ = try school.begin(["client_id": ""]) } == nil)
    let one = try #require(school.registry["school"])
    try school.registry.put(
      Platform(
        name: "again", issuer: one.issuer, clientID: "hall-2", deployments: ["d1"],
        authorize: one.authorize, keys: one.keys, givesNames: false))
    #expect(try reason { _ = try school.begin(["client_id": nil]) } != nil)
    #expect(try reason { _ = try school.begin(["client_id": "hall-2"]) } == nil)
    #expect(throws: RegistryError.twin("school")) {
      try school.registry.put(
        Platform(
          name: "third", issuer: one.issuer, clientID: "hall-1", deployments: ["d9"],
          authorize: one.authorize, keys: one.keys, givesNames: false))
    }
  }

  @Test func `only this hall's own state of the last ten minutes opens`() throws {
    let state = try school.begin().state
    func open(_ state: String, _ registry: Registry, after seconds: Int) throws -> String? {
      try reason { _ = try Login(state, in: registry, now: School.now + seconds) }
    }
    #expect(try open(state, school.registry, after: 600) == nil)
    #expect(try open(state, school.registry, after: 601) != nil)
    #expect(try open(state, school.registry, after: -60) == nil)
    #expect(try open(state, school.registry, after: -61) != nil)
    #expect(try open(state, try School().registry, after: 0) != nil)
    #expect(try open("", school.registry, after: 0) != nil)
    #expect(try open(String(repeating: "A", count: 4000), school.registry, after: 0) != nil)
    for place in stride(from: 0, to: state.utf8.count, by: 7) {
      var bytes = Array(state.utf8)
      bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(try open(String(decoding: bytes, as: UTF8.self), school.registry, after: 0) != nil)
    }
  }
}
