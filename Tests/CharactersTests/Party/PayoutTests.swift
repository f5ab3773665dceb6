import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// A payout is several saves: the party’s, one for each member, and the party’s again.
@Suite struct PayoutTests {
  private let stores = FakeStorage()
  private let three = [People.hilda, People.nim, People.odo]

  /// Pays 100 points and 10 gold pieces to each of three, and the vault breaks after so many saves.
  private func brokenOff(
    _ visitor: inout Visitor, after saves: Int, of people: [PlayerCharacter]? = nil
  ) throws -> (id: String, answer: Response) {
    let people = people ?? three
    let id = try visitor.keepParty(people, stores)
    let form =
      "experience=\(100 * people.count)&gold=\(10 * people.count)"
      + people.map { "&share=\($0.id.text)" }.joined()
    let version = try #require(visitor.get("/osr/parties/\(id)/shares?\(form)").version)
    stores.stopReplacing(after: saves)
    return (id, visitor.change(party: id, "shares", form, version: version))
  }

  private func expectPaidOnce(
    _ people: [PlayerCharacter], of id: String, _ visitor: Visitor
  ) throws {
    for person in people {
      let kept = try visitor.member(person, of: id, stores)
      #expect(kept.character == (try person.receivingShare(experience: 100, gold: 10)))
      #expect(kept.recorded.changes.map(\.kind) == [.experience])
    }
    #expect(try visitor.kept(party: id, stores).payout == nil)
  }

  @Test(arguments: 0...5)
  func `wherever the server dies, everybody is paid once or nobody at all`(saves: Int) throws {
    var visitor = Visitor(stores)
    let (id, answer) = try brokenOff(&visitor, after: saves)
    #expect(answer.status == (saves == 0 ? .unavailable : .seeOther))
    let paid = three.map { try? visitor.member($0, of: id, stores).wasChanged }
    #expect(paid == (0..<3).map { $0 < saves - 1 })
    stores.stopReplacing(after: nil)
    // What the session was to say died with the server.
    visitor.session = Session()
    if saves == 0 {
      #expect(visitor.news(ofParty: id) == nil)
      for person in three { #expect(try !visitor.member(person, of: id, stores).wasChanged) }
      return
    }
    let isOver = saves == 5
    let finish = visitor.change(party: id, "payout")
    #expect(finish.header("Location") == "/osr/parties/\(id)")
    let finished = "The interrupted payout is finished: everybody has their share. "
    #expect(visitor.news(ofParty: id) == (isOver ? "" : finished) + "Nothing more is owed.")
    try expectPaidOnce(three, of: id, visitor)
    _ = visitor.change(party: id, "payout")
    try expectPaidOnce(three, of: id, visitor)
  }

  @Test(arguments: ["", "/shares", "/retainers", "/animals", "/party.txt"])
  func `looking at a party pays nobody, and its pages say what is still to do`(end: String) throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 2)
    stores.stopReplacing(after: nil)
    let key = try #require(visitor.vaultKey)
    let before = try stores.entries(of: key)
    let (session, page) = (visitor.session, visitor.get("/osr/parties/\(id)\(end)"))
    #expect(try stores.entries(of: key) == before)
    #expect(visitor.session == session && page.status == .ok)
    guard end != "/party.txt" else { return }
    #expect(page.pageTitle?.hasPrefix("A payout was interrupted") == true)
    #expect(page.text.contains("action=\"/osr/parties/\(id)/payout\""))
  }

  @Test func `any move of the party finishes a payout first, and says so`() throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 2)
    stores.stopReplacing(after: nil)
    #expect(visitor.change(party: id, "name", "name=The+Candles").status == .seeOther)
    #expect(
      visitor.news(ofParty: id) == """
        The interrupted payout is finished: everybody has their share. \
        The party is called \("The Candles".isolated).
        """)
    try expectPaidOnce(three, of: id, visitor)
  }

  @Test func `nothing more can be paid out before a payout is finished`() throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 2)
    stores.stopReplacing(after: nil)
    let shares = "/osr/parties/\(id)/shares?experience=30&share=\(People.hilda.id.text)"
    #expect(visitor.get(shares).text.contains("What each gets"))
    #expect(!visitor.get(shares).text.contains("id=\"pay-out\""))
    _ = visitor.change(party: id, "payout")
    #expect(visitor.get(shares).text.contains("id=\"pay-out\""))
  }

  @Test func `a roll finishes a payout too, and the news of a payout end with it`() throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 2)
    stores.stopReplacing(after: nil)
    var other = visitor
    #expect(visitor.news(ofParty: id) == nil)
    let roll = "turn=0&roll=offer-\(People.hilda.id.text)"
    _ = other.ask(Request(.post, "/osr/parties/\(id)/roll", body: roll))
    try expectPaidOnce(three, of: id, visitor)
    #expect(
      other.news(ofParty: "\(id)/retainers")?.contains("interrupted payout is finished") == true)
    #expect(!visitor.get("/osr/parties/\(id)").text.contains("interrupted"))
  }

  @Test func `while the vault is broken, the party says so, and pays nothing else`() throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 2)
    let page = visitor.get("/osr/parties/\(id)")
    #expect(page.status == .ok)
    let stillOwed = "those who haven’t been paid yet get theirs"
    #expect(page.text.contains(stillOwed))
    let answer = visitor.change(party: id, "name", "name=The+Candles")
    #expect(answer.status == .unavailable)
    #expect(answer.text.contains(stillOwed) && answer.text.contains("id=\"finish\""))
    #expect(
      visitor.ask(Request(.post, "/osr/parties/\(id)/delete", body: "")).status == .unavailable)
    stores.stopReplacing(after: nil)
    _ = visitor.change(party: id, "payout")
    try expectPaidOnce(three, of: id, visitor)
  }

  @Test func `whoever is changed before it goes on is paid on top, and an undo stays`() throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 2)
    stores.stopReplacing(after: nil)
    let places = try visitor.kept(party: id, stores).places
    let (hilda, odo) = (places[People.hilda.id]?.text ?? "", places[People.odo.id]?.text ?? "")
    _ = visitor.change(hilda, "history/undo", "change=1")
    for _ in 1...2 { _ = visitor.change(odo, "play/hurt", "quick=1") }
    _ = visitor.change(party: id, "payout")
    #expect(try visitor.character(hilda, stores) == People.hilda)
    #expect(
      try visitor.character(odo, stores)
        == People.odo.hurt(by: 2).receivingShare(experience: 100, gold: 10))
  }

  @Test func `a history that has forgotten whether it was paid is not paid again`() throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 2)
    stores.stopReplacing(after: nil)
    let hilda = try #require(visitor.kept(party: id, stores).places[People.hilda.id])
    var kept = try visitor.member(People.hilda, of: id, stores)
    for _ in 1...RecordedCharacter.mostChanges {
      try kept.make(.coins, at: 3) { character throws(RuleRefusal) in
        try character.receiving(1, of: .copper)
      }
    }
    let key = try #require(visitor.vaultKey)
    let entry = try #require(try stores.read(hilda, of: key))
    _ = try stores.replace(hilda, of: key, with: kept.bytes, over: entry.bytes, now: 5)
    _ = visitor.change(party: id, "payout")
    #expect(try visitor.member(People.hilda, of: id, stores).character.experience == 110)
    #expect(try visitor.member(People.odo, of: id, stores).character.experience == 105)
  }

  @Test func `who is gone, or may not have it any more, is named and holds nobody up`() throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 1)
    stores.stopReplacing(after: nil)
    let places = try visitor.kept(party: id, stores).places
    let (hilda, nim) = (places[People.hilda.id]?.text ?? "", places[People.nim.id]?.text ?? "")
    var rich = try visitor.member(People.hilda, of: id, stores)
    try rich.make(.coins, at: 3) { character throws(RuleRefusal) in
      try character.receiving(1_000_000 - character.coins[.gold], of: .gold)
    }
    let key = try #require(visitor.vaultKey)
    let place = try #require(EntryID(hilda))
    let old = try #require(try stores.read(place, of: key))
    _ = try stores.replace(place, of: key, with: rich.bytes, over: old.bytes, now: 5)
    _ = visitor.press("/osr/vault/\(nim)/delete", "page=list")
    _ = visitor.change(party: id, "payout")
    let news = visitor.news(ofParty: id) ?? ""
    #expect(news.contains("is finished"))
    #expect(news.contains("Hilda and somebody who’s no longer in your vault"))
    #expect(try visitor.member(People.odo, of: id, stores).character.experience == 105)
    #expect(try visitor.kept(party: id, stores).payout == nil)
  }

  @Test func `who has no room for a note of the share is named, and gets none`() throws {
    var laden = People.hilda
    let letter = "𝕒\u{301}\u{302}\u{303}"
    for _ in 0..<PlayRecord.mostOtherThings {
      laden = try laden.noting(OtherThing(String(repeating: letter, count: 80), weight: 0))
    }
    for number in 10..<10 + PlayRecord.mostConditions {
      laden = try laden.suffering("\(number)" + String(repeating: letter, count: 58))
    }
    // A small change fits beside all that, and a share doesn’t.
    let count = CharacterJSON.encode(laden, withOrigin: true).count
    var details = laden
    let room = StorageLimits.entryBytes - count - #"""biography"":"","""#.count - 130
    try #require(0...8_000 ~= room)
    details.biography = String(repeating: "𝕒", count: room / 4)
    laden = try laden.changing(details)

    var visitor = Visitor(stores)
    let id = try visitor.keepParty([laden, People.nim], stores)
    let place = try #require(try visitor.kept(party: id, stores).places[laden.id]).text
    _ = visitor.change(place, "play/hurt", "quick=1")
    let before = try visitor.member(laden, of: id, stores)
    try #require(before.lastNumber == 1)
    let form = "experience=200&gold=20&share=\(laden.id.text)&share=\(People.nim.id.text)"
    let version = try #require(visitor.get("/osr/parties/\(id)/shares?\(form)").version)
    _ = visitor.change(party: id, "shares", form, version: version)
    let after = try visitor.member(laden, of: id, stores)
    #expect(after.character == before.character && after.lastNumber == 1)
    #expect(try visitor.member(People.nim, of: id, stores).wasChanged)
    #expect(try visitor.kept(party: id, stores).payout == nil)
    #expect(visitor.news(ofParty: id)?.contains("Hilda") == true)
  }

  @Test func `a party that is deleted pays what it owes first`() throws {
    var visitor = Visitor(stores)
    let (id, _) = try brokenOff(&visitor, after: 2)
    stores.stopReplacing(after: nil)
    let odo = try #require(visitor.kept(party: id, stores).places[People.odo.id]).text
    _ = visitor.ask(Request(.post, "/osr/parties/\(id)/delete", body: ""))
    #expect(try visitor.character(odo, stores).experience == 105)
  }

  @Test func `a vault that is merged into another is paid there once`() throws {
    var visitor = Visitor(stores)
    _ = try brokenOff(&visitor, after: 2)
    stores.stopReplacing(after: nil)
    var other = Visitor(stores)
    _ = try other.keep(People.aelindra, stores)
    let target = try #require(other.vaultKey)
    _ = try stores.merge(from: #require(visitor.vaultKey), into: target, except: [], now: 9)
    let party = try #require(try stores.entries(of: target)?.first(where: \.isParty))
    for _ in 1...2 { _ = other.change(party: party.id.text, "payout") }
    let earned = try #require(try stores.entries(of: target)).compactMap(\.stored)
      .filter { $0.id != People.aelindra.id }.map(\.experience)
    #expect(earned.sorted() == [105, 110, 110])
  }
}
