import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Buying and returning.
@Suite struct ShopTests {
  @Test func `five tabs, and what each one sells`() throws {
    var visitor = try Visitor.at(.equipment)
    for (tab, count) in [("armour", 4), ("weapons", 19), ("ammunition", 4), ("gear", 24)] {
      let page = visitor.get("/osr/new/equipment?tab=\(tab)").text
      #expect(page.matches(of: /<li class="card item/).count == count, "\(tab)")
      let name = tab.prefix(1).uppercased() + tab.dropFirst()
      #expect(
        page.contains(
          #"<a href="/osr/new/equipment?tab=\#(tab)#shops" aria-current="page">\#(name)</a>"#)
      )
    }
    let inventory = visitor.get("/osr/new/equipment?tab=inventory")
    #expect(inventory.text.contains("Nothing yet."))
    #expect(inventory.fact("Spent") == "0 gp")
  }

  @Test func `items are bought and returned at full price; every page shows the gold`() throws {
    var visitor = try Visitor.at(.equipment)
    let page = try visitor.make("equipment/buy", "item=sword&tab=weapons&usable=on")
    #expect(page.fact("Gold") == "140 gp")
    #expect(page.text.contains("Sword bought: 140 gp left."))
    #expect(page.offers("Return Sword") && page.offers("Buy Sword"))
    #expect(page.text.contains("1 owned"))
    #expect(visitor.session[DraftState.self]?.tab == .weapons)
    // The shop remembers the tab.
    #expect(visitor.get("/osr/new/equipment").text.contains("<h2 class=\"hidden\">Weapons</h2>"))
    let after = try visitor.make("equipment/return", "item=sword&tab=inventory")
    #expect(after.fact("Gold") == "150 gp")
    #expect(visitor.draft.goods.isEmpty)
    #expect(
      visitor.isRefused(
        "equipment/return", "item=sword", saying: "Sword: you have none."))
  }

  @Test func `after buying, the tab and the filters stay the same`() throws {
    var visitor = try Visitor.at(.equipment)
    let answer = visitor.post(
      "/osr/new/equipment/buy", "item=rope&tab=gear&affordable=on&usable=on")
    let location = answer.headers.first { $0.name == "Location" }?.value
    #expect(location == "/osr/new/equipment?tab=gear&affordable=on&usable=on#rope")
    let detail = visitor.post("/osr/new/equipment/buy", "item=rope&tab=gear&at=rope")
    #expect(detail.location == "/osr/new/equipment/rope?tab=gear")
    let evil = visitor.post("/osr/new/equipment/buy", "item=rope&tab=//evil.example&at=%0d%0ax")
    #expect(evil.location == "/osr/new/equipment?tab=gear&usable=on")
  }

  @Test(arguments: [
    ("item=plate-mail", "One suit of armour is enough; return the one you own first (Leather)."),
    ("item=shield", "Shield: not for a thief (armour: leather armour only, no shield)."),
    ("item=two-handed-sword", "Two-handed sword: costs 15 gp, and you have 10 gp left."),
    ("item=cannon", "No shop sells this."), ("", "No shop sells this."),
    ("item=SWORD", "No shop sells this."),
  ])
  func `what cannot be bought is refused by name`(form: String, rule: String) throws {
    let isThief = rule.contains("thief")
    var visitor = try Visitor.at(.equipment, as: isThief ? .thief : .fighter, gold: [1, 1, 1])
    if !isThief {
      visitor.session[DraftState.self] = try DraftState(visitor.draft.buying(.armour(.leather)))
    }
    let sentence = isThief ? "Shield: not for a thief" : rule
    #expect(visitor.isRefused("equipment/buy", form, saying: sentence))
  }

  @Test func `who buys a shield and a weapon for both hands is told what that costs`() throws {
    var visitor = try Visitor.at(.equipment)
    #expect(try !visitor.make("equipment/buy", "item=shield").text.contains("both hands"))
    #expect(
      try visitor.make("equipment/buy", "item=two-handed-sword").text.contains(
        "The two-handed sword takes both hands: armour class 8 [11] without the shield."))
  }

  @Test func `quantities and prices of forged forms count for nothing`() throws {
    var visitor = try Visitor.at(.equipment)
    _ = try visitor.make("equipment/buy", "item=sword&quantity=-1&cost=0&count=1000000000")
    #expect(visitor.draft.goldLeft == 140)
    #expect(visitor.draft.goods[.weapon(.sword)] == 1)
  }

  @Test func `what is not for the class or the purse says why and has no button`() throws {
    var visitor = try Visitor.at(.equipment, as: .cleric, gold: [1, 1, 1])
    let page = visitor.get("/osr/new/equipment?tab=weapons")
    #expect(!page.offers("Buy Sword"))
    #expect(page.text.contains("Not for your class (blunt weapons only)."))
    #expect(page.offers("Buy Mace"))
    let armour = visitor.get("/osr/new/equipment?tab=armour")
    #expect(!armour.offers("Buy Plate mail"))
    #expect(armour.text.contains("Costs more than you have left."))
  }

  @Test func `filters leave what one can afford and use, and what one owns`() throws {
    var visitor = try Visitor.at(.equipment, as: .cleric, gold: [1, 1, 1])
    let usable = visitor.get("/osr/new/equipment?tab=weapons&usable=on").text
    #expect(!usable.contains(">Sword<") && usable.contains(">Mace<"))
    #expect(usable.contains(#"href="/osr/new/equipment?tab=gear&amp;usable=on#shops""#))
    let cheap = visitor.get("/osr/new/equipment?tab=armour&affordable=on").text
    #expect(!cheap.contains(">Plate mail<") && cheap.contains(">Leather<"))
    _ = try visitor.make("equipment/buy", "item=leather&tab=armour")
    #expect(
      visitor.get("/osr/new/equipment?tab=armour&affordable=on").text.contains(">Leather<"))
    let none = visitor.get("/osr/new/equipment?tab=ammunition&affordable=off&usable=maybe").text
    #expect(none.matches(of: /<li class="card item/).count == 4)
  }

  @Test func `a shop begins with what the class can use, on a tab that has some`() throws {
    var visitor = try Visitor.at(.equipment, as: .magicUser)
    let first = visitor.get("/osr/new/equipment").text
    #expect(first.contains("name=\"usable\" value=\"on\" checked"))
    #expect(first.contains(#"aria-current="page">Weapons</a>"#) && first.contains(">Dagger<"))
    #expect(!first.contains(">Armour</a>") && !first.contains(">Sword<"))
    let all = visitor.get("/osr/new/equipment?tab=weapons").text
    #expect(all.contains(">Armour</a>") && all.contains(">Sword<"))
    #expect(!all.contains("value=\"on\" checked"))
  }

  @Test func `a page shows all that there is to know of an item`() throws {
    var visitor = try Visitor.at(.equipment)
    let page = visitor.get("/osr/new/equipment/crossbow")
    #expect(page.fact("Cost") == "30 gp")
    #expect(page.fact("Damage") == "1d6")
    #expect(page.fact("Weight") == "50 coins")
    #expect(
      page.fact("Range (short / medium / long)")
        == "5–\u{2060}80 / 81–\u{2060}160 / 161–\u{2060}240 ft")
    #expect(page.fact("Gold") == "150 gp")
    #expect(page.offers("Buy Crossbow"))
    #expect(page.text.contains("<dt>Reload</dt>"))
    #expect(page.text.contains(#"?tab=weapons&amp;usable=on">Back to Weapons</a>"#))
    #expect(visitor.get("/osr/new/equipment/cannon").status == .notFound)
    for item in Item.all {
      #expect(visitor.get("/osr/new/equipment/\(item.slug)").status == .ok, "\(item)")
    }
  }

  @Test func `the inventory weighs everything and says how fast one is`() throws {
    var visitor = try Visitor.at(.equipment)
    for item in ["plate-mail", "sword", "rope", "rope"] {
      _ = try visitor.make("equipment/buy", "item=\(item)")
    }
    let page = visitor.get("/osr/new/equipment?tab=inventory")
    // 500 the armour, 60 the sword, 80 all gear, 78 gold pieces.
    #expect(page.fact("Weight") == "718 coins")
    #expect(page.fact("Spent") == "72 gp")
    #expect(page.fact("Exploring") == "60 feet a turn")
    #expect(page.text.contains("2 owned"))
    #expect(page.offers("Return Plate mail"))
  }

  @Test func `armour class and load are told while one shops`() throws {
    var visitor = try Visitor.at(.equipment)
    #expect(visitor.get("/osr/new/equipment").fact("Armour class") == "8 [11]")
    #expect(
      visitor.get("/osr/new/equipment").fact("Still to buy") == "weapon, armour, light, food")
    _ = try visitor.make("equipment/buy", "item=plate-mail&tab=armour")
    for _ in 1...3 { _ = try visitor.make("equipment/buy", "item=arrows&tab=ammunition") }
    let page = try visitor.make("equipment/buy", "item=sword&tab=weapons")
    // 500 the armour, 60 the sword, 65 gold pieces; dexterity 13 improves armour class by 1.
    #expect(page.fact("Armour class") == "2 [17]")
    #expect(page.fact("Still to buy") == "light, food")
    #expect(page.text.contains("<dd>625 <small>60 ft a turn</small></dd>"))
    #expect(page.text.contains("1 owned, weight 60 coins"))
    #expect(
      visitor.get("/osr/new/equipment?tab=ammunition").text.contains("3 owned, 60 arrows"))
    #expect(visitor.get("/osr/new/equipment/sword").fact("Armour class") == "2 [17]")
    visitor.session[DraftState.self] = try DraftState(
      .at(.equipment).buying(.weapon(.shortBow)).buying(.gear(.torches)))
    #expect(
      visitor.get("/osr/new/equipment").fact("Still to buy")
        == "armour, food, arrows for the short bow")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `gold left and the cost of what is owned are always what was rolled`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let classes = CharacterClass.allCases
    let wearer = try #require(classes.randomElement(using: &random))
    var visitor = try Visitor.at(.equipment, as: wearer)
    var bought = 0
    for _ in 0..<60 {
      let item = try #require(Item.all.randomElement(using: &random))
      let move = Bool.random(using: &random) ? "buy" : "return"
      let answer = visitor.post("/osr/new/equipment/\(move)", "item=\(item.slug)")
      if answer.status == .seeOther, move == "buy" { bought += 1 }
      #expect(visitor.draft.goldLeft + visitor.draft.goods.cost == 150)
      #expect(visitor.draft.goldLeft >= 0)
    }
    #expect(bought > 0)
  }
}
