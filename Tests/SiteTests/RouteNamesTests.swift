import Storage
import Testing
import Visitors
import Web

@testable import Site

@Suite struct RouteNamesTests {
  @Test(arguments: [
    ("/craps", "/craps"), ("/craps/roll", "/craps/roll"), ("/nowhere", "none"), ("", "none"),
    ("/osr/vault/\(key)", "/osr/vault/*"), ("/bring/\(key)", "/bring/*"),
    ("/room/KFH3QD/host/\(key)", "/room/*/host/*"), ("/room/KFH3QD/roll", "/room/*/roll"),
    ("/embed/craps/\(key)/roll", "/embed/craps/*/roll"), ("/embed/pig", "/embed/pig/*"),
    ("/embed/craps/start:balance=5/roll", "/embed/craps/*/roll"),
    ("/embed/room/KFH3QD", "/embed/room/*/*"), ("/embed/nothing/\(key)", "none"),
  ])
  func `a route's name has no key, no code, and nothing that anybody typed`(
    path: String, name: String
  ) {
    #expect(features.routeNames[features.routeNumber(of: path)] == name)
  }

  private static let key = String(repeating: "a", count: StorageLimits.keyLength)

  @Test func `every route has a name of its own, that fits into a line of the log`() {
    #expect(features.routeNames.count == Set(features.routeNames).count)
    for route in features.routes {
      #expect(features.routeNames[features.routeNumber(of: route.path)] == route.path)
    }
    for name in features.routeNames {
      #expect(name.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"\"\\=".utf8.contains($0) })
    }
  }

  @Test func `an answer tells which route it came from, and so does a refusal`() {
    var visitor = Visitor()
    func name(_ request: Request) -> String { features.routeNames[visitor.ask(request).route] }
    #expect(name(Request(.get, "/craps")) == "/craps")
    #expect(name(Request(.post, "/craps/roll")) == "/craps/roll")
    #expect(name(Request(.get, "/craps/roll")) == "/craps/roll")
    #expect(name(Request(.get, "/nowhere")) == "none")
    var foreign = Request(.post, "/pig/roll")
    foreign.fetchSite = "cross-site"
    #expect(name(foreign) == "/pig/roll")
  }
}
