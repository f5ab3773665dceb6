import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Reports, and a cloud that takes nothing new.
@Suite struct CloudCareTests {
  private func report(
    _ program: inout Program, _ number: Int = 1, from client: String = "192.0.2.1"
  ) -> Response {
    var request = Request(.post, "/osr/cloud/\(characterID(number))/report")
    request.client = client
    return program.visitor.ask(request)
  }

  private func reports(_ program: Program) throws -> Int? {
    try program.stores.entry(#require(CloudID(characterID(1))))?.reports
  }

  @Test func `every shared character has a button that reports it, without a word to write`()
    throws
  {
    var program = Program()
    _ = program.save(posted())
    let page = try program.get("/osr/cloud/\(characterID(1))").text
    #expect(
      page.contains(
        "<form class=\"leave report\" method=\"post\" "
          + "action=\"/osr/cloud/\(characterID(1))/report\">"))
    #expect(page.contains(">Report</button>"))
    #expect(!page.contains("<textarea"))
  }

  @Test func `a client's report counts once, and the page says so`() throws {
    var program = Program()
    _ = program.save(posted())
    let first = report(&program)
    #expect(first.status == .seeOther)
    #expect(first.location == "/osr/cloud/\(characterID(1))?reported=now")
    let page = try program.get("/osr/cloud/\(characterID(1))?reported=now")
    #expect(page.text.contains(CloudWords.reported))
    #expect(page.pageTitle?.hasPrefix("Thank you.") == true)
    #expect(report(&program).location?.hasSuffix("?reported=before") == true)
    #expect(
      try program.get("/osr/cloud/\(characterID(1))?reported=before").text.contains(
        CloudWords.reportedBefore))
    // Neighbours in a network of the newer protocol count as one client.
    _ = report(&program, from: "2001:db8::1")
    _ = report(&program, from: "2001:db8::2")
    #expect(try reports(program) == 2)
    let forged = try program.get("/osr/cloud/\(characterID(1))?reported=%3Cb%3E").text
    #expect(!forged.contains("class=\"notice\""))
    // Nobody but the operator sees how many there are.
    #expect(!page.text.contains("2 reports"))
  }

  @Test func `nothing is reported that isn't there or is blocked`() throws {
    var program = Program()
    #expect(report(&program).status == .notFound)
    _ = program.save(posted())
    _ = try program.stores.block(#require(CloudID(characterID(1))))
    #expect(report(&program).status == .notFound)
    #expect(try program.get("/osr/cloud/\(characterID(1))").status == .notFound)
    #expect(program.save(posted()).status == .conflict)
  }

  private func readOnly(_ stores: FakeStorage) -> Visitor {
    Visitor(hall: makeSite(stores, isCloudReadOnly: true))
  }

  @Test func `a read-only cloud refuses what is new, and takes what it has for what it is`() throws
  {
    var program = Program()
    _ = program.save(posted())
    program.visitor = readOnly(program.stores)
    let refused = program.save(posted(2))
    #expect(refused.status == .forbidden)
    #expect(refused.error == "Dragon Cloud takes no new characters here.")
    #expect(program.save(posted()).status == .ok)
    #expect(try program.get("/api/v1/characters").ids == [characterID(1)])
    #expect(report(&program).status == .seeOther)
    let page = try program.get("/osr/cloud").text
    #expect(page.contains("Dragon Cloud takes no new characters here"))
    #expect(!page.contains("Anyone who plays here can share"))
    #expect(program.stores.cloudBytes.count == 1)
  }

  @Test func `with a read-only cloud no page offers to share, and a forged form is refused`() throws
  {
    let stores = FakeStorage()
    var visitor = readOnly(stores)
    let id = try visitor.keep(People.hilda, stores)
    let page = visitor.get("/osr/vault/\(id)").text
    #expect(!page.contains("Save to Dragon Cloud"))
    let answer = visitor.press("/osr/vault/\(id)/cloud")
    #expect(answer.status == .forbidden)
    #expect(answer.text.contains(CloudWords.readOnly))
    let party = try visitor.keepParty([People.hilda], stores)
    let together = visitor.get("/osr/parties/\(party)").text
    #expect(together.contains("Delete the party"))
    #expect(!together.contains("Share the party") && !together.contains("Sharing puts"))
    visitor.session[DraftState.self] = try DraftState(.at(.save))
    let save = visitor.get("/osr/new/save").text
    #expect(save.contains("Dragon Cloud takes no new characters here."))
    #expect(!save.contains("id=\"save-cloud\"") && !save.contains("id=\"save-both\""))
    #expect(visitor.post("/osr/new/save/cloud").status == .forbidden)
    // With both, the vault still keeps it.
    let both = visitor.post("/osr/new/save/both")
    #expect(both.status == .seeOther)
    #expect(visitor.session[DraftState.self]?.saved.vaultEntry != nil)
    #expect(stores.cloudBytes.isEmpty)
  }

  @Test func `whoever has the secret deletes from a read-only cloud too`() throws {
    var program = Program()
    let link = try #require(program.save(posted()).json?["deletionLink"]?.string)
    program.visitor = readOnly(program.stores)
    let secret = try #require(link.split(separator: "=").last)
    let answer = program.post(
      "/osr/cloud/\(characterID(1))/delete", "secret=\(secret)",
      type: "application/x-www-form-urlencoded")
    #expect(answer.status == .seeOther)
    #expect(program.stores.cloudBytes.isEmpty)
  }
}
