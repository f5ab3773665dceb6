import DiceLanguage
import Games
import Mustache
import Storage
import Testing
import Visitors

@testable import Classrooms
@testable import Rooms
@testable import Site

/// The charts of a class experiment.
@Suite struct ClassResultsTests {
  // MARK: What came

  @Test func `bars, line, band and table say the same`() throws {
    let play = try experiment("2d6", [7: 9, 6: 6, 8: 5, 5: 5, 2: 1, 12: 10])
    let page = try rendered(play, isShown: true)
    // Binomial with 36 trials: 2 to 11 of 1/6, 0 to 5 of 1/18.
    #expect(page.rows("class-numbers").contains("7|9|25.0%|16.7% 5.6–30.6%"))
    #expect(page.rows("class-numbers").contains("3|0|0%|5.6% 0–13.9%"))
    #expect(page.rows("class-numbers").count == 11)
    #expect(
      page.contains(
        """
        Bars: 36 rolls of 2d6, most often 12 (27.8%). Line: what to expect, calculated exactly. \
        Band: with fair dice a bar ends in it about 95 times out of 100; 9 of 11 do here.
        """))
    #expect(page.contains("role=\"img\" aria-labelledby=\"class-text\""))
    #expect(page.paths("mine") == 6 && page.paths("band") == 1 && page.paths("exact") == 1)
    // In front of each other in this order.
    let paths = page.matches(of: /path class="(\w+)"/).map(\.1)
    #expect(paths.prefix(3) == ["band", "mine", "exact"])
    #expect(page.fact("Rolls") == "36" && page.fact("Seats") == "3")
    #expect(page.fact("Mean so far") == "7.94" && page.fact("Exact mean") == "7")
  }

  @Test func `on a wall each bar says how many there are`() throws {
    let play = try experiment("2d6", [7: 9, 6: 6, 8: 5, 5: 5, 2: 1, 12: 10])
    // The sixth of eleven columns; its band reaches up to 11 of 36.
    let bar = #"<text x="50.00%" y="18.18%">9</text>"#
    let wall = try rendered(play, isShown: true, isOnWall: true)
    #expect(wall.contains(bar) && wall.matches(of: #/<text x/#).count == 6)
    #expect(try !rendered(play, isShown: true).contains("<text "))
    let many = try experiment("1d30", [7: 9])
    #expect(try !rendered(many, isShown: true, isOnWall: true).contains("<text "))
  }

  @Test func `a hidden expectation is nowhere on the page`() throws {
    for rolls in [[:], [7: 40, 2: 2]] {
      let play = try experiment("2d6", rolls, guesses: [Guess(.mean, total(7))])
      let page = try rendered(play, isShown: false)
      #expect(page.contains("What to expect is still hidden."))
      #expect(!page.contains("xact") && !page.contains("p-value") && !page.contains("fair dice"))
      #expect(page.contains("Mean so far"))
    }
  }

  @Test func `before the first roll there is the line alone`() throws {
    let page = try rendered(experiment("2d6"), isShown: true)
    #expect(page.paths("mine") == 0 && page.paths("band") == 0 && page.paths("exact") == 1)
    #expect(page.contains("calculated exactly, at most 16.67%. Bars come as soon as "))
    #expect(page.fact("Mean so far") == "–")
    #expect(!page.contains("polyline"))
  }

  @Test(arguments: [
    ("2d6", 11, "2", "12"), ("1d20", 20, "1", "20"), ("4d6kh3", 16, "3", "18"),
    ("1d60", 60, "1", "60"), ("1d61", 31, "1–2", "61"), ("3d100", 59, "3–9", "294–300"),
    ("1d6/2", 6, "1/2", "3"), ("1d4-3", 4, "−2", "1"),
  ])
  func `each outcome has a column, up to sixty`(
    text: String, count: Int, first: String, last: String
  ) throws {
    let play = try experiment(text)
    let expectation = try play.settings.experiment.expectation()
    let columns = OutcomeColumns(play.first, expectation, isShown: true)
    #expect(columns.count == count)
    #expect(columns.name(of: 0) == first && columns.name(of: count - 1) == last)
    #expect(columns.shared.isEmpty == (count == expectation.totals.count))
    #expect(abs(try #require(columns.chances).reduce(0, +) - 1) < 1e-12)
    var tally = Tally()
    for total in expectation.totals { tally.add(total) }
    let counts = columns.counts(of: tally)
    #expect(counts.reduce(0, +) == tally.rolls && !counts.contains(0))
  }

  @Test(
    arguments: [
      ("2d6", nil), ("1d60", nil), ("2d60", "Each column is several neighbouring totals together."),
      ("1d61", "Most columns are several neighbouring totals together."),
      ("6x(4d6kh3)", "The first and last columns are each several rare totals together."),
    ] as [(String, String?)])
  func `a chart says which columns stand for several totals`(text: String, words: String?) throws {
    let page = try rendered(experiment(text), isShown: true)
    let said = page.firstMatch(of: /(?:[A-Z][^.]*) several [^.]* together\./).map { String($0.0) }
    #expect(said == words)
  }

  @Test(arguments: [
    (Experiment.crapsFirstRolls, ["lose", "win", "point"]), (.crapsGames, ["lost", "won"]),
    (.pigTurns(holdAt: 20), ["nothing", "20", "21", "22", "23", "24", "25"]),
    (.ownDice(faces: 4), ["1", "2", "3", "4"]),
  ])
  func `outcomes are called by their names`(experiment: Experiment, names: [String]) throws {
    let play = ClassExperiment(try ExperimentSettings(experiment))
    let columns = OutcomeColumns(play.first, try experiment.expectation(), isShown: true)
    #expect((0..<columns.count).map(columns.name) == names)
    let page = try rendered(play, isShown: true)
    #expect(page.contains("Mean so far") == ["1", "nothing"].contains(names[0]))
    #expect(page.contains("Share won so far") == (experiment == .crapsGames))
  }

  // MARK: The mean

  @Test func `the mean is one line that ends with the last roll`() throws {
    var play = try experiment("1d2")
    let expectation = try play.settings.experiment.expectation()
    func chart() throws -> MeanChart? { MeanChart(try #require(Trend(play.first, expectation))) }
    for roll in 1...1_001 {
      try play.add(
        [PlayedRoll(dice: [], total: Total(small: roll % 2 + 1))], second: [], by: roll % 2 + 1)
      let chart = try chart()
      #expect((chart == nil) == (roll < 2))
      if let chart { #expect(chart.points.count <= 200 && chart.points.last?.place == roll) }
    }
    let last = try #require(try chart())
    #expect(last.rows.count <= 20 && last.rows.last?.place == 1_001)
    #expect(last.rows.last.map { $0.value.fixed(places: 3) } == "1.500")
    #expect(try Trend(experiment(.crapsFirstRolls).first, nil) == nil)
  }

  @Test func `the chart of a share has room for the band after ten games`() throws {
    var play = try experiment(.crapsGames)
    for game in 1...100 {
      let roll = game.isMultiple(of: 2) ? ([3, 4], 1) : ([1, 1], 0)
      try play.add(
        [PlayedRoll(dice: roll.0, total: Total(small: roll.1))], second: [], by: 1)
    }
    let expectation = try play.settings.experiment.expectation()
    let chart = MeanChart(try #require(Trend(play.first, expectation)))
    let reach = try #require(chart?.reach)
    let band = ShareBand(chance: expectation.mean, rolls: 10)
    #expect(reach.lowerBound == 0 && 0..<0.1 ~= reach.upperBound - band.highest)
  }

  @Test(arguments: [(3, 0.0, 0.1, "0% to 10%"), (11, 0.9, 1, "90% to 100%")])
  func `the chart of a share that is nothing or all so far has room for it`(
    total: Int, lowest: Double, highest: Double, said: String
  ) throws {
    let play = try experiment("2d6", [total: 4], event: "at least 10")
    let trend = try #require(Trend(play.first, nil))
    let chart = try #require(MeanChart(trend))
    #expect(chart.reach == lowest...highest)
    let page = try rendered(play, isShown: false)
    #expect(page.contains("The scale goes from \(said)."))
  }

  // MARK: Chance or not

  @Test(arguments: [
    (0.999, "Of a hundred classes with fair dice, almost all would stray further"),
    (0.43, "Of a hundred classes with fair dice, 43 would stray at least this far: nothing"),
    (0.03, "Of a hundred classes with fair dice, 3 would stray at least this far: that’s"),
    (0.004, "Of a thousand classes with fair dice, 4 would stray at least this far: that’s"),
    (0.0011, "Of a thousand classes with fair dice, only 1 would stray"),
    (0.00002, "Of a million classes with fair dice, 20 would stray"),
    (1e-12, "Of a million classes with fair dice, hardly one would stray"),
  ])
  func `a p-value is said in classes`(chance: Double, words: String) throws {
    #expect(ExperimentWords.verdict(chance, .crapsGames).hasPrefix(words))
    let bag = try experiment(of: "3 from {red*3,blue*2}")
    #expect(!ExperimentWords.verdict(chance, bag).contains("dice"))
    let own = ExperimentWords.verdict(chance, .ownDice(faces: 6))
    #expect(own.hasPrefix(words.prefix { $0 != ":" }))
    #expect(own.contains("far. Chance alone would hardly do this: check") == (chance < 0.01))
    #expect(!own.contains("strange") && !own.contains("Start over"))
    let isTelling = own.hasSuffix("check the dice, and for typing mistakes.")
    #expect(isTelling == (chance < 0.01))
  }

  @Test func `sixty rolls of a real die get a p-value, twenty-nine a reason`() throws {
    // The statistic 13.4 with 5 degrees of freedom has p = 0.0199 in tables.
    let sixty = [1: 5, 2: 8, 3: 9, 4: 8, 5: 10, 6: 20]
    let page = try rendered(experiment(.ownDice(faces: 6), sixty), isShown: true)
    #expect(page.contains("Are the dice fair?"))
    #expect(page.contains("Of a hundred classes with fair dice, 2 would stray at least this far"))
    #expect(page.fact("Chi-square") == "13.40" && page.fact("Degrees of freedom") == "5")
    #expect(page.fact("p-value") == "0.020")
    #expect(!page.contains("neighbours"))
    let few = try rendered(experiment(.ownDice(faces: 6), [1: 29]), isShown: true)
    #expect(few.contains("No p-value before 30 rolls: with so few, chance explains almost anyth"))
    #expect(few.contains("ing. 1 to go."))
    #expect(few.fact("p-value") == nil)
    let pooled = try rendered(experiment("2d6", [7: 36]), isShown: true)
    #expect(pooled.contains("neighbours count as one: 11 outcomes make 5 groups."))
    let rare = try rendered(experiment("1d100>=100", [0: 30]), isShown: true)
    #expect(rare.contains("No p-value yet: it takes two outcomes"))
    let sure = try rendered(experiment("7", [7: 30]), isShown: true)
    #expect(sure.contains("there is only one outcome"))
  }

  // MARK: Guesses and seats

  @Test func `guesses stand beside the truth`() throws {
    let guesses: [Guess] = [
      Guess(.mean, total(7)), Guess(.mean, total(7)), Guess(.mean, total(13, 2)),
      Guess(.mostFrequent, total(6)),
    ]
    let page = try rendered(experiment("2d6", guesses: guesses), isShown: true)
    #expect(page.rows("Guesses of the mean") == ["6.5|1", "7 exact|2"])
    #expect(page.rows("Guesses of the most frequent total") == ["6|1", "7 exact|0"])
    #expect(page.contains("The exact mean is 7.") && page.contains("The likeliest is 7."))
    let games = try rendered(
      experiment(.crapsGames, guesses: [Guess(.mean, total(1, 2))]), isShown: true)
    #expect(games.rows("Guesses of the share won") == ["49.29% exact|0", "50%|1"])
    let first = try rendered(experiment(.crapsFirstRolls, guesses: guesses), isShown: true)
    #expect(!first.contains("Guesses of the mean"))
  }

  @Test(arguments: [16, 60])
  func `many different guesses share rows, odd ones the first and the last`(count: Int) throws {
    var guesses = (0..<count).map { Guess(.mean, total(60 + $0, 10)) }
    guesses += [Guess(.mean, total(-1_000_000)), Guess(.mean, total(1_000_000_000))]
    let page = try rendered(experiment("2d6", guesses: guesses), isShown: true)
    let rows = page.rows("Guesses of the mean")
    #expect(rows.count <= 13)
    #expect(rows.first?.hasPrefix("under ") == true && rows.last?.contains(" or more|") == true)
    let truth = count == 60 ? "7 to under 8 exact|10" : "7 to under 7.2 exact|2"
    #expect(rows.contains(truth), "\(rows)")
    #expect(rows.reduce(0) { $0 + (Int($1.split(separator: "|")[1]) ?? 0) } == count + 2)
  }

  @Test(arguments: [
    ("2d6", [6, 8, 9], "Bravo, Seat 10 and Seat 11: closest with 6 and 8. The exact mean is 7."),
    ("2d6", [8, 8, 9, 6, 6], "Closest: 6 and 8, guessed by 4 of 5. The exact mean is 7."),
    ("2d6", [9, 8], "Bravo, Seat 11: closest with 8. The exact mean is 7."),
    ("2d6", [7, 8], "Bravo, Seat 10: exactly right! The exact mean is 7."),
  ])
  func `whoever came closest is named, from both sides of the truth`(
    text: String, means: [Int], words: String
  ) throws {
    let play = try experiment(text, guesses: means.map { Guess(.mean, total($0)) })
    #expect(try rendered(play, isShown: true) { "Seat \($0)" }.contains("<p>\(words)</p>"))
  }

  @Test func `no word is closer to the right one than another`() throws {
    for (right, words) in [(0, ""), (1, "Bravo, Seat 12: exactly right! ")] {
      let guesses = [1, 1, right * 2].map { Guess(.mostFrequent, total($0)) }
      let page = try rendered(experiment(.crapsFirstRolls, guesses: guesses), isShown: true) {
        "Seat \($0)"
      }
      #expect(page.contains("<p>\(words)The likeliest is point.</p>"))
    }
    let guesses = [0, 1].map { Guess(.mostFrequent, total($0)) }
    guard case .tally(let tally) = try RollExpression(parsing: "d{a,b,c*2}") else {
      Issue.record("no tally")
      return
    }
    let page = try rendered(experiment(.tally(tally), guesses: guesses), isShown: true)
    #expect(page.contains("<p>The likeliest is c.</p>"))
  }

  @Test(arguments: [
    ("d20", "even", 5_000, ["25%|1", "50% exact|2"]),
    ("d6", "exactly 6", 1_667, ["16.67% exact|2", "25%|1"]),
  ])
  func `a guess is right as exactly as it's told`(
    text: String, event: String, parts: Int, rows: [String]
  ) throws {
    let play = try experiment(
      text, guesses: [parts, 2_500, parts].map { Guess(.chance, total($0, 10_000)) },
      question: .chance, event: event)
    let page = try rendered(play, isShown: false)
    #expect(page.rows("Guesses of the chance") == rows)
    #expect(page.contains("<p>Bravo: 2 of 3 guessed exactly right! The exact chance is "))
  }

  @Test(arguments: [
    ("2d6", 1, "Dots: what was guessed. Vertical line: the exact value."),
    ("d4", 4, "Dots: what was guessed. Vertical lines: the exact values."),
    ("d6", 0, "Dots: what was guessed."), ("d100*100+d100", 0, "Dots: what was guessed."),
  ])
  func `a chart has a line for each of few right answers`(
    text: String, count: Int, words: String
  ) throws {
    let play = try experiment(
      text, guesses: [Guess(.mostFrequent, total(3))], question: .mostFrequent)
    let page = try rendered(play, isShown: true)
    #expect(page.paths("truth") == count && page.paths("guessed") == 1)
    #expect(page.contains(words) && page.contains("Vertical") == (count > 0))
  }

  @Test func `a line stands in the middle of columns that neighbours share`() throws {
    let play = try experiment("d100", guesses: [Guess(.mean, total(101, 2))], question: .mean)
    let expectation = try play.settings.experiment.expectation()
    let columns = OutcomeColumns(play.first, expectation, isShown: true)
    // 1–2, 3–4 to 99–100.
    #expect([0, 1, 1.5, 2, 50.5, 100].map(columns.place) == [0, 0, 0, 0.25, 24.5, 49])
    #expect(try rendered(play, isShown: true).contains("class=\"truth\" d=\"M250 0V160\""))
  }

  @Test func `equal guesses don't hide each other`() throws {
    for question in [Question.mean, .chance] {
      for count in [2, 40, 100] {
        let guess: Guess = question == .mean ? Guess(.mean, total(7)) : Guess(.chance, total(1, 2))
        let page = try rendered(
          experiment(
            "2d6", [7: 2], guesses: Array(repeating: guess, count: count), question: question,
            event: "even"),
          isShown: true)
        let dots = page.shapes("guessed")
        #expect(dots.count == count && Set(dots).count == count, "\(question)")
        let places = dots.map { $0.split { !$0.isNumber }.prefix(2).compactMap { Int($0) } }
        #expect(places.allSatisfy { 8...592 ~= $0[0] && 8...152 ~= $0[1] }, "\(places)")
        #expect(places[0] == (question == .mean ? [55, 8] : [592, places[0][1]]))
      }
    }
  }

  // MARK: Two experiments

  @Test func `a tally that a bag hasn't is called by the dice beside it`() throws {
    for words in ["{red*3,blue*2}", "{a,b*3,c*3}"] {
      let play = try pair("3 from \(words)", "3d\(words)")
      let second = try #require(play.second)
      let bag = (play.first, try play.first.experiment.expectation())
      let dice = (second, try second.experiment.expectation())
      let alone = OutcomeColumns(dice.0, dice.1, isShown: true)
      for columns in [
        OutcomeColumns(bag.0, bag.1, isShown: true, beside: dice),
        OutcomeColumns(dice.0, dice.1, isShown: true, beside: bag),
      ] {
        #expect((0..<columns.count).map(columns.name) == (0..<alone.count).map(alone.name))
        #expect(columns.marks == alone.marks && columns.range == alone.range)
      }
    }
  }

  @Test func `a column that only the other experiment can fill isn't in the band`() throws {
    var play = try pair("1d4", "1d4+4")
    for seat in 1...36 {
      try play.add(
        [PlayedRoll(dice: [1], total: total(1))],
        second: [PlayedRoll(dice: [1], total: total(5))], by: seat)
    }
    let page = try text(
      "rooms/experiment",
      ClassResults(
        play: play, seats: Array(1...36), expectation: try play.first.experiment.expectation(),
        second: try play.second?.experiment.expectation(), isShown: true))
    #expect(page.ranges(of: "about 95 times out of 100; 0 of 4 do here.").count == 2)
  }

  @Test(arguments: [
    (0.5, 0.5, "Neither is more likely: both have 25.00%."),
    (0.5, 0.25, "1d4 is more likely: 37.50% against 12.50%."),
    (0.5, 0.49996, "1d4 is more likely: 25.002% against 24.998%."),
    (1e-13, 3e-13, "1d6 is more likely: 0.00000000003% against 0.00000000001%."),
    (1e-15, 0.5, "1d6 is more likely: 50.00% against < 0.01%."),
  ])
  func `the likelier of two is told to as many places as it takes`(
    first: Double, second: Double, words: String
  ) throws {
    let sides = [first, second].map {
      Expectation(totals: [.zero, total(1)], chances: [1 - $0, $0], mean: $0)
    }
    #expect(ExperimentWords.truth(try pair("1d4", "1d6"), sides[0], sides[1]) == words)
  }

  @Test func `bags are drawn from, coins are tossed, spinners spun`() throws {
    let words = "{red*3,blue*2}"
    let pairs = [
      ("2 from \(words)", "d4", "Each press draws 5 times."),
      ("2 from \(words)", "2d\(words)", "Each press draws both 5 times."),
      ("d\(words)", "d{red,blue}", "Each press spins both 5 times."),
      ("d{heads,tails}", "d{heads*2,tails}", "Each press tosses both 5 times."),
      ("2 from \(words)", "d\(words)", "Each press does both 5 times."),
    ]
    for (first, second, said) in pairs {
      let experiments = (try experiment(of: first), try experiment(of: second))
      let settings = try ExperimentSettings(
        experiments.0, second: second == "d4" ? nil : experiments.1, rollsAtPress: 5)
      #expect(SeatWords.press(settings) == said)
    }
  }

  @Test func `the largest press of two experiments is an event that can be kept`() throws {
    let least = PlayedRoll.dieLimits.lowerBound
    let roll = PlayedRoll(
      dice: Array(repeating: least, count: PlayedRoll.mostDice), total: total(least))
    let rolls = Array(repeating: roll, count: ExperimentSettings.rollsAtPress.max() ?? 0)
    let event = RoomEvent(
      number: 2, time: 0, actor: .seat(200), press: 1_000, act: .rolled(rolls, second: rolls))
    #expect(120_000...StorageLimits.eventBytes ~= event.bytes.count)
  }

  @Test func `a seat sees its last results, in order, and its own tally`() throws {
    var play = ClassExperiment(try ExperimentSettings(.crapsFirstRolls))
    for dice in [[3, 4], [1, 1], [2, 2]] {
      let sum = dice[0] + dice[1]
      let total = Total(small: sum == 7 ? 1 : sum == 2 ? 0 : 2)
      try play.add([PlayedRoll(dice: dice, total: total)], second: [], by: 4)
    }
    let page = try text(
      "rooms/own",
      OwnResults(
        play: play, seat: 4, expectation: { try? $0.expectation() }, isShown: false))
    let rolls = page.matches(
      of: /<li><b>(\w+).*?label="(\w+)".*?label="(\w+)"/.dotMatchesNewlines())
    let results = rolls.map { "\($0.1) \($0.2) \($0.3)" }
    #expect(results == ["win three four", "lose one one", "point two two"])
    #expect(page.rows("own-numbers") == ["lose|1|33.3%", "win|1|33.3%", "point|1|33.3%"])
    #expect(page.contains("Bars: your 3 first rolls, most often lose, win and point (33.3% each)."))
    #expect(page.fact("Your first rolls") == "3" && page.fact("Left") == "97")
    let empty = try text(
      "rooms/own", OwnResults(play: play, seat: 5, expectation: { _ in nil }, isShown: true))
    #expect(empty.fact("Left") == "100" && !empty.contains("<svg"))
  }

  // MARK: Kit

  private func total(_ numerator: Int, _ denominator: Int = 1) -> Total {
    let divisor = (1...denominator).last { numerator % $0 == 0 && denominator % $0 == 0 } ?? 1
    return Total(numerator / divisor, over: denominator / divisor) ?? .zero
  }

  /// An experiment in which three seats rolled these totals in turn, after the tenth seat and others
  /// guessed; what was asked is revealed.
  private func experiment(
    _ experiment: Experiment, _ counts: [Int: Int] = [:], guesses: [Guess] = [],
    question: Question? = nil, event: String = ""
  ) throws -> ClassExperiment {
    var play = ClassExperiment(
      try ExperimentSettings(
        experiment, rollsOfSeat: 1_000, guessing: question == nil ? .open : .secret,
        question: question, event: ExperimentEvent(event, of: experiment)))
    for (index, guess) in guesses.enumerated() { try play.guess(guess, by: index + 10) }
    let totals = counts.sorted { $0.key < $1.key }.flatMap {
      Array(repeating: $0.key, count: $0.value)
    }
    for (index, total) in totals.enumerated() {
      try play.add(
        [PlayedRoll(dice: [total], total: Total(small: total))], second: [], by: index % 3 + 1)
    }
    if question != nil { try play.revealGuesses() }
    return play
  }

  private func experiment(
    _ text: String, _ counts: [Int: Int] = [:], guesses: [Guess] = [], question: Question? = nil,
    event: String = ""
  ) throws -> ClassExperiment {
    try experiment(
      .expression(Expression(parsing: text)), counts, guesses: guesses, question: question,
      event: event)
  }

  /// Dice or a bag.
  private func experiment(of text: String) throws -> Experiment {
    switch try RollExpression(parsing: text) {
    case .number(let expression): .expression(expression)
    case .tally(let tally): .tally(tally)
    }
  }

  private func pair(_ first: String, _ second: String) throws -> ClassExperiment {
    ClassExperiment(
      try ExperimentSettings(experiment(of: first), second: experiment(of: second)))
  }

  private func rendered(
    _ play: ClassExperiment, isShown: Bool, isOnWall: Bool = false,
    name: @escaping @Sendable (Int) -> String? = { _ in nil }
  ) throws -> String {
    let expectation = try play.settings.experiment.expectation()
    return try text(
      "rooms/experiment",
      ClassResults(
        play: play, seats: [1, 2, 3], expectation: expectation, isShown: isShown, name: name,
        isOnWall: isOnWall))
  }

  private func text(_ template: String, _ value: some Fielded) throws -> String {
    var bytes: [UInt8] = []
    try site.templates.render(template, [value], into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The rows of the first table after this mark, with bars between cells.
  fileprivate func rows(_ mark: String) -> [String] {
    guard let start = firstRange(of: mark)?.upperBound,
      let end = self[start...].firstRange(of: "</table>")?.lowerBound
    else { return [] }
    return self[start..<end].matches(of: /<tr[^>]*><th scope="row".*<\/tr>/).map { row in
      row.0.matches(of: /<t[hd][^>]*>(.*?)<\/t[hd]>/).map { cell in
        String(cell.1).replacing(/<[^>]*>/, with: "")
      }.joined(separator: "|")
    }
  }

  /// How many shapes the first path of this class has.
  fileprivate func paths(_ name: String) -> Int { shapes(name).count }

  fileprivate func shapes(_ name: String) -> [Substring] {
    guard let start = firstRange(of: "class=\"\(name)\" d=\"")?.upperBound else { return [] }
    return self[start...].prefix { $0 != "\"" }.split(separator: "M")
  }

  fileprivate func fact(_ label: String) -> String? {
    guard let label = firstRange(of: "<dt>\(label)</dt><dd>") else { return nil }
    return String(self[label.upperBound...].prefix { $0 != "<" })
  }
}
