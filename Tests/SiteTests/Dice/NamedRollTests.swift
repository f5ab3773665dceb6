import DiceLanguage
import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct NamedRollTests {
  @Test(
    arguments: [
      ("attack", nil), (" Fire ball ", nil), ("5e", nil), ("death", nil), ("d", nil), ("2d6", nil),
      ("x", nil), (String(repeating: "ß", count: 30), nil),
      ("", .name(.empty)), (" \u{200B} ", .name(.empty)),
      (String(repeating: "x", count: 31), .name(.tooLong)),
      ("a" + String(repeating: "\u{301}", count: 200), .name(.tooLarge)),
      ("a\u{202E}b", .name(.unprintable)), ("a\u{7}b", .name(.unprintable)),
      ("to hit: bow", .colon), ("Die", .reserved("Die")), ("MODIFIER", .reserved("MODIFIER")),
      (" expression ", .reserved("expression")), ("d20", .reserved("d20")),
      ("D%", .reserved("D%")), ("dF", .reserved("dF")), ("d7", .reserved("d7")),
      ("d{0,1}", .reserved("d{0,1}")),
      ("10", .reserved("10")), ("-3.5", .reserved("-3.5")), ("1e3", .reserved("1e3")),
      ("½", .reserved("½")), ("1 000", .reserved("1 000")), ("١٢", .reserved("١٢")),
    ] as [(String, NamedRollRefusal?)])
  func `a name is one that no other button has`(name: String, refusal: NamedRollRefusal?) {
    do throws(NamedRollRefusal) {
      let roll = try NamedRoll(name, " 4D6 kh3 ")
      #expect(refusal == nil)
      #expect(roll.expression == "4d6kh3")
      #expect(1...30 ~= roll.name.count)
    } catch {
      #expect(error == refusal)
    }
  }

  @Test func `two names that look the same are one`() throws {
    var rolls = NamedRolls()
    let roll = try NamedRoll("Straße", "1d6")
    #expect(try rolls.keep(roll))
    #expect(try !rolls.keep(NamedRoll("STRASSE", "1d6")))
    #expect(throws: NamedRollRefusal.taken(roll)) { try rolls.keep(NamedRoll(" strasse ", "2d6")) }
    #expect(rolls.rolls == [roll])
    #expect(rolls.remove("STRASSE") == roll && rolls.remove("STRASSE") == nil)
  }

  @Test func `thirty are kept, and none of them may be a book`() throws {
    var rolls = NamedRolls()
    for number in 1...30 { #expect(try rolls.keep(NamedRoll("roll \(number)", "\(number)d6"))) }
    #expect(throws: NamedRollRefusal.tooMany) { try rolls.keep(NamedRoll("one more", "1d6")) }
    #expect(try !rolls.keep(NamedRoll("ROLL 7", "7d6")))
    var packer = Packer()
    rolls.pack(into: &packer)
    #expect(NamedRolls(try #require(PackedFields(packer.bytes[...]))) == rolls)
    var large = NamedRolls()
    let remark = "[\(String(repeating: "🐉", count: 60))]"
    #expect(throws: NamedRollRefusal.tooLarge) {
      for number in 1...30 {
        _ = try large.keep(NamedRoll("roll \(number)", "1d6\(remark)+1d6\(remark)"))
      }
    }
    packer = Packer()
    large.pack(into: &packer)
    #expect(large.rolls.count > 10 && packer.bytes.count < 9_000)
  }

  @Test func `lines come back as they went`() throws {
    var rolls = NamedRolls()
    let lines = " Attack : 1d20 + 7 \r\n\r\ndamage:8d6[fire: hot]\n\t\nATTACK: 1d20+7"
    let (new, known) = try rolls.keep(lines: lines)
    #expect(rolls.text == "Attack: 1d20+7\ndamage: 8d6[fire: hot]\n")
    #expect((new, known) == (rolls.rolls, 1))
    var again = NamedRolls()
    #expect(try again.keep(lines: rolls.text) == (rolls.rolls, 0))
    #expect(rolls.query == "named=Attack%3A%201d20%2B7&named=damage%3A%208d6%5Bfire%3A%20hot%5D")
    let query = try Form(urlencoded: try #require(rolls.query).utf8)
    #expect(NamedRolls.text(in: query) == "Attack: 1d20+7\ndamage: 8d6[fire: hot]")
    #expect(NamedRolls().query == nil && NamedRolls.text(in: Form()) == nil)
  }

  @Test func `every line that can't be taken is named, and then nothing is`() throws {
    var rolls = NamedRolls()
    let attack = try NamedRoll("attack", "1d20+7")
    _ = try rolls.keep(attack)
    let before = rolls
    let error = #expect(throws: NamedLineFaults.self) {
      try rolls.keep(lines: "fine: 1d6\n\n2d6\nd8: 1d8\nAttack: 1d20\nodd: 1d\nfine: 2d6\n: 1d4")
    }
    #expect(rolls == before)
    let faults = try #require(error)
    #expect(faults.lines.map(\.number) == [3, 4, 5, 6, 7, 8] && faults.isComplete)
    #expect(faults.lines[1].beginning == "d8: 1d8")
    #expect(faults.lines[0].refusal == .colonMissing && faults.lines[2].refusal == .taken(attack))
    #expect(faults.mistakes[1].sentence.hasPrefix("Line 3, “2d6”: There’s no colon"))
    #expect(faults.mistakes[3].sentence.contains("There’s already a roll named “attack”: 1d20+7."))
    for text in ["", " \n\t\r\n"] {
      let error = #expect(throws: NamedLineFaults.self) { try rolls.keep(lines: text) }
      #expect(error?.lines == [] && error?.mistakes.count == 1)
    }
    let many = #expect(throws: NamedLineFaults.self) {
      try rolls.keep(lines: String(repeating: "nonsense\n", count: 5_000))
    }
    #expect(many?.lines.count == 10 && many?.isComplete == false)
    // Each of them could be read, but not all.
    let heavy = #expect(throws: NamedLineFaults.self) {
      try rolls.keep(lines: (1...30).map { "x\($0): 1/(30d{0,200,1000}-1)\n" }.joined())
    }
    #expect(heavy?.lines.allSatisfy { $0.number > 1 } == true)
  }

  @Test func `foreign text is taken or refused, never a trap`() {
    var random = SeededGenerator(seed: 8)
    let pieces = ["a", "d20", ":", "\n", "\r", " ", "1d6", "{", "!", "é", "\u{202E}", "🎲", "\u{0}"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      var rolls = NamedRolls()
      let isTaken = (try? rolls.keep(lines: text)) != nil
      #expect(isTaken != rolls.rolls.isEmpty)
    }
  }
}

/// Named rolls on the page of the dice.
@Suite struct NamedRollMoveTests {
  @Test func `the expression in the field is kept, else the one in force`() {
    var visitor = Visitor(faces: [6], sides: 20)
    #expect(!visitor.get("/dice").text.contains("Remove attack"))
    let kept = visitor.post("/dice/named/keep", "rollName=attack&expression=1d20%2B7")
    #expect(kept.header("Location") == "/dice#named")
    #expect(visitor.session[DiceState.self]?.notation == "1d20+7")
    // The same dice spelt in another way stay on the table.
    _ = visitor.post("/dice/roll")
    _ = visitor.post("/dice/named/keep", "rollName=again&expression=D20+%2B+7")
    #expect(visitor.session[DiceState.self]?.isThrown == true)
    _ = visitor.post("/dice/named/remove", "named=again")
    _ = visitor.post("/dice/roll", "die=d6&dice=8&modifier=0")
    _ = visitor.post("/dice/named/keep", "rollName=damage")
    let page = visitor.get("/dice").text
    #expect(page.contains("Kept damage: 8d6."))
    #expect(page.contains("name=\"named\" value=\"attack\" data-key>Roll attack</button>"))
    #expect(page.contains(">Roll damage</button>") && page.contains("Remove damage"))
    #expect(visitor.get("/dice/named.txt").text == "attack: 1d20+7\ndamage: 8d6\n")
    _ = visitor.post("/dice/named/roll", "named=Attack")
    let rolled = visitor.get("/dice")
    #expect(rolled.pageTitle?.hasPrefix("You rolled 1d20+7: 13") == true)
    #expect(rolled.text.contains("<p class=\"rolled-as\">attack</p>"))
    _ = visitor.post("/dice/roll-d6")
    #expect(!visitor.get("/dice").text.contains("rolled-as"))
    #expect(!visitor.get("/dice").text.contains("Kept damage"))
  }

  /// Without scripts, Enter in the field of the name presses the first button, which rolls.
  @Test(arguments: ["roll", "roll-10", "expression"])
  func `what rolls keeps it under a typed name`(path: String) {
    var visitor = Visitor(faces: [4])
    let rolled = visitor.post("/dice/\(path)", "rollName=stats&expression=4d6kh3")
    #expect(rolled.status == .seeOther)
    #expect(visitor.session[NamedRolls.self]?.text == "stats: 4d6kh3\n")
    let page = visitor.get("/dice").text
    #expect(page.contains("Kept stats: 4d6kh3.") && page.contains(">Roll stats</button>"))
    #expect(page.contains("name=\"rollName\" form=\"throw\" value=\"\""))
    _ = visitor.post("/dice/\(path)", "rollName=+&expression=4d6kh3")
    #expect(!visitor.get("/dice").text.contains("Kept stats"))
    for type in ["roll-d6", "choose", "named/roll"] {
      _ = visitor.post("/dice/\(type)", "rollName=other&die=d6&named=stats")
    }
    #expect(visitor.session[NamedRolls.self]?.text == "stats: 4d6kh3\n")
  }

  @Test func `a name that can't be kept never keeps dice from rolling`() {
    var visitor = Visitor(faces: [4])
    _ = visitor.post("/dice/named/keep", "rollName=attack&expression=1d20%2B7")
    for (name, sentence) in [
      ("d6", "mistaken for another button"), ("Attack", "named “attack”: 1d20+7"),
    ] {
      let rolled = visitor.post("/dice/roll", "rollName=\(name)&expression=4d6kh3")
      #expect(rolled.status == .seeOther)
      let page = visitor.get("/dice").text
      #expect(page.contains("Rolled, but not kept. ") && page.contains(sentence))
      #expect(page.contains("You rolled 4d6kh3"))
    }
    #expect(visitor.session[NamedRolls.self]?.text == "attack: 1d20+7\n")
    let refused = visitor.post("/dice/roll", "rollName=bow&expression=4d6k3h")
    #expect(refused.status == .unprocessable && refused.text.contains("value=\"bow\""))
  }

  @Test func `what is done twice is done once`() {
    var visitor = Visitor()
    for form in ["rollName=attack&expression=d20", "rollName=Attack&expression=D20"] {
      #expect(visitor.post("/dice/named/keep", revision: 99, form).status == .seeOther)
    }
    #expect(visitor.session[NamedRolls.self]?.text == "attack: d20\n")
    for _ in 1...2 {
      #expect(visitor.post("/dice/named/remove", "named=attack").status == .seeOther)
      let page = visitor.get("/dice").text
      #expect(page.contains("Removed attack: d20.") && page.contains("id=\"undo\""))
    }
    #expect(visitor.post("/dice/named/roll", "named=attack").status == .unprocessable)
    for _ in 1...2 { _ = visitor.post("/dice/named/bring", "lines=attack:+d20") }
    #expect(visitor.session[NamedRolls.self]?.text == "attack: d20\n")
    _ = visitor.post("/dice/roll")
    #expect(!visitor.get("/dice").text.contains("id=\"undo\""))
  }

  @Test(
    arguments: [
      ("keep", "rollName=&expression=1d6", "rollName", "The roll name needs"),
      ("keep", "rollName=d20&expression=1d6", "rollName", "mistaken for another button"),
      ("keep", "rollName=bow&expression=1d", "expression", "Say how many sides"),
      ("keep", "rollName=ATTACK&expression=1d6", "rollName", "named “attack”: 1d20+7"),
      ("remove", "named=bow", "", "has already been removed"),
      ("bring", "lines=", "lines", "at least one line"),
      ("bring", "lines=bow%3A+1d6%0Abow", "lines", "Line 2, “bow”: There’s no colon"),
    ])
  func `a refusal says what is wrong, shows what was sent, and keeps nothing`(
    path: String, form: String, field: String, sentence: String
  ) throws {
    var visitor = Visitor()
    _ = visitor.post("/dice/named/keep", "rollName=attack&expression=1d20%2B7")
    let before = visitor.session
    let page = visitor.post("/dice/named/\(path)", form)
    #expect(page.status == .unprocessable)
    #expect(page.text.contains(sentence))
    #expect(page.wrongFields == (field.isEmpty ? [] : [field]))
    #expect(page.text.contains("Remove attack"))
    for typed in try Form(urlencoded: form.utf8).fields where !field.isEmpty {
      #expect(typed.value.isEmpty || page.text.contains(typed.value), "\(typed.name)")
    }
    #expect(visitor.session == before)
  }

  @Test func `a link offers rolls and keeps none of them`() throws {
    var sender = Visitor()
    _ = sender.post("/dice/named/bring", "lines=attack%3A+1d20%2B7%0Adamage%3A+8d6")
    let query = try #require(sender.session[NamedRolls.self]?.query)
    #expect(
      sender.get("/dice").text.contains("href=\"/dice?\(query.replacing("&", with: "&amp;"))\""))
    var visitor = Visitor()
    _ = visitor.post("/dice/roll")
    let before = visitor.session
    let page = visitor.get("/dice?\(query)").text
    #expect(page.contains("2 named rolls for you") && page.contains("Keep all"))
    #expect(page.contains("Roll eight six-sided dice") || page.contains("Roll 8 six-sided dice"))
    #expect(visitor.session == before)
    let text = "lines=attack%3A+1d20%2B7%0Adamage%3A+8d6"
    for _ in 1...2 { #expect(visitor.post("/dice/named/bring", text).status == .seeOther) }
    #expect(visitor.session[NamedRolls.self]?.text == "attack: 1d20+7\ndamage: 8d6\n")
    #expect(visitor.get("/dice?\(query)").text.contains("You have all of these already."))
    let other = visitor.get("/dice?named=Attack:+1d20&named=bow:+1d8")
    #expect(other.status == .ok && other.text.contains("You have another attack: 1d20+7."))
    #expect(other.text.contains("<textarea") && other.text.contains("Line 1, “Attack: 1d20”"))
  }

  @Test(arguments: ["named=", "named=%3Cscript%3E", "named=a:1d6&named=a:1d8", "named=d20:d20"])
  func `a link with nothing to keep says why`(query: String) {
    var visitor = Visitor()
    let page = visitor.get("/dice?\(query)")
    #expect(page.status == .unprocessable)
    #expect(page.text.contains("These rolls can’t be kept as they are"))
    #expect(!page.text.contains("<script>"))
    #expect(visitor.session == Session())
  }

  @Test func `frames have no named rolls`() throws {
    #expect(!DiceGame.offers("/dice/named/keep") && !DiceGame.offers("/dice/named.txt"))
    for address in ["/embed/dice", "/embed/dice?named=a:1d6"] {
      var game = FramedGame()
      let page = try game.get(address).text
      #expect(page.contains("Expression</label>") && !page.contains("Roll name"))
      #expect(!page.contains("Keep all"))
    }
  }
}
