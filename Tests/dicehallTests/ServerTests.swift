import FastCGI
import Fakes
import Logging
import Site
import Storage
import Testing
import Visitors
import Web

@testable import dicehall

/// The server over an engine without locks, where somebody else may save between load and save.
@Suite struct ServerTests {
  private let storage = FakeStorage()
  private let server: Server

  init() { server = ServerTests.server(storage) }

  private static func server(
    _ storage: FakeStorage, _ limits: ClientLimits? = nil, _ occupancy: Occupancy? = nil
  ) -> Server {
    let limiter = limits.map {
      RateLimiter(
        memory: Memory.lasting(bytes: RateLimiter.memory), trusted: [], limits: $0, clock: { 0 })
    }
    return Server(
      site: makeSite(storage, limiter: limiter), sessions: storage.sessions, occupancy: occupancy,
      idleSeconds: 60,
      logger: Logger(label: "test"))
  }

  /// Rolls dice in a new session.
  /// - Returns: the cookie that leads to it.
  private func begin() throws -> String {
    let response = post("/dice/roll", revision: 0, cookies: "")
    #expect(response.status == .seeOther)
    return String(try #require(response.header("Set-Cookie")).prefix { $0 != ";" })
  }

  @discardableResult private func post(
    _ path: String, revision: Int, cookies: String, by client: String? = nil,
    _ server: Server? = nil
  ) -> Response {
    var request = Request(.post, path, body: "revision=\(revision)&ante=5")
    request.cookies = cookies
    request.client = client
    return (server ?? self.server).answer(.success(request))
  }

  private func get(_ path: String, cookies: String) -> String {
    var request = Request(.get, path)
    request.cookies = cookies
    return String(decoding: server.answer(.success(request)).body, as: UTF8.self)
  }

  @Test func `a move that another game's move overtook is made on what that saved`() throws {
    let cookies = try begin()
    storage.interrupt { [self] in post("/craps/roll", revision: 0, cookies: cookies) }
    #expect(post("/dice/roll", revision: 1, cookies: cookies).status == .seeOther)
    #expect(get("/dice", cookies: cookies).contains(#"name="revision" value="2""#))
    #expect(get("/craps", cookies: cookies).contains(#"name="revision" value="1""#))
  }

  @Test func `a move that its own double click overtook is not made twice`() throws {
    let cookies = try begin()
    storage.interrupt { [self] in post("/dice/roll", revision: 1, cookies: cookies) }
    #expect(post("/dice/roll", revision: 1, cookies: cookies).status == .conflict)
    #expect(get("/dice", cookies: cookies).contains(#"name="revision" value="2""#))
  }

  @Test func `a first move goes by the check with what was chosen, but not in a frame`()
    throws
  {
    func destination(_ path: String) -> String? {
      var request = Request(.post, path, body: "revision=0&ante=25")
      request.isSecure = true
      return server.answer(.success(request)).header("Location")
    }
    #expect(destination("/craps/roll") == "/cookies?to=%2Fcraps&ante=25")
    let framed = try #require(destination("/embed/craps/roll"))
    #expect(framed.hasPrefix("/embed/craps/"))
  }

  @Test func `a session too many is refused before anything is done, and the others go on`()
    throws
  {
    var limits = ClientLimits()
    limits.sessions = 2
    let server = ServerTests.server(storage, limits)
    let first = post("/craps/roll", revision: 0, cookies: "", server)
    let cookies = try String(#require(first.header("Set-Cookie")).prefix { $0 != ";" })
    #expect(post("/embed/craps/roll", revision: 0, cookies: "", server).status == .seeOther)
    for path in ["/craps/roll", "/embed/craps/roll", "/room/open", "/osr/cloud/x/copy"] {
      let refused = post(path, revision: 0, cookies: "", server)
      #expect(refused.status == .tooManyRequests && refused.header("Retry-After") == "3600")
      #expect(refused.header("Set-Cookie") == nil)
      let text = String(decoding: refused.body, as: UTF8.self)
      #expect(text.contains("name=\"ante\" value=\"5\"") && text.contains("60 minutes"))
    }
    #expect(storage.sessionCount == 2)
    // Neither those that have begun, nor other clients, nor programs.
    #expect(post("/craps/roll", revision: 1, cookies: cookies, server).status == .seeOther)
    #expect(
      post("/craps/roll", revision: 0, cookies: "", by: "192.0.2.9", server).status == .seeOther)
    #expect(
      post("/api/v1/sheets", revision: 0, cookies: "", server).status == .unsupportedMediaType)
  }

  /// Posts of somebody without a session, which begin none but at the first four.
  private static let firstPosts: [(path: String, status: Status?)] = [
    ("/craps/roll", nil), ("/embed/craps/roll", nil), ("/room/open", nil), ("/room/join", nil),
    ("/nowhere", .notFound), ("/about", .methodNotAllowed), ("/healthz", .methodNotAllowed),
    ("/embed/craps/nowhere", .notFound), ("/osr/cloud/x/delete", .notFound),
    ("/osr/cloud/x/report", .notFound), ("/room/ABCDEF/roll", .notFound),
    ("/room/ABCDEF/close", .notFound), ("/api/v1/nowhere", .notFound),
  ]

  @Test func `only who would begin a session is told that the hall is full`() throws {
    let occupancy = Occupancy(
      Memory.lasting(bytes: Occupancy.memory), cap: SessionCap(sessions: 10, bytes: nil))
    for _ in 0..<10 { occupancy.addSession(bytes: 100) }
    let server = ServerTests.server(storage, nil, occupancy)
    for (path, status) in ServerTests.firstPosts {
      let answer = post(path, revision: 0, cookies: "", server)
      #expect(answer.status == status ?? .unavailable, "\(path)")
      #expect(answer.header("Retry-After") == (status == nil ? "60" : nil), "\(path)")
    }
    #expect(storage.sessionCount == 0)
  }

  @Test func `every session counts towards what fits in the hall, whoever begins it`() throws {
    let occupancy = Occupancy(
      Memory.lasting(bytes: Occupancy.memory), cap: SessionCap(sessions: 10, bytes: nil))
    let engine = LoggedStorage(storage, Logger(label: "test"), nil, occupancy)
    var random = SystemRandomNumberGenerator()
    for length in [1, 5000] {
      let bytes = [UInt8](repeating: 1, count: length)
      try engine.sessions.create(bytes, as: SessionID(using: &random))
    }
    #expect(occupancy.count == 2)
    #expect(occupancy.bytes == 3 * 4096)
  }

  @Test func `nor is anybody else told that their network has begun too many`() throws {
    var limits = ClientLimits()
    limits.sessions = 1
    let server = ServerTests.server(storage, limits)
    #expect(post("/craps/roll", revision: 0, cookies: "", server).status == .seeOther)
    for (path, status) in ServerTests.firstPosts {
      let answer = post(path, revision: 0, cookies: "", server)
      #expect(answer.status == status ?? .tooManyRequests, "\(path)")
    }
  }

  @Test(arguments: [
    (StorageError.busy, "10"), (.unavailable("away"), "10"), (.full, "60"),
  ])
  func `a move that can't be saved says when to try again`(error: StorageError, seconds: String) {
    storage.fail(with: error)
    let answer = post("/craps/roll", revision: 0, cookies: "")
    #expect(answer.status == .unavailable && answer.header("Retry-After") == seconds)
  }

  @Test func `a post too many is refused as a page, in a frame, and as JSON, but reading is not`()
    throws
  {
    var limits = ClientLimits()
    limits.posts = 3
    let server = ServerTests.server(storage, limits)
    let first = post("/craps/roll", revision: 0, cookies: "", server)
    let cookies = try String(#require(first.header("Set-Cookie")).prefix { $0 != ";" })
    // What is refused for another reason has been counted too.
    #expect(post("/craps/roll", revision: 0, cookies: cookies, server).status == .conflict)
    #expect(post("/nowhere", revision: 0, cookies: "", server).status == .notFound)
    for (path, type) in [
      ("/craps/roll", "text/html; charset=utf-8"),
      ("/embed/craps/roll", "text/html; charset=utf-8"),
      ("/api/v1/character", "application/json"),
    ] {
      let refused = post(path, revision: 1, cookies: cookies, server)
      #expect(refused.status == .tooManyRequests && refused.header("Retry-After") == "60")
      #expect(refused.header("Content-Type") == type)
    }
    var request = Request(.get, "/craps")
    request.cookies = cookies
    for _ in 0..<10 { #expect(server.answer(.success(request)).status == .ok) }
    #expect(
      post("/craps/roll", revision: 1, cookies: cookies, by: "192.0.2.9", server).status
        == .seeOther)
  }

  @Test(arguments: [(4, Status.seeOther), (5, .unavailable)])
  func `a move that is overtaken five times is given up`(times: Int, status: Status) throws {
    let cookies = try begin()
    let id = try #require(SessionID(String(cookies.split(separator: "=")[1])))
    for number in 1...times {
      storage.interrupt { [storage] in
        // Somebody else's program, with a part that this one doesn't know.
        guard let stored = try? storage.load(id, for: .changing) else { return }
        try? storage.save(stored.bytes + [99, 1, UInt8(number)], over: stored)
      }
    }
    #expect(post("/dice/roll", revision: 1, cookies: cookies).status == status)
    let revision = status == .seeOther ? 2 : 1
    #expect(get("/dice", cookies: cookies).contains(#"name="revision" value="\#(revision)""#))
  }
}
