import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// From the cloud into a browser's vault, and out of the cloud.
@Suite struct CopyingTests {
  private func hall() -> Program {
    var program = Program()
    _ = program.save(posted())
    return program
  }

  private var copyPath: String { "/osr/cloud/\(characterID(1))/copy" }

  @Test func `each copy is made and told, even beside one's own character`() throws {
    var program = hall()
    let answer = program.visitor.post(copyPath)
    #expect(answer.status == .seeOther)
    let key = try #require(program.visitor.vaultKey)
    let entries = try #require(try program.stores.entries(of: key))
    #expect(entries.map(\.bytes) == program.stores.cloudBytes)
    let first = try #require(answer.header("Location"))
    #expect(first == "/osr/vault/\(entries[0].id.text)")
    #expect(program.visitor.get(first).text.contains(" is in your vault."))
    let second = try #require(program.visitor.post(copyPath).header("Location"))
    #expect(second != first)
    #expect(
      program.visitor.get(second).text.contains(" was already here; this is another copy."))
    let both = try #require(try program.stores.entries(of: key))
    #expect(both.count == 2)
    #expect(Set(both.compactMap { $0.stored?.id }).count == 2)
    #expect(program.visitor.vaultKey == key)
  }

  @Test func `a character that doesn't exist can't be copied`() {
    var program = hall()
    for id in [characterID(2), "x"] {
      #expect(program.visitor.post("/osr/cloud/\(id)/copy").status == .notFound)
    }
    #expect(program.visitor.vaultKey == nil)
  }

  @Test func `the character's page says when the vault is full`() throws {
    var program = hall()
    for number in 1...500 {
      program.visitor.vaultKey = try program.stores.add(
        [UInt8(number % 256), 0], to: program.visitor.vaultKey, holding: nil, now: 0
      ).vault
    }
    let answer = program.visitor.post(copyPath)
    #expect(answer.status == .unprocessable)
    #expect(answer.pageTitle?.hasPrefix("Error: Your vault is full: it holds 500") == true)
    #expect(answer.text.contains("Copy to this browser"))
  }

  @Test func `a storage failure copies nothing`() {
    var program = hall()
    program.stores.fail(with: .full)
    #expect(program.visitor.post(copyPath).status == .unavailable)
    #expect(program.visitor.vaultKey == nil)
  }

  /// Saves one character and follows its secret link.
  private func link(_ program: inout Program) throws -> (path: String, secret: String) {
    let answer = program.save(posted())
    let link = try #require(answer.json?["deletionLink"]?.string)
    let parts = link.split(separator: "#secret=")
    return (String(parts[0]), String(parts[1]))
  }

  @Test func `the secret link asks, and then deletes`() throws {
    var program = Program()
    let (path, secret) = try link(&program)
    // Nobody's address tells the server; the page asks for it, and its script fills it in.
    let blank = try program.get(path)
    #expect(blank.status == .ok)
    #expect(blank.text.contains(#"<input id="secret" name="secret""#))
    #expect(!blank.text.contains(secret))
    // Links from before have it in their query.
    let question = try program.get("\(path)?secret=\(secret)")
    #expect(question.status == .ok)
    #expect(question.pageTitle == "Delete this character? – Dragon Cloud – Dicehall")
    // No other address learns the secret in this one.
    #expect(question.text.contains("<meta name=\"referrer\" content=\"strict-origin\">"))
    #expect(try !program.get("/osr/cloud").text.contains("<meta name=\"referrer\""))
    #expect(question.text.contains("name=\"secret\" value=\"\(secret)\""))
    #expect(question.header("Referrer-Policy") == "no-referrer")
    #expect(program.stores.cloudBytes.count == 1)
    let pasted = PercentCoding.encode([("secret", " http://a.example\(path)#secret=\(secret)\n")])
    let answer = program.visitor.ask(Request(.post, path, body: pasted))
    #expect(answer.status == .seeOther)
    let next = try #require(answer.header("Location"))
    #expect(next == "/osr/cloud?gone=\(characterID(1))")
    #expect(program.stores.cloudBytes.isEmpty)
    let list = try program.get(next)
    #expect(list.pageTitle == "Character deleted – Dragon Cloud – Dicehall")
    #expect(list.text.contains("The character is no longer on Dragon Cloud."))
  }

  @Test func `without the secret nothing is deleted`() throws {
    var program = Program()
    let (path, secret) = try link(&program)
    for form in ["", "secret=", "secret=\(secret)x", "secret=\(secret.uppercased())"] {
      let answer = program.visitor.ask(Request(.post, path, body: form))
      #expect(answer.status == .notFound)
      #expect(answer.text.contains("This delete link doesn\u{2019}t work"))
    }
    for query in ["?secret=", "?secret=\(secret)x", "?secret=\(secret.uppercased())"] {
      let answer = try program.get(path + query)
      #expect(answer.status == .notFound)
      #expect(answer.pageTitle?.hasPrefix("Error: This delete link doesn\u{2019}t work") == true)
    }
    let other = "/osr/cloud/\(characterID(2))/delete"
    #expect(
      program.visitor.ask(Request(.post, other, body: "secret=\(secret)")).status == .notFound)
    #expect(program.stores.cloudBytes.count == 1)
    for id in [characterID(1), characterID(2), "x"] {
      let list = try program.get("/osr/cloud?gone=\(id)")
      #expect(!list.text.contains("no longer on Dragon Cloud"))
      #expect(list.pageTitle == "Dragon Cloud – Dicehall")
    }
  }
}
