import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct TablePageTests {
  private let stores = FakeStorage()

  @Test func `hit points go down and up by a press, or by as many as are typed`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    #expect(
      visitor.get("/osr/vault/\(id)/play").text.contains("<output>7</output> of <"))
    let answer = visitor.change(id, "play/hurt", "quick=1")
    #expect(answer.header("Location") == "/osr/vault/\(id)/play")
    _ = visitor.change(id, "play/hurt", "points=4")
    _ = visitor.change(id, "play/heal", "quick=1")
    let page = visitor.get("/osr/vault/\(id)/play")
    #expect(page.text.contains("<output>3</output> of <"))
    #expect(page.text.contains("Healed 1 hit point: 3 of 7."))
    _ = visitor.change(id, "play/hurt", "points=99")
    #expect(visitor.get("/osr/vault/\(id)/play").text.contains("– dead"))
    #expect(visitor.get("/osr/vault/\(id)").text.contains("<b>Conditions:</b> dead"))
    for points in ["0", "-1", "", "x", "1000"] {
      let answer = visitor.change(id, "play/hurt", "points=\(points)")
      #expect(answer.status == .unprocessable)
      #expect(answer.text.contains("Hit points lost or healed must be 1 to 999."))
      #expect(answer.text.contains("value=\"\(points)\" maxlength"))
    }
    #expect(visitor.story(id).count == 4)
  }

  @Test func `what a roll needs and its odds are apart when read as text`() throws {
    var visitor = Visitor(stores)
    let page = visitor.get("/osr/vault/\(try visitor.keep(People.hilda, stores))/play").text
    #expect(page.contains(/<\/details>, <a [^>]*\/odds/))
    #expect(page.contains(/<\/details> <a [^>]*\/odds/))
    #expect(!page.contains(/<\/(details|span)><a [^>]*\/odds/))
  }

  @Test func `conditions are free words`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.change(id, "play/suffer", "condition=%3Ci%3Eblind%3C%2Fi%3E")
    let page = visitor.get("/osr/vault/\(id)/play")
    #expect(page.text.contains("<p>&lt;i&gt;blind&lt;/i&gt;</p>"))
    #expect(visitor.get("/osr/vault/\(id)").text.contains("<b>Conditions:</b>"))
    let answer = visitor.change(id, "play/suffer", "condition=\(String(repeating: "x", count: 61))")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("A condition can have at most 60 characters."))
    _ = visitor.change(id, "play/recover", "place=0")
    #expect(try visitor.character(id, stores).record.conditions == [])
  }

  @Test func `arrows go one by one, and come back one by one`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    #expect(!visitor.get("/osr/vault/\(id)/play").text.contains("Pick up"))
    for _ in 0..<2 { _ = visitor.change(id, "play/shoot", "shot=arrows") }
    var page = visitor.get("/osr/vault/\(id)/play")
    #expect(page.text.contains("<output>18</output> arrows"))
    #expect(page.text.contains("Ammunition: arrows 19 → 18."))
    for _ in 0..<17 { _ = visitor.change(id, "play/shoot", "shot=arrows") }
    #expect(visitor.get("/osr/vault/\(id)/play").text.contains("<output>1</output> arrow</p>"))
    for _ in 0..<17 { _ = visitor.change(id, "play/collect", "shot=arrows") }
    _ = visitor.change(id, "play/collect", "shot=arrows")
    page = visitor.get("/osr/vault/\(id)/play")
    #expect(page.text.contains("<output>19</output> arrows"))
    #expect(
      visitor.change(id, "play/shoot", "shot=crossbowBolts").text
        .contains("You have no crossbow bolts left."))
  }

  @Test func `the last stone can be picked up, and none is shot that isn't there`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    for _ in 0..<2 { _ = visitor.change(id, "play/shoot", "shot=slingStones") }
    let page = visitor.get("/osr/vault/\(id)/play").text
    #expect(page.contains("<output>0</output> sling stones"))
    #expect(!page.contains("id=\"shoot-slingStones\""))
    #expect(page.contains("id=\"collect-slingStones\""))
  }

  @Test func `a bow shoots an arrow with each roll, and none without arrows`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    (visitor.faces, visitor.sides) = ([14], 20)
    let path = "/osr/vault/\(id)/play"
    let form = "roll=missile-long-bow&ac=2"
    // The second of a double click is none.
    for _ in 1...2 {
      _ = visitor.ask(Request(.post, "\(path)/roll", body: "turn=0&\(form)"))
    }
    let page = visitor.get("\(path)?ac=2").text
    #expect(page.contains("Long bow: rolled 14, needed 15 – a miss."))
    #expect(page.contains("formaction=\"\(path)/undo\">Undo"))
    #expect(page.contains("19 arrows left.") && page.contains("<output>19</output> arrows"))
    #expect(visitor.story(id) == ["Ammunition: arrows 20 → 19"])
    for _ in 0..<19 { _ = visitor.change(id, "play/shoot", "shot=arrows") }
    let empty = visitor.get(path).text
    #expect(empty.contains("No arrows left.") && !empty.contains("roll-missile-long-bow"))
    let forged = visitor.ask(Request(.post, "\(path)/roll", body: "turn=1&\(form)"))
    #expect(forged.status == .unprocessable && forged.text.contains("No arrows left."))
  }

  @Test func `a silver-tipped arrow is shot by choice, or when no other is left`() throws {
    var visitor = Visitor(stores)
    let hilda = try People.hilda.finding(.ammunition(.silverTippedArrow), count: 2)
    let id = try visitor.keep(hilda, stores)
    (visitor.faces, visitor.sides) = ([14], 20)
    let path = "/osr/vault/\(id)/play"
    let silver = "missile-long-bow-\(Ammunition.silverTippedArrow.id)"
    _ = visitor.ask(Request(.post, "\(path)/roll", body: "turn=0&roll=\(silver)&ac=2"))
    let page = visitor.get(path).text
    #expect(page.contains("Long bow, silver-tipped arrow: rolled 14, needed 15 – a miss."))
    #expect(page.contains("1 silver-tipped arrow left.") && page.contains("<output>20</output>"))
    for _ in 0..<20 { _ = visitor.change(id, "play/shoot", "shot=arrows") }
    let last = visitor.get(path).text
    #expect(last.contains("id=\"roll-\(silver)\""))
    #expect(!last.contains("id=\"roll-missile-long-bow\"") && !last.contains("No arrows left."))
  }

  @Test func `the foe stays while other pages are looked at, and for one character`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let other = try visitor.keep(People.nim, stores)
    _ = visitor.ask(Request(.post, "/osr/vault/\(id)/play/roll", body: "turn=0&roll=reaction&ac=4"))
    _ = visitor.get("/osr/vault/\(id)/equipment")
    #expect(visitor.get("/osr/vault/\(id)/play").text.contains("<option value=\"4\" selected>"))
    #expect(visitor.get("/osr/vault/\(other)/play").text.contains("<option value=\"9\" selected>"))
    _ = visitor.get("/osr/vault/\(id)/play?ac=3")
    _ = visitor.get("/osr/vault/\(id)/equipment")
    #expect(visitor.get("/osr/vault/\(id)/play").text.contains("<option value=\"3\" selected>"))
  }

  @Test func `a whole day of rest heals, and a new day alone doesn’t`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    #expect(!visitor.get("/osr/vault/\(id)/play").text.contains("id=\"rest-day\""))
    _ = visitor.change(id, "play/hurt", "points=5")
    _ = visitor.change(id, "play/rest")
    #expect(try visitor.character(id, stores).hitPointsNow == 2)
    (visitor.faces, visitor.sides) = ([3], 3)
    #expect(visitor.get("/osr/vault/\(id)/play").text.contains("id=\"rest-day\""))
    _ = visitor.change(id, "play/rest-day")
    #expect(try visitor.character(id, stores).hitPointsNow == 5)
    #expect(visitor.story(id).first == "New day: current hit points 2 → 5")
    // It doesn't raise the dead, nor does it do anything for the unhurt.
    for move in ["play/hurt", "play/heal"] {
      _ = visitor.change(id, move, "points=99")
      #expect(!visitor.get("/osr/vault/\(id)/play").text.contains("id=\"rest-day\""))
      #expect(visitor.change(id, "play/rest-day").status == .unprocessable)
      #expect(try visitor.character(id, stores).hitPointsNow == (move == "play/hurt" ? 0 : 7))
    }
  }

  @Test func `supplies go one by one`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let answer = visitor.change(id, "play/use", "item=torches&ac=4")
    #expect(answer.header("Location") == "/osr/vault/\(id)/play?ac=4#supplies")
    let page = visitor.get("/osr/vault/\(id)/play").text
    #expect(page.contains("<p>5 torches</p>"))
    #expect(page.contains("Used: torches 6 → 5."))
    for item in ["lantern", "rope", "halberd", ""] {
      #expect(visitor.change(id, "play/use", "item=\(item)").status == .unprocessable)
    }
  }

  @Test func `weapons are taken in hand and put away in the middle of a fight`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let path = "/osr/vault/\(id)/play"
    let page = visitor.get(path)
    #expect(page.text.contains("id=\"hold-item-sword\">Take in hand"))
    #expect(page.text.contains("id=\"away-item-shield\""))
    #expect(page.text.contains("id=\"roll-missile-long-bow\""))
    let answer = visitor.change(id, "play/wear", "item=sword&ac=3")
    #expect(answer.header("Location") == "\(path)?ac=3#attack")
    #expect(!visitor.get(path).text.contains("id=\"roll-missile-long-bow\""))
    _ = visitor.change(id, "play/away", "item=sword")
    #expect(visitor.get(path).text.contains("id=\"roll-missile-long-bow\""))
  }

  @Test func `a torch burns for six turns, and the page tells what each turn brings`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let path = "/osr/vault/\(id)/play"
    #expect(visitor.get(path).text.contains("Nothing is burning."))
    #expect(!visitor.get(path).text.contains("id=\"fill-lantern\""))
    _ = visitor.change(id, "play/light", "light=torch")
    #expect(visitor.get(path).text.contains("<li>Torch: 6 turns left</li>"))
    _ = visitor.change(id, "play/turn")
    for (page, words) in [
      ("/sheet.txt", "Burning: torch (5 turns left)"),
      ("/sheet.md", "Burning: torch (5 turns left)"),
      ("/foundry.json", "Burning: torch (5 turns left)"),
      ("", "<dt>Burning</dt><dd>torch (5 turns left)</dd>"),
      ("/sheet.json", #""burning":[{"light":"torch","turnsLeft":5}]"#),
    ] {
      #expect(visitor.get("/osr/vault/\(id)\(page)").text.contains(words), "\(page)")
    }
    for _ in 1..<6 { _ = visitor.change(id, "play/turn") }
    #expect(visitor.get(path).text.contains("Tired: −1 to attacks and damage until you rest."))
    _ = visitor.change(id, "play/turn", "rest=1")
    #expect(
      visitor.story(id) == [
        "Turn 7: rested",
        """
        Turn 6: a torch went out, it’s dark. Check for wandering monsters: 1 in 6
        """,
        "Turn 5. Rest next turn, or take −1 to attacks and damage until you do",
        "Turn 4. Check for wandering monsters: 1 in 6", "Turn 3",
        "Turn 2. Check for wandering monsters: 1 in 6", "Turn 1",
        "Lit: torch for 6 turns; torches 6 → 5",
      ])
    _ = visitor.change(id, "history/undo", "change=8")
    #expect(
      visitor.get("/osr/vault/\(id)/history").text.contains("Turn undone: turn 6 again."))
    _ = visitor.change(id, "play/light", "light=torch")
    let text = visitor.get("/osr/vault/\(id)/character.json").text
    #expect(
      text.contains(
        #""clock":{"turns":6,"sinceRest":6,"lights":[{"light":"torch","left":6}]}"#))
    #expect(visitor.upload(text.utf8).status == .seeOther)
    let forged = text.replacing(#""left":6"#, with: #""left":7"#)
    #expect(visitor.upload(forged.utf8).text.contains("The number of turns must be 1 to 6."))
    let stolen = text.replacing(#""light":"torch""#, with: #""light":"lantern""#)
    #expect(visitor.upload(stolen.utf8).text.contains("Lantern: you have none."))
    for form in ["light=lantern", "light=sun", ""] {
      #expect(visitor.change(id, "play/light", form).status == .unprocessable)
    }
    _ = visitor.change(id, "play/rest")
    #expect(visitor.story(id).first == "New day: turn 6 → 0")
  }

  @Test func `lights that go out in one turn are counted`() throws {
    var visitor = Visitor(stores)
    var hilda = try People.hilda.finding(.gear(.lantern))
    let lights: [Clock.Light] = [.torch, .lantern, .torch]
    hilda.record.clock.flames = lights.map { Clock.Flame($0, left: 1) }
    let id = try visitor.keep(hilda, stores)
    _ = visitor.change(id, "play/turn")
    #expect(visitor.story(id) == ["Turn 1: 2 torches and the lantern went out, it’s dark"])
  }

  @Test func `spells are cast until the next day`() throws {
    var visitor = Visitor(stores)
    let sleep = Spell.sleep.listed
    let elf = try People.aelindra.atLevel(2).preparing([sleep, sleep])
    let id = try visitor.keep(elf, stores)
    _ = visitor.change(id, "play/cast", "spell=sleep")
    #expect(visitor.get("/osr/vault/\(id)/play").text.contains("1 of 2 left"))
    _ = visitor.change(id, "play/cast", "spell=sleep")
    #expect(!visitor.get("/osr/vault/\(id)/play").text.contains("id=\"cast-sleep\""))
    #expect(visitor.change(id, "play/cast", "spell=sleep").status == .unprocessable)
    _ = visitor.change(id, "play/rest")
    #expect(visitor.get("/osr/vault/\(id)/play").text.contains("2 of 2 left"))
    #expect(visitor.story(id).first == "New day: all spells back")
  }

  @Test func `a starting spell can be cast at once, and is in the party's table`() throws {
    var visitor = Visitor(stores)
    let party = try visitor.keepParty([People.aelindra], stores)
    let id = try #require(visitor.ids().first)
    _ = visitor.change(id, "play/hurt", "quick=1")
    #expect(visitor.get("/osr/parties/\(party)").text.contains("<small>Spells: Sleep</small>"))
    #expect(visitor.change(id, "play/cast", "spell=sleep").status == .seeOther)
    // The vault's bytes tell a played character with nothing prepared from a beginner.
    _ = visitor.change(id, "spells/prepare", "sleep=0")
    #expect(try visitor.character(id, stores).record.prepared == [])
    let page = visitor.get("/osr/vault/\(id)/play").text
    #expect(page.contains("Nothing prepared. <a href=\"/osr/vault/\(id)/spells#today\">"))
    let odo = try visitor.keep(People.odo, stores)
    #expect(!visitor.get("/osr/vault/\(odo)/play").text.contains("Nothing prepared"))
  }

  @Test func `a weapon for both hands leaves none for the shield`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let path = "/osr/vault/\(id)/play"
    #expect(
      visitor.get(path).text.contains(
        "The long bow takes both hands: armour class 3 [16] without the shield."))
    _ = visitor.change(id, "equipment/find", "item=two-handed-sword&count=1")
    #expect(visitor.get(path).text.contains("The long bow or the two-handed sword takes both"))
    _ = visitor.change(id, "equipment/lose", "item=shield&count=1")
    #expect(!visitor.get(path).text.contains("both hands"))
  }

  @Test func `a level is offered when there is enough experience`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda.awarded(2_000), stores)
    #expect(
      visitor.get("/osr/vault/\(id)/play").text
        .contains("There’s enough experience for level 2."))
    _ = visitor.change(id, "level/rise")
    #expect(
      !visitor.get("/osr/vault/\(id)/play").text.contains("There’s enough experience"))
  }

  @Test func `supplies stay unfolded while the page tells of one that was used`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    func isOpen() -> Bool {
      visitor.get("/osr/vault/\(id)/play").text.contains("<details id=\"use\" open>")
    }
    #expect(!isOpen())
    _ = visitor.change(id, "play/use", "item=torches")
    #expect(isOpen())
    _ = visitor.change(id, "play/hurt", "quick=1")
    #expect(!isOpen())
  }

  @Test func `a form rolls once, against the foe that was chosen`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    visitor.faces = [14]
    visitor.sides = 20
    let path = "/osr/vault/\(id)/play/roll"
    let answer = visitor.ask(Request(.post, path, body: "turn=0&roll=melee-sword&ac=2"))
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/osr/vault/\(id)/play?ac=2#outcome")
    let page = visitor.get("/osr/vault/\(id)/play?ac=2")
    #expect(
      page.text.contains("Sword: rolled 14, needed 15 – a miss. The chance was 30.0% (3/10)."))
    #expect(page.text.contains("<option value=\"2\" selected>2 [17]</option>"))
    #expect(page.text.contains("name=\"turn\" value=\"1\""))
    let again = visitor.ask(Request(.post, path, body: "turn=0&roll=melee-sword&ac=2"))
    #expect(again.status == .conflict)
    #expect(again.text.contains("Your page was out of date, so nothing was rolled."))
    let wrong = visitor.ask(Request(.post, path, body: "turn=1&roll=melee-halberd"))
    #expect(wrong.status == .unprocessable)
    // It stands large beside its dice, and a hit with what comes next.
    #expect(page.text.contains("<b class=\"sum\" aria-hidden=\"true\">A miss</b>"))
    #expect(!page.text.contains("id=\"next-roll\"") && !page.text.contains("class=\"notice\""))
    _ = visitor.ask(Request(.post, path, body: "turn=1&roll=melee-sword&ac=9&situation=1"))
    let hit = visitor.get("/osr/vault/\(id)/play").text
    #expect(hit.contains("Sword: rolled 14, needed 7 – a hit. The chance was 70.0% (7/10)."))
    #expect(hit.contains("value=\"damage-sword\" id=\"next-roll\""))
    (visitor.faces, visitor.sides) = ([3], 8)
    _ = visitor.ask(Request(.post, path, body: "turn=2&roll=damage-sword"))
    let damage = visitor.get("/osr/vault/\(id)/play").text
    #expect(damage.contains("<b class=\"sum\" aria-hidden=\"true\">5</b>"))
    // Any other move is told above again.
    _ = visitor.change(id, "play/hurt", "quick=1")
    #expect(!visitor.get("/osr/vault/\(id)/play").text.contains("class=\"sum\""))
    _ = visitor.change(id, "play/heal", "quick=1")
    // Rolling changes nothing that is kept.
    #expect(try visitor.character(id, stores).hitPointsNow == 7)
    #expect(visitor.story(id).count == 2)
  }

  @Test(arguments: ["-99", "99", "x", ""])
  func `a foe beyond the tables counts as the nearest`(armourClass: String) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let page = visitor.get("/osr/vault/\(id)/play?ac=\(armourClass)")
    #expect(page.text.contains("value=\"\(armourClass == "-99" ? "-3" : "9")\" selected"))
  }
}
