import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct SharesPageTests {
  private let stores = FakeStorage()
  private let three = [People.hilda, People.nim, People.odo]

  private func query(_ experience: String, _ gold: String, _ people: [PlayerCharacter]) -> String {
    "experience=\(experience)&gold=\(gold)" + people.map { "&share=\($0.id.text)" }.joined()
  }

  /// Presses `Pay out` on the page that has worked it out.
  private func pay(_ visitor: inout Visitor, _ id: String, _ query: String) -> Response {
    let page = visitor.get("/osr/parties/\(id)/shares?\(query)")
    return visitor.change(party: id, "shares", query, version: page.version ?? "")
  }

  @Test func `before anything is typed, all who live take part`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepParty([People.hilda, try People.nim.hurt(by: 99)], stores)
    let page = visitor.get("/osr/parties/\(id)/shares")
    #expect(page.status == .ok)
    #expect(page.text.contains("value=\"\(People.hilda.id.text)\" checked>"))
    #expect(page.text.contains("value=\"\(People.nim.id.text)\">"))
    #expect(page.text.contains("</bdi>, thief 1, dead</label>"))
    #expect(!page.text.contains("Pay out"))
  }

  /// Hilda's strength is 17 (+10%), Nim's dexterity 17 (+10%), Odo's wisdom 13 (+5%).
  @Test func `shares are worked out with prime requisites before anything is paid`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let page = visitor.get("/osr/parties/\(id)/shares?\(query("1,000", "100", three))")
    #expect(page.status == .ok)
    #expect(page.text.contains("Each character earns 333 points, and a retainer half of that."))
    for (name, percent, gained, gold) in [
      ("Hilda", "+10%", "366", "34"), ("Nim", "+10%", "366", "33"), ("Odo", "+5%", "349", "33"),
    ] {
      #expect(
        page.text.contains(
          """
          <bdi>\(name)</bdi></th><td class="number short" data-label="Points">333</td>\
          <td class="number short" data-label="Prime requisites">\(percent)</td>\
          <td class="number short" data-label="Gained">\(gained)</td>\
          <td data-label="Experience">0 → \(gained)</td>\
          <td class="number" data-label="Gold">\(gold)</td>
          """), "\(name)")
    }
    for person in three {
      #expect(try !visitor.member(person, of: id, stores).wasChanged)
    }
  }

  @Test func `what was worked out stands first, not what the last move did`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "forward", "member=\(People.odo.id.text)")
    let page = visitor.get("/osr/parties/\(id)/shares?\(query("1,000", "", three))")
    let outcome = "Worked out: each character earns 333 points. Nothing has been paid yet."
    #expect(page.pageTitle?.hasPrefix(outcome) == true)
    #expect(page.text.contains("<p class=\"notice\" data-announce>\(outcome)</p>"))
    #expect(!page.text.contains("marching order."))
  }

  @Test func `paying out goes into each history, and each can undo it`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let answer = pay(&visitor, id, query("1000", "100", three))
    #expect(answer.header("Location") == "/osr/parties/\(id)")
    #expect(
      visitor.news(ofParty: id)
        == "3 shares paid out. You can undo each in that character’s history.")
    for (person, gained, gold) in [(People.hilda, 366, 38), (People.nim, 366, 37)] {
      let kept = try visitor.member(person, of: id, stores)
      #expect(kept.character.experience == gained)
      #expect(kept.character.coins == Coins(gold: gold))
      #expect(kept.recorded.changes.map(\.kind) == [.experience])
    }
    let hilda = try #require(visitor.kept(party: id, stores).places[People.hilda.id]).text
    #expect(visitor.story(hilda) == ["Award: experience 0 → 366; gold pieces 4 → 38"])
    _ = visitor.change(hilda, "history/undo", "change=1")
    #expect(try visitor.character(hilda, stores) == People.hilda)
    #expect(try visitor.member(People.odo, of: id, stores).character.experience == 349)
  }

  @Test func `a retainer earns half and takes half a share`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepParty([People.hilda], stores) {
      try $0.hiring(People.nim, by: People.hilda, wage: 1, share: .half)
    }
    _ = try visitor.keep(People.nim, stores)
    _ = pay(&visitor, id, query("400", "300", [People.hilda, People.nim]))
    #expect(try visitor.member(People.hilda, of: id, stores).character.experience == 220)
    #expect(try visitor.member(People.hilda, of: id, stores).character.coins[.gold] == 204)
    #expect(visitor.get("/osr/parties/\(id)").text.contains("follows <bdi>Hilda</bdi>"))
    let nim = try #require(
      visitor.ids().compactMap { try? visitor.character($0, stores) }
        .first { $0.id == People.nim.id })
    #expect(nim.experience == 110)
    #expect(nim.coins[.gold] == 104)
  }

  @Test func `a form pays once`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let form = query("300", "", three)
    let version = try #require(visitor.get("/osr/parties/\(id)/shares?\(form)").version)
    #expect(visitor.change(party: id, "shares", form, version: version).status == .seeOther)
    let again = visitor.change(party: id, "shares", form, version: version)
    #expect(again.status == .conflict)
    #expect(again.text.contains("Nothing was changed"))
    #expect(again.text.contains("value=\"300\""))
    #expect(try visitor.member(People.odo, of: id, stores).character.experience == 105)
  }

  @Test func `if somebody has changed since, nothing is paid`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let form = query("300", "30", three)
    let version = try #require(visitor.get("/osr/parties/\(id)/shares?\(form)").version)
    let odo = visitor.ids()[0]
    _ = visitor.change(odo, "play/hurt", "quick=1")
    #expect(visitor.change(party: id, "shares", form, version: version).status == .conflict)
    #expect(try visitor.member(People.hilda, of: id, stores).character == People.hilda)
  }

  /// How many saves come before the one that loses.
  @Test(arguments: 0...2)
  func `who is changed by somebody else meanwhile keeps that, and is paid`(before: Int) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let loser = three[before]
    var rival = try visitor.member(loser, of: id, stores)
    try rival.make(.hitPoints, at: 1) { character throws(RuleRefusal) in
      try character.hurt(by: 1)
    }
    // The first save is the party’s.
    stores.outrun(replacingWith: rival.bytes, after: before + 1)
    let answer = pay(&visitor, id, query("300", "30", three))
    #expect(answer.status == .seeOther)
    for person in three {
      let kept = try visitor.member(person, of: id, stores)
      let earlier = person.id == loser.id ? rival.character : person
      #expect(kept.character == (try earlier.receivingShare(experience: 100, gold: 10)))
    }
    #expect(
      try visitor.member(loser, of: id, stores).recorded.changes.map(\.kind)
        == [.hitPoints, .experience])
  }

  @Test func `who changes the party just before it is paid keeps that, and nobody is paid`() throws
  {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    var rival = try visitor.kept(party: id, stores)
    rival.party = try rival.party.renamed("The Candles")
    stores.outrun(replacingWith: rival.bytes)
    let answer = pay(&visitor, id, query("300", "30", three))
    #expect(answer.status == .conflict)
    #expect(try visitor.kept(party: id, stores) == rival)
    for person in three {
      #expect(try !visitor.member(person, of: id, stores).wasChanged)
    }
  }

  @Test(arguments: [
    ("-1", "", "The experience to share must be 0 to 999,999."),
    ("1000000", "", "The experience to share must be 0 to 999,999."),
    ("x", "", "The experience to share must be 0 to 999,999."),
    ("1.5", "", "The experience to share must be 0 to 999,999."),
    ("", "-1", "The gold to share must be 0 to 1,000,000."),
    ("", "1000001", "The gold to share must be 0 to 1,000,000."),
    ("", "99999999999999999999", "The gold to share must be 0 to 1,000,000."),
    ("", "", "Type experience or gold to share."),
    ("0", "0", "Type experience or gold to share."),
  ])
  func `what is out of bounds is said at the field, and stays there`(
    experience: String, gold: String, sentence: String
  ) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let form = query(experience, gold, three)
    let shown = visitor.get("/osr/parties/\(id)/shares?\(form)")
    let legal = visitor.get("/osr/parties/\(id)/shares?\(query("3", "", three))")
    let version = try #require(legal.version)
    for answer in [shown, visitor.change(party: id, "shares", form, version: version)] {
      #expect(answer.status == .unprocessable)
      #expect(answer.text.contains(sentence))
      #expect(answer.text.contains("name=\"experience\" value=\"\(experience)\""))
      #expect(answer.text.contains("name=\"gold\" value=\"\(gold)\""))
      #expect(!answer.text.contains("Pay out"))
    }
  }

  @Test func `somebody has to take part, and nobody's purse may overflow`() throws {
    var visitor = Visitor(stores)
    var rich = People.nim
    rich.play = PlayRecord()
    rich.coins = Coins(gold: 1_000_000)
    let id = try visitor.keepParty([People.hilda, rich], stores)
    let none = visitor.get("/osr/parties/\(id)/shares?\(query("100", "", [People.odo]))")
    #expect(none.status == .unprocessable)
    #expect(none.text.contains("Choose who takes part."))
    let full = visitor.get("/osr/parties/\(id)/shares?\(query("", "10", [People.hilda, rich]))")
    #expect(full.status == .unprocessable)
    #expect(full.text.contains("Nim: "))
    #expect(full.text.contains("1,000,000"))
  }
}
