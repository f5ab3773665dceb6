import Fakes
import LTI
import Storage
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// What browsers get that come from a course.
@Suite struct CourseTests {
  private static let claim = School.claim
  private static let teacher: [String: JSON?] = [
    claim + "roles": [.string("\(School.membership)#Instructor")] as JSON, "sub": "teacher-1",
  ]
  private static let room = "/room?kind=experiment&experiment=2d6&guess=first"

  private let storage = FakeStorage()
  private let hall: Site
  private let school: School

  init() throws {
    hall = makeSite(storage, publicURL: "https://dice.example")
    let school = try School(names: true)
    try Registry.change(in: storage.sessions) { $0 = school.registry }
    self.school = school
  }

  private func ask(
    _ method: Method, _ path: String, _ fields: [(name: String, value: String)] = [],
    cookies: String = "", mount: String = ""
  ) throws -> Response {
    let text = PercentCoding.encode(fields)
    var request = Request(method, path, mount: mount, body: method == .post ? text : "")
    if method == .get { request.query = try Form(urlencoded: text.utf8) }
    request.fetchSite = "cross-site"
    request.origin = "https://school.example"
    request.host = "dice.example"
    request.isSecure = true
    request.cookies = cookies
    request.client = "192.0.2.7"
    return hall.respond(toStranger: request, now: School.now)
  }

  /// Goes to the platform and comes back with a token; `true` brings the login's cookie back.
  private func launch(
    _ changes: [String: JSON?] = [:], opening path: String? = nil, withCookie: Bool = false,
    mount: String = ""
  ) throws -> Response {
    let login = try ask(
      .post, "/lti/login",
      [
        ("iss", "https://school.example"), ("login_hint", "h"), ("client_id", "hall-1"),
        ("target_link_uri", "https://dice.example\(mount)/lti/launch"),
      ], mount: mount)
    #expect(login.status == .seeOther)
    let query = try #require(login.location?.split(separator: "?", maxSplits: 1).last)
    let sent = try Form(urlencoded: query.utf8)
    let cookie = try #require(login.headers.first { $0.name == "Set-Cookie" }?.value)
    #expect(
      cookie.contains("SameSite=None; Secure; Partitioned") && cookie.contains("Path=\(mount)/lti/")
    )
    var changes = changes
    if let path { changes[Self.claim + "custom"] = ["open": .string(path)] as JSON }
    return try ask(
      .post, "/lti/launch",
      [
        ("state", sent["state"] ?? ""),
        ("id_token", School.token(nonce: sent["nonce"] ?? "", changes)),
      ], cookies: withCookie ? String(cookie.prefix { $0 != ";" }) : "", mount: mount)
  }

  /// A page of a frame, with the session that its address leads to.
  private func framed(
    _ method: Method, _ path: String, _ form: String = ""
  ) throws -> Response {
    var request = Request(method, path, body: form)
    request.fetchSite = "cross-site"
    request.origin = "null"
    let address = try #require(EmbedAddress(path, in: features))
    var noVault: VaultID?
    let id = address.key.flatMap { SessionID($0) }
    let stored = try id.flatMap { try storage.sessions.load($0, for: .changing) }
    let visit =
      address.key == nil
      ? EmbedVisit(address, beginningBy: Form(), newKey: String(repeating: "k", count: 26))
      : EmbedVisit(address, isKept: false)
    let before = try stored.map { try #require(Session($0.bytes)) } ?? visit.opening
    var session = before
    let response = hall.respond(
      to: request, session: &session, vaultKey: &noVault, random: Fixed(faces: [3], sides: 6),
      now: School.now, embed: visit)
    if let stored, session != before { try storage.sessions.save(session.bytes, over: stored) }
    return response
  }

  @Test(arguments: [
    "/embed/craps?balance=500", "/embed/odds?x=2d6", "/embed/pig", "/embed/osr",
    "https://dice.example/embed/dice",
  ])
  func `a launch leads to what was chosen`(path: String) throws {
    let answer = try launch(opening: path)
    #expect(answer.status == .seeOther)
    #expect(answer.location == path.replacing("https://dice.example", with: ""))
  }

  @Test(
    arguments: [
      nil, "/", "/about", "/embed", "/embed/none", "//evil.example/embed/craps",
      "https://evil.example/embed/craps", "/room/ABC/host/secret", "/room?kind=none",
      "/room?kind=experiment&experiment=3d", "javascript:alert(1)",
    ] as [String?])
  func `a link with nothing to open says so`(path: String?) throws {
    var changes: [String: JSON?] = Self.teacher
    if path == nil { changes[Self.claim + "custom"] = .some(nil) }
    let answer = try launch(changes, opening: path)
    #expect(answer.status == .badRequest)
    #expect(answer.text.contains("nothing that can be opened has been chosen for this link"))
    #expect(answer.headers.contains { $0.value.contains("frame-ancestors 'self' *") })
  }

  @Test func `below a mount, too, what was chosen is opened`() throws {
    let games = "/embed/craps?balance=500"
    #expect(try launch(opening: games, mount: "/games").location == "/games\(games)")
    let whole = "https://dice.example/games\(games)"
    #expect(try launch(opening: whole, mount: "/games").location == "/games\(games)")
    let room = try launch(Self.teacher, opening: Self.room, mount: "/games")
    #expect(room.location?.hasPrefix("/games/embed/room/") == true)
  }

  @Test func `a lesson is opened in a tab of its own`() throws {
    let address = try #require(try launch(opening: "/lessons/fair-dice").location)
    let page = try ask(.get, address)
    #expect(page.text.contains("href=\"/lessons/fair-dice\" target=\"_blank\""))
    #expect(try ask(.get, "/lti/sheet/none").status == .notFound)
  }

  @Test func `a course keeps its room when the code before is free again`() throws {
    let first = try #require(try launch(Self.teacher, opening: Self.room).location)
    let code = try #require(RoomCode(String(first.split(separator: "/")[2])))
    #expect(try storage.rooms.delete(code))
    let second = try #require(try launch(Self.teacher, opening: Self.room).location)
    #expect(second != first)
    storage.forget(code)
    #expect(try launch(Self.teacher, opening: Self.room).location == second)
  }

  @Test func `a teacher opens the room, once, and a pupil has the same seat at every launch`()
    throws
  {
    let early = try launch(opening: Self.room)
    let waiting = try #require(early.location)
    #expect(waiting.hasPrefix("/lti/wait/"))
    let page = try ask(.get, waiting)
    #expect(page.text.contains("Your teacher hasn’t opened this yet"))

    // Without the cookie the teacher has to press once.
    let first = try launch(Self.teacher, opening: Self.room)
    let lead = try #require(first.location)
    let parts = lead.split(separator: "/").map(String.init)
    #expect(parts[0] == "embed" && parts[1] == "room" && parts[3] == "host" && parts.count == 5)
    let code = parts[2]
    let asked = try framed(.get, lead)
    #expect(asked.status == .ok && asked.actions.contains("/embed/room/\(code)/lead"))
    let led = try framed(.post, "/embed/room/\(code)/lead", "secret=\(parts[4])")
    #expect(led.location == "/embed/room/\(String(repeating: "k", count: 26))/\(code)/host")

    // With it, not; the room is the same.
    let again = try launch(Self.teacher, opening: Self.room, withCookie: true)
    let host = try #require(again.location)
    #expect(host.hasPrefix("/embed/room/") && host.hasSuffix("/\(code)/host"))
    let hostPage = try framed(.get, host)
    #expect(hostPage.status == .ok && hostPage.text.contains("You lead room"))

    let open = try ask(.get, waiting)
    #expect(open.text.contains("Your class is in this room"))
    #expect(try ask(.get, waiting, [("look", "again")]).location?.hasSuffix("/\(code)") == true)
    // Without the cookie a pupil has to press once, too.
    #expect(try launch(opening: Self.room).location?.hasPrefix("/lti/wait/") == true)
    let seat = try #require(try launch(opening: Self.room, withCookie: true).location)
    let join = try framed(.get, seat)
    #expect(join.text.contains("value=\"Ada\"") && join.text.contains("id=\"join\""))
    #expect(try framed(.post, "\(seat)/join", "name=Ada").status == .seeOther)
    #expect(try framed(.get, seat).text.contains("Ada in room"))
    let later = try #require(try launch(opening: Self.room, withCookie: true).location)
    #expect(later != seat)
    #expect(try framed(.get, later).text.contains("Ada in room"))
    let other = try #require(
      try launch(["sub": "pupil-13"], opening: Self.room, withCookie: true).location)
    #expect(try framed(.get, other).text.contains("id=\"join\""))
    // Another link is another room.
    let else_ = try launch([Self.claim + "resource_link": ["id": "link-4"]], opening: Self.room)
    #expect(else_.location?.hasPrefix("/lti/wait/") == true)
  }

  @Test func `a host in a frame leads, and can't delete`() throws {
    let host = try #require(
      try launch(Self.teacher, opening: Self.room, withCookie: true).location)
    let room = String(host.dropLast("/host".count))
    let page = try framed(.get, host)
    #expect(page.actions.allSatisfy { $0.hasPrefix(room) }, "\(page.actions)")
    #expect(!page.text.contains("Delete room"))
    #expect(try framed(.post, "\(room)/pause", "press=1").location?.hasPrefix(host) == true)
    #expect(try framed(.get, host).text.contains("Go on"))
    #expect(try framed(.get, "\(room)/close").status == .ok)
    #expect(try framed(.get, "\(room)/delete").status == .notFound)
    #expect(try framed(.post, "\(room)/delete").status == .notFound)
    // A pupil's frame leads nothing.
    let seat = try #require(try launch(opening: Self.room, withCookie: true).location)
    #expect(try framed(.post, "\(seat)/pause", "press=2").status == .forbidden)
    #expect(try framed(.get, "\(seat)/host").status == .forbidden)
  }

  @Test func `a launch works once`() throws {
    let login = try ask(
      .get, "/lti/login",
      [
        ("iss", "https://school.example"), ("login_hint", "h"),
        ("target_link_uri", "https://dice.example/"),
      ])
    let query = try #require(login.location?.split(separator: "?", maxSplits: 1).last)
    let sent = try Form(urlencoded: query.utf8)
    let fields = [
      ("state", sent["state"] ?? ""), ("id_token", School.token(nonce: sent["nonce"] ?? "")),
    ]
    #expect(try ask(.post, "/lti/launch", fields).status == .seeOther)
    let repeated = try ask(.post, "/lti/launch", fields)
    #expect(repeated.status == .forbidden && repeated.text.contains("has been used already"))
    #expect(try ask(.post, "/lti/launch", [fields[1]]).status == .badRequest)
  }

  @Test func `what teachers choose comes back to the course`() throws {
    let deep = "https://purl.imsglobal.org/spec/lti-dl/claim/"
    let answer = try launch([
      Self.claim + "message_type": "LtiDeepLinkingRequest",
      deep + "deep_linking_settings": [
        "deep_link_return_url": "https://lms.school.example/back", "data": "d7",
        "accept_types": ["link", "ltiResourceLink"],
      ],
    ])
    let address = try #require(answer.location)
    #expect(address.hasPrefix("/lti/choose/"))
    for content in ["dice", "craps", "pig", "osr", "odds", "room", "lesson"] {
      let page = try ask(.get, address, [("content", content)])
      #expect(page.status == .ok && page.text.contains("Add to the course"))
      let settings = [
        "odds": ("x", "2d6"), "room": ("kind", "table"), "lesson": ("sheet", "fair-dice"),
        "craps": ("controls", ""),
      ]
      let chosen = try ask(
        .post, address,
        [("content", content), ("of", content)] + [settings[content]].compactMap(\.self))
      #expect(chosen.status == .ok, "\(content)")
      #expect(chosen.actions == ["https://lms.school.example/back"])
      #expect(
        chosen.headers.contains {
          $0.value.contains("form-action 'self' https://dice.example https://lms.school.example;")
        })
      let token = try #require(chosen.text.firstMatch(of: /name="JWT" value="([^"]+)"/))
      let claims = try SignedToken(String(token.1)).claims
      #expect(claims[deep + "data"] == "d7")
      guard case .array(let items)? = claims[deep + "content_items"], items.count == 1 else {
        Issue.record("\(content): no item")
        continue
      }
      let opens = items[0]["custom"]?["open"]?.text
      switch content {
      case "lesson": #expect(items[0]["url"]?.text == "https://dice.example/lessons/fair-dice")
      case "room": #expect(opens == "/room?kind=table")
      default: #expect(opens?.hasPrefix("/embed/\(content)") == true)
      }
    }
    let wrong = try ask(
      .post, address,
      [("content", "room"), ("of", "room"), ("kind", "experiment"), ("expression", "3d")])
    #expect(wrong.status == .unprocessable && wrong.text.contains("id=\"expression-wrong\""))
    let high = try ask(.post, address, [("content", "pig"), ("of", "pig"), ("goal", "x")])
    #expect(high.status == .unprocessable && high.text.contains("id=\"goal-wrong\""))
    #expect(try ask(.get, "/lti/choose/\(String(repeating: "a", count: 26))").status == .notFound)
    #expect(try ask(.get, "/lti/choose/x").status == .notFound)
  }

  @Test func `the keys are public, and nothing is there without a platform`() throws {
    let keys = try ask(.get, "/lti/keys")
    #expect(
      keys.status == .ok
        && keys.headers.contains { $0.name == "Cache-Control" && $0.value.hasPrefix("public") })
    #expect(try KeySet(JSON(keys.body)) == school.registry.keySet(School.now))
    #expect(try Registry.change(in: storage.sessions) { $0.remove("school") })
    for path in ["/lti/keys", "/lti/login", "/lti/sheet/fair-dice"] {
      #expect(try ask(.get, path).status == .notFound)
    }
    #expect(try ask(.post, "/lti/launch", [("state", "x"), ("id_token", "y")]).status == .notFound)
  }
}
