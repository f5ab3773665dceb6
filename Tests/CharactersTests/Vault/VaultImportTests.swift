import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct VaultImportTests {
  private let stores = FakeStorage()

  @Test func `a file makes a vault, and comes out as it went in`() {
    var visitor = Visitor(stores)
    let answer = visitor.upload(People.hildaTextWithOrigin.utf8)
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/osr/vault")
    #expect(visitor.vaultKey != nil)
    #expect(
      visitor.get("/osr/vault").pageTitle == "Hilda is in your vault. – Your vault – Dicehall")
    #expect(
      visitor.ids().map { visitor.get("/osr/vault/\($0)/character.json").text }
        == [String(People.hildaTextWithOrigin)])
  }

  @Test func `a whole vault comes back from its file, once`() throws {
    var visitor = Visitor(stores)
    #expect(visitor.get("/osr/vault/characters.json").text == #"{"playerCharacters":[]}"#)
    #expect(!visitor.get("/osr/vault").text.contains(">Download all</a>"))
    for person in [People.hilda, People.nim, People.odo] { _ = try visitor.keep(person, stores) }
    #expect(
      visitor.get("/osr/vault").text.contains(
        #"href="/osr/vault/characters.json" download>Download all</a>"#))
    let file = visitor.get("/osr/vault/characters.json")
    #expect(
      file.header("Content-Disposition") == "attachment; filename=\"dicehall-vault.json\"")
    #expect(visitor.upload(file.body).status == .seeOther)
    #expect(
      visitor.get("/osr/vault").pageTitle?.hasPrefix("Nothing new; 3 were already here") == true)
    var other = Visitor(stores)
    // The same number, but not the same character.
    _ = try other.keep(People.nim.named("Nim", number: 4), stores)
    var changed = People.hilda
    changed.title = "the Other"
    _ = try other.keep(changed, stores)
    #expect(other.upload(file.body).status == .seeOther)
    #expect(other.names() == ["Odo", "Nim", "Hilda", "Hilda", "Nim"])
    #expect(other.get("/osr/vault").text.contains("3 characters added."))
    let numbers = other.ids().compactMap {
      CharacterJSON.stored(other.get("/osr/vault/\($0)/character.json").body)?.id
    }
    #expect(Set(numbers).count == 5)
  }

  @Test func `a large vault is several files, and each fits into the form`() throws {
    var visitor = Visitor(stores)
    for number in 1...60 as ClosedRange<UInt64> {
      _ = try visitor.keep(People.hilda.named("Hilda \(number)", number: number), stores)
    }
    let links = visitor.get("/osr/vault").text.matches(
      of: /href="([^"]*characters.json[^"]*)" download>Download all, file \d of 2</)
    #expect(links.count == 2)
    var other = Visitor(stores)
    for link in links.reversed() {
      let file = visitor.get(String(link.1))
      #expect(file.body.count < Request.maximumBody - 2_000)
      #expect(other.upload(file.body).status == .seeOther)
    }
    #expect(other.names() == visitor.names())
    #expect(visitor.get("/osr/vault/characters.json?file=3").status == .notFound)
  }

  @Test func `of a file with several, all come in or none`() throws {
    var visitor = Visitor(stores)
    func list(_ texts: String...) -> [UInt8] {
      Array("{\"playerCharacters\":[\(texts.joined(separator: ","))]}".utf8)
    }
    let illegal = People.hildaText.replacing("\"score\":17", with: "\"score\":19")
    let refused = visitor.upload(list(People.hildaText, illegal))
    #expect(refused.status == .unprocessable)
    #expect(
      refused.text.contains("Nothing was added: the rules don’t allow character 2 in this file"))
    #expect(visitor.upload(list()).text.contains("There are no characters in this file."))
    #expect(visitor.vaultKey == nil)
    for _ in 1...499 {
      visitor.vaultKey = try stores.add([0], to: visitor.vaultKey, holding: nil, now: 0).vault
    }
    let key = try #require(visitor.vaultKey)
    let two = list(People.hildaText, People.nim.text)
    #expect(visitor.upload(two).text.contains("Your vault is full: it holds 500 characters"))
    #expect(try stores.entries(of: key)?.count == 499)
  }

  @Test(arguments: People.all)
  func `other exports say which file is right`(person: PlayerCharacter) throws {
    var visitor = Visitor(stores)
    let sheet = RecordSheet(person)
    for (bytes, name) in [
      (SheetJSON.encode(sheet), "a record sheet as data"),
      (FoundryActor.encode(sheet), "a Foundry actor"),
    ] {
      let answer = visitor.upload(bytes)
      #expect(answer.status == .unprocessable)
      #expect(answer.text.contains("This is \(name), which leaves out"))
      #expect(answer.text.contains("choose Download JSON, and import that file."))
    }
    #expect(visitor.vaultKey == nil)
  }

  @Test func `a mark of the encoding and spelt-out blanks do no harm`() {
    var visitor = Visitor(stores)
    let text = "\u{FEFF}\n  " + People.hildaText.replacing(",", with: " ,\r\n ") + "\n"
    #expect(visitor.upload(text.utf8).status == .seeOther)
    #expect(
      visitor.ids().map { visitor.get("/osr/vault/\($0)/character.json").text }
        == [People.hildaText])
  }

  @Test func `the same character again is another copy with a number of its own`() {
    var visitor = Visitor(stores)
    _ = visitor.upload(People.hildaText.utf8)
    _ = visitor.upload(People.hildaText.utf8)
    #expect(visitor.names() == ["Hilda", "Hilda"])
    #expect(visitor.get("/osr/vault").text.contains("was already here; this is another copy"))
    let characters = visitor.ids().compactMap {
      CharacterJSON.stored(visitor.get("/osr/vault/\($0)/character.json").body)
    }
    #expect(Set(characters.map(\.id)).count == 2)
    #expect(characters.map(\.id).contains(People.hilda.id))
  }

  @Test func `a double click on Import takes the file once`() {
    var visitor = Visitor(stores)
    _ = visitor.upload(People.nim.bytes)
    let revision = visitor.vaultRevision()
    #expect(visitor.upload(People.hildaText.utf8, revision: revision).status == .seeOther)
    visitor.session = Session()
    let second = visitor.upload(People.hildaText.utf8, revision: revision)
    #expect(second.status == .conflict)
    #expect(visitor.names() == ["Hilda", "Nim"])
  }

  @Test func `a caster without a spell comes back from the cloud's files`() {
    var visitor = Visitor(stores)
    var elf = People.aelindra
    elf.spells = []
    #expect(visitor.upload(CharacterJSON.encode(elf)).status == .seeOther)
    #expect(visitor.names() == [elf.name])
  }

  @Test(arguments: [
    ("", "This file is empty."), ("{", "This file isn’t valid JSON: line 1, column 2"),
    ("{\"id\":NaN}", "This file isn’t valid JSON"),
    ("PK\u{3}\u{4}", "This isn’t a character file."),
    ("{\"id\":1,\"id\":2}", "a name that came before"),
    (String(repeating: "[", count: 30_000), "more than 8 levels"),
    ("[]", "This isn’t a character file."), ("{\"a\":1}", "This isn’t a character file."),
    ("number,time,dice\r\n", "choose Download JSON, and import that file."),
    (#"[{"number":1}]"#, "This isn’t a character file."),
    ("{\"name\":\"Ada\"}", "<p>id is missing.</p>"),
    ("{\"name\":\"Ada\"}", "And there’s more."),
    (
      People.hildaText.replacing("\"str\",\"score\":17", with: "\"str\",\"score\":19"),
      "abilityScores.str: Strength must be 3 to 18."
    ),
    (
      People.hildaText.replacing("\"title\"", with: "\"<b>\":0,\"title\""),
      "&lt;b&gt;: A character has no such key."
    ),
  ])
  func `a file that isn't a character is refused with a reason and not kept`(
    file: String, sentence: String
  ) {
    var visitor = Visitor(stores)
    let answer = visitor.upload(file.utf8)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains(sentence), "\(sentence)")
    #expect(answer.pageTitle?.hasPrefix("Error: ") == true)
    #expect(answer.wrongFields == ["file"])
    #expect(visitor.vaultKey == nil)
    #expect(visitor.session == Session())
  }

  @Test func `a form without a file asks for it`() {
    var visitor = Visitor(stores)
    for name in ["name=\"other\"", "name=\"file\"; filename=\"\""] {
      let body = "--xYz\r\nContent-Disposition: form-data; \(name)\r\n\r\n\r\n--xYz--"
      let answer = visitor.sendUpload(Array(body.utf8))
      #expect(answer.status == .unprocessable)
      #expect(answer.text.contains("Choose a file first."))
    }
  }

  @Test(arguments: [
    ("", "multipart/form-data; boundary=xYz", Status.badRequest),
    ("--xYz", "multipart/form-data; boundary=xYz", .badRequest),
    ("--xYz--", "multipart/form-data", .badRequest),
    ("revision=0", "application/x-www-form-urlencoded", .unsupportedMediaType),
    ("{}", "application/json", .unsupportedMediaType),
    ("--xYz--", "text/plain; multipart/form-data; boundary=xYz", .unsupportedMediaType),
    (
      String(
        repeating: "--xYz\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n", count: 900),
      "multipart/form-data; boundary=xYz", .contentTooLarge
    ),
    (
      "--xYz\r\nContent-Disposition: form-data; name=file\r\n"
        + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b--\r\n--xYz--",
      "multipart/form-data; boundary=xYz", .unsupportedMediaType
    ),
  ])
  func `a broken upload is refused with its status`(body: String, type: String, status: Status) {
    var visitor = Visitor(stores)
    #expect(visitor.sendUpload(Array(body.utf8), type: type).status == status)
    #expect(visitor.vaultKey == nil)
    #expect(visitor.session == Session())
  }

  @Test func `an upload from another site is refused`() {
    var visitor = Visitor(stores)
    var request = Request(.post, "/osr/vault/import")
    request.contentType = "multipart/form-data; boundary=xYz"
    request.fetchSite = "cross-site"
    #expect(visitor.ask(request).status == .forbidden)
  }
}

extension PlayerCharacter {
  fileprivate var bytes: [UInt8] { CharacterJSON.encode(self, withOrigin: true) }
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
