import Testing
import Web

@testable import Site

@Suite struct RouteTableTests {
  private let table = RouteTable([
    .get("/shelf") { _ in .seeOther("list") },
    .get("/shelf/*") { _ in .seeOther("book") },
    .post("/shelf/*") { _ in .seeOther("changed") },
    .get("/shelf/*/pages") { _ in .seeOther("pages") },
    .get("/shelf/new") { _ in .seeOther("new") },
    .get("/shelf/*/page/*") { _ in .seeOther("page") },
  ])

  @Test(
    arguments: [
      ("/shelf", "/shelf", []), ("/shelf/7", "/shelf/*", ["7"]),
      ("/shelf/new", "/shelf/new", []), ("/shelf/a b%", "/shelf/*", ["a b%"]),
      ("/shelf/7/pages", "/shelf/*/pages", ["7"]), ("/shelf/*", "/shelf/*", ["*"]),
      ("/shelf/é", "/shelf/*", ["é"]), ("/shelf/é/page/3", "/shelf/*/page/*", ["é", "3"]),
      ("/shelf/page/page/page", "/shelf/*/page/*", ["page", "page"]),
    ])
  func `an address finds its route and its parameters`(
    path: String, route: String, parameters: [String]
  ) throws {
    let resource = try table.resource(at: path)
    #expect(try resource.route(.get).path == route)
    #expect(resource.parameters == parameters)
  }

  @Test(arguments: [
    "/", "/shelf/", "/shelf/7/", "/shelf/7/8", "/shelf//pages", "/shelfx/7", "*", "/a/page/3",
  ])
  func `an address that fits no route is not found`(path: String) {
    #expect(table[path] == nil)
    let refusal = Refusal(.notFound, "There’s no page at this address.")
    #expect(throws: refusal) { try table.resource(at: path).route(.get) }
  }

  @Test func `an address with a parameter lists its methods`() {
    #expect(table["/shelf/7"]?.allowed == "GET, HEAD, POST, OPTIONS")
    #expect(table["/shelf/7/pages"]?.allowed == "GET, HEAD, OPTIONS")
    let refusal = Refusal(.methodNotAllowed, "This address doesn’t take that kind of request.")
    #expect(throws: refusal) { try table.resource(at: "/shelf/7/pages").route(.post) }
  }
}
