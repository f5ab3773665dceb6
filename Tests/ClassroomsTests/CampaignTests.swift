import DiceLanguage
import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Classrooms
@testable import Rooms
@testable import Site

@Suite struct CampaignTests {
  private let house = RoomHouse()

  /// A fighter of average abilities, with a number for each seed.
  private func aldo(_ seed: UInt64 = 5) -> PlayerCharacter {
    var random = SeededGenerator(seed: seed)
    return PlayerCharacter(
      id: CharacterID(using: &random), name: "Aldo", characterClass: .fighter, hitPoints: 6,
      coins: Coins(), scores: AbilityScores { _ in 10 })
  }

  /// A table with its host, and Ann, who has brought a fighter from her vault.
  private struct Evening {
    let house: RoomHouse
    let code: String
    var host, ann: RoomGuest
    var entry: String
    /// The fighter's number at the table.
    var member: String

    var sheet: String { "/osr/vault/\(entry)/play" }

    init(_ house: RoomHouse, hitPoints: Int = 10, goods: Goods = Goods([])) throws {
      self.house = house
      (code, host) = try house.open("kind=table")
      ann = house.seat("Ann", in: code)
      let kept = try house.stores.add(
        CharacterJSON.encode(Evening.fighter(hitPoints, goods), withOrigin: true), to: nil,
        holding: nil, now: ann.visitor.now)
      ann.visitor.vaultKey = kept.vault
      entry = kept.entry.text
      member = ""
      #expect(ann.get("/room/\(code)").text.contains(">Bring a character</a>"))
      let page = ann.get("/osr/table/\(code)")
      #expect(page.text.contains("are deleted 400 days after"))
      let answer = ann.post(
        "/osr/table/\(code)/bring", "character=\(entry)&version=\(page.version ?? "")")
      #expect(answer.status == .seeOther)
      #expect(ann.get("/room/\(code)").text.contains(">Your characters here</a>"))
      let led = host.get("/room/\(code)/host").text
      member = String(
        try #require(led.firstMatch(of: /name="character" value="(\d+)"/)).output.1)
    }

    static func fighter(_ hitPoints: Int, _ goods: Goods = Goods([])) -> PlayerCharacter {
      var random = SeededGenerator(seed: 3)
      return PlayerCharacter(
        id: CharacterID(using: &random), name: "Brunhild", characterClass: .fighter,
        hitPoints: hitPoints, coins: Coins(), scores: AbilityScores { $0 == .con ? 16 : 13 },
        goods: goods)
    }

    /// Ann brings another character, or another copy of one, from her vault.
    mutating func bring(_ character: PlayerCharacter) throws {
      let another = try house.stores.add(
        CharacterJSON.encode(character, withOrigin: true), to: ann.visitor.vaultKey,
        now: ann.visitor.now
      ).entry.text
      let path = "/osr/table/\(code)"
      let version = try #require(
        ann.get(path).text.split(separator: "id=\"bring-\(another)").first?
          .matches(of: /name="version" value="(\d+)"/).last
      ).output.1
      let answer = ann.post("\(path)/bring", "character=\(another)&version=\(version)")
      #expect(answer.status == .seeOther)
    }

    /// What Ann sends to answer the host.
    ///
    /// `page`: where the button is, if it isn’t the room’s.
    mutating func answer(on page: String? = nil) throws -> String {
      let page = ann.get(page ?? "/room/\(code)").text
      let answers = try #require(page.firstMatch(of: /name="answers" value="(\d+)"/)).output.1
      return "answers=\(answers)&character=\(member)"
    }

    /// Merges Ann's vault into another, in which the fighter is from now on.
    ///
    /// `isLate`: the table is out of reach just then, and is told with the next move.
    mutating func merge(isLate: Bool = false) throws {
      var other = house.guest()
      let elsewhere = try house.stores.add(
        CharacterJSON.encode(Evening.fighter(8), withOrigin: true), to: nil, holding: nil,
        now: other.visitor.now)
      other.visitor.vaultKey = elsewhere.vault
      _ = other.post("/osr/vault/transfer")
      let code = try #require(other.get("/osr/vault").fact("Your code"))
      if isLate { house.stores.failEvents(with: .unavailable("no disk")) }
      #expect(ann.post("/osr/vault/bring", "code=\(code)").status == .seeOther)
      house.stores.failEvents(with: nil)
      #expect(ann.visitor.vaultKey == elsewhere.vault)
      let moved = try #require(
        try house.stores.entries(of: elsewhere.vault)?
          .first { VaultCharacter($0.bytes)?.place != nil })
      entry = moved.id.text
    }

    mutating func lead(_ move: String, _ form: String = "") -> Response {
      host.press("/room/\(code)/\(move)", on: "/room/\(code)/host", form)
    }

    /// Presses a button of the fighter's page as it is now.
    mutating func play(_ move: String, _ form: String) -> Response {
      let version = ann.get(sheet).version ?? ""
      return ann.post("\(sheet)/\(move)", "version=\(version)&\(form)")
    }

    /// Hit points on the fighter's page, and on the host's.
    mutating func points() throws -> (own: String, led: String) {
      let own = try #require(ann.get(sheet).text.firstMatch(of: /<output>(\d+)<\/output> of\b/))
      return (
        String(own.1), try #require(host.get("/room/\(code)/host").fact("Hit points"))
      )
    }

    func kept() throws -> VaultCharacter {
      let key = try #require(ann.visitor.vaultKey)
      let entry = try #require(EntryID(entry))
      return try #require(
        try house.stores.read(entry, of: key).flatMap { VaultCharacter($0.bytes) })
    }
  }

  @Test func `a table has foes and the host’s rolls before any character, and is kept as before`()
    throws
  {
    var (code, host) = try house.open("kind=table")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    let first = host.get(lead).text
    #expect(first.contains("Players bring characters from their room page."))
    #expect(first.contains("id=\"ask-for\" disabled"))
    let orc = "foeHitDice=1&foeHitPoints=9&foeArmourClass=6&foeAttack=19&foeDamage=1d6&foeMorale=7"
    #expect(host.press("\(room)/meet", on: lead, "foeName=Orc&\(orc)").status == .seeOther)
    #expect(host.press("\(room)/referee", on: lead, "roll=reaction").status == .seeOther)
    #expect(host.get(lead).text.contains("<b>Orc</b> 9 of 9"))
    let nobody = host.press("\(room)/ask-for", on: lead, "check=wands")
    #expect(nobody.status == .conflict && nobody.text.contains("There are no characters to ask."))
    #expect(host.post("\(room)/keep", "days=91").status == .unprocessable)
    let kept = try house.stores.events(of: #require(RoomCode(code)), after: 0)
    #expect(1...90 ~= kept?.terms.keptDays ?? 0)
    // Once it's closed, nobody can bring one.
    #expect(host.post("\(room)/close").status == .seeOther)
    let closed = host.get(lead).text
    #expect(closed.contains("No characters are at this table."))
    #expect(!closed.contains("Players bring characters"))
  }

  @Test func `what the host rolled shows where it was pressed, for that foe alone`() throws {
    var evening = try Evening(house)
    let orc = "foeHitDice=1&foeHitPoints=9&foeArmourClass=6&foeAttack=19&foeDamage=1d6&foeMorale=7"
    for _ in 1...2 { _ = evening.lead("meet", "foeName=Orc&\(orc)") }
    let led = "/room/\(evening.code)/host"
    let number = try #require(
      evening.host.get(led).text.firstMatch(of: /name="foe" value="(\d+)"/)
    ).output.1
    let answer = evening.lead("foe-roll", "foe=\(number)&roll=attack")
    #expect(answer.header("Location") == "\(led)?at=foe-\(number)#foe-\(number)")
    let after = evening.host.get("\(led)?at=foe-\(number)").text
    let rolled = try #require(
      after.firstMatch(of: /id="foe-(\d+)">(?:(?!<li)(?s:.))*class="rolled" data-announce>/))
    #expect(rolled.output.1 == number && after.matches(of: /class="rolled"/).count == 1)
    // Lose rolls nothing: what an Orc rolled before doesn't come again, here or at another Orc.
    let other = try #require(
      after.matches(of: /name="foe" value="(\d+)"/).map { $0.output.1 }.first { $0 != number })
    for foe in [number, other] {
      let lost = evening.lead("foe-lose", "foe=\(foe)&points=1")
      #expect(lost.header("Location") == "\(led)#foe-\(foe)")
    }
    #expect(!evening.host.get(led).text.contains("class=\"rolled\""))
    // Two tabs, in which Orcs of one name have rolled.
    for foe in [number, other] { _ = evening.lead("foe-roll", "foe=\(foe)&roll=attack") }
    #expect(!evening.host.get("\(led)?at=foe-\(number)").text.contains("class=\"rolled\""))
    #expect(evening.host.get("\(led)?at=foe-\(other)").text.contains("class=\"rolled\""))
    let own = evening.lead("referee", "roll=surprise")
    #expect(own.header("Location") == "\(led)?at=referee-surprise#referee-surprise")
    #expect(!evening.host.get("\(led)?at=foe-\(number)").text.contains("class=\"rolled\""))
  }

  @Test func `of two tabs that roll for two foes of one name, the later is told so`() throws {
    var evening = try Evening(house)
    let orc = "foeHitDice=1&foeHitPoints=9&foeArmourClass=6&foeAttack=19&foeDamage=1d6&foeMorale=7"
    for _ in 1...2 { _ = evening.lead("meet", "foeName=Orc&\(orc)") }
    let led = evening.host.get("/room/\(evening.code)/host").text
    let foes = Set(led.matches(of: /name="foe" value="(\d+)"/).map { $0.output.1 }).sorted()
    let press = try #require(led.firstMatch(of: /name="press" value="(\d+)"/)).output.1
    for (foe, status) in [(foes[0], Status.seeOther), (foes[1], .conflict), (foes[0], .seeOther)] {
      let form = "press=\(press)&foe=\(foe)&roll=attack"
      #expect(evening.host.post("/room/\(evening.code)/foe-roll", form).status == status)
    }
  }

  @Test func `a table takes twelve characters and forty foes by its forms, and no more`() throws {
    var evening = try Evening(house)
    let orc = "foeHitDice=1&foeHitPoints=9&foeArmourClass=6&foeAttack=19&foeDamage=1d6&foeMorale=7"
    for _ in 1...Campaign.mostFoes {
      #expect(evening.lead("meet", "foeName=Orc&\(orc)").status == .seeOther)
    }
    #expect(!evening.host.get("/room/\(evening.code)/host").text.contains("id=\"meet\""))
    let foe = evening.lead("meet", "foeName=Orc&\(orc)")
    #expect(foe.status == .unprocessable && foe.text.contains("the table has 40 foes."))
    for number in 2...Campaign.mostMembers { try evening.bring(aldo(UInt64(100 + number))) }
    let last = try house.stores.add(
      CharacterJSON.encode(aldo(99), withOrigin: true), to: evening.ann.visitor.vaultKey,
      now: evening.ann.visitor.now
    ).entry.text
    let path = "/osr/table/\(evening.code)"
    let version = try #require(
      evening.ann.get(path).text.split(separator: "id=\"bring-\(last)").first?
        .matches(of: /name="version" value="(\d+)"/).last
    ).output.1
    let refused = evening.ann.post("\(path)/bring", "character=\(last)&version=\(version)")
    #expect(refused.status == .unprocessable)
    #expect(refused.text.contains("This table is full: it has 12 characters."))
  }

  @Test func `a foe gets hit points back, and is gone when removed`() throws {
    var evening = try Evening(house)
    let orc = "foeHitDice=1&foeHitPoints=9&foeArmourClass=6&foeAttack=19&foeDamage=1d6&foeMorale=7"
    _ = evening.lead("meet", "foeName=Orc&\(orc)")
    let led = "/room/\(evening.code)/host"
    let number = try #require(
      evening.host.get(led).text.firstMatch(of: /name="foe" value="(\d+)"/)
    ).output.1
    for (move, points, left) in [
      ("foe-lose", 5, 4), ("foe-heal", 3, 7), ("foe-heal", 9, 9), ("foe-lose", 99, 0),
    ] {
      #expect(evening.lead(move, "foe=\(number)&points=\(points)").status == .seeOther)
      #expect(evening.host.get(led).text.contains("<b>Orc</b> \(left) of 9 hit points"))
    }
    let gone = evening.lead("foe-gone", "foe=\(number)")
    #expect(gone.header("Location") == led)
    #expect(!evening.host.get(led).text.contains("<b>Orc</b>"))
    #expect(evening.lead("foe-heal", "foe=\(number)&points=1").status == .unprocessable)
  }

  @Test func `the host sees, orders and asks characters one by one`() throws {
    var evening = try Evening(house)
    try evening.bring(aldo())
    let (room, led) = ("/room/\(evening.code)", "/room/\(evening.code)/host")
    let first = evening.host.get(led)
    // Only who isn't first can move up.
    let aldo = try #require(first.text.firstMatch(of: /id="march-(\d+)"/)).output.1
    #expect(first.fact("Armour class") == "8 [11]")
    #expect(first.fact("Saves")?.hasPrefix("D\u{A0}12, W\u{A0}13, P\u{A0}14, B\u{A0}15, S") == true)
    #expect(evening.lead("march", "character=\(aldo)").status == .seeOther)
    let then = evening.host.get(led)
    #expect(then.fact("Armour class") == "9 [10]")
    #expect(
      then.text.matches(of: /<h3>(Aldo|Brunhild)/).map { $0.output.1 } == ["Aldo", "Brunhild"])
    #expect(evening.lead("ask-for", "check=doors&character-\(aldo)=yes").status == .seeOther)
    let one = evening.ann.get(room).text
    #expect(one.contains("The game master asks for a roll to open doors."))
    #expect(one.contains(">Roll to open doors: Aldo</button>"))
    #expect(!one.contains("Roll to open doors: Brunhild"))
    #expect(evening.host.get(led).text.contains("Still to roll: Aldo."))
    // Nobody ticked is everyone.
    _ = evening.lead("ask-for", "check=int")
    let all = evening.ann.get(room).text
    #expect(all.contains("The game master asks for an Intelligence check."))
    for name in ["Aldo", "Brunhild"] {
      #expect(all.contains(">Roll an Intelligence check for \(name)</button>"), "\(name)")
    }
  }

  @Test func `nobody is asked in place of who was ticked and has left`() throws {
    var evening = try Evening(house)
    let refused = evening.lead("ask-for", "check=wands&character-999=yes")
    #expect(refused.status == .conflict && refused.text.contains("Nobody was asked: whoever you"))
    #expect(!evening.ann.get("/room/\(evening.code)").text.contains("The game master asks"))
    // Who is still here is asked.
    let some = "check=wands&character-999=yes&character-\(evening.member)=yes"
    #expect(evening.lead("ask-for", some).status == .seeOther)
    #expect(evening.ann.get("/room/\(evening.code)").text.contains("The game master asks"))
  }

  @Test func `nobody is said to have rolled once all who were asked have left`() throws {
    var evening = try Evening(house)
    _ = evening.lead("ask-for", "check=wands")
    _ = evening.lead("send-away", "character=\(evening.member)")
    let led = evening.host.get("/room/\(evening.code)/host").text
    #expect(!led.contains("Everybody has rolled.") && !led.contains("You asked for"))
  }

  @Test func `a roll that the table doesn’t take stays, and its owner is told`() throws {
    var evening = try Evening(house)
    let told = "Your table isn’t taking rolls right now, so only you can see this one."
    for (isPaused, turn) in [(false, 0), (true, 1)] {
      if isPaused { _ = evening.lead("pause") }
      _ = evening.ann.post("\(evening.sheet)/roll", "turn=\(turn)&roll=initiative")
      let page = evening.ann.get(evening.sheet).text
      #expect(page.contains(told) == isPaused)
      #expect(page.contains("class=\"stage rolled\""))
    }
  }

  @Test func `initiative by side is asked for as all else, and one roll is everybody’s`() throws {
    var evening = try Evening(house)
    try evening.bring(aldo())
    let (room, led) = ("/room/\(evening.code)", "/room/\(evening.code)/host")
    #expect(evening.lead("ask-for", "check=sides").status == .seeOther)
    let page = evening.ann.get(room).text
    #expect(page.contains("The game master asks for initiative by side."))
    #expect(page.matches(of: />Roll initiative for both sides<\/button>/).count == 1)
    #expect(evening.host.get(led).text.contains("Still to roll: Brunhild or Aldo."))
    // The character’s page has the button, too.
    let play = evening.ann.get(evening.sheet).text
    #expect(play.contains(">Roll initiative for both sides</button>"))
    #expect(play.contains("action=\"/osr/table/\(evening.code)/roll\""))
    let form = try evening.answer(on: evening.sheet)
    let answer = evening.ann.post("/osr/table/\(evening.code)/roll", form)
    #expect(answer.status == .seeOther)
    let after = evening.ann.get(room).text
    #expect(after.contains(/<b>Brunhild<\/b> rolled Initiative by side. Party \d, foes \d: [atp]/))
    #expect(after.contains("Chance of that: ") && !after.contains("The game master asks"))
    #expect(evening.host.get(led).text.contains("Both sides have rolled."))
  }

  @Test(arguments: [
    (13, "Chance of success: 40.0% (2/5)"),
    (15, "Chance of success: 40.0% (2/5), of at least 15: 30.0% (3/10)"),
    (2, "Chance of success: 40.0% (2/5), of at least 2: 95.0% (19/20)"),
  ])
  func `a check tells how likely it was to succeed, and to roll at least that`(
    face: Int, text: String
  ) throws {
    let roll = try CheckRoll(
      member: 2, name: "Brunhild", what: "Wands", dice: Expression(parsing: "1d20"),
      roll: PlayedRoll(dice: [face], total: Total(small: face)),
      verdict: face < 13 ? "failed" : "saved", chance: try #require(Total(2, over: 5)))
    var odds: [String: Distribution] = [:]
    for _ in 1...2 { #expect(roll.chanceText(knowing: &odds) == text) }
  }

  @Test func `whoever makes a character for a table is led back to it`() throws {
    let (code, _) = try house.open("kind=table")
    var ann = house.seat("Ann", in: code, faces: [3, 5, 2, 6, 1])
    let back = "href=\"/osr/table/\(code)\">Back to the table</a>"
    #expect(!ann.get("/osr/vault").text.contains(back))
    #expect(ann.get("/osr/table/\(code)").text.contains("Nobody in your vault yet"))
    #expect(ann.get("/osr/vault").text.contains(back))
    for (revision, move) in ["surprise", "review/continue", "save/vault"].enumerated() {
      #expect(!ann.get("/osr/new/save").text.contains(back))
      #expect(ann.post("/osr/new/\(move)", "revision=\(revision)").status == .seeOther)
    }
    #expect(ann.get("/osr/new/save").text.contains(back))
    #expect(ann.get("/osr/vault").text.contains(back))
    let page = ann.get("/osr/table/\(code)")
    let entry = try #require(page.text.firstMatch(of: /name="character" value="(\w+)"/)).output.1
    let form = "character=\(entry)&version=\(page.version ?? "")"
    #expect(ann.post("/osr/table/\(code)/bring", form).status == .seeOther)
    #expect(!ann.get("/osr/vault").text.contains(back))
    #expect(!ann.get("/osr/new/save").text.contains(back))
  }

  @Test func `whoever fetches a vault for a table is led back to it, or may make a character`()
    throws
  {
    let (code, _) = try house.open("kind=table")
    var (ann, other) = (house.seat("Ann", in: code), house.guest())
    let kept = try house.stores.add(
      CharacterJSON.encode(Evening.fighter(8), withOrigin: true), to: nil, holding: nil,
      now: other.visitor.now)
    other.visitor.vaultKey = kept.vault
    _ = other.post("/osr/vault/transfer")
    let transfer = try #require(other.get("/osr/vault").fact("Your code"))
    _ = ann.get("/osr/table/\(code)")
    #expect(ann.post("/osr/vault/bring", "code=\(transfer)").status == .seeOther)
    let vault = ann.get("/osr/vault").text
    #expect(vault.contains("<a href=\"/osr/table/\(code)\">Back to the table</a>"))
    #expect(vault.contains("class=\"button primary\" href=\"/osr/new/begin\""))
    let page = ann.get("/osr/table/\(code)").text
    #expect(page.contains("id=\"bring-\(kept.entry.text)\"") && page.contains("/osr/new/begin"))
    // So is whoever comes with old characters.
    var third = house.seat("Cleo", in: code)
    third.visitor.vaultKey = kept.vault
    _ = third.get("/osr/table/\(code)")
    #expect(third.get("/osr/vault").text.contains(">Back to the table</a>"))
  }

  @Test func `a table that closes while its first character comes is kept no longer`() throws {
    let (code, host) = try house.open("kind=table")
    let room = try #require(RoomCode(code))
    let days = try house.stores.events(of: room, after: 0)?.terms.keptDays
    var ann = house.seat("Ann", in: code)
    let kept = try house.stores.add(
      CharacterJSON.encode(Evening.fighter(8), withOrigin: true), to: nil, holding: nil,
      now: ann.visitor.now)
    ann.visitor.vaultKey = kept.vault
    let version = ann.get("/osr/table/\(code)").version ?? ""
    house.stores.interrupt {
      var host = host
      _ = host.post("/room/\(code)/close")
    }
    let form = "character=\(kept.entry.text)&version=\(version)"
    #expect(ann.post("/osr/table/\(code)/bring", form).status != .seeOther)
    #expect(try house.stores.events(of: room, after: 0)?.terms.keptDays == days)
  }

  @Test func `a vault that can’t be written while a character comes anew loses nothing`() throws {
    var evening = try Evening(house)
    let path = "/osr/table/\(evening.code)"
    _ = evening.lead("hurt", "character=\(evening.member)&points=4")
    _ = evening.lead("send-away", "character=\(evening.member)")
    let form = "character=\(evening.entry)&version=\(evening.ann.get(path).version ?? "")"
    house.stores.stopReplacing(after: 0)
    #expect(evening.ann.post("\(path)/bring", form).status == .unavailable)
    #expect(try evening.kept().character == Evening.fighter(10))
    house.stores.stopReplacing(after: nil)
    // What was seen is still there, and counts once.
    #expect(evening.ann.get(evening.sheet).text.contains("<output>6</output>"))
    #expect(evening.ann.post("\(path)/bring", form).status == .seeOther)
    #expect(try evening.points() == ("6", "6 of 10"))
    #expect(try evening.kept().character.hitPointsNow == 6)
    let led = evening.host.get("/room/\(evening.code)/host").text
    #expect(led.matches(of: /<h3>Brunhild/).count == 1 && !led.contains("waiting for the player"))
  }

  @Test func `neither what a room keeps nor what it shows has a vault’s key`() throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=4")
    _ = evening.play("hurt", "quick=1")
    _ = evening.ann.post("\(evening.sheet)/roll", "turn=0&roll=initiative")
    let key = try #require(evening.ann.visitor.vaultKey)
    let code = try #require(RoomCode(evening.code))
    let kept = try #require(try house.stores.events(of: code, after: 0)).events
    let snapshot = try house.stores.snapshot(of: code)
    var seen = (kept.map(\.bytes) + [snapshot?.bytes ?? []])
      .map { String(decoding: $0, as: UTF8.self) }
    #expect(seen.contains { $0.contains("Brunhild") })
    for view in ["", "/host", "/watch", "/state?since=0", "/data.csv", "/data.json"] {
      for page in [evening.host, evening.ann].map({ guest in
        var guest = guest
        return guest.get("/room/\(evening.code)\(view)")
      }) { seen.append(page.text) }
    }
    // The record has bytes in hexadecimal digits, and signs with an escape.
    let field = FieldCoder.bytes { _ = try $0.text(key.text, largest: 100) }
    let written = String(decoding: field.dropLast(), as: UTF8.self)
    for form in [key.text, written, hex(Array(key.text.utf8))] {
      for text in seen { #expect(!text.contains(form)) }
    }
  }

  @Test func `a copy that is brought drops no change that waits for who was sent away`() throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=4")
    _ = evening.lead("send-away", "character=\(evening.member)")
    try evening.bring(Evening.fighter(10))
    #expect(evening.play("hurt", "quick=1").status == .seeOther)
    #expect(try evening.kept().character.hitPointsNow == 5)
  }

  @Test func `a table with all the changes that may wait still fits a snapshot`() throws {
    // Nine bytes each, of three signs.
    func text(_ letters: Int) -> String { String(repeating: "कीं", count: letters) }
    var random = SeededGenerator(seed: 5)
    var character = PlayerCharacter(
      id: CharacterID(using: &random), name: text(CharacterText.longest),
      characterClass: .fighter, hitPoints: 6, coins: Coins(), scores: AbilityScores { _ in 10 })
    let condition = text(PlayRecord.longestCondition)
    character.record.conditions = Array(repeating: condition, count: PlayRecord.mostConditions)
    var member = Campaign.Member(
      number: RoomLimits.numbers.upperBound, seat: 1, vault: [UInt8](repeating: 255, count: 16),
      copy: try TableCharacter(character), version: RoomLimits.presses.upperBound)
    #expect(member.character.person.record.conditions.count == PlayRecord.mostConditions)
    member.note = text(Campaign.largestNote / 9)
    func written() -> Int {
      var campaign = Campaign()
      campaign.members = [member]
      return FieldCoder.bytes { _ = try $0.campaign(campaign, mayLackCharacters: true) }.count
    }
    let one = written()
    member.waiting = [
      Campaign.Turn(
        number: RoomLimits.numbers.upperBound, time: RoomLimits.times.upperBound,
        turn: .suffering(condition))
    ]
    let turn = written() - one
    let most =
      (Campaign.mostMembers + Campaign.mostLeaving) * one
      + (Campaign.mostMembers * Campaign.mostWaiting + Campaign.mostLeavingTurns) * turn
    // The rest is for foes and the last rolls.
    #expect(most < StorageLimits.snapshotBytes / 4 * 3)
  }

  @Test func `initiative by side is told as two rolls and never as a difference`() throws {
    var random: any RandomNumberGenerator = Fixed(faces: [5, 3], sides: 6)
    let roll = try HostRoll.initiative.roll(isSecret: false, using: &random)
    #expect(roll.sides == "5 : 3" && roll.verdict == "Party 5, foes 3: the party goes first")
    var evening = try Evening(house)
    _ = evening.lead("referee", "roll=initiative")
    let page = evening.ann.get("/room/\(evening.code)").text
    #expect(page.contains(/<span class="total">\d : \d<\/span>/))
    #expect(page.contains(#/id="outcome" tabindex="-1">Party \d, foes \d: [atp]/#))
    #expect(!page.contains("1d6-1d6") && !page.contains("subtract"))
    let csv = evening.host.get("/room/\(evening.code)/data.csv").text
    #expect(csv.contains(/,"Initiative by side",\d \d\s/) && !csv.contains("1d6-1d6"))
    let json = evening.host.get("/room/\(evening.code)/data.json").text
    #expect(json.contains(/"dice": ?\[\d, ?\d\], ?"total": ?null/) && !json.contains("1d6-1d6"))
  }

  @Test func `an older state comes back once the table’s copy is taken back`() throws {
    var evening = try Evening(house)
    let (path, member) = ("/osr/table/\(evening.code)", evening.member)
    _ = evening.play("hurt", "quick=1")
    #expect(evening.ann.post("/osr/vault/\(evening.entry)/delete").status == .seeOther)
    evening.entry = try house.stores.add(
      CharacterJSON.encode(Evening.fighter(10), withOrigin: true),
      to: evening.ann.visitor.vaultKey, now: evening.ann.visitor.now
    ).entry.text
    let button = "id=\"bring-\(evening.entry)\""
    let before = evening.ann.get(path)
    #expect(!before.text.contains(button) && before.text.contains("value=\"\(member)\""))
    #expect(before.text.contains("at this table; newer than the one in your vault"))
    #expect(evening.ann.post("\(path)/take-back", "member=\(member)").status == .seeOther)
    let after = evening.ann.get(path)
    #expect(after.text.contains(button))
    let form = "character=\(evening.entry)&version=\(after.version ?? "")"
    #expect(evening.ann.post("\(path)/bring", form).status == .seeOther)
    #expect(try evening.points() == ("10", "10 of 10"))
  }

  @Test func `the shared copy is updated with what the host did, too`() throws {
    var evening = try Evening(house)
    let page = "/osr/vault/\(evening.entry)"
    #expect(evening.ann.post("\(page)/cloud").status == .seeOther)
    _ = evening.lead("hurt", "character=\(evening.member)&points=3")
    let form =
      "record=\(Evening.fighter(10).id.text)&version=\(evening.ann.get(page).version ?? "")"
    #expect(evening.ann.post("\(page)/cloud/update", form).status == .seeOther)
    let shared = house.stores.cloudBytes.compactMap(CharacterJSON.stored)
    #expect(shared.map(\.hitPointsNow) == [7])
  }

  @Test func `the host gives a character as many conditions as the rules allow`() throws {
    var evening = try Evening(house)
    for number in 1...PlayRecord.mostConditions {
      let form = "character=\(evening.member)&condition=c\(number)"
      #expect(evening.lead("suffer", form).status == .seeOther)
    }
    let refused = evening.lead("suffer", "character=\(evening.member)&condition=blind")
    #expect(refused.status == .unprocessable)
    #expect(refused.text.contains("already has 12 conditions. Remove one first."))
    // It stands at its form, and nowhere else.
    #expect(refused.text.contains("id=\"condition-\(evening.member)-wrong\""))
    #expect(!refused.text.contains("class=\"problem\""))
    #expect(refused.text.contains("12 changes waiting"))
    // Once more what the character has is nothing new.
    #expect(
      evening.lead("suffer", "character=\(evening.member)&condition=c12").status == .seeOther)
    #expect(evening.lead("recover", "character=\(evening.member)&ended=c1").status == .seeOther)
    #expect(
      evening.lead("suffer", "character=\(evening.member)&condition=blind").status == .seeOther)
  }

  @Test func `a foe’s armour class can be typed on a phone whose number keys have no minus`() throws
  {
    var evening = try Evening(house)
    let page = evening.host.get("/room/\(evening.code)/host").text
    for (name, hasKeys) in [("foeArmourClass", false), ("foeHitPoints", true)] {
      let input = try #require(page.firstMatch(of: try Regex("<input id=\"\(name)\"[^>]*>"))).0
      #expect(input.contains("type=\"number\""), "\(name)")
      #expect(input.contains("inputmode=\"numeric\"") == hasKeys, "\(name)")
    }
  }

  @Test func `changes by the host and the owner add up on both pages`() throws {
    var evening = try Evening(house)
    #expect(try evening.points() == ("10", "10 of 10"))
    #expect(evening.lead("hurt", "character=\(evening.member)&points=3").status == .seeOther)
    #expect(
      evening.lead("suffer", "character=\(evening.member)&condition=blind").status == .seeOther)
    // The owner sees it at once, and the vault has it with the next move.
    #expect(try evening.points() == ("7", "7 of 10"))
    #expect(try evening.kept().character.hitPointsNow == 10)
    #expect(evening.host.get("/room/\(evening.code)/host").text.contains("2 changes waiting"))
    #expect(evening.play("hurt", "quick=1").status == .seeOther)
    #expect(try evening.points() == ("6", "6 of 10"))
    #expect(try evening.kept().character.hitPointsNow == 6)
    #expect(try evening.kept().character.record.conditions == ["blind"])
    #expect(!evening.host.get("/room/\(evening.code)/host").text.contains("waiting for the player"))
    // Once and for all, whatever comes next.
    #expect(evening.play("heal", "quick=1").status == .seeOther)
    #expect(try evening.points() == ("7", "7 of 10"))
    let history = evening.ann.get("/osr/vault/\(evening.entry)/history").text
    #expect(history.matches(of: /, by the game master/).count == 2)
    #expect(history.contains("Lost 3 hit points: 7 of 10"))
  }

  @Test func `a press from before the host’s change counts with it`() throws {
    var evening = try Evening(house)
    // Her page is open; the form is drawn from what her vault holds, which the host doesn't change.
    let version = evening.ann.get(evening.sheet).version ?? ""
    _ = evening.lead("hurt", "character=\(evening.member)&points=1")
    let answer = evening.ann.post("\(evening.sheet)/hurt", "version=\(version)&quick=1")
    #expect(answer.status == .seeOther)
    #expect(try evening.points() == ("8", "8 of 10"))
    // A second tab with the same page changes nothing.
    #expect(
      evening.ann.post("\(evening.sheet)/hurt", "version=\(version)&quick=1").status == .conflict)
    #expect(try evening.points() == ("8", "8 of 10"))
  }

  @Test func `a table with characters is kept 400 days, and any other 90`() throws {
    let (plain, host) = try house.open("kind=table")
    var other = host
    #expect(other.post("/room/\(plain)/keep", "days=91").status == .unprocessable)
    var evening = try Evening(house)
    let code = try #require(RoomCode(evening.code))
    #expect(try house.stores.events(of: code, after: 0)?.terms.keptDays == 400)
    #expect(evening.host.post("/room/\(evening.code)/keep", "days=401").status == .unprocessable)
    #expect(evening.host.post("/room/\(evening.code)/keep", "days=200").status == .seeOther)
    // Another character doesn't put the host's choice aside.
    _ = evening.play("hurt", "quick=1")
    #expect(try house.stores.events(of: code, after: 0)?.terms.keptDays == 200)
  }

  @Test func `others see names, and hit points and conditions if the host lets them`() throws {
    var evening = try Evening(house)
    var bob = house.seat("Bob", in: evening.code)
    _ = evening.lead("suffer", "character=\(evening.member)&condition=turned-to-frog")
    _ = evening.lead("note", "about=\(evening.member)&note=owes-the-wizard")
    let foe = evening.lead(
      "meet",
      "foeName=Bugbear&foeHitDice=3%2B1&foeHitPoints=17&foeArmourClass=5&foeAttack=16&foeDamage=2d4&foeMorale=9"
    )
    #expect(foe.status == .seeOther)
    let led = evening.host.get("/room/\(evening.code)/host").text
    #expect(led.contains("owes-the-wizard") && led.contains("Bugbear") && led.contains("17 of 17"))
    let number = try #require(led.firstMatch(of: /name="foe" value="(\d+)"/)).output.1
    #expect(evening.lead("note", "about=\(number)&note=fears-fire").status == .seeOther)
    #expect(evening.lead("foe-roll", "foe=\(number)&roll=morale").status == .seeOther)
    #expect(evening.lead("foe-lose", "foe=\(number)&points=4").status == .seeOther)
    #expect(evening.host.get("/room/\(evening.code)/host").text.contains("13 of 17"))
    #expect(evening.lead("switch", "which=data&on=yes").status == .seeOther)
    // In a frame, at a seat of its own and without.
    var frame = FramedGame(hall: house.hall)
    let outside = try frame.get("/embed/room/\(evening.code)").text
    for secret in ["frog", "owes-the-wizard", "fears-fire", "Bugbear", "10 of 10"] {
      #expect(!outside.contains(secret), "\(secret)")
    }
    let framed = try #require(
      frame.post("/embed/room/\(evening.code)/join", "name=Cleo").header("Location"))
    for view in ["", "/watch", "/state?since=0", "/data.csv", "/data.json"] {
      let page = try frame.get(framed + view).text
      for secret in ["frog", "owes-the-wizard", "fears-fire", "Bugbear", "Morale", "10 of 10"] {
        #expect(!page.contains(secret), "\(view) \(secret)")
      }
    }
    #expect(try frame.get(framed).text.contains("Cleo in room"))
    #expect(try frame.get("\(framed)/data.csv").status == .ok)
    func seen(_ bob: inout RoomGuest) -> [String] {
      ["", "/watch", "/state?since=0", "/data.csv", "/data.json"].map {
        bob.get("/room/\(evening.code)\($0)").text
      }
    }
    for page in seen(&bob) {
      for secret in ["frog", "owes-the-wizard", "fears-fire", "Bugbear", "Morale", "10 of 10"] {
        #expect(!page.contains(secret), "\(secret)")
      }
    }
    #expect(bob.get("/room/\(evening.code)").text.contains("Brunhild"))
    #expect(evening.lead("switch", "which=hitPoints&on=yes").status == .seeOther)
    let shown = bob.get("/room/\(evening.code)").text
    #expect(shown.contains("10 of 10 hit points") && shown.contains("turned-to-frog"))
    #expect(!shown.contains("owes-the-wizard"))
  }

  @Test func `a roll on the character’s page is shown at the table with its chance`() throws {
    var evening = try Evening(house)
    #expect(evening.lead("ask-for", "check=wands").status == .seeOther)
    let page = evening.ann.get("/room/\(evening.code)").text
    #expect(page.contains("The game master asks for a save against Wands."))
    // First of all, among the moves.
    let stage = try #require(page.firstMatch(of: /class="moves table-moves">(?s:.*?)id="play"/)).0
    #expect(stage.contains(">Roll a save against Wands for Brunhild</button>"))
    let form = try evening.answer()
    for _ in 1...2 {
      #expect(evening.ann.post("/osr/table/\(evening.code)/roll", form).status == .seeOther)
    }
    let after = evening.ann.get("/room/\(evening.code)").text
    #expect(after.matches(of: /Wands \(1d20\): failed/).count == 1)
    #expect(after.contains("Chance of success: 40.0% (2/5)"))
    #expect(!after.contains("asks for a save"))
    #expect(
      evening.host.get("/room/\(evening.code)/host").text.contains(
        "You asked for a save against Wands. Everybody has rolled."))
    _ = evening.ann.post("\(evening.sheet)/roll", "turn=0&roll=initiative")
    #expect(
      evening.host.get("/room/\(evening.code)/host").text.contains(
        "Chance of at least that: 100.0% (1)"))
  }

  @Test func `a bow that answers the host shoots only what the table sees`() throws {
    let goods = Goods([.weapon(.longBow), .ammunition(.arrows)])
    var evening = try Evening(house, goods: goods)
    let path = "/osr/table/\(evening.code)/roll"
    // The foe that was last fought is fought again.
    _ = evening.ann.get("\(evening.sheet)?ac=4")
    _ = evening.lead("ask-for", "check=attack")
    var form = try evening.answer()
    _ = evening.lead("pause")
    #expect(!evening.ann.get("/room/\(evening.code)").text.contains("asks for an attack"))
    #expect(evening.ann.post(path, form).status == .conflict)
    #expect(try evening.kept().character.shots(.arrows) == 20)
    _ = evening.lead("go-on")
    #expect(evening.ann.post(path, form).status == .seeOther)
    #expect(try evening.kept().character.shots(.arrows) == 19)
    let shown = evening.ann.get("/room/\(evening.code)").text
    #expect(shown.contains("Long bow (1d20)") && shown.contains("against AC 4"))
    _ = evening.lead("ask-for", "check=attack")
    form = try evening.answer()
    _ = evening.host.post("/room/\(evening.code)/close")
    #expect(evening.ann.post(path, form).status != .seeOther)
    #expect(try evening.kept().character.shots(.arrows) == 19)
  }

  @Test(arguments: HostRoll.allCases)
  func `the host’s own rolls tell their chance, and may be for the host alone`(
    roll: HostRoll
  ) throws {
    var evening = try Evening(house)
    #expect(evening.lead("referee", "roll=\(roll)&secret=yes").status == .seeOther)
    #expect(evening.host.get("/room/\(evening.code)/host").text.contains("rolled \(roll.name)"))
    #expect(!evening.ann.get("/room/\(evening.code)").text.contains(roll.name))
    #expect(evening.lead("referee", "roll=\(roll)").status == .seeOther)
    #expect(evening.ann.get("/room/\(evening.code)").text.contains("rolled \(roll.name)"))
  }

  @Test func `whoever lost the session finds the seat by the vault`() throws {
    var evening = try Evening(house)
    evening.ann.visitor.session = Session()
    #expect(evening.ann.get("/room/\(evening.code)").text.contains("Ann in room"))
    #expect(
      evening.ann.press(
        "/room/\(evening.code)/throw", on: "/room/\(evening.code)", "expression=1d6"
      )
      .status == .seeOther)
    _ = evening.lead("switch", "which=data&on=yes")
    _ = evening.lead("switch", "which=watch&on=no")
    let (data, news) = ("/room/\(evening.code)/data.csv", "/room/\(evening.code)/state?since=0")
    #expect(evening.ann.get(data).status == .ok)
    #expect(!evening.ann.get(news).text.contains("\"said\":null"))
    evening.ann.visitor.vaultKey = nil
    #expect(evening.ann.get("/room/\(evening.code)").text.contains("Join this room"))
    #expect(evening.ann.get(data).status == .forbidden)
    #expect(evening.ann.get(news).text.contains("\"said\":null"))
  }

  @Test(arguments: [false, true])
  func `a vault that joins another takes its place at the table along`(isLate: Bool) throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=1")
    try evening.merge(isLate: isLate)
    let points = try evening.points()
    #expect(points.own == "9" && points.led == "9 of 10", "\(points)")
    #expect(evening.play("hurt", "quick=1").status == .seeOther)
    #expect(try evening.points() == ("8", "8 of 10"))
    #expect(try evening.kept().character.hitPointsNow == 8)
    // It's found there by the new vault, and is there once.
    evening.ann.visitor.session = Session()
    #expect(evening.ann.get("/room/\(evening.code)").text.contains("Ann in room"))
    let led = evening.host.get("/room/\(evening.code)/host").text
    #expect(led.matches(of: /<h3>Brunhild/).count == 1 && !led.contains("waiting for the player"))
    _ = evening.lead("hurt", "character=\(evening.member)&points=2")
    let left = evening.ann.post("/osr/table/\(evening.code)/take-back", "member=\(evening.member)")
    #expect(left.status == .seeOther)
    #expect(try evening.kept().character.hitPointsNow == 6)
    #expect(!evening.host.get("/room/\(evening.code)/host").text.contains("<h3>Brunhild"))
  }

  @Test func `the copy that a merged vault leaves behind is at no table`() throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=1")
    var (second, sheet) = (house.guest(), evening.sheet)
    second.visitor.vaultKey = evening.ann.visitor.vaultKey
    try evening.merge()
    // It has all that was seen in it, and goes its own way.
    let version = second.get(sheet).version ?? ""
    #expect(second.post("\(sheet)/hurt", "version=\(version)&quick=1").status == .seeOther)
    #expect(second.get(sheet).text.contains("<output>8</output> of <"))
    #expect(try evening.points() == ("9", "9 of 10"))
    _ = evening.lead("hurt", "character=\(evening.member)&points=3")
    #expect(second.get(sheet).text.contains("<output>8</output> of <"))
    #expect(try evening.points() == ("6", "6 of 10"))
    _ = evening.play("heal", "quick=1")
    #expect(try evening.kept().character.hitPointsNow == 7)
  }

  @Test func `the copy left behind comes along again only if something was done to it`() throws {
    var evening = try Evening(house)
    var (second, sheet) = (house.guest(), evening.sheet)
    let left = evening.ann.visitor.vaultKey
    try evening.merge()
    let key = try #require(evening.ann.visitor.vaultKey)
    for count in [2, 3] {
      _ = evening.ann.post("/osr/vault/transfer")
      let code = try #require(evening.ann.get("/osr/vault").fact("Your code"))
      second.visitor.vaultKey = left
      if count == 3 {
        let version = second.get(sheet).version ?? ""
        _ = second.post("\(sheet)/hurt", "version=\(version)&quick=1")
      }
      #expect(second.post("/osr/vault/bring", "code=\(code)").status == .seeOther)
      #expect(try house.stores.entries(of: key)?.count == count)
    }
  }

  @Test func `taking a character back takes what the host did along`() throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=4")
    for _ in 1...2 {
      let answer = evening.ann.post(
        "/osr/table/\(evening.code)/take-back", "member=\(evening.member)")
      #expect(answer.status == .seeOther)
    }
    #expect(try evening.kept().character.hitPointsNow == 6)
    #expect(try evening.kept().place == nil)
    #expect(!evening.host.get("/room/\(evening.code)/host").text.contains("<h3>Brunhild"))
    // The game master can't reach it any more, and its owner plays on.
    #expect(evening.lead("hurt", "character=\(evening.member)&points=1").status == .conflict)
    #expect(evening.play("hurt", "quick=1").status == .seeOther)
    #expect(try evening.kept().character.hitPointsNow == 5)
  }

  @Test func `which weapon answers the host is the owner’s choice`() throws {
    let goods = Goods([.weapon(.longBow), .ammunition(.arrows), .weapon(.sword)])
    var evening = try Evening(house, goods: goods)
    _ = evening.lead("ask-for", "check=attack")
    // The other page has its own styles, so scripts leave all of it to the browser.
    #expect(
      evening.ann.get("/room/\(evening.code)").text
        .contains("/osr/table/\(evening.code)/roll\" target=\"_self\">"))
    let answer = evening.ann.post("/osr/table/\(evening.code)/roll", try evening.answer())
    #expect(answer.header("Location") == "\(evening.sheet)#attack")
    let play = evening.ann.get(evening.sheet).text
    #expect(
      play.contains("The game master asks for <a href=\"\(evening.sheet)#attack\">an attack</a>."))
    #expect(play.contains("<section class=\"card\" id=\"attack\""))
    _ = evening.ann.post("\(evening.sheet)/roll", "turn=0&roll=melee-sword")
    let led = evening.host.get("/room/\(evening.code)/host").text
    #expect(led.contains("Everybody has rolled.") && led.contains("Sword (1d20)"))
    #expect(!evening.ann.get(evening.sheet).text.contains("The game master asks"))
  }

  @Test func `hit points stand in the vault’s list and among the characters of a table`() throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=3")
    #expect(evening.ann.get("/osr/vault").fact("Hit points") == "7 of 10")
    #expect(
      evening.ann.get("/osr/table/\(evening.code)").text
        .contains("hit points 7 of 10, at this table</p>"))
  }

  @Test func `beside a foe’s buttons stands how likely it hits, and stays`() throws {
    var evening = try Evening(house)
    _ = evening.lead(
      "meet",
      "foeName=Orc&foeHitDice=1&foeHitPoints=9&foeArmourClass=6&foeAttack=19&foeDamage=1d6&foeMorale=7"
    )
    let led = evening.host.get("/room/\(evening.code)/host").text
    #expect(led.contains("hits AC 8: 50.0% (1/2)<") && led.contains("stays 58.3% (7/12)<"))
    #expect(led.contains("Updated just now, at <time datetime=\""))
  }

  @Test(arguments: ["send-away", "remove"])
  func `who is sent away keeps what the owner has seen`(move: String) throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=4")
    _ = evening.lead(move, move == "remove" ? "seat=1" : "character=\(evening.member)")
    #expect(!evening.host.get("/room/\(evening.code)/host").text.contains("<h3>Brunhild"))
    #expect(evening.ann.get(evening.sheet).text.contains("<output>6</output>"))
    #expect(!evening.ann.get("/osr/table/\(evening.code)").text.contains("at this table</p>"))
    func isKept() -> Bool {
      evening.host.get("/room/\(evening.code)/delete").text.contains(
        "1 change you made hasn’t reached")
    }
    #expect(isKept())
    #expect(evening.play("hurt", "quick=1").status == .seeOther)
    #expect(try evening.kept().character.hitPointsNow == 5)
    #expect(try evening.kept().place == nil)
    // The table hears that the vault has it all, from a removed seat, too.
    #expect(!isKept())
  }

  @Test func `who was sent away comes to another table with all that was done`() throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=4")
    _ = evening.lead("send-away", "character=\(evening.member)")
    let (second, _) = try house.open("kind=table")
    _ = evening.ann.post("/room/\(second)/join", "name=Ann")
    let version = evening.ann.get("/osr/table/\(second)").version ?? ""
    let form = "character=\(evening.entry)&version=\(version)"
    #expect(evening.ann.post("/osr/table/\(second)/bring", form).status == .seeOther)
    #expect(try evening.kept().character.hitPointsNow == 6)
    #expect(try evening.kept().place?.code.signs == second)
  }

  @Test func `a change that comes while a character is taken back counts`() throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=4")
    let (host, code, member) = (evening.host, evening.code, evening.member)
    house.stores.interrupt {
      var host = host
      _ = host.press("/room/\(code)/hurt", on: "/room/\(code)/host", "character=\(member)&points=3")
    }
    let answer = evening.ann.post("/osr/table/\(code)/take-back", "member=\(member)")
    #expect(answer.status == .seeOther)
    #expect(try evening.kept().character.hitPointsNow == 3)
    #expect(try evening.kept().place == nil)
  }

  @Test func `a character leaves a closed table`() throws {
    var evening = try Evening(house)
    _ = evening.lead("hurt", "character=\(evening.member)&points=4")
    #expect(evening.host.post("/room/\(evening.code)/close").status == .seeOther)
    #expect(
      evening.ann.post("/osr/table/\(evening.code)/take-back", "member=\(evening.member)").status
        == .seeOther)
    #expect(try evening.kept().character.hitPointsNow == 6)
    #expect(try evening.kept().place == nil)
    let page = evening.ann.get("/osr/table/\(evening.code)").text
    #expect(page.contains("Brunhild") && !page.contains("no longer in your vault"))
  }

  @Test func `a closed table’s copy is no newer than a character with a new number`() throws {
    var evening = try Evening(house)
    let (path, page) = ("/osr/table/\(evening.code)", "/osr/vault/\(evening.entry)")
    #expect(evening.ann.post("\(page)/cloud").status == .seeOther)
    _ = evening.play("hurt", "quick=1")
    #expect(evening.host.post("/room/\(evening.code)/close").status == .seeOther)
    #expect(
      evening.ann.post("\(path)/take-back", "member=\(evening.member)").status == .seeOther)
    #expect(evening.ann.post("\(page)/cloud").status == .seeOther)
    #expect(try evening.kept().character.earlierVersion == Evening.fighter(10).id)
    let list = evening.ann.get(path).text
    #expect(list.matches(of: /Brunhild/).count == 1)
    #expect(!list.contains(", at this table"))
  }

  @Test func `the second of a double click by the host is the first`() throws {
    var evening = try Evening(house)
    _ = evening.lead(
      "meet",
      "foeName=Orc&foeHitDice=1&foeHitPoints=9&foeArmourClass=6&foeAttack=19&foeDamage=1d6&foeMorale=8"
    )
    let led = evening.host.get("/room/\(evening.code)/host").text
    let foe = try #require(led.firstMatch(of: /name="foe" value="(\d+)"/)).output.1
    var press = Int(try #require(led.firstMatch(of: /name="press" value="(\d+)"/)).output.1) ?? 0
    for (move, form) in [
      ("hurt", "character=\(evening.member)&points=2"), ("foe-lose", "foe=\(foe)&points=2"),
    ] {
      for _ in 1...2 {
        #expect(
          evening.host.post("/room/\(evening.code)/\(move)", "press=\(press)&\(form)").status
            == .seeOther, "\(move)")
      }
      // Another hit with the same number is none.
      #expect(
        evening.host.post("/room/\(evening.code)/\(move)", "press=\(press)&\(form)0").status
          == .conflict, "\(move)")
      press += 1
    }
    #expect(try evening.points().led == "8 of 10")
    #expect(evening.host.get("/room/\(evening.code)/host").text.contains("7 of 9"))
  }

  @Test(arguments: [
    (HostRoll.reaction, [1, 1], "attacks", 1, 36), (.reaction, [2, 3], "hostile", 1, 4),
    (.reaction, [4, 4], "unsure", 4, 9), (.reaction, [5, 5], "indifferent", 1, 4),
    (.reaction, [6, 6], "friendly", 1, 36), (.surprise, [2], "surprised", 1, 3),
    (.foesSurprise, [3], "not surprised", 2, 3), (.wandering, [1], "monsters turn up", 1, 6),
    (.wandering, [2], "nothing turns up", 5, 6),
    (.initiative, [3, 3], "Party 3, foes 3: a tie", 1, 6),
    (.initiative, [6, 1], "Party 6, foes 1: the party goes first", 5, 12),
    (.initiative, [2, 3], "Party 2, foes 3: the foes go first", 5, 12),
  ])
  func `the chance of what the host rolled is exact`(
    roll: HostRoll, faces: [Int], verdict: String, ways: Int, of all: Int
  ) throws {
    var random: any RandomNumberGenerator = Fixed(faces: faces, sides: 6)
    let check = try roll.roll(isSecret: false, using: &random)
    #expect(check.verdict == verdict && check.what == roll.name)
    #expect(check.chance == Total(ways, over: all))
    var odds: [String: Distribution] = [:]
    #expect(check.chanceText(knowing: &odds).hasSuffix("% (\(ways)/\(all))"))
    if roll == .reaction { #expect(roll.hint.contains("% (\(ways)/\(all))")) }
  }

  @Test(arguments: [
    (FoeRoll.attack, 20, [1], "a miss", 1, 20), (.attack, 20, [20], "a hit", 1, 20),
    (.attack, 20, [15], "hits armour class 4 or worse", 3, 10),
    (.morale, 6, [3, 4], "they stay", 7, 12), (.morale, 6, [4, 4], "they break", 5, 12),
    (.damage, 6, [5], "", 1, 3),
  ])
  func `the chance of what a foe rolled is exact`(
    roll: FoeRoll, sides: Int, faces: [Int], verdict: String, ways: Int, of all: Int
  ) throws {
    let foe = try Foe(
      name: "גובלין", armourClass: 6, hitDice: "1", hitPoints: 3, attack: 19,
      damage: Expression(parsing: "1d6"), morale: 7)
    var random: any RandomNumberGenerator = Fixed(faces: faces, sides: sides)
    let check = try roll.roll(for: Campaign.MetFoe(number: 7, foe: foe), using: &random)
    #expect(check.verdict == verdict && check.member == 7)
    #expect(check.chance == Total(ways, over: all))
  }

  @Test func `a note or a condition that is refused is still in its field`() throws {
    var evening = try Evening(house)
    let long = String(repeating: "n", count: Campaign.longestNote + 1)
    let note = evening.lead("note", "about=\(evening.member)&note=\(long)")
    #expect(note.status == .unprocessable)
    #expect(note.text.contains("value=\"\(long)\""))
    // Scripts keep it there while the page goes on.
    #expect(note.text.matches(of: /data-unsent/).count == 1)
    #expect(note.text.contains("<details id=\"more-\(evening.member)\" open>"))
    #expect(note.text.matches(of: /A note can have at most 500 characters/).count == 2)
    #expect(note.text.contains("id=\"note-\(evening.member)-wrong\""))
    // Nobody is there any more to tell it of.
    let nobody = evening.lead("note", "about=999&note=\(long)")
    #expect(nobody.text.contains("class=\"problem\""))
    let odd = evening.lead("note", "about=\(evening.member)&note=a%E2%80%AEb")
    #expect(odd.status == .unprocessable && odd.text.contains("This note has characters"))
    let condition = String(repeating: "c", count: PlayRecord.longestCondition + 1)
    let refused = evening.lead("suffer", "character=\(evening.member)&condition=\(condition)")
    #expect(refused.status == .unprocessable)
    #expect(refused.text.contains("name=\"condition\" value=\"\(condition)\""))
    // Neither is what was typed on a page that another's press has overtaken.
    let late = evening.host.post(
      "/room/\(evening.code)/note", "press=999&about=\(evening.member)&note=owes-the-wizard")
    #expect(late.status == .conflict && late.text.contains("value=\"owes-the-wizard\""))
  }

  @Test func `what is kept is told to those who come to a table, and only to them`() throws {
    let (code, _) = try house.open("kind=table")
    let kept = "A table that anyone brings a character to is kept 400 days"
    var guest = house.guest()
    #expect(guest.get("/room/\(code)").text.contains(kept))
    #expect(guest.get("/room").text.contains(kept))
    let (match, _) = try house.open("kind=match")
    #expect(!guest.get("/room/\(match)").text.contains("copy of each"))
  }

  @Test func `the host’s cookie lasts from the last press, and deleting tells what is lost`() throws
  {
    var evening = try Evening(house)
    let answer = evening.lead("hurt", "character=\(evening.member)&points=1")
    #expect(answer.header("Set-Cookie")?.contains("Max-Age=34560000") == true)
    let asked = evening.host.get("/room/\(evening.code)/delete").text
    #expect(
      asked.contains(
        "1 change you made hasn’t reached the players’ vaults yet; it’ll be lost."))
  }

  @Test(arguments: [false, true])
  func `a character damaged in its vault, or without it, leaves its copy at the table`(
    isGone: Bool
  ) throws {
    var evening = try Evening(house)
    let (code, member) = (evening.code, evening.member)
    _ = evening.lead("ask-for", "check=wands")
    let form = try evening.answer()
    if isGone {
      evening.ann.visitor.vaultKey = nil
    } else {
      let key = try #require(evening.ann.visitor.vaultKey)
      let entry = try #require(EntryID(evening.entry))
      let kept = try #require(try house.stores.read(entry, of: key))
      let now = evening.ann.visitor.now
      #expect(
        try house.stores.replace(entry, of: key, with: [1, 2], over: kept.bytes, now: now))
    }
    #expect(evening.ann.get(evening.sheet).status != .ok)
    #expect(evening.ann.get("/room/\(code)").status == .ok)
    let answer = evening.ann.post("/osr/table/\(code)/roll", form)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("the character isn’t in this browser’s vault."))
    // Initiative for both sides is rolled without its numbers.
    _ = evening.lead("ask-for", "check=sides")
    let sides = evening.ann.post("/osr/table/\(code)/roll", try evening.answer())
    #expect(sides.status == .seeOther)
    #expect(evening.lead("hurt", "character=\(member)&points=3").status == .seeOther)
    #expect(evening.host.get("/room/\(code)/host").fact("Hit points") == "7 of 10")
    guard !isGone else {
      #expect(evening.lead("send-away", "character=\(member)").status == .seeOther)
      return
    }
    #expect(evening.ann.get("/osr/table/\(code)").text.contains("no longer in your vault"))
    #expect(
      evening.ann.post("/osr/table/\(code)/take-back", "member=\(member)").status == .seeOther)
    #expect(!evening.host.get("/room/\(code)/host").text.contains("<h3>Brunhild"))
  }

  @Test func `a removed seat is told what to do, and its character stays in its vault`() throws {
    var evening = try Evening(house)
    let path = "/osr/table/\(evening.code)"
    _ = evening.lead("ask-for", "check=wands")
    let answer = try evening.answer()
    #expect(evening.lead("remove", "seat=1").status == .seeOther)
    let twice = evening.lead("remove", "seat=1")
    #expect(twice.status == .conflict)
    #expect(twice.text.contains("there’s no such seat in this room any more."))
    let rolled = evening.ann.post("\(path)/roll", answer)
    #expect(rolled.status == .conflict)
    #expect(rolled.text.contains("isn’t at the table any more. You can bring it again."))
    _ = evening.ann.post("\(path)/take-back", "member=\(evening.member)")
    let version = evening.ann.get(evening.sheet).version ?? ""
    let brought = evening.ann.post(
      "\(path)/bring", "character=\(evening.entry)&version=\(version)")
    #expect(brought.status == .conflict)
    #expect(brought.text.contains("To take part, join again."))
    #expect(try evening.kept().character == Evening.fighter(10))
  }

  @Test func `forged forms and a table that is gone lose nothing`() throws {
    var evening = try Evening(house)
    var bob = house.seat("Bob", in: evening.code)
    let thief = bob.post("/osr/table/\(evening.code)/take-back", "member=\(evening.member)")
    #expect(thief.status == .conflict)
    #expect(thief.text.contains("that’s somebody else’s character. Ask its player"))
    let stranger = bob.post("/osr/table/\(evening.code)/bring", "character=\(evening.entry)")
    #expect(stranger.status == .conflict)
    #expect(stranger.text.contains("There’s no such character in this browser’s vault."))
    #expect(
      bob.post("/room/\(evening.code)/hurt", "press=1&character=\(evening.member)&points=1").status
        == .forbidden)
    for form in ["points=0", "points=1000", "points=x", ""] {
      #expect(
        evening.lead("hurt", "character=\(evening.member)&\(form)").status == .unprocessable,
        "\(form)")
    }
    #expect(evening.lead("hurt", "character=999&points=1").status == .conflict)
    let long = String(repeating: "c", count: PlayRecord.longestCondition + 1)
    for condition in ["", "%00", long] {
      for form in ["suffer?condition", "recover?ended"].map({ $0.split(separator: "?") }) {
        let answer = evening.lead(
          String(form[0]), "character=\(evening.member)&\(form[1])=\(condition)")
        #expect(answer.status == .unprocessable, "\(form) \(condition)")
      }
    }
    #expect(try evening.points() == ("10", "10 of 10"))
    // Of two tables, a character is at one.
    let (second, _) = try house.open("kind=table")
    _ = evening.ann.post("/room/\(second)/join", "name=Ann")
    let version = try evening.kept().place
    #expect(version?.code.signs == evening.code)
    #expect(evening.ann.get("/osr/table/\(second)").text.contains("at table"))
    _ = evening.host.post("/room/\(evening.code)/delete")
    #expect(evening.play("hurt", "quick=1").status == .seeOther)
    #expect(try evening.kept().character.hitPointsNow == 9)
  }
}

extension Response {
  /// What the first form of a character's page carries.
  fileprivate var version: String? {
    text.firstMatch(of: /name="version" value="(\d+)"/).map { String($0.1) }
  }
}
