import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// What all pages to look things up have in common.
@Suite struct ReferencePagesTests {
  private static let paths = [
    "/rules/osr", "/reference/classes", "/reference/abilities", "/reference/saves",
    "/reference/equipment", "/reference/spells", "/reference/classes/cleric",
    "/reference/classes/dwarf", "/reference/classes/elf", "/reference/classes/fighter",
    "/reference/classes/halfling", "/reference/classes/magic-user", "/reference/classes/thief",
  ]

  @Test(arguments: paths)
  func `it is generated, short enough, and has a title of its own`(_ path: String) throws {
    let route = try #require(features.routes.first { $0.path == path })
    #expect(route.presence == .generated)
    var visitor = Visitor()
    let page = visitor.get(path)
    #expect(page.status == .ok)
    #expect(page.body.count < 60_000)
    let title = try #require(page.pageTitle)
    let others = ReferencePagesTests.paths.filter { $0 != path }.map { visitor.get($0).pageTitle }
    #expect(!others.contains(title))
  }

  @Test(arguments: paths)
  func `every table has a caption and header cells`(_ path: String) {
    var visitor = Visitor()
    let page = visitor.get(path).text
    let tables = page.matches(of: /<table/).count
    #expect(page.matches(of: /<table[^>]*>\s*<caption/).count == tables)
    #expect(page.matches(of: /<thead><tr>/).count == tables)
    #expect(tables == 0 || page.contains("<th scope=\"col\">"))
    #expect(tables == 0 || page.contains("<th scope=\"row\""))
  }

  @Test(arguments: paths.filter { $0.hasPrefix("/reference") })
  func `the strip of tabs marks the current page`(_ path: String) {
    var visitor = Visitor()
    let page = visitor.get(path).text
    let part = path.split(separator: "/")[1]
    let mark = path.split(separator: "/").count > 2 ? "true" : "page"
    #expect(page.contains("<a href=\"/reference/\(part)\" aria-current=\"\(mark)\">"))
    for other in ["classes", "abilities", "saves", "equipment", "spells"] where other != part {
      #expect(page.contains("<li><a href=\"/reference/\(other)\">"))
    }
  }

  @Test func `every picture that a page names is drawn`() throws {
    let drawn = try String(decoding: publicFile("osr.svg"), as: UTF8.self)
    var visitor = Visitor()
    var named: Set<Substring> = []
    for path in ReferencePagesTests.paths + ["/osr", "/"] {
      for match in visitor.get(path).text.matches(of: /osr\.svg#([A-Za-z]+)/) {
        named.insert(match.1)
      }
    }
    #expect(named.count > 60)
    for id in named { #expect(drawn.contains("<symbol id=\"\(id)\""), "\(id)") }
  }

  @Test func `every rules page links to the character rules`() {
    var visitor = Visitor()
    for path in ["/rules/dice", "/rules/craps", "/rules/pig"] {
      #expect(visitor.get(path).text.contains("<a href=\"/rules/osr\">Characters</a>"), "\(path)")
    }
    let page = visitor.get("/rules/osr").text
    #expect(page.contains("<a href=\"/rules/osr\" aria-current=\"page\">Characters</a>"))
    #expect(page.contains("two points off one score buy one point"))
    #expect(page.contains("two points at a time, and never below 9"))
    #expect(page.contains("goes above 18"))
    #expect(page.contains("<dt>Halfling</dt><dd>Constitution\u{A0}9 and Dexterity\u{A0}9 or more"))
    #expect(page.contains("<dt>d4</dt><dd>Magic-user and thief</dd>"))
    #expect(page.contains("not affiliated with or endorsed by any publisher"))
  }
}
