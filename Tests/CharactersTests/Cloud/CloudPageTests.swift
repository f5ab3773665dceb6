import Fakes
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// The cloud's pages.
@Suite struct CloudPageTests {
  private func hall(_ names: [String]) -> Program {
    var program = Program()
    for (index, name) in names.enumerated() {
      let answer = program.save(posted(index + 1, ["name": JSON.string(name).text]))
      #expect(answer.status == .created)
    }
    return program
  }

  @Test func `an empty cloud says that nobody is here and what to do`() throws {
    var program = Program()
    let page = try program.get("/osr/cloud")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Dragon Cloud – Dicehall")
    #expect(page.text.contains("Nobody is here yet"))
    #expect(page.text.contains("<p>Characters for everybody</p>"))
    #expect(page.text.contains("href=\"/osr/new/begin\""))
    #expect(!page.text.contains("<table"))
  }

  @Test func `characters are cards, newest first`() throws {
    var program = hall(["First", "Second"])
    let page = try program.get("/osr/cloud")
    let second = try #require(page.text.firstRange(of: "<bdi>Second</bdi>"))
    let first = try #require(page.text.firstRange(of: "<bdi>First</bdi>"))
    #expect(second.lowerBound < first.lowerBound)
    #expect(page.text.contains("href=\"/osr/cloud/\(characterID(2))\""))
    #expect(page.text.contains("<p>Level 1 Fighter</p>"))
    #expect(page.fact("AC") == "4 [15]")
    #expect(page.fact("HP") == "5")
    #expect(page.text.contains("<time datetime=\"2026-11-21T00:40:00Z\">2026-11-21</time>"))
    #expect(!page.text.contains("Older characters"))
    #expect(page.text.contains("<p>2 characters for everybody</p>"))
  }

  @Test func `a search keeps what was typed and says when nothing is found`() throws {
    var program = hall(["Rowan Ash", "Iris Thorn"])
    let found = try program.get("/osr/cloud?name=tho&class=fighter")
    #expect(found.pageTitle == "Found – Dragon Cloud – Dicehall")
    #expect(found.text.contains("value=\"tho\""))
    #expect(found.text.contains("<option value=\"fighter\" selected>Fighter</option>"))
    #expect(found.text.contains("Iris Thorn"))
    #expect(!found.text.contains("Rowan Ash"))
    let nothing = try program.get("/osr/cloud?name=&class=thief")
    #expect(nothing.pageTitle == "Nothing found – Dragon Cloud – Dicehall")
    #expect(nothing.text.contains("<h2 id=\"none\">Nothing found</h2>"))
    // A value that the page doesn't offer isn't a search.
    #expect(try program.get("/osr/cloud?name=+&class=warlord").text.contains("Rowan Ash"))
  }

  @Test func `older characters are on the next page of the same search`() throws {
    var program = hall((1...45).map { "Ash & Oak \($0)" })
    var path = "/osr/cloud?name=ash+oak&class=fighter"
    var counts: [Int] = []
    while counts.count < 9 {
      let page = try program.get(path)
      counts.append(page.text.split(separator: "<bdi>").count - 1)
      #expect(page.text.contains("Newest characters") == (counts.count > 1))
      guard let link = page.text.firstMatch(of: /href="([^"]+)">Older characters/) else { break }
      #expect(link.1.hasPrefix("/osr/cloud?name=ash%20oak&amp;class=fighter&amp;after="))
      path = link.1.split(separator: "amp;").joined()
    }
    #expect(counts == [20, 20, 5])
    #expect(try program.get("/osr/cloud?after=\(characterID(99))").status == .notFound)
    let end = try program.get("/osr/cloud?after=\(characterID(1))")
    #expect(end.text.contains("There are no older characters"))
  }

  @Test func `names from others are shown as they were typed and do nothing`() throws {
    let names = [
      "<script>alert(1)</script>", "\"><img onerror=x>", "{{base}}{{{x}}}{{>parts/head}}",
      "' onfocus='x", "דוד",
    ]
    var program = hall(names)
    let list = try program.get("/osr/cloud").text
    #expect(list.contains("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>"))
    #expect(list.contains("{{base}}{{{x}}}{{&gt;parts/head}}"))
    #expect(!list.contains("<script>alert") && !list.contains("<img onerror"))
    for number in 1...names.count {
      let page = try program.get("/osr/cloud/\(characterID(number))")
      #expect(page.status == .ok)
      #expect(!page.text.contains("<script>alert") && !page.text.contains("<img onerror"))
    }
    let hebrew = try program.get("/osr/cloud/\(characterID(5))")
    #expect(hebrew.pageTitle == "\u{2068}דוד\u{2069} – Dragon Cloud – Dicehall")
  }

  @Test func `a character's page says that everybody can see it`() throws {
    var program = hall(["Rowan Ash"])
    let page = try program.get("/osr/cloud/\(characterID(1).lowercased())")
    #expect(page.status == .ok)
    #expect(page.text.contains("Everybody can see this character."))
    #expect(page.text.contains("action=\"/osr/cloud/\(characterID(1))/copy\""))
    #expect(try program.get("/osr/cloud/\(characterID(2))").status == .notFound)
    #expect(try program.get("/osr/cloud/x").status == .notFound)
  }

  @Test func `a storage failure gets a plain page`() throws {
    var program = hall(["Rowan Ash"])
    program.stores.fail(with: .unavailable(""))
    for path in ["", "?name=a", "/\(characterID(1))"] {
      let page = try program.get("/osr/cloud\(path)")
      #expect(page.status == .unavailable)
      #expect(page.text.contains("Characters can’t be read or saved right now."))
    }
    program.stores.fail(with: nil)
    #expect(try program.get("/osr/cloud").text.contains("Rowan Ash"))
  }
}

extension JSON {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
