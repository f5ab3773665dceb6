import Fakes
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// `GET /api/v1/characters` and everything around it.
@Suite struct ListTests {
  /// A hall with characters 1 to `count`, each third of them without armour.
  private func hall(_ count: Int) -> Program {
    var program = Program()
    for number in 1...count {
      let changes = number.isMultiple(of: 3) ? ["armor": "null"] : [:]
      #expect(program.save(posted(number, changes)).status == .created)
    }
    return program
  }

  @Test func `the older app's own request gets only what it can read`() throws {
    var program = hall(4)
    let list = try program.get("/api/v1/characters")
    #expect(list.status == .ok)
    #expect(list.header("Content-Type") == "application/json")
    #expect(list.ids == [4, 2, 1].map(characterID))
    #expect(!list.text.contains("\"armor\":null"))
    #expect(try program.get("/api/v1/characters?all=1").ids == [4, 3, 2, 1].map(characterID))
    #expect(try program.get("/api/v1/characters?all=0").ids == list.ids)
  }

  @Test func `an empty cloud has an empty list`() throws {
    var program = Program()
    #expect(try program.get("/api/v1/characters").text == "{\"playerCharacters\":[]}")
  }

  @Test func `what was posted is listed with every key of the table`() throws {
    var program = hall(1)
    let list = try program.get("/api/v1/characters")
    guard case .array(let characters)? = list.json?["playerCharacters"],
      case .object(let members)? = characters.first
    else {
      Issue.record("no list of objects")
      return
    }
    #expect(
      members.map(\.name) == [
        "id", "name", "title", "level", "alignment", "characterClass", "pcHitPoints", "coins",
        "abilityScores", "modifiers", "additionalLanguages", "spells", "armor", "hasShield",
        "weapons", "ammo", "gear",
      ])
    #expect(try program.get("/api/v1/characters/\(characterID(1))").json == characters.first)
  }

  @Test func `pages follow each other by the Link header, compatible or not`() throws {
    var program = hall(7)
    for (start, all) in [
      ("/api/v1/characters?limit=2", [7, 5, 4, 2, 1]),
      ("/api/v1/characters?limit=3&all=1", [7, 6, 5, 4, 3, 2, 1]),
    ] {
      var target: String? = start
      var seen: [String] = []
      var pages = 0
      while let next = target, pages < 9 {
        let page = try program.get(next)
        seen += try #require(page.ids)
        pages += 1
        target = page.header("Link").map { link in
          #expect(link.hasPrefix("<") && link.hasSuffix(">; rel=\"next\""))
          return String(link.dropFirst().prefix { $0 != ">" })
        }
      }
      #expect(seen == all.map(characterID))
      #expect(pages == 3)
    }
  }

  @Test func `the search goes on in the next page's address`() throws {
    var program = hall(5)
    let page = try program.get("/api/v1/characters?name=a%26%20R%C3%B6&class=fighter&limit=1&all=1")
    #expect(page.ids == [characterID(5)])
    let found = try program.get("/api/v1/characters?name=ash+row&class=fighter&limit=1&all=1")
    #expect(
      found.header("Link") == """
        </api/v1/characters?after=\(characterID(5))&limit=1&all=1&class=fighter&name=ash%20row>; \
        rel="next"
        """)
    #expect(try program.get("/api/v1/characters?class=thief").ids == [])
    #expect(try program.get("/api/v1/characters?name=owan").ids == [])
  }

  @Test func `the id to go on after may be in any case`() throws {
    var program = hall(2)
    let after = characterID(2).lowercased()
    #expect(try program.get("/api/v1/characters?after=\(after)").ids == [characterID(1)])
  }

  @Test(arguments: [
    "limit=0", "limit=-1", "limit=x", "limit=", "limit=1.5", "all=2", "all=", "all=true",
    "class=Fighter", "class=", "after=", "after=x",
    "name=" + String(repeating: "x", count: 101),
  ])
  func `the API says what is wrong with a query`(query: String) throws {
    var program = hall(1)
    let answer = try program.get("/api/v1/characters?\(query)")
    #expect(answer.status == .badRequest)
    #expect(answer.error?.isEmpty == false)
  }

  @Test func `a page after an unknown character is not found`() throws {
    var program = hall(1)
    let answer = try program.get("/api/v1/characters?after=\(characterID(99))")
    #expect(answer.status == .notFound)
    #expect(answer.error == "No character ever had the id in after.")
  }

  @Test(arguments: ["201", "9999999999999999999999999", "0200", "200"])
  func `a limit above the page size counts as the page size`(limit: String) throws {
    let wish = try ListQuery(Form(urlencoded: "limit=\(limit)".utf8))
    #expect(wish.query.limit == 200)
  }

  @Test func `a character is found by its id in any case`() throws {
    var program = hall(1)
    for id in [characterID(1), characterID(1).lowercased()] {
      #expect(try program.get("/api/v1/characters/\(id)").json?["id"] == .string(characterID(1)))
    }
    for id in [characterID(2), "x", "..%2e", "\(characterID(1)).", "%F0%9F%90%89"] {
      let answer = try program.get("/api/v1/characters/\(id)")
      #expect(answer.status == .notFound)
      #expect(answer.error == "There’s no such character on Dragon Cloud.")
    }
  }

  @Test func `the API says that characters can't be read`() throws {
    var program = hall(1)
    program.stores.fail(with: .busy)
    for path in ["", "/\(characterID(1))", "/\(characterID(1))/sheet"] {
      let answer = try program.get("/api/v1/characters\(path)")
      #expect(answer.status == .unavailable)
      #expect(answer.error?.hasPrefix("Characters can’t be read") == true)
    }
  }
}
