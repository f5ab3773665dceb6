import DiceLanguage
import Games
import Testing
import Visitors
import Web

@testable import Site

/// How often each total came up, and the chart of it.
@Suite struct DiceTallyTests {
  @Test func `every roll of the expression in force is counted, and beside it what to expect`() {
    var visitor = Visitor(faces: [1, 2, 3, 4, 5, 6])
    #expect(visitor.get("/dice").tallyRows.isEmpty)
    _ = visitor.post("/dice/roll-10", "die=d6")
    #expect(
      visitor.get("/dice").tallyRows == [
        "1 2 1.7 16.67%", "2 2 1.7 16.67%", "3 2 1.7 16.67%", "4 2 1.7 16.67%",
        "5 1 1.7 16.67%", "6 1 1.7 16.67%",
      ])
    _ = visitor.post("/dice/roll", "dice=2")
    // Too few for a chart.
    let one = visitor.get("/dice")
    #expect(one.tallyRows.isEmpty)
    #expect(one.text.contains("<p>One roll so far: 3, 7 expected.</p>"))
    _ = visitor.post("/dice/roll-10")
    let pair = visitor.get("/dice")
    #expect(pair.tallyRows.prefix(3) == ["2 0 0.3 2.78%", "3 5 0.6 5.56%", "4 0 0.9 8.33%"])
    #expect(pair.text.contains("Bars: your 11 rolls of 2d6 in this session, 6.27 on average."))
    #expect(pair.text.contains("M11 160V0h8V160z"))
    #expect(pair.text.contains("M0 160V150h10V140h10V131h10"))
    // Another expression has a tally of its own; the first one goes on where it was.
    _ = visitor.post("/dice/expression", "expression=d6")
    #expect(visitor.get("/dice").tallyRows.first == "1 3 1.8 16.67%")
    #expect(visitor.get("/dice").text.contains("your 11 rolls of 1d6 in this session, 2.91 on"))
    _ = visitor.post("/dice/clear-history")
    #expect(visitor.get("/dice").tallyRows.isEmpty)
  }

  @Test func `the ten expressions rolled last have a tally`() throws {
    var visitor = Visitor()
    for dice in 1...11 { _ = visitor.post("/dice/roll", "dice=\(dice)") }
    for (dice, isKept) in [(1, false), (2, true), (11, true)] {
      _ = visitor.post("/dice/choose", "dice=\(dice)")
      #expect((try #require(visitor.session[DiceState.self]).tally != nil) == isKept)
    }
  }

  /// The columns of a table, by the first and the last two.
  @Test(
    arguments: [
      ("1d20", 20, ["1", "2"], ["19", "20"]), ("4d10-5", 37, ["−1", "0"], ["34", "35"]),
      ("1d100", 20, ["1–5", "6–10"], ["91–95", "96–100"]),
      ("10d6", 35, ["10–18", "19"], ["51", "52–60"]),
      ("1d100-99", 20, ["−98 to −94", "−93 to −89"], ["−8 to −4", "−3 to 1"]),
    ])
  func `many totals share columns, and hardly likely ones the first and the last`(
    expression: String, count: Int, first: [String], last: [String]
  ) throws {
    var visitor = Visitor()
    _ = visitor.post("/dice/roll-10", "expression=\(expression)")
    let totals = visitor.get("/dice").tallyRows
    #expect(totals.count == count)
    #expect(zip(first, totals).allSatisfy { $1.hasPrefix("\($0) ") })
    #expect(zip(last, totals.suffix(2)).allSatisfy { $1.hasPrefix("\($0) ") })
  }

  @Test(arguments: DieType.allCases)
  func `the columns hold every total once, and their chances add up to one`(type: DieType) throws {
    for dice in [1, 2, 3, 7, 30, 99] {
      let structure = DieStructure(type, totalDice: dice, modifier: -50)
      var tally = DiceTally(of: structure)
      #expect(tally.counts.count <= DiceTally.countLimit)
      tally.add(structure.lowest)
      tally.add(structure.highest)
      let columns = DiceColumn.all(of: tally)
      #expect(columns.count <= 42)
      #expect(columns.first?.totals.lowerBound == structure.lowest)
      #expect(columns.last?.totals.upperBound == structure.highest)
      for (left, right) in zip(columns, columns.dropFirst()) {
        #expect(left.totals.upperBound + 1 == right.totals.lowerBound)
      }
      #expect(columns.map(\.count).reduce(0, +) == 2)
      let sum: Double = columns.map(\.chance).reduce(0, +)
      #expect(abs(sum - 1) < 1e-12)
    }
  }

  @Test func `a session from before there were tallies counts the rolls that it has kept`() throws {
    var state = DiceState()
    var random = SystemRandomNumberGenerator()
    state.roll(3, .dice(state.structure), using: &random, at: 1)
    var packer = Packer()
    state.pack(into: &packer)
    var old = Packer()
    try #require(PackedFields(packer.bytes[...])).visit { tag, content in
      if tag != 7 { old.put(tag, content) }
      return true
    }
    let opened = try #require(PackedFields(old.bytes[...]).flatMap(DiceState.init))
    #expect(opened == state)
  }

  /// A tally of `2d6kh1` as stored, with one total.
  private static func tally(_ total: Int, _ count: Int, sum: Int, width: Int = 1) -> Packer {
    var packer = Packer()
    packer.put(4, "2d6kh1")
    packer.put(5, 1)
    packer.put(6, width)
    packer.put(7, [total.zigzag])
    packer.put(8, [count])
    packer.put(9, sum)
    return packer
  }

  @Test func `counting stops before sums could overflow`() throws {
    let most = ExpressionTally.rollLimit
    let bytes = DiceTallyTests.tally(6, most - 1, sum: 6 * (most - 1)).bytes[...]
    var tally = try #require(PackedFields(bytes).flatMap(ExpressionTally.init))
    for _ in 1...3 { tally.add(Rational(5)) }
    #expect(tally.rolls == most && tally.counts == [1, most - 1] && tally.sum == 6 * most - 1)
    var packer = Packer()
    tally.pack(into: &packer)
    #expect(PackedFields(packer.bytes[...]).flatMap(ExpressionTally.init) == tally)
  }

  @Test(arguments: [
    (6, 2, 12, 1, true), (6, 2, 13, 2, true), (6, 2, 11, 1, false), (6, 2, 13, 1, false),
    (6, 2, .max, 1, false), (-6, 2, .min, 1, false), (6, 1 << 20, 6 << 20, 1, false),
  ])
  func `a tally that can't be is dropped, and nothing else of the state`(
    total: Int, count: Int, sum: Int, width: Int, isPossible: Bool
  ) throws {
    var state = DiceState()
    var random = SeededGenerator(seed: 5)
    state.roll(1, try Formula(parsing: "2d6"), using: &random, at: 1)
    state.roll(1, try Formula(parsing: "2d6kh1"), using: &random, at: 1)
    var packer = Packer()
    state.pack(into: &packer)
    var changed = Packer()
    var number = 0
    try #require(PackedFields(packer.bytes[...])).visit { tag, content in
      if tag == 7 { number += 1 }
      let tally = DiceTallyTests.tally(total, count, sum: sum, width: width).bytes[...]
      changed.put(tag, tag == 7 && number == 1 ? tally : content)
      return true
    }
    let opened = try #require(PackedFields(changed.bytes[...]).flatMap(DiceState.init))
    #expect(opened.history == state.history && opened.detail == state.detail)
    #expect(opened.tallies.count == (isPossible ? 2 : 1))
    #expect(opened.tallies.last == state.tallies.last)
  }

  @Test func `the largest session stays small`() throws {
    var state = DiceState()
    var random = SeededGenerator(seed: 4)
    for modifier in -9...9 {
      let structure = DieStructure(.d100, totalDice: 99, modifier: modifier)
      state.roll(100, .dice(structure), using: &random, at: 1_795_221_600)
    }
    var packer = Packer()
    state.pack(into: &packer)
    #expect(packer.bytes.count < 48 * 1_024)
    #expect(PackedFields(packer.bytes[...]).flatMap(DiceState.init) == state)
  }
}

extension Response {
  /// The rows of the table beside the chart, their cells apart by a space.
  fileprivate var tallyRows: [String] {
    text.matches(of: /<tr><th scope="row">(.*)<\/td><\/tr>/).map {
      $0.1.replacing(/<[^>]*>/, with: " ").split(separator: " ").joined(separator: " ")
        .replacing("&lt;", with: "<")
    }
  }
}
