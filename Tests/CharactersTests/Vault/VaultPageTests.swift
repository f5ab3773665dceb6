import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct VaultPageTests {
  private let stores = FakeStorage()

  @Test func `without a session and a vault the page says what will be there`() {
    var visitor = Visitor(stores)
    let page = visitor.get("/osr/vault")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Your vault – Dicehall")
    #expect(page.text.contains("Nobody here yet"))
    #expect(page.text.contains("Create a new character"))
    #expect(page.text.contains("name=\"revision\" value=\"0\""))
    #expect(!page.text.contains("Show transfer code"))
    #expect(visitor.session == Session())
    #expect(visitor.vaultKey == nil)
  }

  @Test func `a key that leads nowhere is dropped`() {
    var visitor = Visitor(stores)
    visitor.vaultKey = VaultID("aaaaaaaaaaaaaaaaaaaaaaaaaa")
    #expect(visitor.vaultKey != nil)
    #expect(visitor.get("/osr/vault").text.contains("Nobody here yet"))
    #expect(visitor.vaultKey == nil)
  }

  @Test func `the list has name, class, level and when, newest first`() throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.hilda, stores)
    let id = try visitor.keep(People.nim, stores)
    #expect(visitor.names() == ["Nim", "Hilda"])
    let page = visitor.get("/osr/vault")
    #expect(page.text.contains("<p>2 characters</p>"))
    #expect(page.text.contains("href=\"/osr/new/begin\">Create a new character</a>"))
    #expect(page.text.contains("href=\"/osr/vault/\(id)\""))
    #expect(page.fact("Class") == "Thief")
    #expect(page.fact("Level") == "1")
    #expect(page.text.contains("<time datetime=\"2026-11-21T00:40:00Z\">2026-11-21 00:40</time>"))
  }

  @Test func `a character opens with its record sheet and what can be done with it`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let page = visitor.get("/osr/vault/\(id)")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Hilda, fighter – Dicehall")
    #expect(page.text.contains("<h1>Hilda</h1>"))
    #expect(page.fact("Hit points") == "7")
    for button in ["Delete", "Duplicate", "Save to Dragon Cloud"] {
      #expect(page.text.contains(">\(button)</button>"), "\(button)")
    }
    #expect(page.text.contains(">Download JSON</a>"))
    #expect(visitor.session == Session())
  }

  @Test(arguments: ["", "/character.json", "/sheet.json", "/sheet.txt"])
  func `a character outside this browser's vault is not found`(rest: String) throws {
    var other = Visitor(stores)
    let id = try other.keep(People.hilda, stores)
    #expect(other.get("/osr/vault/\(id)\(rest)").status == .ok)
    var visitor = Visitor(stores)
    #expect(visitor.get("/osr/vault/\(id)\(rest)").status == .notFound)
    _ = try visitor.keep(People.nim, stores)
    #expect(visitor.get("/osr/vault/\(id)\(rest)").status == .notFound)
    #expect(visitor.get("/osr/vault/nothing\(rest)").status == .notFound)
  }

  @Test(arguments: ["delete", "undo", "duplicate", "cloud"])
  func `nothing can be done to another's character`(move: String) throws {
    var other = Visitor(stores)
    let id = try other.keep(People.hilda, stores)
    var visitor = Visitor(stores)
    let notice = "There’s no such character in this browser’s vault."
    let answer = visitor.press("/osr/vault/\(id)/\(move)")
    #expect(answer.status == .conflict)
    #expect(answer.text.contains(notice))
    _ = try visitor.keep(People.nim, stores)
    let isUndo = move == "undo"
    let again = visitor.press("/osr/vault/\(id)/\(move)")
    #expect(again.status == (isUndo ? .unprocessable : .conflict))
    #expect(again.text.contains(notice) == !isUndo)
    #expect(visitor.session == Session())
    #expect(other.names() == ["Hilda"])
    #expect(visitor.names() == ["Nim"])
    #expect(stores.cloudBytes.isEmpty)
  }

  @Test func `the download is the canonical character under a safe name`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let file = visitor.get("/osr/vault/\(id)/character.json")
    #expect(file.header("Content-Type") == "application/json")
    #expect(
      file.header("Content-Disposition") == "attachment; filename=\"hilda-fighter.json\"")
    #expect(file.text == People.hildaTextWithOrigin)
    let sheet = visitor.get("/osr/vault/\(id)/sheet.json")
    #expect(sheet.body == SheetJSON.encode(RecordSheet(People.hilda)))
    #expect(
      sheet.header("Content-Disposition") == "attachment; filename=\"hilda-fighter-sheet.json\"")
    let text = visitor.get("/osr/vault/\(id)/sheet.txt")
    #expect(text.header("Content-Type") == "text/plain; charset=utf-8")
    #expect(text.header("Content-Disposition") == nil)
    #expect(try text.text == RecordSheet(People.hilda).plainText)
    #expect(text.text.hasPrefix("Hilda\n"))
  }

  @Test(arguments: [
    ("Hilda the 3rd", "hilda-the-3rd-fighter"), ("../../etc/passwd", "etc-passwd-fighter"),
    ("CON", "con-fighter"), ("Ж", "fighter"), ("\"; x=\"", "x-fighter"),
    ("a\u{301}b", "a-b-fighter"),
    ("=cmd|' /C calc'!A0", "cmd-c-calc-a0-fighter"),
    (String(repeating: "ab ", count: 20), "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-fighter"),
  ])
  func `a file's name is safe whatever the character's is`(name: String, file: String) {
    #expect(People.hilda.named(name).fileName == file)
    #expect(People.hilda.named(name).fileName.utf8.count <= 40)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)",
    "{{7*7}}",
    "{{{name}}}", "{{>parts/head}}", "{{=<% %>=}}", "javascript:alert(1)", "&lt;b&gt;",
    "</title><b>",
    "=cmd|' /C calc'!A0", "\\u003cb\\u003e", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}",
  ])
  func `a hostile name is shown as it was typed, everywhere`(name: String) throws {
    var visitor = Visitor(stores)
    var person = People.hilda.named(name)
    person.title = name
    let id = try visitor.keep(person, stores)
    let escaped = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    for path in ["/osr/vault", "/osr/vault/\(id)"] {
      let page = visitor.get(path)
      #expect(page.status == .ok)
      #expect(page.text.contains(escaped), "\(path)")
      if escaped != name { #expect(!page.text.contains(name), "\(path)") }
    }
    _ = visitor.press("/osr/vault/\(id)/delete")
    let list = visitor.get("/osr/vault")
    #expect(list.text.contains("\(person.name.isolated.escapedForTest) was deleted."))
    #expect(list.pageTitle?.contains("was deleted") == true)
    _ = visitor.press("/osr/vault/\(id)/undo")
    #expect(visitor.get("/osr/vault").text.contains("is back in your vault."))
    let file = visitor.get("/osr/vault/\(id)/character.json")
    #expect(CharacterJSON.stored(file.body)?.name == name)
    #expect(visitor.get("/osr/vault/\(id)/sheet.txt").text.hasPrefix("\(name), \(name)\n"))
  }
}

extension String {
  /// Escapes text as templates do, independently of them.
  fileprivate var escapedForTest: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}
