import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct GoodsPageTests {
  private let stores = FakeStorage()

  @Test func `where a number is typed, a phone shows number keys`() throws {
    var visitor = Visitor(stores)
    let party = try visitor.keepParty([People.aelindra], stores)
    let id = try #require(visitor.ids().first)
    let pages = ["play", "level", "equipment", "spells"].map { "/osr/vault/\(id)/\($0)" }
    var names: Set<Substring> = []
    for page in pages + ["/osr/parties/\(party)/shares"] {
      for input in visitor.get(page).text.matches(of: /<input (?<rest>[^>]*)>/).map(\.rest)
      where !input.contains("type=\"hidden\"") {
        guard let name = input.firstMatch(of: /name="(\w+)"/)?.1 else { continue }
        if input.contains("inputmode=\"numeric\"") { names.insert(name) }
        #expect(!input.contains("type=\"number\"") || input.contains("inputmode=\"numeric\""))
      }
    }
    #expect(
      names == [
        "points", "amount", "count", "price", "weight", "charges", "sleep", "experience", "gold",
      ])
  }

  @Test func `what is owned is listed, and only what the class may use is for sale`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let page = visitor.get("/osr/vault/\(id)/equipment")
    #expect(page.text.contains("<b>2 × Dagger</b>"))
    // Bought one by one, they are counted once.
    #expect(page.text.contains("<b>2 × Sling stones</b></p>"))
    #expect(page.fact("Gold pieces") == "4")
    #expect(page.text.contains("<option value=\"rope\">Rope (50 ft), 1 gp</option>"))
    #expect(!page.text.contains("value=\"plate-mail\""))
    #expect(page.text.contains(">Sell<span class=\"hidden\"> Leather</span></button>"))
  }

  @Test func `one torch is used or lost, and the other five stay`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    #expect(
      visitor.get("/osr/vault/\(id)/equipment").text.contains("<span class=\"hint\">6 torches<"))
    _ = visitor.change(id, "equipment/use", "item=torches&count=1&price=")
    let page = visitor.get("/osr/vault/\(id)/equipment").text
    #expect(page.contains("Used: torches 6 → 5."))
    #expect(page.contains("max=\"5\" aria-label=\"How many Torches (6)\""))
    _ = visitor.change(id, "equipment/lose", "item=torches&count=2")
    #expect(visitor.get("/osr/vault/\(id)").fact("Gear")?.hasSuffix("Torches (6): 3 left") == true)
    let text = visitor.get("/osr/vault/\(id)/character.json").text
    #expect(text.contains(#""piecesUsed":{"torches":3}"#))
    #expect(visitor.upload(text.utf8).status == .seeOther)
    _ = visitor.change(id, "history/undo", "change=1")
    #expect(visitor.get("/osr/vault/\(id)/history").text.contains("Use undone: torches 4 again"))
  }

  @Test func `goods are bought, found, sold and lost`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let answer = visitor.change(id, "equipment/buy", "item=torches&count=3")
    #expect(answer.status == .seeOther)
    #expect(answer.header("Location") == "/osr/vault/\(id)/equipment")
    #expect(
      visitor.get("/osr/vault/\(id)/equipment").text.contains(
        "Bought: +3 × Torches (6); gold pieces 4 → 1."))
    _ = visitor.change(id, "equipment/find", "item=lantern&count=1")
    _ = visitor.change(id, "equipment/sell", "item=dagger&count=2&price=5")
    _ = visitor.change(id, "equipment/lose", "item=rope&count=1")
    let nim = try visitor.character(id, stores)
    #expect(nim.coins == Coins(gold: 6))
    #expect(nim.goods[.gear(.torches)] == 3)
    #expect(nim.goods[.gear(.lantern)] == 1)
    #expect(nim.goods[.weapon(.dagger)] == 0)
    #expect(nim.goods[.gear(.rope)] == 0)
    #expect(
      visitor.story(id) == [
        "Lost: −Rope (50 ft)", "Sold: −2 × Dagger; gold pieces 1 → 6", "Found: +Lantern",
        "Bought: +3 × Torches (6); gold pieces 4 → 1",
      ])
  }

  @Test func `coins and other things come and go`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    _ = visitor.change(id, "equipment/add", "coin=silverPieces&amount=1%2C500")
    _ = visitor.change(id, "equipment/take", "coin=goldPieces&amount=4")
    _ = visitor.change(id, "equipment/note", "thing=a+%3Cring%3E&weight=1")
    let page = visitor.get("/osr/vault/\(id)/equipment")
    #expect(page.fact("Silver pieces") == "1,500")
    #expect(page.fact("Gold pieces") == "0")
    #expect(page.text.contains("a &lt;ring&gt; <span class=\"hint\">weight 1 coin</span>"))
    #expect(visitor.get("/osr/vault/\(id)").text.contains("<dt>Other things</dt>"))
    _ = visitor.change(id, "equipment/strike", "place=0")
    #expect(try visitor.character(id, stores).record.otherThings == [])
    #expect(visitor.story(id).first == "Other things: −a &lt;ring&gt;")
  }

  /// What is sent, the sentence, and what the form shows again.
  @Test(arguments: [
    (
      "buy", "item=lantern&count=1", "That costs 10 gp, and all your coins are worth 4 gp.",
      "value=\"lantern\" selected"
    ),
    ("buy", "item=plate-mail&count=1", "Plate mail: not for a thief", "value=\"1\""),
    ("buy", "item=halberd&count=1", "No shop sells this.", "value=\"1\""),
    ("find", "item=rope&count=0", "The number of things must be 1 to 200.", "value=\"0\""),
    ("find", "item=rope&count=many", "The number of things must be 1 to 200.", "value=\"many\""),
    ("wear", "item=rope&count=1", "No shop sells this.", "value=\"1\""),
    ("wear", "item=shield&count=1", "Shield: you have none.", "value=\"1\""),
    ("away", "item=halberd&count=1", "No shop sells this.", "value=\"1\""),
    ("sell", "item=dagger&count=3&price=1", "Dagger: you have only 2.", "value=\"1\""),
    (
      "sell", "item=dagger&count=1&price=", "The price in gold pieces must be 0 to 100,000.",
      "Dagger"
    ),
    ("lose", "item=lantern&count=1", "Lantern: you have none.", "value=\"1\""),
    ("add", "coin=zinc&amount=5", "There’s no such coin. Choose one of the five.", "value=\"5\""),
    ("take", "coin=zinc&amount=1", "There’s no such coin. Choose one of the five.", "value=\"1\""),
    ("add", "coin=goldPieces&amount=0", "Gold pieces must be 0 to 1,000,000.", "value=\"0\""),
    ("take", "coin=goldPieces&amount=5", "Gold pieces: you have only 4.", "value=\"5\""),
    ("note", "thing=+&weight=3", "An item needs a few words.", "value=\"3\""),
    (
      "note", "thing=ring&weight=1&kind=ring&saves=6", "A bonus must be \u{2212}3 to 5.",
      "value=\"ring\" selected"
    ),
    ("note", "thing=ring&weight=1&kind=ring&attack=x", "A bonus must be", "value=\"ring\""),
    ("note", "thing=ring&weight=1&kind=crown", "Choose a kind of thing first", "value=\"ring\""),
    ("note", "thing=ring&weight=1&saves=1", "Choose a kind of thing first", "value=\"ring\""),
    (
      "note", "thing=wand&weight=1&kind=other&charges=x", "The number of charges must be 0 to 99.",
      "value=\"wand\""
    ),
    ("wear", "place=0", "Choose a kind of thing first", "value=\"1\""),
    ("charge", "place=x", "Choose a kind of thing first", "value=\"1\""),
    ("note", "thing=gem&weight=x", "The weight in coins must be 0 to 10,000.", "value=\"gem\""),
  ])
  func `a trade against the rules says which, and keeps the input`(
    move: String, form: String, sentence: String, shown: String
  ) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let answer = visitor.change(id, "equipment/\(move)", form)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains(sentence))
    #expect(answer.text.contains(shown))
    #expect(try visitor.character(id, stores) == People.nim)
  }

  @Test(arguments: [
    ("find", "item=rope&count=0", "goods-count"), ("find", "item=dagger&count=199", "goods-count"),
    ("buy", "item=lantern&count=1", "goods-item"),
    ("lose", "item=dagger&count=0", "own-dagger"), ("add", "coin=zinc&amount=5", "coin"),
    ("take", "coin=goldPieces&amount=5", "amount"), ("note", "thing=gem&weight=x", "weight"),
    ("note", "thing=+&weight=3", "thing"),
  ])
  func `what is wrong stands at its own field`(move: String, form: String, field: String) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let answer = visitor.change(id, "equipment/\(move)", form)
    #expect(answer.wrongFields == [field])
    let marks = answer.text.ranges(of: "aria-invalid=\"true\"").count
    #expect(marks == (field.hasPrefix("own-") ? 0 : 1))
    for match in answer.text.matches(of: /aria-describedby="([a-z-]+)[" ]/) {
      #expect(answer.text.contains(" id=\"\(match.1)\""))
    }
  }

  @Test func `armour is changed and weapons are drawn, and all is told`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.change(id, "equipment/find", "item=leather&count=2")
    _ = visitor.change(id, "equipment/wear", "item=leather")
    _ = visitor.change(id, "equipment/wear", "item=long-bow")
    let page = visitor.get("/osr/vault/\(id)/equipment").text
    #expect(page.contains("<b>2 × Leather</b> <span class=\"hint\">worn</span></p>"))
    #expect(page.contains("<b>Long bow</b> <span class=\"hint\">in hand</span></p>"))
    #expect(page.contains(">Take in hand<span class=\"hidden\">: Shield</span></button>"))
    #expect(page.contains(">Wear<span class=\"hidden\">: Chainmail</span></button>"))
    #expect(
      visitor.story(id) == [
        "Gear in use: +Long bow; −Shield; armour class 4 [15] → 5 [14]",
        "Gear in use: +Leather; −Chainmail; armour class 2 [17] → 4 [15]",
        "Found: +2 × Leather",
      ])
    let sheet = visitor.get("/osr/vault/\(id)")
    #expect(sheet.fact("Armour") == "Leather")
    #expect(sheet.fact("Carried armour") == "Leather, Chainmail, Shield")
    #expect(sheet.text.contains("Long bow <small>in hand</small>"))
    let play = visitor.get("/osr/vault/\(id)/play").text
    #expect(play.contains("id=\"roll-missile-long-bow\""))
    #expect(!play.contains("id=\"roll-melee-sword\""))
    let text = visitor.get("/osr/vault/\(id)/character.json").text
    #expect(
      text.contains(
        #""spares":{"leather":1,"chainmail":1,"shield":1},"inHand":["longBow"]"#))
    #expect(text.contains(#""armor":"leather","hasShield":false"#))
    #expect(visitor.upload(text.utf8).status == .seeOther)
    let forged = text.replacing(#""hasShield":false"#, with: #""hasShield":true"#)
    #expect(visitor.upload(forged.utf8).text.contains("You have only two hands"))
    _ = visitor.change(id, "history/undo", "change=3")
    #expect(
      visitor.get("/osr/vault/\(id)/history").text
        .contains("Gear change undone: +Shield; −Long bow; armour class 4 [15] again"))
  }

  @Test func `beside a shield, a second dagger is not offered`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(try People.hilda.finding(.weapon(.dagger), count: 2), stores)
    let offer = ">Take in hand<span class=\"hidden\">: Dagger</span></button>"
    #expect(visitor.get("/osr/vault/\(id)/equipment").text.contains(offer))
    _ = visitor.change(id, "equipment/wear", "item=dagger")
    #expect(!visitor.get("/osr/vault/\(id)/equipment").text.contains(offer))
    _ = visitor.change(id, "equipment/away", "item=shield")
    #expect(visitor.get("/osr/vault/\(id)/equipment").text.contains(offer))
  }

  @Test func `a thing with numbers counts wherever its bearer is shown`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    _ = visitor.change(
      id, "equipment/note", "thing=%3CStar%3E&weight=60&kind=sword&attack=1&charges=2")
    _ = visitor.change(
      id, "equipment/note", "thing=Ward&weight=0&kind=ring&armourClass=1&saves=2&charges=")
    for place in 0...1 { _ = visitor.change(id, "equipment/wear", "place=\(place)") }
    _ = visitor.change(id, "equipment/charge", "place=0")
    let page = visitor.get("/osr/vault/\(id)/equipment").text
    #expect(
      page.contains(
        """
        &lt;Star&gt; <span class="hint">attack and damage +1; 1 charge; in hand</span>
        """))
    #expect(
      visitor.story(id).first == "Used: charges of &lt;Star&gt; 2 → 1")
    #expect(
      visitor.story(id)[1]
        == "Gear in use: +Ward; armour class 2 [17] → 1 [18]")
    let sheet = visitor.get("/osr/vault/\(id)")
    #expect(sheet.fact("Wands") == "11")
    #expect(sheet.text.contains("&lt;Star&gt; <small>in hand</small>"))
    #expect(
      sheet.fact("Other things")
        == """
        &lt;Star&gt; (attack and damage +1; 1 charge; in hand); \
        Ward (armour class +1; saving throws +2; worn)
        """)
    let play = visitor.get("/osr/vault/\(id)/play?ac=4").text
    #expect(play.contains("id=\"roll-melee-own-0\""))
    #expect(play.contains("<span id=\"need-melee-own-0\">12 or more on 1d20</span>"))
    #expect(play.contains("max(1, 1d8+3)"))
    #expect(play.contains("<p>Already included: Ward (+2).</p>"))
    #expect(play.contains("<li><b>−2</b> Ward <i>(worn or in hand)</i></li>"))
    #expect(play.contains("Put away<span class=\"hidden\"> Ward</span>"))
    #expect(play.contains("Use 1<span class=\"hidden\"> charge of &lt;Star&gt;</span>"))
    #expect(visitor.change(id, "play/charge", "place=0").status == .seeOther)
    #expect(visitor.change(id, "play/charge", "place=0").status == .unprocessable)
    #expect(try visitor.character(id, stores).record.otherThings[0].charges == 0)
    #expect(!play.contains("id=\"roll-melee-sword\""))
    let notes = visitor.get("/osr/vault/\(id)/sheet.md").text
    #expect(notes.contains("| \\<Star\\>, in hand | 1d8+3 |"))
    let actor = try JSON(visitor.get("/osr/vault/\(id)/foundry.json").body)
    #expect(actor["system"]?["ac"] == ["value": 1, "mod": 1])
    #expect(actor["system"]?["aac"] == ["value": 18, "mod": 1])
    let items = if case .array(let items)? = actor["items"] { items } else { [JSON]() }
    let star = try #require(items.first { $0["name"] == "<Star>" }?["system"])
    #expect(star["damage"] == "1d8+1" && star["bonus"] == 1 && star["equipped"] == true)
    let text = visitor.get("/osr/vault/\(id)/character.json").text
    #expect(
      text.contains(
        #"""
        {"name":"<Star>","weight":60,"kind":"sword","attack":1,"charges":1,"isWorn":true},\#
        {"name":"Ward","weight":0,"kind":"ring","armourClass":1,"saves":2,"isWorn":true}
        """#))
    #expect(visitor.upload(text.utf8).status == .seeOther)
    for forged in [#""attack":6"#, #""attack":-4"#, #""attack":"1""#] {
      let bytes = text.replacing(#""attack":1"#, with: forged).utf8
      #expect(visitor.upload(bytes).status == .unprocessable)
    }
    _ = visitor.change(id, "history/undo", "change=3")
    #expect(try visitor.character(id, stores).wornThings.count == 2)
  }

  @Test func `a double click buys once`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.nim, stores)
    let version = visitor.version(of: id)
    let form = "item=torches&count=1"
    #expect(visitor.change(id, "equipment/buy", form, version: version).status == .seeOther)
    let second = visitor.change(id, "equipment/buy", form, version: version)
    #expect(second.status == .conflict)
    #expect(second.text.contains("Nothing was changed"))
    #expect(try visitor.character(id, stores).goods[.gear(.torches)] == 1)
  }
}
