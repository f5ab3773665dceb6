import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Parties in the file with a whole vault.
@Suite struct VaultPartyImportTests {
  private let stores = FakeStorage()

  /// Hilda with a retainer, Odo, and a mule.
  private func company(_ visitor: inout Visitor) throws -> String {
    let id = try visitor.keepParty([People.hilda], stores) {
      try $0.hiring(People.odo, by: People.hilda, wage: 3, share: .full).adding(.mule)
    }
    _ = try visitor.keep(People.odo, stores)
    return id
  }

  /// The parties in a vault, and who is in each according to its page, newest first.
  private func parties(_ visitor: inout Visitor) throws -> [(party: Party, marchers: [String])] {
    let key = try #require(visitor.vaultKey)
    return try #require(try stores.entries(of: key)).compactMap { entry in
      KeptParty(entry.bytes).map {
        ($0.party, visitor.get("/osr/parties/\(entry.id.text)").marchers)
      }
    }
  }

  @Test func `a whole vault comes back with its parties, once`() throws {
    var visitor = Visitor(stores)
    let id = try company(&visitor)
    let party = try visitor.kept(party: id, stores).party
    let file = visitor.get("/osr/vault/characters.json")
    // Programs that know no parties still find the list that they know.
    #expect(file.text.hasPrefix(#"{"playerCharacters":[{"#))
    #expect(!file.text.contains("\"entry\""))
    var other = Visitor(stores)
    #expect(other.upload(file.body).status == .seeOther)
    #expect(
      other.get("/osr/vault").pageTitle?.hasPrefix("2 characters and 1 party added.") == true)
    let found = try parties(&other)
    #expect(found.map(\.party) == [party])
    #expect(found.map(\.marchers) == [["Hilda", "Odo"]])
    #expect(other.upload(file.body).status == .seeOther)
    #expect(
      other.get("/osr/vault").pageTitle?.hasPrefix("Nothing new; 3 were already here.") == true)
    #expect(try parties(&other).count == 1)
    #expect(other.get("/osr/vault/characters.json").text == file.text)
  }

  @Test func `a member whose number is taken is still in the party`() throws {
    var visitor = Visitor(stores)
    _ = try company(&visitor)
    let file = visitor.get("/osr/vault/characters.json")
    var other = Visitor(stores)
    var older = People.hilda
    older.title = "the Other"
    _ = try other.keep(older, stores)
    #expect(other.upload(file.body).status == .seeOther)
    let found = try #require(try parties(&other).first)
    #expect(found.marchers == ["Hilda", "Odo"])
    let employer = try #require(found.party.played.first)
    #expect(employer.id != People.hilda.id)
    #expect(found.party.retainers.first?.service?.employer == employer.id)
  }

  @Test func `a party whose members are in another file finds them when they come`() throws {
    var visitor = Visitor(stores)
    for number in 1...60 as ClosedRange<UInt64> {
      _ = try visitor.keep(People.nim.named("Nim \(number)", number: number + 100), stores)
    }
    _ = try visitor.keepThree(stores)
    let links = visitor.get("/osr/vault").text.matches(
      of: /href="([^"]*characters.json[^"]*)" download>Download all, file \d of 2</)
    #expect(links.count == 2)
    var other = Visitor(stores)
    // The party is in the last file, and its members in the first.
    for link in links.reversed() {
      #expect(other.upload(visitor.get(String(link.1)).body).status == .seeOther)
    }
    #expect(try parties(&other).map(\.marchers) == [["Hilda", "Nim", "Odo"]])
  }

  @Test(arguments: [
    #"{"name":"","members":[],"animals":[]}"#, #"{"name":"A","members":[{}],"animals":[]}"#,
    #"{"name":"A","members":[]}"#, #"{"name":"A","members":[],"animals":[{"kind":"cow"}]}"#,
    "4", "null",
  ])
  func `a party that breaks a rule is named, and nothing comes in`(text: String) {
    var visitor = Visitor(stores)
    let good = #"{"name":"A","members":[],"animals":[]}"#
    let file = #"{"playerCharacters":[\#(People.hildaText)],"parties":[\#(good),\#(text)]}"#
    let answer = visitor.upload(file.utf8)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("Nothing was added: party 2 in this file can’t be read"))
    #expect(visitor.vaultKey == nil)
  }

  @Test func `what another vault still owed is not paid here`() throws {
    var visitor = Visitor(stores)
    let begun = """
      {"name":"A","members":[{"id":"\(People.hilda.id.text)","entry":"\(String(
        repeating: "a", count: 26))"}],"animals":[],"payout":{"id":"\(People.nim.id.text)",\
      "moment":1,"parts":[{"id":"\(People.hilda.id.text)","entry":"\(String(
        repeating: "a", count: 26))","experience":500,"gold":500,"after":0}]}}
      """
    let file = #"{"playerCharacters":[\#(People.hildaText)],"parties":[\#(begun)]}"#
    #expect(visitor.upload(file.utf8).status == .seeOther)
    #expect(try parties(&visitor).map(\.marchers) == [["Hilda"]])
    let hilda = try #require(visitor.ids().first)
    #expect(try visitor.character(hilda, stores).experience == 0)
  }

  @Test func `a vault without room takes none of it`() throws {
    var visitor = Visitor(stores)
    _ = try company(&visitor)
    let file = visitor.get("/osr/vault/characters.json")
    var other = Visitor(stores)
    for _ in 1...498 {
      other.vaultKey = try stores.add([0], to: other.vaultKey, holding: nil, now: 0).vault
    }
    #expect(other.upload(file.body).text.contains("Your vault is full"))
    #expect(try stores.entries(of: #require(other.vaultKey))?.count == 498)
  }
}
