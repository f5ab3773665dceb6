import Fakes
import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct ExportTests {
  private func names(_ json: JSON?) -> Set<String> {
    guard case .object(let members)? = json else { return [] }
    return Set(members.map(\.name))
  }

  private func items(_ json: JSON, _ type: String) -> [JSON] {
    guard case .array(let items)? = json["items"] else { return [] }
    return items.filter { $0["type"] == .string(type) }
  }

  /// Typed from the data models of that system.
  private static let fields: [String: Set<String>] = [
    "weapon": [
      "damage", "description", "tags", "equipped", "save", "range", "bonus", "pattern", "missile",
      "melee", "slow", "counter", "cost", "containerId", "quantity", "weight",
    ],
    "armor": [
      "type", "ac", "aac", "description", "tags", "equipped", "cost", "containerId", "quantity",
      "weight",
    ],
    "item": [
      "treasure", "description", "tags", "equipped", "cost", "containerId", "quantity", "weight",
    ],
    "spell": [
      "save", "lvl", "class", "duration", "range", "roll", "memorized", "cast", "description",
      "tags",
    ],
    "ability": [
      "save", "pattern", "requirements", "roll", "rollType", "rollTarget", "blindroll",
      "description", "tags",
    ],
  ]

  @Test(arguments: People.all)
  func `a Foundry actor has the fields of that system's data model and no others`(
    person: PlayerCharacter
  ) throws {
    let actor = try JSON(FoundryActor.encode(RecordSheet(person)))
    #expect(actor["type"] == "character")
    #expect(
      names(actor["system"]) == [
        "spells", "scores", "details", "ac", "aac", "encumbrance", "movement", "config",
        "initiative", "hp", "thac0", "languages", "saves", "exploration", "retainer",
      ])
    #expect(
      names(actor["system"]?["details"]) == [
        "biography", "notes", "class", "title", "alignment", "level", "xp", "magic",
      ])
    for (type, fields) in ExportTests.fields {
      for item in items(actor, type) {
        #expect(names(item) == ["name", "type", "system"])
        #expect(names(item["system"]) == fields, "\(type)")
      }
    }
  }

  @Test func `a Foundry actor has the numbers of the sheet`() throws {
    var elf = try People.aelindra.atLevel(3).learning(
      try #require(ListedSpell(id: "web", of: .arcane)))
    elf = try elf.preparing([Spell.sleep.listed, Spell.sleep.listed]).casting(Spell.sleep.listed)
    elf = try elf.hurt(by: 1).shooting(.arrows).receiving(7, of: .silver)
    var ring = OtherThing("Ring", kind: .ring)
    ring.isWorn = true
    elf.record.otherThings = [ring]
    elf.biography = "Says <b>\"hi\"</b>\n& goes."
    let actor = FoundryActor.json(RecordSheet(elf))
    let system = actor["system"]
    #expect(system?["hp"] == ["hd": "3d6", "value": 5, "max": 6])
    #expect(system?["thac0"] == ["value": 19, "bba": 0, "mod": ["melee": 0, "missile": 0]])
    #expect(system?["saves"]?["wand"] == ["value": 13])
    #expect(
      system?["details"]?["xp"] == ["share": 100, "value": 8_000, "next": 16_000, "bonus": 10])
    #expect(
      system?["details"]?["biography"]
        == "<p>Says &lt;b&gt;&quot;hi&quot;&lt;/b&gt;</p><p>&amp; goes.</p>")
    #expect(system?["exploration"] == ["ft": 1, "ld": 2, "od": 4, "sd": 2])
    #expect(system?["spells"]?["1"] == ["max": 2])
    #expect(system?["spells"]?["enabled"] == true)
    let sleep = items(actor, "spell").first { $0["name"] == "Sleep" }
    #expect(sleep?["system"]?["memorized"] == 2)
    #expect(sleep?["system"]?["cast"] == 1)
    #expect(items(actor, "spell").count == 2)
    let arrows = items(actor, "item").first { $0["name"] == "Arrows" }
    #expect(arrows?["system"]?["quantity"] == ["value": 19, "max": 0])
    let worn = items(actor, "item").filter { $0["system"]?["equipped"] == true }
    #expect(worn.map { $0["name"] } == ["Ring"])
    let silver = items(actor, "item").first { $0["name"] == "SP" }
    #expect(silver?["system"]?["cost"] == .number("0.1"))
    #expect(silver?["system"]?["treasure"] == true)
    #expect(
      items(actor, "armor").map { $0["system"]?["type"] } == ["heavy", "shield"])
  }

  @Test func `magic armour and a magic shield bring their bonus, worn or not`() throws {
    var fighter = People.hilda
    for (name, item, bonus, isWorn) in [
      ("Mail of the moon", Item.armour(.chainmail), 2, true), ("Oak", .shield, 1, false),
    ] {
      var thing = OtherThing(name, weight: 5, kind: .item(item))
      thing[.armourClass] = bonus
      thing.isWorn = isWorn
      fighter.record.otherThings.append(thing)
    }
    let armour = items(FoundryActor.json(RecordSheet(fighter)), "armor")
    let moon = armour.first { $0["name"] == "Mail of the moon" }?["system"]
    #expect(moon?["type"] == "heavy" && moon?["equipped"] == true)
    #expect(moon?["ac"] == ["value": 3] && moon?["aac"] == ["value": 16])
    #expect(moon?["weight"] == 5)
    let oak = armour.first { $0["name"] == "Oak" }?["system"]
    #expect(oak?["type"] == "shield" && oak?["equipped"] == false)
    #expect(oak?["ac"] == ["value": 2] && oak?["aac"] == ["value": 2])
  }

  @Test func `a magic weapon brings its bonus to Foundry, in hand or not`() throws {
    var fighter = People.hilda
    for (name, isWorn) in [("Fang", true), ("Claw", false)] {
      var thing = OtherThing(name, weight: 60, kind: .item(.weapon(.sword)))
      thing[.attack] = 2
      thing.isWorn = isWorn
      fighter.record.otherThings.append(thing)
    }
    let weapons = items(FoundryActor.json(RecordSheet(fighter)), "weapon")
    for (name, isWorn) in [("Fang", true), ("Claw", false)] {
      let system = weapons.first { $0["name"] == .string(name) }?["system"]
      #expect(system?["bonus"] == 2 && system?["damage"] == "1d8+2", "\(name)")
      #expect(system?["equipped"] == .bool(isWorn), "\(name)")
    }
  }

  @Test func `a thief's skills are rolls, and two daggers weigh as two`() throws {
    let actor = FoundryActor.json(RecordSheet(People.nim))
    let climb = items(actor, "ability").first { $0["name"] == "Climb sheer surfaces" }
    #expect(climb?["system"]?["roll"] == "1d100")
    #expect(climb?["system"]?["rollTarget"] == 87)
    #expect(climb?["system"]?["rollType"] == "below")
    let dagger = items(actor, "weapon").first { $0["name"] == "Dagger" }
    #expect(dagger?["system"]?["weight"] == 20)
    #expect(dagger?["system"]?["range"] == ["short": 10, "medium": 20, "long": 30])
  }

  @Test func `the sheet in Markdown has everything that the sheet has`() throws {
    let text = try RecordSheet(People.hilda).markdown
    for line in [
      "# Hilda", "Fighter 1 (Veteran), Lawful. Experience 0 of 2,000 (+10%).",
      "| Strength | 17 | Melee +2, Open doors 4-in-6 |", "| Hit points | 7 (1d8) |",
      "| Armour class | 2 [17] |", "| THAC0 | 19 [+0] |", "| Wands | 13 |",
      "| Sword | 1d8+2 |  | melee |", "- Languages: Common, Lawful (literate)",
      "- Ammunition: 20 arrows", "- Coins: 4 gp",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
    }
  }

  @Test func `Markdown makes nothing of what somebody typed`() throws {
    var person = People.nim
    person.name = "*N|im* [x](javascript:1) <b>"
    person.biography = "# not a heading\n- nor a list"
    var thing = OtherThing("<img>", kind: .item(.armour(.leather)))
    thing.isWorn = true
    person.record.otherThings = [thing]
    let text = try RecordSheet(person).markdown
    #expect(
      text.hasPrefix("# \\*N\\|im\\* \\[x\\]\\(javascript:1\\) \\<b\\>, the Quick\n"))
    #expect(text.contains("> \\# not a heading\n>\n> \\- nor a list"))
    #expect(text.contains(/- Armour: .*\\<img/) && !text.contains(/[^\\]<img/))
  }

  @Test func `both are downloads of the vault`() throws {
    let stores = FakeStorage()
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let actor = visitor.get("/osr/vault/\(id)/foundry.json")
    #expect(
      actor.header("Content-Disposition") == "attachment; filename=\"hilda-fighter-foundry.json\"")
    #expect(actor.body == FoundryActor.encode(RecordSheet(People.hilda)))
    let notes = visitor.get("/osr/vault/\(id)/sheet.md")
    #expect(notes.header("Content-Type") == "text/markdown; charset=utf-8")
    #expect(notes.header("Content-Disposition") == "attachment; filename=\"hilda-fighter.md\"")
    let page = visitor.get("/osr/vault/\(id)").text
    #expect(page.contains(">Foundry actor</a>"))
    #expect(page.contains(">Markdown</a>"))
  }
}
