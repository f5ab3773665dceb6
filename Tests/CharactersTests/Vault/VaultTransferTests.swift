import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct VaultTransferTests {
  private let stores = FakeStorage()

  /// The code that the page shows.
  private func code(_ visitor: inout Visitor) throws -> String {
    #expect(visitor.press("/osr/vault/transfer").status == .seeOther)
    return try #require(visitor.get("/osr/vault").fact("Your code"))
  }

  @Test func `a code leads a browser without a vault to the other's`() throws {
    var one = Visitor(stores)
    _ = try one.keep(People.hilda, stores)
    let code = try code(&one)
    var other = Visitor(stores)
    #expect(other.press("/osr/vault/bring", "code=\(code)").status == .seeOther)
    #expect(other.vaultKey == one.vaultKey)
    #expect(other.names() == ["Hilda"])
    #expect(
      other.get("/osr/vault").pageTitle?.hasPrefix(
        "This browser now has the vault, with 1 character.") == true)
  }

  @Test func `a picture of the code leads a camera to the vault, out of sight of logs`() throws {
    var visitor = Visitor(stores)
    visitor.hall = makeSite(stores, publicURL: "https://hall.example") {
      $0.hasPrefix("https://hall.example/osr/vault#code=")
        ? QRCode(side: 1, isDark: [true]) : nil
    }
    _ = try visitor.keep(People.hilda, stores)
    #expect(!visitor.get("/osr/vault").text.contains("QR code"))
    let code = try code(&visitor)
    #expect(visitor.get("/osr/vault").text.contains("aria-label=\"QR code of your vault"))
    _ = visitor.press("/osr/vault/bring", "code=\(code)")
    #expect(!visitor.get("/osr/vault").text.contains("QR code"))
  }

  @Test func `what the browser had joins the vault that is brought`() throws {
    var one = Visitor(stores)
    _ = try one.keep(People.hilda, stores)
    var other = Visitor(stores)
    _ = try other.keep(People.hilda.named("Hilda"), stores)
    _ = try other.keep(People.nim, stores)
    let code = try code(&one)
    #expect(other.press("/osr/vault/bring", "code=\(code)").status == .seeOther)
    #expect(other.names().sorted() == ["Hilda", "Hilda", "Nim"])
    #expect(one.names().sorted() == ["Hilda", "Hilda", "Nim"])
    #expect(
      other.get("/osr/vault").text.contains("The 2 it had before are among them."))
  }

  @Test func `a code works once, and then the page says so beside the field`() throws {
    var one = Visitor(stores)
    _ = try one.keep(People.hilda, stores)
    let code = try code(&one)
    var other = Visitor(stores)
    _ = other.press("/osr/vault/bring", "code=\(code)")
    var third = Visitor(stores)
    let answer = third.press("/osr/vault/bring", "code=\(code)")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("This code doesn’t work"))
    #expect(answer.text.contains("id=\"code-wrong\""))
    #expect(answer.text.contains("value=\"\(code)\""))
    #expect(third.vaultKey == nil)
  }

  @Test func `a code that was used is not shown any more, and the page says why`() throws {
    var one = Visitor(stores)
    _ = try one.keep(People.hilda, stores)
    let first = try code(&one)
    var other = Visitor(stores)
    _ = other.press("/osr/vault/bring", "code=\(first)")
    let page = one.get("/osr/vault")
    #expect(!page.text.contains(first))
    #expect(page.text.contains("Your code was used"))
    let second = try code(&one)
    #expect(second != first)
    #expect(!one.get("/osr/vault").text.contains("Your code was used"))
  }

  @Test(arguments: [
    "", "code=", "code=+++", "code=%3Cb%3E", "code=" + String(repeating: "A", count: 900),
  ])
  func `an invalid code changes nothing`(form: String) throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.nim, stores)
    let key = visitor.vaultKey
    let answer = visitor.press("/osr/vault/bring", form)
    #expect(answer.status == .unprocessable)
    #expect(!answer.text.contains("<b>"))
    #expect(answer.text.utf8.count < 30_000)
    #expect(visitor.vaultKey == key)
    #expect(visitor.names() == ["Nim"])
  }

  @Test func `one's own code changes nothing`() throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.nim, stores)
    let code = try code(&visitor)
    #expect(visitor.press("/osr/vault/bring", "code=\(code)").status == .seeOther)
    #expect(visitor.get("/osr/vault").text.contains("This browser already has that vault."))
    #expect(visitor.names() == ["Nim"])
  }

  @Test func `if there isn't room for everything, both vaults stay as they are`() throws {
    var one = Visitor(stores)
    _ = try one.keep(People.hilda, stores)
    let code = try code(&one)
    var other = Visitor(stores)
    _ = try other.keep(People.nim, stores)
    let key = other.vaultKey
    stores.fillVaults()
    let answer = other.press("/osr/vault/bring", "code=\(code)")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("no room for 1 character from this browser"))
    #expect(other.vaultKey == key)
    #expect(other.names() == ["Nim"])
  }

  @Test func `an empty vault has nothing to take along`() {
    var visitor = Visitor(stores)
    let answer = visitor.press("/osr/vault/transfer")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("there’s nothing to transfer yet"))
  }

  @Test func `a code is shown as long as it works`() throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.nim, stores)
    let code = try code(&visitor)
    visitor.now += 900
    #expect(visitor.get("/osr/vault").fact("Your code") == code)
    visitor.now += 1
    #expect(visitor.get("/osr/vault").fact("Your code") == nil)
  }
}
