import Testing
import Visitors
import Web

@testable import Site

/// How often a client may ask for odds that nobody knows yet.
@Suite final class OddsLimitTests {
  private let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: RateLimiter.memory, alignment: 64)

  init() { memory.initializeMemory(as: UInt8.self, repeating: 0) }

  deinit { memory.deallocate() }

  /// One of several processes, at a moment.
  private func process() -> Site {
    let trusted = ["198.51.100.0/24"].compactMap(AddressBlock.init)
    return makeSite(limiter: RateLimiter(memory: memory, trusted: trusted) { 0 })
  }

  private func ask(
    _ hall: Site, _ x: String, by client: String? = "192.0.2.1", path: String = "/odds"
  ) -> Response {
    var visitor = Visitor(hall: hall)
    var request = Request(.get, path)
    request.query = Form([Form.Field(name: "x", value: x)])
    request.client = client
    return visitor.ask(request)
  }

  @Test func `the 61st question in a minute waits, on a page, as CSV and as JSON`() {
    let halls = [process(), process()]
    let paths = ["/odds", "/odds.csv", "/odds.json"]
    // What is wrong counts too: it has to be read.
    for number in 1...60 {
      let text = number % 7 == 0 ? "bogus\(number)" : "d\(number)"
      let status = ask(halls[number % 2], text, path: paths[number % 3]).status
      #expect(status == (number % 7 == 0 ? .unprocessable : .ok))
    }
    for path in paths {
      let refused = ask(halls[0], "d100", path: path)
      #expect(refused.status == .tooManyRequests)
      #expect(refused.header("Retry-After") == "60")
      #expect(refused.header("Cache-Control") == "private, no-cache")
      #expect(refused.text.contains("Try again in 60 seconds"))
      #expect(refused.text.contains("value=\"d100\"") == (path == "/odds"))
    }
    // What was worked out is still there, even from a process that has to work it out again.
    for hall in halls { #expect(ask(hall, "d1").status == .ok) }
    for client in ["192.0.2.2", "2001:db8::1", nil] {
      #expect(ask(halls[1], "d100", by: client).status == .ok)
    }
    #expect(ask(halls[0], "d100").status == .ok)
  }

  @Test func `a question that was refused doesn't become a known one`() {
    let hall = process()
    for number in 1...60 { _ = ask(hall, "d\(number)") }
    for _ in 0..<3 { #expect(ask(hall, "d61").status == .tooManyRequests) }
  }

  @Test func `a question is worked out again only so often`() {
    // Each process has to work it out; the ninth time it counts again.
    let halls = (0..<8).map { _ in process() }
    for number in 1...59 { _ = ask(halls[0], "d\(number)") }
    for hall in halls { #expect(ask(hall, "d60").status == .ok) }
    #expect(ask(process(), "d60").status == .tooManyRequests)
  }

  @Test func `a trusted network asks as often as it likes`() {
    let hall = process()
    for number in 1...100 {
      #expect(ask(hall, "d\(number)", by: "198.51.100.\(number)").status == .ok)
      #expect(ask(hall, "2d\(number)", by: "198.51.100.7").status == .ok)
    }
  }

  @Test func `chances beside a roll have a limit of their own, unless they are known or easy`() {
    let solvers = [OddsSolver { 5 }, OddsSolver { 5 }]
    let trusted = ["198.51.100.0/24"].compactMap(AddressBlock.init)
    let limiter = RateLimiter(memory: memory, trusted: trusted) { 0 }
    for client in ["192.0.2.1", nil] {
      for _ in 1...59 { _ = limiter.spend(ClientLimits().rollOdds, by: client) }
    }
    for (solver, text, client, isShown) in [
      (0, "d4", "192.0.2.1", true), (0, "d4", "192.0.2.1", true), (0, "d5", "192.0.2.1", false),
      // Counted already, whoever asks which process.
      (1, "d4", "192.0.2.1", true), (0, "d5", "192.0.2.2", true), (1, "d5", nil, true),
      (0, "d6", nil, true), (0, "d7", nil, false), (0, "d7", "198.51.100.7", true),
    ] {
      let client = OddsClient(solver: solvers[solver], limiter: limiter, address: client)
      let odds = client.rollOdds(of: text, easySteps: 10)
      #expect((odds?.chances != nil) == isShown, "\(text) for \(client.address ?? "nobody")")
      #expect(odds?.reading.isEmpty == false)
    }
    let client = OddsClient(solver: solvers[0], limiter: limiter, address: "192.0.2.1")
    #expect(client.rollOdds(of: "d8")?.chances != nil)
    #expect((try? client.answer(to: OddsQuestion(x: "d9"))) != nil)
  }

  @Test func `a roll counts for whoever rolls, and without chances it is shown all the same`() {
    let limiter = RateLimiter(memory: memory, trusted: []) { 0 }
    for _ in 1...60 { _ = limiter.spend(ClientLimits().rollOdds, by: nil) }
    for (text, client) in [("300d20", "192.0.2.1"), ("300d20+1", nil)] {
      var visitor = Visitor(hall: process())
      var roll = Request(
        .post, "/dice/expression", body: PercentCoding.encode([("expression", text)]))
      roll.client = client
      #expect(visitor.ask(roll).status == .seeOther)
      let page = visitor.get("/dice")
      #expect(page.status == .ok && page.fact("Total") != nil)
      #expect(page.text.contains(" or more") == (client != nil))
      #expect(page.text.contains("/odds?x="))
    }
  }
}
