import Foundation
import Games
import Testing
import Visitors
import Web

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
