import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// What seats do: experiments, tables, matches.
@Suite struct RoomSeatTests {
  private let house = RoomHouse()

  @Test func `a pupil rolls as often as a press and a seat may`() throws {
    let (code, _) = try house.open(
      "kind=experiment&experiment=2d6&rollsAtAPress=5&rollsASeat=7")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code, faces: [3, 4])
    #expect(ann.get(room).outcome == "Press Roll")
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(ann.get(room).outcome == "You rolled 7, 7, 7, 7 and 7")
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(ann.get(room).text.contains("You have no rolls left."))
    #expect(ann.press("\(room)/roll", on: room).status == .unprocessable)
  }

  @Test func `a pupil types what a die of their own showed`() throws {
    let (code, _) = try house.open("kind=experiment&experiment=own-dice&faces=4")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    let page = ann.get(room)
    #expect(page.text.contains("value=\"4\" data-key>4</button>"))
    #expect(!page.text.contains("value=\"5\" data-key>"))
    #expect(ann.press("\(room)/report", on: room, "face=3").status == .seeOther)
    #expect(ann.get(room).text.contains("Your die showed <b class=\"total\">3</b></h2>"))
    #expect(ann.get(room).pageTitle?.hasPrefix("Your die showed 3") == true)
    for face in ["5", "0", "x", "1.5", ""] {
      let answer = ann.press("\(room)/report", on: room, "face=\(face)")
      #expect(answer.status == .unprocessable, "\(face)")
    }
    #expect(ann.press("\(room)/roll", on: room).status == .unprocessable)
  }

  @Test(arguments: [
    ("7", true), ("3.5", true), ("3,5", true), ("7/2", true), ("x", false), ("1.2.3", false),
  ])
  func `a guess is a number, and comes before the first roll`(total: String, isOne: Bool) throws {
    var (code, host) = try house.open("kind=experiment&experiment=d6&guess=yes")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    #expect(ann.get(room).text.contains("id=\"guess\">Guess</button>"))
    #expect(ann.get(room).outcome == "What do you expect?")
    let answer = ann.press("\(room)/guess", on: room, "of=mean&total=\(total)")
    #expect(answer.status == (isOne ? .seeOther : .unprocessable))
    if !isOne { return #expect(answer.text.contains("id=\"total-wrong\"")) }
    #expect(ann.get(room).text.contains("Noted.") && ann.get(room).outcome == "Press Roll")
    #expect(ann.get(room).text.contains("value=\"\(total == "7" ? "7" : "3.5")\""))
    // It stays while the room is paused, so that nothing that was typed is lost.
    let lead = "/room/\(code)/host"
    #expect(host.press("\(room)/pause", on: lead).status == .seeOther)
    #expect(ann.get(room).text.contains("id=\"guess\" disabled>Guess</button>"))
    #expect(host.press("\(room)/go-on", on: lead).status == .seeOther)
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(!ann.get(room).text.contains("id=\"guess\""))
    #expect(ann.press("\(room)/guess", on: room, "of=mean&total=1").status == .unprocessable)
  }

  @Test(
    arguments: [
      ("1d6", "99", "1d6 can’t make 99. Guess from 1 to 6."), ("1d6", "6", nil),
      ("2d6*2", "7", "2d6*2 can’t make 7. Guess from 4 to 24."),
      ("pig-turns", "5", "It can’t be 5. Guess from 0 to 25."),
    ] as [(String, String, String?)])
  func `the most frequent result is one that can come`(
    experiment: String, total: String, sentence: String?
  ) throws {
    let (code, _) = try house.open(
      "kind=experiment&experiment=\(experiment)&guess=yes&question=most")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    let answer = ann.press("\(room)/guess", on: room, "of=most&total=\(total)")
    #expect(answer.status == (sentence == nil ? .seeOther : .unprocessable))
    guard let sentence else { return }
    #expect(answer.wrongFields == ["total"] && answer.text.contains("<p>\(sentence)</p>"))
    #expect(answer.text.contains("name=\"total\" value=\"\(total)\""))
  }

  @Test(arguments: [
    ("craps-first-rolls", "win", "point", "2", "win,most frequent"),
    ("craps-games", "49.5%", "101", "x", "0.495,mean"),
  ])
  func `guesses and results of Craps are words, in downloads too`(
    experiment: String, guess: String, other: String, wrong: String, kept: String
  ) throws {
    var (code, host) = try house.open("kind=experiment&experiment=\(experiment)&guess=yes")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("Ann", in: code, faces: [3, 4])
    #expect(ann.get(room).text.contains("What to expect is still hidden."))
    #expect(ann.press("\(room)/guess", on: room, "total=\(wrong)").status == .unprocessable)
    let typed = guess.replacing("%", with: "%25")
    #expect(ann.press("\(room)/guess", on: room, "total=\(typed)").status == .seeOther)
    let page = ann.get(room).text
    let chosen = experiment == "craps-games" ? "value=\"49.5%\"" : "<option value=\"win\" selected>"
    #expect(page.contains(chosen))
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    // Nobody else learns of a guess before it is revealed, not even the host.
    var bob = house.seat("Bob", in: code)
    for text in [bob.get(room).text, host.get(lead).text, host.get("\(room)/watch").text] {
      #expect(text.contains("1 of 2 has guessed.") && !text.contains("class=\"guesses\""))
    }
    #expect(ann.get(room).text.contains("<dt>Your guess</dt><dd>\(guess)</dd>"))
    #expect(!host.get("\(room)/data.csv").text.replacing("\"", with: "").contains(kept))
    #expect(!host.get("\(room)/data.json").text.contains(#""guessOf":"m"#))
    #expect(ann.press("\(room)/reveal-guesses", on: room).status == .forbidden)
    for _ in 1...2 {
      // A double click.
      #expect(host.post("\(room)/reveal-guesses", "press=1").status == .seeOther)
    }
    #expect(bob.get(room).text.contains("class=\"guesses\""))
    #expect(!bob.get(room).text.contains("id=\"guess\""))
    let lines = host.get("\(room)/data.csv").text.split(separator: "\r\n").dropFirst()
    let won = experiment == "craps-games" ? "won" : "win"
    let dice = experiment == "craps-games" ? "3 4" : "3,4"
    let row = lines.last?.replacing("\"", with: "")
    #expect(lines.count == 1 && row?.hasSuffix(",\(dice),\(won),\(kept)") == true, "\(lines)")
    let json = host.get("\(room)/data.json").text
    #expect(json.contains(#""total":"\#(won)","secret""#) && json.contains(#""guessOf":"m"#))
    #expect(bob.press("\(room)/guess", on: room, "total=\(typed)").status == .unprocessable)
  }

  @Test func `a class guesses a chance first, sees it settle, and hears who came closest`() throws {
    let form = PercentCoding.encode([
      ("kind", "experiment"), ("experiment", "2d6"), ("guess", "first"), ("question", "chance"),
      ("event", "at least 10"), ("rollsAtAPress", "10"),
    ])
    var (code, host) = try house.open(form)
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("Ann", in: code, faces: [6, 6])
    var bob = house.seat("Bob", in: code, faces: [1, 2])
    var cleo = house.seat("Cleo", in: code)
    let before = ann.get(room)
    #expect(before.outcome == "What do you expect?")
    #expect(before.text.contains("I expect the chance of “at least 10” to be"))
    #expect(before.text.contains("Guess or skip, and then roll."))
    #expect(before.text.contains("disabled>Roll</button>"))
    let early = ann.press("\(room)/roll", on: room)
    #expect(early.status == .conflict && early.text.contains("guess first, or press Skip."))
    for wrong in ["101", "7/6", "x", ""] {
      #expect(ann.press("\(room)/guess", on: room, "total=\(wrong)").status == .unprocessable)
    }
    #expect(ann.press("\(room)/guess", on: room, "total=1%2F4").status == .seeOther)
    #expect(ann.get(room).text.contains("value=\"25%\"") && ann.get(room).outcome == "Press Roll")
    #expect(bob.press("\(room)/guess", on: room, "total=20%25").status == .seeOther)
    #expect(cleo.press("\(room)/skip", on: room).status == .seeOther)
    #expect(cleo.get(room).text.contains("You can still guess until your first roll."))
    for var guest in [ann, bob] {
      #expect(guest.press("\(room)/roll", on: room).status == .seeOther)
    }
    // Until then nobody hears another's guess, nor what is right.
    for text in [
      cleo.get(room).text, host.get(lead).text, host.get("\(room)/watch").text,
      host.get("\(room)/data.csv").text, host.get("\(room)/data.json").text,
      cleo.get("\(room)/state?since=1").text,
    ] {
      #expect(!text.contains("25%") && !text.contains("0.25") && !text.contains("16.67%"))
    }
    let hidden = cleo.get(room).text
    #expect(hidden.contains("Share of “at least 10” so far"))
    #expect(hidden.contains("At least 10: 10 of 20 rolls of 2d6, 50.0%."))
    #expect(hidden.contains("2 of 3 have guessed."))
    #expect(host.press("\(room)/reveal-guesses", on: lead).status == .seeOther)
    let shown = cleo.get(room).text
    #expect(shown.contains("Bravo, Bob: closest with 20%. The exact chance is 16.67%."))
    #expect(!shown.contains("You guessed"))
    #expect(bob.get(room).text.contains("The exact chance is 16.67%. You guessed 20%."))
    // Binomial with 20 trials of 1/6: 0 to 7.
    #expect(shown.contains("the exact chance, 16.67%."))
    #expect(shown.contains("the share is within the band, 0–35.0%, in about 95 of 100 classes."))
    #expect(
      shown.contains("<polygon class=\"band\"") && shown.contains("class=\"guessed\" d=\"M592 "))
    #expect(host.get("\(room)/watch").text.contains("Closest: 20%, guessed by 1 of 2."))
    // Who is gone isn't cheered by name.
    #expect(host.press("\(room)/remove", on: lead, "seat=2").status == .seeOther)
    #expect(cleo.get(room).text.contains("Closest: 20%, guessed by 1 of 2."))
    #expect(host.get("\(room)/data.csv").text.contains(",0.25,chance"))
    // Started over with another question, what was guessed since is a secret again.
    let question = host.get("\(room)/start-over").text
    let ids = question.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count, "\(ids)")
    #expect(question.contains("<option value=\"first\" selected>"))
    #expect(question.contains("name=\"event\" value=\"at least 10\""))
    let wrong = host.press("\(room)/start-over", on: lead, "guess=first&event=sevens")
    #expect(wrong.status == .unprocessable && wrong.text.contains("This can’t be the event."))
    let over = "guess=yes&question=most&event="
    #expect(host.press("\(room)/start-over", on: lead, over).status == .seeOther)
    #expect(ann.press("\(room)/guess", on: room, "total=9").status == .seeOther)
    #expect(ann.get(room).text.contains("I expect the most frequent result to be"))
    #expect(!host.get("\(room)/data.csv").text.contains(",9,most frequent"))
    #expect(host.get("\(room)/data.csv").text.contains(",0.25,chance"))
  }

  @Test func `two experiments are guessed about, rolled by one press and charted side by side`()
    throws
  {
    var (code, host) = try house.open(
      "kind=experiment&experiment=2d6&second=1d12&guess=first&rollsAtAPress=5")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("Ann", in: code, faces: [5, 5, 6])
    var bob = house.seat("Bob", in: code)
    let asked = ann.get(room).text
    #expect(asked.contains("<h1>2d6 and 1d12</h1>") && asked.contains("Each press rolls both 5"))
    #expect(asked.contains("I expect the higher total more often from"))
    let choices = asked.matches(of: />([^<>]+)<\/option>/).map(\.1)
    #expect(choices == ["Choose…", "2d6", "1d12", "neither"])
    for guess in ["3d6", ""] {
      #expect(ann.press("\(room)/guess", on: room, "total=\(guess)").status == .unprocessable)
    }
    #expect(ann.press("\(room)/guess", on: room, "total=2d6").status == .seeOther)
    #expect(bob.press("\(room)/guess", on: room, "total=1d12").status == .seeOther)
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    let said = "5 rolls so far, from 1 seat. 2d6 was higher 0 times, 1d12 5 times."
    #expect(ann.get("\(room)/state?since=1").text.contains(said))
    #expect(host.get("\(room)/watch").text.contains(said))
    let page = ann.get(room).text
    #expect(ann.get(room).outcome?.contains("2d6: 10, 10, 10, 10 and 10; 1d12: 11, 11,") == true)
    for part in [
      "id=\"class-title\">Results of 2d6<", "id=\"second-class-title\">Results of 1d12<",
      "<dt>Mean of 1d12 so far</dt><dd>11.00</dd>", "id=\"second-mean-title\"",
      "id=\"second-own-text\"", "Mean so far (1d12)</h2>", "Which is higher?",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    let scales = page.matches(of: /"scale".*?<span>([\d.]+)<\/span><span>([\d.]+)/)
    #expect(scales.map { "\($0.1) \($0.2)" } == ["11.00 10.00", "11.00 10.00"])
    // Both have the same columns, as the seat's own of 1d12; and nobody reads what is right.
    #expect(page.matches(of: /<svg viewBox="0 0 120 160"/).count == 3)
    for path in [lead, "\(room)/data.csv", "\(room)/data.json", "\(room)/watch"] {
      let text = host.get(path).text
      #expect(!text.contains("50.00%") && !text.contains("likelier"), "\(path)")
      #expect(!text.contains("Guesses:") && !text.contains("Your guess"), "\(path)")
    }
    for text in [page, ann.get("\(room)/state?since=1").text] {
      #expect(!text.contains("50.00%") && !text.contains("Guesses:"))
    }
    #expect(page.contains("<dt>Your guess</dt><dd>2d6</dd>"))
    #expect(host.get(lead).text.contains("Only 2d6 is counted here. The bars, from the left: "))
    #expect(host.press("\(room)/reveal-guesses", on: lead).status == .seeOther)
    let shown = ann.get(room).text
    #expect(
      shown.contains(
        "Bravo, Ann: exactly right! 2d6 is more likely: 50.00% against 41.67%."))
    #expect(shown.contains("Guesses: which is more likely?"))
    #expect(
      shown.contains("</svg>5</td><td class=\"number\">100%</td><td class=\"number\">41.67%</td>"))
    let csv = host.get("\(room)/data.csv").text
    #expect(
      csv.hasPrefix(
        "number,time,seat,name,die1,die2,total,secondDie1,secondTotal,guess,guessOf\r\n"))
    #expect(csv.contains(",\"Ann\",5,5,10,11,11,\"2d6\",likelier\r\n"))
    // Bob guessed, and hasn't rolled.
    #expect(csv.split(separator: "\r\n").last?.hasPrefix(",2026") == true)
    #expect(csv.hasSuffix(",2,\"Bob\",,,,,,\"1d12\",likelier\r\n"))
    let json = host.get("\(room)/data.json").text
    #expect(json.contains(#""secondExpression":"1d12","secondDice":[11],"secondTotal":11}"#))
    // It starts over with both.
    #expect(host.press("\(room)/start-over", on: lead, "guess=no").status == .seeOther)
    #expect(bob.press("\(room)/roll", on: room).status == .seeOther)
    #expect(bob.get(room).text.contains("id=\"second-class-title\""))
  }

  @Test(arguments: [
    ("coins&coins=2", "<text x=\"20\" y=\"31\" fill=\"#1a1a1a\">H</text>", 2),
    (
      "bag&word1=red&count1=5&word2=blue&drawn=3",
      "<circle cx=\"20\" cy=\"24\" r=\"19\" fill=\"#c62828\"/>", 3
    ),
    ("cards&pack=suit&drawn=1", "<text x=\"20\" y=\"31\" fill=\"#b3261e\">♥</text>", 1),
    ("spinner&word1=red&count1=3&word2=blue&count2=2&word3=green", "rotate(540.0 50 60)", 1),
    ("d6", "#d6-1\"", 1), ("2d6kh1", "#d6", 0),
  ])
  func `a seat sees what came as pictures`(form: String, picture: String, count: Int) throws {
    let (code, _) = try house.open("kind=experiment&experiment=\(form)")
    var ann = house.seat("Ann", in: code, faces: [1])
    let room = "/room/\(code)"
    #expect(!ann.get(room).text.contains("class=\"pieces\""))
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(ann.get(room).text.ranges(of: picture).count == count)
  }

  @Test func `two experiments with words are compared by their event`() throws {
    let form = PercentCoding.encode([
      ("kind", "experiment"), ("experiment", "d{heads,tails}"), ("second", "d{heads*3,tails}"),
      ("event", "heads"), ("guess", "yes"),
    ])
    var (code, host) = try house.open(form)
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code, faces: [6, 1])
    let before = ann.get(room)
    #expect(before.text.contains("I expect “heads” more often from"))
    #expect(before.text.contains(">Toss</button>"))
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    let said = "Heads: 0 times with 1 coin, 1 time with 1 coin (3 heads and 1 tails)."
    #expect(ann.get("\(room)/state?since=1").text.contains(said))
    #expect(
      host.press("\(room)/switch", on: "\(room)/host", "which=expectation&on=yes").status
        == .seeOther)
    let page = ann.get(room).text
    #expect(page.contains("Which brings “heads” more often?"))
    #expect(page.contains(">50.00%</td>") && page.contains(">75.00%</td>"))
    #expect(host.get("\(room)/data.csv").text.contains(",\"tails\",\"heads\"\r\n"))
  }

  @Test(arguments: [
    ("2d6", "2d6", "", "second"), ("2d6", "2d", "", "second"), ("2d6", "d{a,b}", "", "second"),
    ("2d6", "1d12", "event=doubles", "event"), ("2d6", "1d1000*1d1000", "", "second"),
    ("d{a,b}", "d{a*2,b}", "guess=yes", "event"),
    ("2d6", "", "guess=yes&question=likelier", "second"), ("craps-games", "1d12", "", "second"),
    ("pig-turns", "1d12", "", "second"), ("own-dice", "1d12", "", "second"),
  ])
  func `a second experiment that can't be opens no room`(
    first: String, second: String, form: String, field: String
  ) {
    var guest = house.guest()
    let settings = [("kind", "experiment"), ("experiment", first), ("second", second)]
    let answer = guest.post("/room/open", "\(PercentCoding.encode(settings))&\(form)")
    #expect(answer.status == .unprocessable && answer.wrongFields == [field])
    // What is wrong isn't folded away.
    let open = /<details open>\s*<summary>More settings/
    #expect(answer.text.contains(open) && !guest.get("/room").text.contains(open))
  }

  @Test(arguments: [
    ("2d6", "guess=yes&question=chance", "event"), ("2d6", "event=at+least+x", "event"),
    ("d{a,b}", "event=c", "event"), ("2d6", "question=all", "question"),
    ("2d6", "guess=maybe", "guess"),
  ])
  func `a question that can't be asked opens no room`(text: String, form: String, field: String) {
    var guest = house.guest()
    let answer = guest.post(
      "/room/open",
      PercentCoding.encode([("kind", "experiment"), ("experiment", text)]) + "&\(form)")
    #expect(answer.status == .unprocessable && answer.wrongFields == [field])
  }

  @Test func `words are drawn, guessed, charted and downloaded as words`() throws {
    let form = PercentCoding.encode([
      ("kind", "experiment"), ("experiment", "5 from {red*3,blue*2}"), ("guess", "yes"),
    ])
    var (code, host) = try house.open(form)
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    #expect(ann.get(room).text.contains(">3 red, 2 blue</option>"))
    #expect(ann.press("\(room)/guess", on: room, "total=5+red").status == .unprocessable)
    #expect(
      ann.press("\(room)/guess", on: room, "total=3+red%2C+2+blue").status == .seeOther)
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    let page = ann.get(room).text
    #expect(page.contains("You drew 3 red, 2 blue"))
    #expect(!page.contains("Mean so far"))
    let csv = host.get("\(room)/data.csv").text
    #expect(csv.hasPrefix("number,time,seat,name,dice,outcome"))
    #expect(csv.contains("\"3 red, 2 blue\"") && csv.contains("blue; ") && csv.contains("; red"))
    let json = host.get("\(room)/data.json").text
    #expect(json.contains(#""total":"3 red, 2 blue""#) && json.contains(#""dice":[""#))
  }

  @Test(arguments: [
    ("(d4)d{a,b}", "no", "expression"), ("99d{a,b,c,d}", "no", "expression"),
    ("99d{a,b}", "yes", "guess"),
  ])
  func `tallies that are too many for a room are refused at their field`(
    text: String, guess: String, field: String
  ) {
    var guest = house.guest()
    let answer = guest.post(
      "/room/open",
      PercentCoding.encode([("kind", "experiment"), ("experiment", text), ("guess", guess)]))
    #expect(answer.status == .unprocessable)
    #expect(answer.wrongFields == [field])
  }

  @Test func `at a table, counted words are shown as words`() throws {
    var (code, host) = try house.open("kind=table")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    let count = PercentCoding.encode([("expression", "5 from {red*3,blue*2}=red")])
    #expect(ann.press("\(room)/throw", on: room, count).status == .seeOther)
    #expect(ann.get(room).text.matches(of: /red <small>counts<\/small>/).count == 3)
    let csv = host.get("\(room)/data.csv").text
    #expect(csv.contains(/=red",(?:(?:red|blue); ){4}(?:red|blue),3\r\n/))
  }

  @Test func `a table shows everyone's rolls, and answers to what was asked`() throws {
    var (code, host) = try house.open("kind=table")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("Ann", in: code, faces: [3, 4])
    var bob = house.seat("Bob", in: code)
    _ = ann.visitor.post("/dice/named/keep", "rollName=attack&expression=2d6%2B1")
    #expect(ann.press("\(room)/throw", on: room, "expression=2d6").status == .seeOther)
    #expect(ann.get(room).text.contains(">Roll attack</button>"))
    #expect(ann.press("\(room)/throw", on: room, "expression=&named=attack").status == .seeOther)
    #expect(bob.get(room).outcome == "Ann rolled attack: 8.")
    #expect(bob.get(room).text.contains("rolled attack (2d6+1)"))
    let wrong = ann.press("\(room)/throw", on: room, "expression=2d")
    let said = try #require(wrong.text.firstMatch(of: /id="expression-wrong">\s*<p>([^<]+)</)?.1)
    let body = try #require(wrong.text.firstRange(of: "</head>")).upperBound
    #expect(wrong.status == .unprocessable && wrong.text[body...].ranges(of: said).count == 1)

    #expect(host.press("\(room)/ask", on: lead, "expression=d20&seat-2=yes").status == .seeOther)
    #expect(host.get(lead).text.contains("You asked Bob for d20. Still to roll: Bob."))
    #expect(!ann.get(room).text.contains("asks for a roll"))
    #expect(bob.get(room).text.contains("The host asks for a roll."))
    let question = try #require(
      bob.get(room).text.firstMatch(of: /name="answers" value="([0-9]+)"/)?.1)
    #expect(bob.press("\(room)/throw", on: room, "answers=\(question)").status == .seeOther)
    #expect(!bob.get(room).text.contains("asks for a roll"))
    #expect(host.get(lead).text.contains("You asked Bob for d20. Nobody is left to roll."))
    for answered in [String(question), "99"] {
      let again = bob.press("\(room)/throw", on: room, "answers=\(answered)")
      #expect(again.status == .unprocessable)
    }

    // The button of the very dice asked for answers, too.
    #expect(host.press("\(room)/ask", on: lead, "expression=1d20").status == .seeOther)
    for dice in ["1d6", "1d20"] {
      #expect(bob.get(room).text.contains("asks for a roll"))
      #expect(bob.press("\(room)/throw", on: room, "expression=\(dice)").status == .seeOther)
    }
    #expect(!bob.get(room).text.contains("asks for a roll"))

    #expect(host.press("\(room)/switch", on: lead, "which=names&on=no").status == .seeOther)
    #expect(!bob.get(room).text.contains("<b>Ann</b>"))
    #expect(bob.get(room).text.contains("<b>Seat 1</b>"))
    #expect(ann.get(room).text.contains("; others read Seat 1</span>"))
    #expect(host.get(lead).text.contains("<b>Ann</b>"))
  }

  @Test func `a press with an old number is told of if it would have rolled other dice`() throws {
    let (code, _) = try house.open("kind=table")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code, faces: [3])
    for _ in 1...2 {
      #expect(ann.post("\(room)/throw", "press=1&expression=d6").status == .seeOther)
    }
    let late = ann.post("\(room)/throw", "press=1&expression=d12")
    #expect(late.status == .conflict)
    #expect(late.text.contains("Nothing was done: the room had changed."))
    #expect(late.text.contains("name=\"expression\" value=\"d12\""))
    #expect(late.outcome == "Ann rolled d6: 3.")
    #expect(ann.press("\(room)/throw", on: room, "expression=d12").status == .seeOther)
  }

  @Test(arguments: [
    ("kind=experiment&experiment=2d6", "roll", ""),
    ("kind=experiment&experiment=own-dice", "report", "&face=2"),
    ("kind=table", "throw", "&expression=d6"),
  ])
  func `a press on a page that is out of date is told of, even for the same`(
    settings: String, move: String, form: String
  ) throws {
    let code = try house.open(settings).code
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    func number() throws -> String {
      let number = ann.get(room).text.firstMatch(of: /name="press" value="([0-9]+)"/)?.1
      return "press=\(try #require(number))\(form)"
    }
    var (older, newer) = (try number(), try number())
    // One in some hundred has the number of another.
    while older == newer { newer = try number() }
    // A double click.
    for _ in 1...2 { #expect(ann.post("\(room)/\(move)", newer).status == .seeOther) }
    let late = ann.post("\(room)/\(move)", older)
    #expect(late.status == .conflict)
    #expect(late.text.contains("Nothing was done: the room had changed."))
    older = newer
    #expect(ann.post("\(room)/\(move)", try number()).status == .seeOther)
    #expect(ann.post("\(room)/\(move)", older).status == .conflict)
    #expect(ann.get(room).text.contains(move == "throw" ? "rolled d6" : "98 rolls left"))
  }

  @Test func `a roll at a table is sent again in vain, though many came after it`() throws {
    let code = try house.open("kind=table").code
    let throwing = "/room/\(code)/throw"
    var (ann, bob) = (house.seat("Ann", in: code), house.seat("Bob", in: code))
    #expect(ann.post(throwing, "press=1&expression=1d4").status == .seeOther)
    for press in 1...60 {
      #expect(bob.post(throwing, "press=\(press)&expression=1d6").status == .seeOther)
    }
    #expect(ann.post(throwing, "press=1&expression=1d4").status == .seeOther)
    #expect(ann.post(throwing, "press=1&expression=1d8").status == .conflict)
    // The room's opening, two who joined, and the rolls.
    #expect(ann.get("/room/\(code)").text.contains("data-number=\"64\""))
  }

  @Test func `another guess or face than the one that counted is told of, a double click is not`()
    throws
  {
    let (code, _) = try house.open("kind=experiment&experiment=own-dice&guess=yes")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    let page = ann.get(room).text
    let (guess, face) = ("id=\"guess\"", "id=\"face-1\"")
    #expect(
      try #require(page.firstRange(of: guess)).lowerBound
        < #require(page.firstRange(of: face)).lowerBound)
    for (move, first, other) in [
      ("guess", "of=mean&total=3", "of=mean&total=4"), ("report", "face=2", "face=5"),
    ] {
      let press = move == "guess" ? 1 : 2
      for _ in 1...2 {
        #expect(ann.post("\(room)/\(move)", "press=\(press)&\(first)").status == .seeOther)
      }
      let late = ann.post("\(room)/\(move)", "press=\(press)&\(other)")
      #expect(late.status == .conflict)
      #expect(late.text.contains("Nothing was done: the room had changed."))
    }
    let after = ann.get(room).text
    let next = "Press the number your die shows. You have "
    #expect(after.contains("Guessing is over; your guess counts. \(next)99 rolls left."))
    #expect(after.contains("<dt>Your guess</dt><dd>mean 3</dd>"))
    #expect(ann.press("\(room)/report", on: room, "face=4").status == .seeOther)
    let later = ann.get(room).text
    #expect(later.contains("\(next)98 rolls left.") && !later.contains("Guessing is over"))
    var bob = house.seat("Bob", in: code)
    #expect(bob.get(room).text.contains("Guess before you begin. \(next)100 rolls left."))
    for (face, isTold) in [(1, true), (2, false)] {
      #expect(bob.press("\(room)/report", on: room, "face=\(face)").status == .seeOther)
      let text = bob.get(room).text
      #expect(text.contains(next) && text.contains("too late for a guess. Press") == isTold)
    }
  }

  @Test func `who skips isn't told that it's too late, and hears what to press`() throws {
    let (code, _) = try house.open("kind=experiment&experiment=own-dice&guess=first")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code)
    #expect(ann.press("\(room)/skip", on: room).status == .seeOther)
    for face in 1...2 {
      #expect(ann.get(room).text.contains("Press the number your die shows."))
      #expect(ann.press("\(room)/report", on: room, "face=\(face)").status == .seeOther)
      #expect(!ann.get(room).text.contains("too late for a guess"))
    }
  }

  @Test func `a host can tick fifty seats, and reads so if there are more`() throws {
    var (code, host) = try house.open("kind=table")
    let note = "Only the first 50 seats can be ticked."
    for _ in 1...50 { _ = house.seat("Ann", in: code) }
    #expect(!host.get("/room/\(code)/host").text.contains(note))
    _ = house.seat("Ann", in: code)
    let page = host.get("/room/\(code)/host").text
    #expect(page.contains(note) && page.matches(of: /type="checkbox" id="seat-/).count == 50)
  }

  @Test func `a table tells what happened to each die`() throws {
    let (code, _) = try house.open("kind=table")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code, faces: [6, 2, 6, 5])
    func roll(_ expression: String) throws -> String {
      let move = "expression=\(expression)"
      #expect(ann.press("\(room)/throw", on: room, move).status == .seeOther)
      let first = try #require(
        ann.get(room).text.firstMatch(of: /<li>\n(.*?)<\/li>/.dotMatchesNewlines()))
      return String(first.1)
    }
    let kept = try roll("4d6kh3")
    #expect(kept.contains(#"6, <s>2<span class="hidden"> (dropped)</span></s>, 6, 5<"#))
    #expect(kept.contains(">17<"))
    #expect(kept.contains(">Roll 4 six-sided dice, keep the highest 3<"))
    // Where the dice say it all, no words do; where none of them counts, words have to.
    #expect(try !roll("2d6%2B3d6-1").contains(">Roll "))
    #expect(try roll("2d6%3C%3D1").contains(">Roll 2 six-sided dice, count "))
    // A single die that isn't all of it.
    let single = try roll("1d6%2B5")
    #expect(single.contains(">6<") && single.contains(">11<"))
    let several = try roll("3x(d6)")
    #expect(
      several.contains(">Totals: 6, 2, 6<") && several.contains(">3 times, each on its own: "))
    #expect(ann.get(room).outcome == "Ann rolled 3x(d6): 6, 2 and 6.")
    let many = try roll("101d1")
    #expect(many.contains("<summary>101 dice<") && many.contains("and 1 more die"))
  }

  @Test func `a hidden roll is promised, revealed and checked`() throws {
    var (code, host) = try house.open("kind=table")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("Ann", in: code)
    host.visitor.faces = [5]
    #expect(
      host.press("\(room)/throw-hidden", on: lead, "expression=3d6&as=host").status == .seeOther)
    let hidden = ann.get(room).text
    let promise = try #require(hidden.firstMatch(of: /SHA-256 <code>([0-9a-f]{64})</)?.1)
    #expect(hidden.contains("rolled something hidden"))
    #expect(!hidden.replacing(promise, with: "").contains("3d6"))
    #expect(host.get(lead).text.contains("hidden from everyone else"))
    let kept = host.get("\(room)/data.csv").text
    #expect(kept.hasSuffix(",\"3d6\",5 5 5,15,\(promise)\r\n"))
    #expect(host.press("\(room)/reveal", on: lead, "number=3").status == .seeOther)
    let shown = ann.get(room).text
    let link = String(
      try #require(shown.firstMatch(of: /href="(\/room\/verify\?[^"]*)"/)?.1)
    ).replacing("&amp;", with: "&")
    #expect(link.contains("hash=\(promise)") && shown.contains("<span class=\"total\">15</span>"))
    let secret = try #require(link.firstMatch(of: /secret=([0-9a-f]{64})/)?.1)
    #expect(host.get("\(room)/data.csv").text.hasSuffix(",15,\(secret),\(promise)\r\n"))
    #expect(ann.get(link).text.contains("It’s the roll that was promised"))
    let forged = ann.get(link.replacing("total=15", with: "total=16"))
    #expect(forged.text.contains("This isn’t the roll that was promised"))
    for wrong in ["/room/verify?secret=zz", link.replacing(promise, with: "")] {
      #expect(ann.get(wrong).status == .unprocessable)
    }
    #expect(host.press("\(room)/reveal", on: lead, "number=3").status == .unprocessable)
  }

  @Test func `two seats play Pig in turn, and a third watches`() throws {
    let (code, _) = try house.open("kind=match&goal=10&coach=always")
    let room = "/room/\(code)"
    var ann = house.seat("Ann", in: code, faces: [6])
    #expect(ann.get(room).outcome == "Waiting for the second player")
    #expect(ann.post("\(room)/roll", "press=1").status == .unprocessable)
    var bob = house.seat("Bob", in: code)
    var cleo = house.seat("Cleo", in: code)
    #expect(ann.get(room).text.contains("It’s your turn."))
    #expect(bob.get(room).text.contains("It’s Ann’s turn. Yours comes after."))
    #expect(bob.get(room).text.contains("disabled>Roll</button>"))
    #expect(cleo.get(room).text.contains("you watch this match"))
    for guest in [bob, cleo] {
      var guest = guest
      #expect(guest.post("\(room)/roll", "press=1").status == .unprocessable)
    }
    #expect(ann.press("\(room)/hold", on: room).text.contains("There’s nothing to hold"))
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(bob.get(room).outcome == "Ann rolled 6: turn total 6")
    #expect(ann.get(room).fact("If you hold") != nil && bob.get(room).fact("If you hold") == nil)
    #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    #expect(ann.press("\(room)/hold", on: room).status == .seeOther)
    #expect(ann.get(room).outcome == "You win 12 to 0")
    #expect(bob.get(room).outcome == "Ann wins 12 to 0")
    #expect(bob.press("\(room)/again", on: room).status == .seeOther)
    #expect(bob.get(room).text.contains("It’s your turn."))
    #expect(cleo.post("\(room)/again", "press=1").status == .unprocessable)
  }
}
