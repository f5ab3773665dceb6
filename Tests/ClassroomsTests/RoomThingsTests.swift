import DiceLanguage
import Mustache
import Rooms
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

private let (marble, spinner) = ("<circle cx=\"20\"", "class=\"spinner\"")

/// Coins, spinners, bags, cards and single dice, as plain fields and buttons say them.
@Suite struct RoomThingsTests {
  private let house = RoomHouse()

  private func opened(_ fields: [(String, String)]) -> Response {
    var guest = house.guest()
    return guest.post(
      "/room/open", PercentCoding.encode([("kind", "experiment")] + fields.map { ($0.0, $0.1) }))
  }

  @Test func `a spinner may have numbers, each as often as it is there`() throws {
    let form = PercentCoding.encode([
      ("kind", "experiment"), ("experiment", "spinner"), ("word1", "1"), ("count1", "3"),
      ("word2", "2"), ("count2", "2"),
    ])
    let code = try house.open(form).code
    var ann = house.seat("Ann", in: code)
    #expect(ann.get("/room/\(code)").text.contains("<h1>d{1,1,1,2,2}</h1>"))
  }

  @Test(arguments: [
    ("", "1 coin", "Toss"), ("&colour1=red", "A spinner with 1 heads and 1 tails", "Spin"),
  ])
  func `heads and tails with colours are on a spinner`(colours: String, name: String, verb: String)
    throws
  {
    let code = try house.open(
      "kind=experiment&experiment=spinner&word1=heads&word2=tails\(colours)"
    ).code
    var ann = house.seat("Ann", in: code)
    let page = ann.get("/room/\(code)").text
    #expect(page.contains("<h1>\(name)</h1>") && page.contains("Press \(verb)"))
  }

  @Test func `a bag of numbers that are put back is refused, as they would be added up`() {
    let fields = [("experiment", "bag"), ("word1", "1"), ("word2", "2"), ("drawn", "2")]
    let answer = opened(fields + [("putBack", "yes")])
    #expect(answer.status == .unprocessable && answer.wrongFields == ["word1"])
    #expect(answer.text.contains("Give one of them a letter, such as A1."))
    #expect(opened(fields + [("putBack", "no")]).status == .seeOther)
    #expect(opened(fields + [("word3", "A1"), ("putBack", "yes")]).status == .seeOther)
  }

  @Test func `nobody draws more than a bag or a pack has, unless each is put back`() throws {
    let fields = [
      ("experiment", "bag"), ("word1", "red"), ("count1", "3"), ("word2", "<b>"), ("drawn", "6"),
    ]
    let marked = opened(fields)
    #expect(marked.wrongFields == ["word2"] && !marked.text.contains("<b>\""))
    let bag = fields.map { ($0.0, $0.1 == "<b>" ? "blue" : $0.1) } + [("count2", "2")]
    let answer = opened(bag)
    #expect(answer.status == .unprocessable && answer.wrongFields == ["drawn"])
    #expect(answer.text.contains("There are only 5. Draw fewer, or put each back."))
    #expect(opened(bag + [("putBack", "yes")]).status == .seeOther)
    let written = opened([("experiment", "6 from {red*3,blue*2}")])
    #expect(written.status == .unprocessable && written.wrongFields == ["expression"])
    // To the last one: there is one way alone.
    let code = try house.open(
      PercentCoding.encode([("kind", "experiment"), ("experiment", "5 from {red*3,blue*2}")])
    ).code
    var ann = house.seat("Ann", in: code)
    for _ in 1...2 {
      #expect(ann.press("/room/\(code)/roll", on: "/room/\(code)").status == .seeOther)
      #expect(ann.get("/room/\(code)").text.contains("3 red, 2 blue"))
    }
  }

  @Test func `a seat that draws from a bag reads in words what it does`() throws {
    let text = "3 from {red*3,blue*2}"
    let code = try house.open(
      PercentCoding.encode([("kind", "experiment"), ("experiment", text)])
    ).code
    var ann = house.seat("Ann", in: code)
    let reading = try RollExpression(parsing: text).reading
    #expect(ann.get("/room/\(code)").text.contains(reading.dropFirst()))
  }

  @Test(arguments: [
    ("d{heads,tails}", 12, true), ("d{heads,tails}", 13, false), ("d{red*26,blue*26}", 1, true),
  ])
  func `things are drawn if all of them have room`(
    die: String, count: Int, areDrawn: Bool
  ) throws {
    let tally = try #require(try tally("\(count)\(die)"))
    let roll = PlayedRoll(dice: Array(repeating: 0, count: count), total: .zero)
    let pictures = ThingPictures(roll, in: try ExperimentSettings(.tally(tally)))
    #expect((pictures != nil) == areDrawn)
    // Two halves of 26 are a spinner, and no pack of cards.
    guard let pictures, count == 1 else { return }
    var bytes: [UInt8] = []
    try site.templates.render("rooms/things", [pictures], into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains("class=\"spinner\""))
  }

  private func tally(_ text: String) throws -> TallyExpression? {
    if case .tally(let tally) = try RollExpression(parsing: text) { tally } else { nil }
  }

  @Test func `a tally plays at a table: rolled, asked for, hidden, revealed, checked, kept`() throws
  {
    var (code, host) = try house.open("kind=table")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("Ann", in: code, faces: [1, 6, 1, 1])
    let tally = PercentCoding.encode([("expression", "4d{heads, tails}")])
    #expect(ann.press("\(room)/throw", on: room, tally).status == .seeOther)
    let page = ann.get(room)
    #expect(page.outcome?.withoutIsolation == "Ann rolled 4d{heads,tails}: 3 heads, 1 tails.")
    let text = page.text.withoutIsolation
    #expect(text.contains("<span class=\"total\">3 heads, 1 tails</span>"))
    #expect(text.contains("<span class=\"came\">heads, tails, heads, heads</span>"))
    let csv = host.get("\(room)/data.csv").text
    #expect(csv.contains("heads; tails; heads; heads,\"3 heads, 1 tails\""))

    #expect(host.press("\(room)/ask", on: lead, tally).status == .seeOther)
    let question = try #require(
      ann.get(room).text.firstMatch(of: /name="answers" value="([0-9]+)"/)?.1)
    #expect(ann.press("\(room)/throw", on: room, "answers=\(question)").status == .seeOther)

    let bag = PercentCoding.encode([("expression", "5 from {red*3,blue*2}")])
    #expect(host.press("\(room)/throw-hidden", on: lead, bag).status == .seeOther)
    #expect(!ann.get(room).text.contains("3 red"))
    let number = try #require(
      host.get(lead).text.firstMatch(of: /name="number" value="([0-9]+)"/)?.1)
    #expect(host.press("\(room)/reveal", on: lead, "number=\(number)").status == .seeOther)
    let revealed = ann.get(room).text
    #expect(revealed.withoutIsolation.contains("5 from {red*3,blue*2}: 3 red, 2 blue."))
    let check = try #require(revealed.firstMatch(of: /href="(\/room\/verify[^"]*)"/)?.1)
    let address = String(check).replacing("&amp;", with: "&")
    let checked = ann.get(address).text
    #expect(checked.contains("It’s the roll that was promised"))
    #expect(checked.contains("the number of the tally: 3 red, 2 blue."))

    for text in ["(d4)d{a,b}", "99d{a,b,c,d,e,f,g,h,i,j,k}"] {
      let many = PercentCoding.encode([("expression", text)])
      let refused = ann.press("\(room)/throw", on: room, many)
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("can’t tell so many tallies apart"))
    }
  }

  private func picture(_ text: String, _ colours: [ThingColour?] = []) throws -> String {
    let settings = try ExperimentSettings(
      .tally(try #require(try tally(text))), colours: colours)
    let roll = PlayedRoll(dice: [0], total: .zero)
    var bytes: [UInt8] = []
    try site.templates.render(
      "rooms/things", [try #require(ThingPictures(roll, in: settings))], into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("red prize", nil, "#c62828"), ("Blue", nil, "#1f5fa8"), ("gray", nil, "#8a8a8a"),
      ("prize", nil, "#c62828"), ("red prize", .green, "#2e7d32"),
    ] as [(String, ThingColour?, String)])
  func `a sector has the colour that is chosen, or its word names, or one of its own`(
    word: String, chosen: ThingColour?, colour: String
  ) throws {
    let svg = try picture("d{\(word),nothing*3}", [chosen, nil])
    #expect(svg.contains("stroke=\"\(colour)\""))
    #expect(svg.contains("stroke-dasharray=\"90.0 360\""))
    var guest = house.guest()
    #expect(guest.get("/room").text.contains("A word that names a colour"))
  }

  @Test(arguments: [
    "d{win,lose}", "d{red prize,red car,red}", "d{blue,nothing,teal,grey,gray}",
    "d{\((1...26).map { "a\($0)" }.joined(separator: ","))}",
  ])
  func `no two sectors look alike by themselves`(text: String) throws {
    let colours = try picture(text).matches(of: /stroke="([^"]*)"/).map(\.1)
    #expect(Set(colours).count == colours.count && colours.count == text.count { $0 == "," } + 1)
  }

  @Test func `a class sees the colours that its host has chosen, after starting over too`() throws {
    let form =
      "kind=experiment&experiment=spinner&word1=win&word3=lose&count3=3&colour1=pink&colour3=pink"
    var (code, host) = try house.open(form)
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    for _ in 1...2 {
      #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
      let pages = [ann.get(room), ann.get("\(room)/watch"), host.get("\(room)/host")]
      for page in pages {
        #expect(page.text.matches(of: /stroke="#e58fb1"/).count == 2)
      }
      let over = host.press("\(room)/start-over", on: "\(room)/start-over", "guess=no")
      #expect(over.status == .seeOther)
    }
  }

  @Test func `a colour that there isn't, or for a number, is refused`() {
    let spinner = [("experiment", "spinner"), ("word1", "1"), ("word2", "2")]
    for colour in ["red", "#fff"] {
      let answer = opened(spinner + [("colour2", colour)])
      #expect(answer.status == .unprocessable && answer.wrongFields == ["colour2"], "\(colour)")
    }
    #expect(opened(spinner + [("colour2", "automatic")]).status == .seeOther)
  }

  @Test(
    arguments: [
      ("2 from {hearts*13,diamonds*13,clubs*13,spades*13}", "2 cards", .draw, "♥"),
      ("3d{red*26,black*26}", "3 cards, each put back", .draw, "♥♦"),
      ("d{Red*26,Black*26}", "1 card", .draw, "♥♦"), ("4d{heads,tails}", "4 coins", .toss, ">H<"),
      ("2 from {blue*26,green*26}", "2 from 26 blue and 26 green", .draw, marble),
      ("1 from {spades,clubs*4}", "1 from 1 spades and 4 clubs", .draw, marble),
      ("d{spades,clubs*4}", "a spinner with 1 spades and 4 clubs", .spin, spinner),
      ("d{red,black}", "a spinner with 1 red and 1 black", .spin, spinner),
      ("d{red*25,black*27}", "a spinner with 25 red and 27 black", .spin, spinner),
      ("d{win*26,lose*26}", "a spinner with 26 win and 26 lose", .spin, spinner),
    ] as [(String, String, RollVerb, String)])
  func `name, button and picture agree on what is drawn, spun or tossed`(
    text: String, name: String, verb: RollVerb, mark: String
  ) throws {
    let experiment = Experiment(try RollExpression(parsing: text))
    #expect(experiment.rolled == name && experiment.verb == verb)
    let svg = try picture(text)
    #expect(svg.contains(mark) && svg.contains("<text") == ![marble, spinner].contains(mark))
  }

  @Test(arguments: [
    ("d{heads,tails}", spinner), ("2d{heads,tails}", marble),
    ("d{red*26,black*26}", spinner), ("3 from {red*26,black*26}", marble),
  ])
  func `what has chosen colours is a spinner or marbles in these`(
    text: String, mark: String
  ) throws {
    let svg = try picture(text, [.pink, nil])
    #expect(svg.contains(mark) && svg.contains("=\"#e58fb1\"") && !svg.contains("<text"))
  }

  @Test(arguments: [
    ("spinner", "A spinner with 4 red prize and 1 blue"), ("bag", "3 from 4 red prize and 1 blue"),
  ])
  func `words that differ only in case or blanks are one, in the first colour chosen for it`(
    experiment: String, heading: String
  ) throws {
    let things = """
      kind=experiment&experiment=\(experiment)&word1=red+prize&count1=3&word2=Red++Prize+&word3=blue
      """
    for (colours, kept) in [
      ("", []), ("&colour1=pink&colour2=teal", [.pink, nil]), ("&colour2=teal", [.teal, nil]),
      ("&colour3=green", [nil, .green]),
    ] as [(String, [ThingColour?])] {
      let read = try RoomForm(
        Form(urlencoded: (things + colours).utf8), knowing: { try? $0.expectation() })
      guard case .experiment(let settings) = read.settings else {
        Issue.record("\(colours) opens \(read.settings)")
        continue
      }
      #expect(settings.colours == kept)
    }
    var (code, host) = try house.open(things)
    #expect(host.get("/room/\(code)/host").text.contains("<h1>\(heading)</h1>"))
  }

  @Test func `settings that no experiment has are a mistake`() throws {
    var reader = RoomForm.Reader(form: Form())
    let dice = Experiment(try RollExpression(parsing: "2d6"))
    let asked = reader.asked(of: dice, nil, rollsAtPress: 7, rollsOfSeat: 10, colours: [])
    #expect(asked == nil && reader.mistakes.map(\.sentence) == ["A room can’t have that setting."])
  }

  @Test func `who guesses before spinning reads of spins`() throws {
    var (code, host) = try house.open(
      PercentCoding.encode([
        ("kind", "experiment"), ("experiment", "d{red*3,blue*2}"), ("guess", "first"),
      ]))
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    #expect(ann.get(room).text.contains("Guess or skip, and then spin."))
    #expect(ann.press("\(room)/skip", on: room).status == .seeOther)
    #expect(ann.get(room).text.contains("You can still guess until your first spin."))
    #expect(ann.press("\(room)/guess", on: room, "total=red").status == .seeOther)
    #expect(ann.get(room).text.contains("Noted. You can change it until your first spin."))
    #expect(host.press("\(room)/reveal-guesses", on: "\(room)/host").status == .seeOther)
    let late = ann.press("\(room)/guess", on: room, "total=blue")
    #expect(late.text.contains("Your guess came too late: guess before you begin, and before"))
  }

  @Test(arguments: [
    ("3 from {red*3,blue*2}", "blue"), ("2 from {red*3,blue*2,green}", "red, blue or green"),
    ("5 from {red*3,blue*2}", "red or blue"), ("3d{red*3,blue*2}", "red or blue"),
  ])
  func `of words, no event is offered that is certain`(text: String, words: String) {
    let answer = opened([("experiment", text), ("event", "at least 2")])
    #expect(answer.wrongFields == ["event"])
    #expect(answer.text.contains("The event must be one of the words: \(words)."))
  }

  @Test func `coins have a bent one beside them, but games of Craps nothing`() {
    let second = ("second", "d{heads*3,tails}")
    #expect(opened([("experiment", "coins"), ("coins", "1"), second]).status == .seeOther)
    for alone in ["craps-games", "craps-first-rolls", "pig-turns", "own-dice"] {
      let answer = opened([("experiment", alone), ("second", "1d6")])
      #expect(answer.wrongFields == ["second"], "\(alone)")
      #expect(answer.text.contains("can’t have a second experiment"))
    }
  }

  @Test func `a seat at a table rolls one die by one press`() throws {
    let code = try house.open("kind=table").code
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code, faces: [3])
    let page = ann.get(room).text
    for die in ["d4", "d6", "d8", "d10", "d12", "d20", "d100"] {
      #expect(page.contains("name=\"expression\" value=\"1\(die)\" data-key>\(die)</button>"))
    }
    #expect(ann.press("\(room)/throw", on: room, "expression=1d20").status == .seeOther)
    #expect(ann.get(room).outcome?.contains("rolled 1d20: ") == true)
  }
}
