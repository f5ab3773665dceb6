import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// What all addresses of the interface for programs have in common.
@Suite struct ApiTests {
  private let targets = [
    "/api/v1/characters", "/api/v1/characters/\(characterID(1))",
    "/api/v1/characters/\(characterID(1))/sheet", "/api/v1/openapi.json",
  ]

  private func hall() -> Program {
    var program = Program()
    _ = program.save(posted())
    return program
  }

  @Test func `a version that a program has is not sent again`() throws {
    var program = hall()
    for target in targets {
      let answer = try program.get(target)
      #expect(answer.status == .ok)
      let tag = try #require(answer.header("ETag"))
      #expect(tag.wholeMatch(of: /"[0-9a-f]{16}"/) != nil)
      for header in [tag, "W/\(tag)", "\"x\", \(tag)", "*", " * "] {
        let again = try program.get(target, ifNoneMatch: header)
        #expect(again.status == .notModified)
        #expect(again.body.isEmpty)
        #expect(again.header("ETag") == tag)
        #expect(again.header("Content-Type") == nil)
        #expect(again.header("Access-Control-Allow-Origin") == "*")
      }
      for header in ["", "\"\"", "\"0123456789abcdef\"", String(tag.dropFirst())] {
        #expect(try program.get(target, ifNoneMatch: header).status == .ok)
      }
    }
  }

  @Test func `a list with another character is another version`() throws {
    var program = hall()
    let tag = try program.get("/api/v1/characters").header("ETag")
    _ = program.save(posted(2))
    #expect(try program.get("/api/v1/characters", ifNoneMatch: tag).status == .ok)
  }

  @Test func `scripts on any site may read, but not write`() throws {
    var program = hall()
    for target in targets + ["/api/v1/nothing", "/api/v1/characters?limit=x"] {
      #expect(try program.get(target).header("Access-Control-Allow-Origin") == "*")
    }
    #expect(program.save(posted(2)).header("Access-Control-Allow-Origin") == nil)
    var visitor = program.visitor
    #expect(visitor.get("/osr/cloud").header("Access-Control-Allow-Origin") == nil)

    let read = visitor.ask(Request(.options, "/api/v1/characters"))
    #expect(read.status == .noContent)
    #expect(read.header("Allow") == "GET, HEAD, OPTIONS")
    #expect(read.header("Access-Control-Allow-Origin") == "*")
    #expect(read.header("Access-Control-Allow-Methods") == "GET, HEAD")
    #expect(read.header("Access-Control-Allow-Headers") == "If-None-Match")
    let write = visitor.ask(Request(.options, "/api/v1/character"))
    #expect(write.header("Allow") == "POST, OPTIONS")
    #expect(write.header("Access-Control-Allow-Origin") == nil)
  }

  @Test func `every error is reported in JSON`() throws {
    var program = hall()
    var visitor = program.visitor
    let notThere = visitor.get("/api/v1/<script>")
    #expect(notThere.status == .notFound)
    #expect(notThere.text == "{\"error\":\"There’s no page at this address.\"}")
    let wrongMethod = visitor.ask(Request(.post, "/api/v1/characters", body: "{}"))
    #expect(wrongMethod.status == .methodNotAllowed)
    #expect(wrongMethod.header("Allow") == "GET, HEAD, OPTIONS")
    #expect(wrongMethod.error == "This address doesn’t take that kind of request.")
    #expect(try program.get("/api/v1/sheets").status == .methodNotAllowed)
    for answer in [notThere, wrongMethod] {
      #expect(answer.header("Content-Type") == "application/json")
      #expect(answer.header("X-Content-Type-Options") == "nosniff")
    }
  }

  @Test func `an unreadable request gets a JSON error too`() {
    let refusal = Refusal(.contentTooLarge, "The request is larger than 64 KB.")
    let answer = site.respond(to: refusal.naming("/api/v1/character?x"))
    #expect(answer.error == "The request is larger than 64 KB.")
    for target in ["/apiary", "/", nil] {
      #expect(site.respond(to: refusal.naming(target)).text.hasPrefix("<!doctype html>"))
    }
  }

  @Test func `no API address depends on a session`() {
    let paths = features.routes.filter { $0.audience == .programs }.map(\.path)
    #expect(paths.count >= 6)
    for path in paths { #expect(!features.needs(at: path).session) }
  }
}
