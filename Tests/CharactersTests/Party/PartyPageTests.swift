import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct PartyPageTests {
  private let stores = FakeStorage()

  @Test func `who is hurt has fewer hit points beside the others, too`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepParty([People.hilda.hurt(by: 3)], stores)
    #expect(visitor.get("/osr/parties/\(id)").text.contains("\"Hit points\"><b>4</b> of <a"))
  }

  @Test func `all members are side by side with what counts at the table`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let page = visitor.get("/osr/parties/\(id)")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "The Lanterns – Dicehall")
    #expect(page.text.contains("<p>3 characters</p>"))
    #expect(page.marchers == ["Hilda", "Nim", "Odo"])
    let rows = page.text.split(separator: "<tr").filter { $0.contains("data-label") }
    #expect(rows.count == 3)
    // Hilda: chain mail, shield, dexterity 16; fighter of level 1 with strength 17.
    let hilda = rows[0]
    // Each number leads to where the sheet tells how it comes about.
    let sheet = "<a href=\"/osr/vault/\(try #require(visitor.ids().last))"
    #expect(hilda.contains("<td data-label=\"Hit points\"><b>7</b> of \(sheet)\">7</a>"))
    #expect(hilda.contains("<td data-label=\"Armour class\">\(sheet)\">2 [17]</a></td>"))
    #expect(hilda.contains("<td data-label=\"THAC0\">\(sheet)#sheet-attack\">19 [+0]</a></td>"))
    for (letter, value) in [("D", 12), ("W", 13), ("P", 14), ("B", 15), ("S", 16)] {
      #expect(hilda.contains(">\(letter)</abbr>\(value)</span>"))
    }
    #expect(hilda.contains("class=\"saves\">\(sheet)#sheet-saves\"><span>"))
    #expect(hilda.contains("Sword \(sheet)#sheet-attack\">+2, 1d8+2</a>"))
    #expect(hilda.contains("Long bow \(sheet)#sheet-attack\">+2, 1d6</a>"))
    #expect(hilda.contains("<td data-label=\"Move\">\(sheet)#sheet-movement\">60 (20)</a></td>"))
    #expect(hilda.contains("\(sheet)\"><bdi>Hilda"))
    #expect(rows[2].contains("Fighter") == false)
    #expect(page.fact("Hit points") == "14 of 14")
    #expect(page.fact("Treasure") == "38 gp")
    // The same would be told twice.
    #expect(page.fact("Worth") == nil)
  }

  @Test func `members lose and heal by a press, and have the next turn together`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let hilda = "member=\(People.hilda.id.text)"
    #expect(visitor.change(party: id, "hurt", "\(hilda)&after=0").status == .seeOther)
    #expect(visitor.news(ofParty: id) == "Hilda: lost 1 hit point: 6 of 7.")
    // The same page changes nothing again.
    #expect(visitor.change(party: id, "hurt", "\(hilda)&after=0").status == .conflict)
    #expect(visitor.get("/osr/parties/\(id)").fact("Hit points") == "13 of 14")
    _ = visitor.change(party: id, "heal", "\(hilda)&after=1")
    #expect(visitor.get("/osr/parties/\(id)").fact("Hit points") == "14 of 14")
    #expect(visitor.change(party: id, "turn", "after=2").status == .seeOther)
    #expect(visitor.news(ofParty: id) == "Turn 1.")
    #expect(visitor.change(party: id, "turn", "after=2").status == .conflict)
    let entry = try #require(visitor.ids().last)
    _ = visitor.change(entry, "play/light", "light=torch")
    #expect(visitor.get("/osr/parties/\(id)").text.contains("Light: torch (6 turns left)"))
    for _ in 1...6 {
      let page = visitor.get("/osr/parties/\(id)").text
      let after = page.matches(of: /name="after" value="(\d+)"/).last?.1 ?? ""
      _ = visitor.change(party: id, "turn", "after=\(after)")
    }
    let news = visitor.news(ofParty: id) ?? ""
    #expect(news.contains("Hilda: Turn 7: a torch went out, it’s dark"))
    #expect(news.contains("Nim and Odo: Turn 7."))
  }

  @Test(arguments: [false, true])
  func `whoever changed or was deleted meanwhile has no turn with the others`(
    isDeleted: Bool
  ) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let rival = CharacterJSON.encode(People.nim.named("Nimue"), withOrigin: true)
    stores.outrun(replacingWith: isDeleted ? [] : rival, after: 1)
    #expect(visitor.change(party: id, "turn", "after=0").status == .seeOther)
    #expect(visitor.news(ofParty: id) == "Hilda and Odo: Turn 1. Nim: Nothing changed.")
  }

  @Test func `the marching order changes by buttons`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let answer = visitor.change(party: id, "forward", "member=\(People.odo.id.text)")
    #expect(answer.header("Location") == "/osr/parties/\(id)")
    #expect(visitor.news(ofParty: id) == "Odo is number 2 in the marching order.")
    #expect(visitor.get("/osr/parties/\(id)").marchers == ["Hilda", "Odo", "Nim"])
    _ = visitor.change(party: id, "back", "member=\(People.hilda.id.text)")
    #expect(visitor.get("/osr/parties/\(id)").marchers == ["Odo", "Hilda", "Nim"])
    let page = visitor.get("/osr/parties/\(id)").text
    #expect(!page.contains("id=\"forward-\(People.odo.id.text)\""))
    #expect(!page.contains("id=\"back-\(People.nim.id.text)\""))
    for member in ["", "x", People.aelindra.id.text] {
      let wrong = visitor.change(party: id, "forward", "member=\(member)")
      #expect(wrong.status == .unprocessable)
      #expect(wrong.text.contains("That character isn’t in this party any more."))
    }
  }

  @Test func `members come and go, and stay in the vault`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let elf = try visitor.keep(People.aelindra, stores)
    #expect(visitor.get("/osr/parties/\(id)").text.contains("<option value=\"\(elf)\">"))
    _ = visitor.change(party: id, "add", "character=\(elf)")
    #expect(visitor.get("/osr/parties/\(id)").marchers.last == People.aelindra.name)
    _ = visitor.change(party: id, "remove", "member=\(People.nim.id.text)")
    #expect(visitor.news(ofParty: id) == "Nim left the party but stays in your vault.")
    #expect(visitor.get("/osr/parties/\(id)").marchers == ["Hilda", "Odo", People.aelindra.name])
    #expect(visitor.names().count == 4)
    for character in ["", "x", elf] {
      let wrong = visitor.change(party: id, "add", "character=\(character)")
      #expect(wrong.status == .unprocessable)
      #expect(wrong.text.contains("Choose a character."))
    }
  }

  @Test func `with an employer go the retainers, and the page says so`() throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.nim, stores)
    let id = try visitor.keepParty([People.hilda, People.odo], stores) {
      try $0.hiring(People.nim, by: People.hilda, wage: 1, share: .half)
    }
    _ = visitor.change(party: id, "remove", "member=\(People.hilda.id.text)")
    #expect(
      visitor.news(ofParty: id)
        == "Hilda left the party and took Nim along. They’re all still in your vault.")
    #expect(visitor.get("/osr/parties/\(id)").marchers == ["Odo"])
  }

  @Test func `nobody joins a full party, whatever form is sent`() throws {
    var visitor = Visitor(stores)
    let eight = (1...8).map { number in
      var random = SeededGenerator(seed: UInt64(number))
      var copy = People.nim.named("Nim \(number)")
      copy.id = CharacterID(using: &random)
      return copy
    }
    let id = try visitor.keepParty(eight, stores)
    for (move, form) in [("surprise", ""), ("add", ""), ("add", "character=x")] {
      let answer = visitor.change(party: id, move, form)
      #expect(answer.status == .unprocessable)
      #expect(
        answer.text.contains("A party can have at most 8 characters, not counting retainers."))
    }
    #expect(visitor.names().count == 8)
  }

  /// Descending 2 with chain mail, shield and dexterity 16 is ascending 17.
  @Test func `ascending armour class alone goes with the attack bonus alone`() throws {
    var visitor = Visitor(stores)
    var hilda = People.hilda
    hilda.options = [.ascendingOnly]
    let mixed = try visitor.keepParty([hilda, People.nim], stores)
    var page = visitor.get("/osr/parties/\(mixed)").text
    for number in ["[17]", "[+0]", "19 [+0]"] { #expect(page.contains("\">\(number)</a></td>")) }
    #expect(page.contains("<th scope=\"col\">THAC0</th>"))
    let alone = try visitor.keepParty([hilda], stores)
    page = visitor.get("/osr/parties/\(alone)").text
    #expect(page.contains("<th scope=\"col\">Attack bonus</th>"))
    #expect(!page.contains("THAC0"))
    #expect(!page.contains("escending"))
    let text = visitor.get("/osr/parties/\(alone)/party.txt").text
    #expect(text.contains("AC 17, attack bonus +0, saves"))
  }

  @Test func `somebody joins by surprise`() throws {
    var visitor = Visitor(stores)
    visitor.faces = [3, 5, 4]
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "surprise")
    #expect(visitor.get("/osr/parties/\(id)").marchers.count == 4)
    #expect(visitor.names().count == 4)
  }

  @Test func `a party has another name`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "name", "name=%3Cb%3EOthers%3C%2Fb%3E")
    #expect(visitor.get("/osr/parties/\(id)").text.contains("<h1>&lt;b&gt;Others&lt;/b&gt;</h1>"))
    let answer = visitor.change(party: id, "name", "name=\(String(repeating: "y", count: 61))")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("A name can have at most 60 characters."))
    #expect(answer.text.contains("value=\"\(String(repeating: "y", count: 61))\""))
  }

  @Test func `of two tabs, the second changes nothing and sees how it is`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let version = try #require(visitor.get("/osr/parties/\(id)").version)
    let member = "member=\(People.odo.id.text)"
    #expect(
      visitor.change(party: id, "forward", member, version: version).status == .seeOther)
    let late = visitor.change(party: id, "forward", member, version: version)
    #expect(late.status == .conflict)
    #expect(late.text.contains("Nothing was changed: this party"))
    #expect(late.marchers == ["Hilda", "Odo", "Nim"])
    #expect(try visitor.kept(party: id, stores).party.members[1].id == People.odo.id)
  }

  @Test func `of two who save at once, one is told`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    var rival = try visitor.kept(party: id, stores)
    rival.party = try rival.party.renamed("Rivals")
    stores.outrun(replacingWith: rival.bytes)
    let late = visitor.change(party: id, "name", "name=Mine")
    #expect(late.status == .conflict)
    #expect(late.text.contains("<h1>Rivals</h1>"))
    #expect(late.text.contains("value=\"Mine\""))
  }

  @Test func `a member's change in another tab does not stop the party's`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let version = try #require(visitor.get("/osr/parties/\(id)").version)
    let hilda = try #require(visitor.ids().last)
    _ = visitor.change(hilda, "play/hurt", "quick=1")
    let answer = visitor.change(
      party: id, "back", "member=\(People.hilda.id.text)", version: version)
    #expect(answer.status == .seeOther)
    let page = visitor.get("/osr/parties/\(id)")
    #expect(page.text.contains("<b>6</b> of <a"))
    #expect(page.fact("Hit points") == "13 of 14")
  }

  @Test func `a member who was deleted leaves a gap that can be closed`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let odo = visitor.ids()[0]
    _ = visitor.press("/osr/vault/\(odo)/delete", "page=list")
    let page = visitor.get("/osr/parties/\(id)")
    #expect(page.status == .ok)
    #expect(page.marchers == ["Hilda", "Nim"])
    #expect(page.text.contains("Somebody who’s no longer in your vault"))
    #expect(visitor.get("/osr/parties/\(id)/shares").status == .ok)
    #expect(visitor.get("/osr/parties/\(id)/party.txt").text.contains("no longer in your vault"))
    _ = visitor.press("/osr/vault/\(odo)/undo")
    #expect(visitor.get("/osr/parties/\(id)").marchers == ["Hilda", "Nim", "Odo"])
    _ = visitor.press("/osr/vault/\(odo)/delete", "page=list")
    _ = visitor.change(party: id, "remove", "member=\(People.odo.id.text)")
    #expect(!visitor.get("/osr/parties/\(id)").text.contains("no longer in your vault"))
  }

  @Test func `members are found by number in a vault that was copied`() throws {
    var visitor = Visitor(stores)
    var kept = KeptParty(try Party(named: "Moved"))
    for person in [People.hilda, People.nim] {
      _ = try visitor.keep(person, stores)
      kept.party = try kept.party.adding(person.id)
      kept.places[person.id] = EntryID("zzzzzzzzzzzzzzzzzzzzzzzzzz")
    }
    let id = try stores.add(kept.bytes, to: visitor.vaultKey, holding: nil, now: 1).entry.text
    #expect(visitor.get("/osr/parties/\(id)").marchers == ["Hilda", "Nim"])
    _ = visitor.change(party: id, "back", "member=\(People.hilda.id.text)")
    let places = try visitor.kept(party: id, stores).places.values
    #expect(Set(places.map(\.text)) == Set(visitor.ids()))
  }

  @Test func `the party as plain text has everybody in order`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepParty([People.hilda, People.odo], stores) {
      try $0.hiring(People.nim, by: People.hilda, wage: 3, share: .half).adding(.mule)
        .loading(animalAt: 0, with: 2_500, called: "Bess")
    }
    _ = try visitor.keep(People.nim, stores)
    let text = visitor.get("/osr/parties/\(id)/party.txt")
    #expect(text.header("Content-Type") == "text/plain; charset=utf-8")
    #expect(
      text.text
        == """
        The Lanterns
        2 characters, 1 retainer and 1 animal

        1. Hilda, fighter 1
           HP 7 of 7, AC 2 [17], THAC0 19 [+0], saves D12 W13 P14 B15 S16, move 60 (20)
           Long bow +2, 1d6; Sword +2, 1d8+2
        2. Odo, cleric 1
           HP 4 of 4, AC 9 [10], THAC0 19 [+0], saves D11 W12 P14 B16 S15, move 120 (40)
           Mace -1, 1d6-1
        3. Nim, thief 1
           HP 3 of 3, AC 5 [14], THAC0 19 [+0], saves D13 W14 P13 B16 S15, move 120 (40)
           Dagger +0, 1d4; Short sword +0, 1d6; Sling +2, 1d4
           Follows Hilda: loyalty 6, 3 gp a day, half a share

        Bess: 2,500 coins, 60 feet a turn, 12 miles a day

        HP 14 of 14
        Treasure: 38 gp
        Slowest pace: 60 feet a turn, 12 miles a day

        """.replacing("-1", with: "\u{2212}1"))
  }
}
