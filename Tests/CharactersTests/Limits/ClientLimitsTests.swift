import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Classrooms
@testable import Site

/// What one client may begin, and what it reads when that was too much.
@Suite final class ClientLimitsTests {
  private let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: RateLimiter.memory, alignment: 64)
  private let stores = FakeStorage()

  init() { memory.initializeMemory(as: UInt8.self, repeating: 0) }

  deinit { memory.deallocate() }

  private func hall(_ limits: ClientLimits = ClientLimits()) -> Site {
    let trusted = ["198.51.100.0/24"].compactMap(AddressBlock.init)
    return makeSite(
      stores, limiter: RateLimiter(memory: memory, trusted: trusted, limits: limits) { 0 })
  }

  /// A form of somebody who has nothing here yet.
  private func post(
    _ hall: Site, _ path: String, _ form: String = "", by client: String? = "192.0.2.1",
    _ prepare: (inout Request) -> Void = { _ in }
  ) -> Response {
    var visitor = Visitor(hall: hall)
    var request = Request(.post, path, body: form)
    request.client = client
    prepare(&request)
    return visitor.ask(request)
  }

  private func keepCopy(_ hall: Site, by client: String? = "192.0.2.1") throws -> Response {
    try post(hall, "/osr/cloud/\(sharedID())/copy", by: client)
  }

  /// A character on the cloud that anybody can copy to a vault of their own.
  private func sharedID() throws -> String {
    let record = CloudRecord(People.hilda, saved: 0)
    _ = try stores.add(record)
    return record.id.text
  }

  @Test func `the 121st vault within an hour is refused, and nothing is made`() throws {
    let hall = hall()
    for _ in 0..<120 { #expect(try keepCopy(hall).status == .seeOther) }
    let refused = try keepCopy(hall)
    #expect(refused.status == .tooManyRequests && refused.header("Retry-After") == "3600")
    #expect(refused.text.contains("as many vaults as it may in an hour"))
    #expect(refused.text.contains("Try again in 60 minutes"))
    #expect(refused.text.contains("Hilda"))
    for client in ["192.0.2.2", "198.51.100.7", "198.51.100.7", nil] {
      #expect(try keepCopy(hall, by: client).status == .seeOther)
    }
  }

  @Test(arguments: ["make", "gather"])
  func `a party that begins a vault counts as one`(move: String) {
    var limits = ClientLimits()
    limits.vaults = 2
    let hall = hall(limits)
    let statuses = (1...3).map { (seed: UInt64) -> Status in
      var visitor = Visitor(hall: hall)
      var request = Request(
        .post, "/osr/parties/\(move)", body: "revision=0&name=A&ownName=A&count=2")
      request.client = "192.0.2.1"
      return hall.respond(
        to: request, session: &visitor.session, vaultKey: &visitor.vaultKey,
        random: SeededGenerator(seed: seed), now: now
      ).status
    }
    #expect(statuses == [.seeOther, .seeOther, .tooManyRequests])
  }

  @Test func `who has a vault may add to it`() throws {
    let hall = hall()
    var visitor = Visitor(hall: hall)
    _ = try visitor.keep(People.nim, stores)
    for _ in 0..<120 { _ = try keepCopy(hall) }
    var request = try Request(.post, "/osr/cloud/\(sharedID())/copy")
    request.client = "192.0.2.1"
    #expect(visitor.ask(request).status == .seeOther)
    #expect(visitor.names().count == 2)
  }

  @Test func `a limit of 0 is none, and others are as the operator wants`() throws {
    var limits = ClientLimits()
    limits.vaults = 0
    for _ in 0..<130 { #expect(try keepCopy(hall(limits)).status == .seeOther) }
    limits.vaults = 2
    let statuses = try (0..<3).map { _ in try keepCopy(hall(limits)).status }
    #expect(statuses == [.seeOther, .seeOther, .tooManyRequests])
    limits.odds = 1
    let odds = (1...2).map { number in
      var visitor = Visitor(hall: hall(limits))
      return visitor.get("/odds?x=d\(number)").status
    }
    #expect(odds == [.ok, .tooManyRequests])
  }

  @Test func `a trusted network shares as many characters and opens as many rooms as it likes`()
    throws
  {
    stores.makeWait(60)
    let hall = hall()
    for (client, status) in [("198.51.100.7", Status.created), ("192.0.2.1", .tooManyRequests)] {
      let answer = post(hall, "/api/v1/character", posted(status.code), by: client) {
        $0.contentType = "application/json"
      }
      #expect(answer.status == status)
      #expect(answer.header("Retry-After") == (status == .created ? nil : "60"))
    }
    for (client, status) in [("198.51.100.7", Status.seeOther), ("192.0.2.1", .tooManyRequests)] {
      let last = (0...100).map { number in
        var visitor = Visitor(hall: hall)
        visitor.session[SeatSecret.self] = SeatSecret()
        var request = Request(.post, "/room/open", body: "kind=table&n=\(number)")
        request.client = client
        return visitor.ask(request)
      }.last
      #expect(last?.status == status)
      // The clock of these tests stands at midnight, UTC.
      #expect(
        last?.header("Retry-After") == (status == .seeOther ? nil : "\(86_400 - now % 86_400)"))
    }
  }

  private let now = Visitor().now

  @Test func `a refused form can be sent again with all that was filled in`() throws {
    let form = "expression=2d6%2B1%22%3E&note=a%0D%0Ab&revision=3"
    let request = Request(.post, "/dice/expression", mount: "/games", body: form)
    let page = site.respond(to: .tooManyPosts(seconds: 7), of: request)
    #expect(page.status == .tooManyRequests && page.header("Retry-After") == "7")
    #expect(page.text.contains("<form method=\"post\" action=\"/games/dice/expression\">"))
    for field in [
      "name=\"expression\" value=\"2d6+1&quot;&gt;\"", "name=\"note\" value=\"a\r\nb\"",
      "name=\"revision\" value=\"3\"", "Send it again", "Try again in 7 seconds",
    ] { #expect(page.text.contains(field), "\(field)") }
  }

  @Test func `nothing is offered to be sent again that was no form of ours`() {
    var elsewhere = Request(.post, "/craps/roll", body: "ante=5")
    elsewhere.fetchSite = "cross-site"
    var upload = Request(.post, "/osr/vault/import", body: "--x")
    upload.contentType = "multipart/form-data; boundary=x"
    for request in [Request(.get, "/craps"), elsewhere, upload] {
      let page = site.respond(to: .tooManyPosts(seconds: 7), of: request)
      #expect(page.status == .tooManyRequests && !page.text.contains("Send it again"))
    }
    var framed = Request(.post, "/embed/craps/start:balance=500/roll", body: "ante=5")
    framed.fetchSite = "cross-site"
    let page = site.respond(to: .tooManyPosts(seconds: 7), of: framed).text
    #expect(page.contains("action=\"/embed/craps/start%3Abalance%3D500/roll\""))
    let call = site.respond(
      to: .tooManyPosts(seconds: 7), of: Request(.post, "/api/v1/character", body: "{}"))
    #expect(call.header("Retry-After") == "7" && call.error?.contains("Try again") == true)
  }

  @Test func `programs begin no sessions and are not refused for them`() throws {
    var limits = ClientLimits()
    limits.sessions = 1
    let hall = hall(limits)
    var request = Request(.post, "/craps/roll")
    request.client = "192.0.2.1"
    #expect(hall.refusalOfSession(request) == nil)
    hall.countSession(of: request)
    #expect(hall.refusalOfSession(request)?.retryAfter == 3600)
    request.path = "/embed/craps/roll"
    let frame = EmbedVisit(try #require(EmbedAddress(request.path, in: features)), isKept: true)
    #expect(hall.refusalOfSession(request, frame) != nil)
    request.path = "/api/v1/character"
    #expect(hall.refusalOfSession(request) == nil)
  }
}
