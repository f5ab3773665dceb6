import Fakes
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// What visitors read when nobody knows whether something was saved.
@Suite struct StorageDoubtTests {
  private let doubt = StorageError.unanswered("The database was lost.")

  @Test func `a move that may have been played isn't said not to be`() {
    let refusal = Refusal.noGames(doubt)
    #expect(refusal.status == .unavailable)
    #expect(
      refusal.sentence == "Games can’t be read or saved right now. Your move may or may not have "
        + "been played. Open the game again to see.")
    #expect(Refusal.noGames(.busy).sentence.hasSuffix(" Nothing was changed."))
  }

  @Test func `the page of the web server's own, sent when a backend dies, knows no better`() throws
  {
    let page = try #require(ErrorPage.forWebServer.first { $0.status == .unavailable })
    let text = String(decoding: page.json, as: UTF8.self)
    #expect(text.contains("may or may not have been played; open the game again to see."))
  }

  @Test func `a change that may have been made is told even when its page can't be shown`() throws {
    let stores = FakeStorage()
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let revision = visitor.vaultRevision()
    stores.fail(with: doubt, then: .unavailable("away"))
    let answer = visitor.ask(
      Request(.post, "/osr/vault/\(id)/delete", body: "revision=\(revision)"))
    #expect(answer.status == .unavailable)
    #expect(
      answer.text.contains(
        "Your vault can’t be read or saved right now. What you did may or may not have been saved. "
          + "Open the page again in a while to see."))
    #expect(!answer.text.contains("Nothing was changed"))
  }
}
