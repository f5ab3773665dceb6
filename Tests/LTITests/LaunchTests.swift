import Cryptography
import Fakes
import Testing
import Web

@testable import LTI

@Suite struct LaunchTests {
  private let school: School

  init() throws { school = try School() }

  @Test func `a good token says who comes and for what`() throws {
    let launch = try school.launch()
    #expect(launch.platform.name == "school" && launch.deployment == "d1")
    #expect(launch.message == .resource(link: "link-3"))
    #expect(launch.subject == "pupil-12" && !launch.teaches)
    #expect(launch.custom("open") == "/embed/craps?balance=500" && launch.custom("no") == nil)
    // Names are used only where the operator allows it.
    #expect(launch.givenName == nil)
    #expect(try School(names: true).launch().givenName == "Ada")
    #expect(try school.launch(["sub": nil]).subject == nil)
    #expect(try school.launch(["aud": ["hall-1", "x"], "azp": "hall-1"]).deployment == "d1")
    #expect(try school.launch(["aud": ["hall-1"]]).deployment == "d1")
  }

  @Test(
    arguments: [
      (["iss": "https://other.example"], "another platform has issued the token"),
      (["iss": nil], "another platform has issued the token"),
      (["aud": "hall-2"], "the token is for another tool"),
      (["aud": ["hall-1", "x"]], "the token is for another tool"),
      (["aud": ["hall-1", "x"], "azp": "x"], "the token is for another tool"),
      (["azp": "x"], "the token is for another tool"),
      (["azp": 7], "the token is for another tool"),
      (["aud": 7], "the token is for another tool"),
      (["exp": .whole(School.now - 60)], timeReason),
      (["exp": nil], timeReason),
      (["exp": "soon"], timeReason),
      (["exp": .number("1e400")], timeReason),
      (["iat": .whole(School.now + 61)], timeReason),
      (["iat": nil], timeReason),
      (["nonce": "another"], "the token is for another launch"),
      (["nonce": nil], "the token is for another launch"),
      ([School.claim + "deployment_id": "d3"], "this deployment isn’t registered here"),
      ([School.claim + "deployment_id": nil], "this deployment isn’t registered here"),
      ([School.claim + "version": "1.1"], "it isn’t LTI 1.3"),
      ([School.claim + "message_type": "Hello"], messageReason),
      ([School.claim + "message_type": nil], messageReason),
      ([School.claim + "resource_link": nil], "something is missing from it"),
      ([School.claim + "resource_link": ["id": ""]], "something is missing from it"),
    ] as [([String: JSON?], String)])
  func `a token that isn't for this launch is refused`(changes: [String: JSON?], why: String) throws
  {
    #expect(try reason { _ = try school.launch(changes) } == why)
  }

  private static let timeReason =
    "the token isn’t valid at this time; the clocks of both sites should agree"
  private static let messageReason = "it is neither a launch nor a choice of content"

  @Test(
    arguments: [["exp": .whole(School.now - 59)], ["iat": .whole(School.now + 60)]]
      as [[String: JSON?]])
  func `clocks may be a minute apart`(changes: [String: JSON?]) throws {
    #expect(try reason { _ = try school.launch(changes) } == nil)
  }

  @Test func `only a token that the platform has signed is believed`() throws {
    let login = try school.login()
    func refused(_ token: String) throws -> String? {
      try reason { _ = try Launch(token, of: login, in: school.registry, now: School.now) }
    }
    let good = School.token(nonce: login.nonce)
    #expect(try refused(good) == nil)
    #expect(
      try refused(School.token(nonce: login.nonce, key: School.otherKey))?.contains("key") == true)
    let parts = good.split(separator: ".")
    let unsigned = "the token isn’t signed the way it must be"
    let id: JSON = .string(School.key.id)
    for (head, why) in [
      (["alg": "none", "kid": id] as JSON, unsigned),
      (["alg": "HS256", "kid": id] as JSON, unsigned),
      (["alg": "RS256", "kid": id, "crit": ["b64"]] as JSON, unsigned),
      (["alg": "RS256"] as JSON, "the token is signed with a key that isn’t registered here"),
      (
        ["alg": "RS256", "kid": .string(School.key.id), "typ": "x"],
        "the token’s signature is wrong"
      ),
    ] as [(JSON, String)] {
      #expect(try refused("\(Base64URL.encode(head.bytes)).\(parts[1]).\(parts[2])") == why)
    }
    // A signature by the public key as a secret, or none.
    #expect(try refused("\(parts[0]).\(parts[1]).") == "the token’s signature is wrong")
    for text in [
      "", "a.b", "a.b.c", "\(parts[0]).\(parts[1])", "\(good).x", "é.\(parts[1]).\(parts[2])",
    ] {
      #expect(try refused(text) == "the token can’t be read", "\(text)")
    }
    #expect(try refused(String(repeating: "A", count: 16 * 1024 + 1)) == "it is too long")
  }

  @Test(arguments: [
    ("\(School.membership)#Instructor", true), ("\(School.membership)#Administrator", true),
    ("\(School.membership)/Instructor#TeachingAssistant", true), ("Instructor", true),
    ("\(School.membership)/instructor#TeachingAssistant", true),
    ("\(School.membership)/Learner#Instructor", false),
    ("\(School.membership)#Learner", false), ("\(School.membership)#Mentor", false),
    ("http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor", false),
    ("http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator", false),
    ("http://evil.example/#Instructor", false), ("", false),
  ])
  func `who teaches is told by the roles in the course`(role: String, teaches: Bool) throws {
    let roles: JSON = [.string("\(School.membership)#Learner"), .string(role)]
    #expect(try school.launch([School.claim + "roles": roles]).teaches == teaches)
    #expect(try !school.launch([School.claim + "roles": []]).teaches)
    #expect(try !school.launch([School.claim + "roles": nil]).teaches)
  }
}

// MARK: Choosing content

@Suite struct ContentChoiceTests {
  private static let claim = "https://purl.imsglobal.org/spec/lti-dl/claim/"
  private let school: School

  init() throws { school = try School() }

  private func settings(_ changes: [String: JSON?] = [:]) -> [String: JSON?] {
    var settings: [String: JSON?] = [
      "deep_link_return_url": "https://lms.school.example/return?x=1",
      "accept_types": ["link", "ltiResourceLink"], "data": "csrf:7",
    ]
    settings.merge(changes) { $1 }
    let members = settings.compactMap { name, value in
      value.map { JSON.Member(name: name, value: $0) }
    }
    return [
      School.claim + "message_type": "LtiDeepLinkingRequest",
      Self.claim + "deep_linking_settings": .object(members),
    ]
  }

  @Test func `what was chosen goes back signed, with the platform's data`() throws {
    guard case .choice(let choice) = try school.launch(settings()).message else {
      throw LaunchRefusal.message
    }
    #expect(choice.returnAddress == "https://lms.school.example/return?x=1")
    let item = ContentItem(title: "Craps", target: .launch(opening: "/embed/craps", height: 640))
    let answer = try #require(
      choice.answer(
        item, launchingAt: "https://dice.example/lti/launch", in: school.registry, now: School.now))
    let token = try SignedToken(answer)
    let key = try #require(school.registry.signingKey)
    #expect(token.keyID == key.id)
    let published = try #require(school.registry.keySet(School.now)[key.id])
    #expect(token.isSigned(by: published))
    #expect(token.claims["iss"]?.text == "hall-1")
    #expect(token.claims["aud"]?.text == "https://school.example")
    #expect(token.claims["exp"]?.moment == School.now + 600)
    #expect(token.claims[School.claim + "deployment_id"]?.text == "d1")
    #expect(token.claims[School.claim + "message_type"]?.text == "LtiDeepLinkingResponse")
    #expect(token.claims[School.claim + "version"]?.text == "1.3.0")
    #expect(token.claims[Self.claim + "data"]?.text == "csrf:7")
    #expect(
      token.claims[Self.claim + "content_items"] == [
        [
          "type": "ltiResourceLink", "title": "Craps", "url": "https://dice.example/lti/launch",
          "custom": ["open": "/embed/craps"],
          "iframe": ["height": 640],
        ]
      ])
    #expect(choice.answer(item, launchingAt: "", in: Registry(), now: School.now) == nil)
  }

  @Test func `a page is a plain link, and no data comes back where there was none`() throws {
    guard case .choice(let choice) = try school.launch(settings(["data": nil])).message else {
      throw LaunchRefusal.message
    }
    let item = ContentItem(title: "Fair dice", target: .page("https://dice.example/lessons/x"))
    let answer = try #require(
      choice.answer(
        item, launchingAt: "https://dice.example/lti/launch", in: school.registry, now: School.now))
    let claims = try SignedToken(answer).claims
    #expect(claims[Self.claim + "data"] == nil)
    #expect(
      claims[Self.claim + "content_items"] == [
        ["type": "link", "title": "Fair dice", "url": "https://dice.example/lessons/x"]
      ])
  }

  @Test(
    arguments: [
      ["deep_link_return_url": nil], ["deep_link_return_url": "http://lms.school.example/"],
      ["deep_link_return_url": "javascript:alert(1)"], ["deep_link_return_url": "//lms.example/"],
      ["deep_link_return_url": "https://a b/"], ["deep_link_return_url": "https://x@y/"],
      ["accept_types": ["file"]], ["accept_types": nil],
      ["data": .string(String(repeating: "a", count: 8 * 1024 + 1))],
    ] as [[String: JSON?]])
  func `a choice that can't be answered safely is refused`(changes: [String: JSON?]) throws {
    #expect(try reason { _ = try school.launch(settings(changes)) } != nil)
  }

  @Test func `a platform on http may be answered there`() throws {
    let school = try School(issuer: "http://localhost:8000")
    let state = try school.begin(["iss": "http://localhost:8000"]).state
    let login = try Login(state, in: school.registry, now: School.now)
    let changes = settings(["deep_link_return_url": "http://localhost:8000/return"])
    let token = School.token(
      nonce: login.nonce, changes.merging(["iss": "http://localhost:8000"]) { $1 })
    #expect(throws: Never.self) {
      _ = try Launch(token, of: login, in: school.registry, now: School.now)
    }
  }
}
