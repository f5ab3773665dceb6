import Foundation
import Games
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// The numbers in the answers, worked out anew.
@Suite struct LessonNumbersTests {
  private func answers(_ lesson: String) -> String {
    var visitor = Visitor()
    return visitor.get("/lessons/\(lesson)/answers").text
  }

  /// The logarithms of the factorials of 0, 1 and so on.
  private static let logFactorials: [Double] = {
    var sums = [0.0]
    for number in 1...1_500 { sums.append(sums[number - 1] + log(Double(number))) }
    return sums
  }()

  /// The chance that so many of `trials` succeed.
  private func binomial(_ trials: Int, _ successes: Int, _ chance: Double) -> Double {
    let failures = trials - successes
    let all = LessonNumbersTests.logFactorials
    let ways: Double = all[trials] - all[successes] - all[failures]
    let wins: Double = Double(successes) * log(chance)
    let losses: Double = Double(failures) * log(1 - chance)
    return exp(ways + wins + losses)
  }

  private func binomial(
    _ trials: Int, _ successes: ClosedRange<Int>, _ chance: Double
  ) -> Double {
    successes.map { binomial(trials, $0, chance) }.reduce(0, +)
  }

  @Test func `honest dice stray as far as the answers say`() {
    let page = answers("fair-dice")
    let one = binomial(60, 5...15, 1.0 / 6).percent()
    #expect(one == "94.6%" && page.contains("5 to 15 times in \(one)"))
    // Face by face, how many of the rolls are left: the chance that all six counts are in range.
    var left = [Double](repeating: 0, count: 61)
    left[60] = 1
    for face in stride(from: 6, through: 1, by: -1) {
      var next = [Double](repeating: 0, count: 61)
      for rolls in 0...60 where left[rolls] > 0 {
        for count in 5...15 where count <= rolls {
          let chance = face > 1 ? binomial(rolls, count, 1 / Double(face)) : rolls == count ? 1 : 0
          next[rolls - count] += left[rolls] * chance
        }
      }
      left = next
    }
    #expect(left[0].percent() == "72.8%" && page.contains("5 to 15 in 72.8%"))
    let many = binomial(60, 16...60, 1.0 / 6).percent()
    #expect(many == "3.4%" && page.contains("16 or more sixes in \(many)"))
    #expect(binomial(60, 16...60, 0.25).percent() == "43.1%" && page.contains("in only 43.1%"))
    #expect(binomial(600, 82...118, 1.0 / 6).percent() == "95.8%" && page.contains("(95.8% of"))
    #expect(binomial(600, 119...600, 0.25).percent() == "99.9%" && page.contains("in 99.9%"))
    let all = LessonNumbersTests.logFactorials
    let ways: Double = all[60] - 6 * all[10]
    let oddsAgainst: Double = exp(60 * log(6.0) - ways)
    #expect(13_350...13_450 ~= oddsAgainst)
    #expect(page.contains("once in 13,400 sets"))
  }

  @Test func `the chances of two dice are those that the hall rolls by`() {
    let page = answers("two-dice")
    let two = DiceDistribution(of: DieStructure(.d6, totalDice: 2))
    for total in 2...6 {
      let chance = two.chances[total - two.lowest]
      let pairs = Int((36 * chance).rounded())
      #expect(
        page.contains(
          """
          <tr><th scope="row">\(total) or \(14 - total)</th>\
          <td class="number">\(pairs) each</td><td class="number">\(chance.percent())</td>\
          <td class="number">\(5 * pairs)</td></tr>
          """))
    }
    let three = DiceDistribution(of: DieStructure(.d6, totalDice: 3))
    let highest = three.chances.max() ?? 0
    #expect(abs(three.chances[10 - three.lowest] - highest) < 1e-12)
    #expect(abs(highest - 27.0 / 216) < 1e-12 && page.contains("27 of the 216"))
  }

  @Test(arguments: [
    (10, "0.54", "21.6%"), (40, "0.27", "32.2%"), (100, "0.17", "46.1%"), (400, "0.09", "76.4%"),
  ])
  func `the mean of many dice strays as the table says`(
    rolls: Int, distance: String, share: String
  ) {
    var sums = [1.0]
    for _ in 0..<rolls {
      var next = [Double](repeating: 0, count: sums.count + 6)
      for index in sums.indices {
        for face in 1...6 { next[index + face] += sums[index] / 6 }
      }
      sums = next
    }
    let near = sums.indices.filter { 34 * rolls <= 10 * $0 && 10 * $0 <= 36 * rolls }
    #expect(near.map { sums[$0] }.reduce(0, +).percent() == share)
    #expect((35.0 / 12 / Double(rolls)).squareRoot().fixed(places: 2) == distance)
    #expect(
      answers("large-numbers").contains(
        """
        <tr><th scope="row">\(rolls)</th><td class="number">\(distance)</td>\
        <td class="number">\(share)</td></tr>
        """))
  }

  @Test func `Craps costs what the answers say`() {
    let page = answers("value-of-craps")
    let win = CrapsOdds.win
    #expect(page.contains("\(win), which is \(win.percent(places: 2))"))
    #expect(CrapsOdds.expectedChange == Fraction(-7, 495) && page.contains("= −7/495"))
    let ahead = binomial(50, 26...50, win.value).percent()
    let even = binomial(50, 25, win.value).percent()
    let behind = binomial(50, 0...24, win.value).percent()
    #expect(page.contains("So \(ahead) of players are ahead"))
    #expect(page.contains("\(even) are even and \(behind) are behind"))
    #expect(page.contains("(\(binomial(1_500, 751...1_500, win.value).percent()))"))
    #expect(page.contains("</sup> = \(pow(1 - win.value, 5).percent(places: 2)), about"))
    for point in CrapsOdds.points where point.point < 7 {
      #expect(
        page.contains(
          """
          <tr><th scope="row">\(point.point) or \(14 - point.point)</th>\
          <td class="number">\(2 * point.ways)/36</td><td class="number">\(point.win)</td>
          """))
    }
  }

  @Test(arguments: [
    (10, "6.87", "41.0%"), (15, "7.85", "53.0%"), (20, "8.14", "62.5%"), (25, "8.00", "70.0%"),
    (30, "7.58", "76.1%"),
  ])
  func `a turn of Pig brings what the table says`(hold: Int, points: String, nothing: String) {
    var reached = [Double](repeating: 0, count: hold + 6)
    reached[0] = 1
    for total in 0..<hold {
      for face in 2...6 { reached[total + face] += reached[total] / 6 }
    }
    let held = hold..<hold + 6
    #expect(held.map { Double($0) * reached[$0] }.reduce(0, +).fixed(places: 2) == points)
    #expect((1 - reached[held].reduce(0, +)).percent() == nothing)
    #expect(
      answers("risk-with-pig").contains(
        """
        <tr><th scope="row">\(hold)</th><td class="number">\(points)</td>\
        <td class="number">\(nothing)</td></tr>
        """))
  }

  @Test func `a spinner strays as far as the answers say`() {
    let page = answers("uneven-spinner")
    // Among so many spins that aren't red, each is green one time in three.
    func moreGreen(in spins: Int) -> Double {
      var sum = 0.0
      for others in 1...spins {
        let green: Double = binomial(others, others / 2 + 1...others, 1.0 / 3)
        sum += binomial(spins, others, 0.5) * green
      }
      return sum
    }
    #expect(page.contains("green than blue \(moreGreen(in: 30).percent()) of the time"))
    #expect((1.9...2.1).contains(28 * moreGreen(in: 30)) && moreGreen(in: 840) < 1e-9)
    #expect(page.contains("or fewer \(binomial(30, 0...2, 1.0 / 6).percent()) of the time"))
    #expect(page.contains("player only \(binomial(30, 0...4, 1.0 / 3).percent())."))
  }

  @Test func `a bag is estimated as well as the answers say`() {
    let page = answers("hidden-bag")
    // Of ten counters, whether so many draws round to as many as there are, halves up.
    func rounds(_ count: Int, of draws: Int, to counters: Int) -> Bool {
      (20 * count + draws) / (2 * draws) == counters
    }
    func allRight(_ draws: Int) -> Double {
      var sum = 0.0
      for reds in 0...draws where rounds(reds, of: draws, to: 5) {
        let rest = draws - reds
        for blues in 0...rest
        where rounds(blues, of: draws, to: 3) && rounds(rest - blues, of: draws, to: 2) {
          sum += binomial(draws, reds, 0.5) * binomial(rest, blues, 0.6)
        }
      }
      return sum
    }
    func redRight(_ draws: Int) -> Double {
      var sum = 0.0
      for reds in 0...draws where rounds(reds, of: draws, to: 5) {
        sum += binomial(draws, reds, 0.5)
      }
      return sum
    }
    let all = [10, 40, 280].map { allRight($0).percent() }
    let red = [10, 40, 280].map { redRight($0).percent() }
    #expect(page.contains("right in \(all[0]) of all cases, 40 draws in \(all[1]),"))
    #expect(page.contains("of seven groups in \(all[2])."))
    #expect(page.contains("it’s \(red[0]), \(red[1]) and \(red[2])."))
    #expect(page.contains("bring none \(pow(0.8, 10).percent()) of the time ("))
    #expect(page.contains("lessons (\((1 - pow(1 - pow(0.8, 10), 7)).percent()))"))
    for (reds, range) in [("5", 5...5), ("4 to 6", 4...6), ("3 to 7", 3...7), ("2 to 8", 2...8)] {
      let chance = binomial(10, range, 0.5).percent()
      #expect(
        page.contains("<th scope=\"row\">\(reds)</th><td class=\"number\">\(chance)</td>"))
    }
  }

  @Test func `cards come as the answers say`() {
    let page = answers("cards-not-put-back")
    #expect(page.contains("26/51 = \((26.0 / 51).percent())"))
    #expect(page.contains("14/27 = \((14.0 / 27).percent())"))
    let noHeart = (35...39).map { Double($0) / Double($0 + 13) }.reduce(1, *)
    #expect(page.contains("35/48 = \(noHeart.percent()). With putting back"))
    #expect(page.contains("</sup> = \(pow(0.75, 5).percent())."))
  }

  @Test func `a Pig tournament goes as the answers say`() throws {
    let page = answers("pig-tournament")
    let best = OptimalPig.shared(goal: 50)
    let start = best.advice(at: PigPosition(goal: 50, own: 0, other: 0, turnTotal: 0)).chance
    #expect(page.contains("begins wins \(start.percent()) of the games"))
    #expect((22.5..<23.5).contains(42 * start))
    #expect((2.5..<3.5).contains((42 * start * (1 - start)).squareRoot()))
    #expect(page.contains("In \(binomial(42, 21...42, start).percent()) of such classes"))
    let held = try PigContest(first: .holdAt(20), second: .optimal, goal: 50).firstWins
    #expect(page.contains("wins \(held.percent()) of the games that it begins"))
    let late = best.advice(at: PigPosition(goal: 50, own: 46, other: 20, turnTotal: 2))
    #expect(page.contains("rolling on wins \(late.roll.percent()) of the time and holding"))
    #expect(late.hold.map { page.contains("holding \($0.percent()), if") } == true)
    var reached = [1.0] + [Double](repeating: 0, count: 25)
    for total in 0..<20 {
      for face in 2...6 { reached[total + face] += reached[total] / 6 }
    }
    var (share, points) = (0.0, 0.0)
    for total in 20...25 {
      share += reached[total]
      points += Double(total) * reached[total]
    }
    #expect(page.contains("<li>\((points / share).fixed(places: 1)) points,"))
    #expect(page.contains("happens in \(share.percent()) of all turns"))
  }

  @Test func `a Pig league comes out as the answers say`() throws {
    let page = answers("pig-league")
    /// Where each begins half the time.
    func share(of strategy: PigStrategy, against other: PigStrategy) throws -> Double {
      let first = try PigContest(first: strategy, second: other, goal: 100).firstWins
      return try (first + 1 - PigContest(first: other, second: strategy, goal: 100).firstWins) / 2
    }
    let higher = try share(of: .holdAt(25), against: .holdAt(20))
    #expect(page.contains("Hold at 25 wins \(higher.percent()) of the games against Hold at 20"))
    #expect(page.contains("to tell \(higher.percent()) from one half"))
    // So that twice the usual error is as large as the difference.
    #expect((7_000.0..<8_000).contains(1 / ((higher - 0.5) * (higher - 0.5))))
    let best = try share(of: .optimal, against: .holdAt(20))
    #expect(page.contains("<li>\(best.percent()) of the time, if each begins"))
    let advice = OptimalPig.shared(goal: 100)
      .advice(at: PigPosition(goal: 100, own: 60, other: 90, turnTotal: 20))
    let hold = try #require(advice.hold)
    #expect(page.contains("wins only \(hold.percent()) of the time"))
    #expect(page.contains("rolling on wins \(advice.roll.percent()),"))
  }

  @Test func `with 60 against 90 and a turn total of 20, the best play rolls on`() {
    let position = PigPosition(goal: 100, own: 60, other: 90, turnTotal: 20)
    #expect(!PigStrategy.optimal.holds(at: position))
  }

  @Test(arguments: [(4, "98.1%"), (5, "82.1%"), (6, "54.4%"), (7, "30.9%"), (8, "16.2%")])
  func `streaks are as likely as the table says`(length: Int, chance: String) {
    let row = "<tr><th scope=\"row\">\(length) or more</th><td class=\"number\">\(chance)</td></tr>"
    #expect(streak(of: length).percent() == chance)
    #expect(answers("streaks").contains(row))
  }

  @Test func `the other numbers of streaks are right`() {
    let page = answers("streaks")
    // The mean of a length is the sum of the chances of at least 1, 2 and so on.
    let mean = 1 + (2...50).map(streak(of:)).reduce(0, +)
    #expect(page.contains("(\(mean.fixed(places: 2)))"))
    #expect(page.contains("</sup> = \(pow(5.0 / 6, 12).percent());"))
    #expect(page.contains("a gap \(gap(of: 12, in: 60).percent()) of the time"))
    #expect(page.contains("about \(pow(1 - streak(of: 8), 30).percent())."))
  }

  /// The chance that 50 flips have so many equal ones in a row, at least 2.
  private func streak(of length: Int) -> Double {
    // The chances of having no such streak yet, by the length of the last one.
    var last = [Double](repeating: 0, count: length)
    last[1] = 1
    for _ in 2...50 {
      let longer: [Double] = last.dropFirst().dropLast().map { $0 / 2 }
      last = [0, last.reduce(0, +) / 2] + longer
    }
    return 1 - last.reduce(0, +)
  }

  /// The chance that so many rolls in a row, among all, show no six.
  private func gap(of length: Int, in rolls: Int) -> Double {
    // The chances of having no such gap yet, by the number of rolls since the last six.
    var since = [Double](repeating: 0, count: length)
    since[0] = 1
    for _ in 1...rolls {
      let longer: [Double] = since.dropLast().map { 5 * $0 / 6 }
      since = [since.reduce(0, +) / 6] + longer
    }
    return 1 - since.reduce(0, +)
  }
}
