import Games
import Mustache

/// The page of the rules of Pig, with computed facts about good play.
struct PigRulesPage: Page {
  static let templates = ["rules-pig"]
  let title = "Rules and good play of Pig – Dicehall"
  let description =
    "How to play Pig, how the strategies compare, with exact chances, and when to hold."
  let section: Section? = .rules

  static func declare(_ field: inout Fields<PigRulesPage>) {
    field("firstWins") { _ in
      (PigOdds.optimal.last ?? 0).percent(places: 2)
    }
    field.rows("strategies", { _ in PigOdds.strategies.enumerated() }) { strategy in
      strategy("letter") { letter($0.offset) }
      strategy("name") { $0.element.name }
    }
    // Each strategy of the first player meets all of the second's.
    field.rows("contests", { _ in PigOdds.table.enumerated() }) { row in
      row("letter") { letter($0.offset) }
      row("name") { PigOdds.strategies[$0.offset].name }
      row("chances") { $0.element.map { String($0.percent(places: 2).dropLast()) } }
    }
    field.rows("bands", { _ in PigPolicy.shared.bands }) { band in
      band("name") { $0.name }
      band("shade") { $0.shade }
      band("path") { $0.path }
    }
    field("scores") { _ in PigPolicy.scores }
    field.rows("policy", { _ in PigPolicy.shared.rows }) { row in
      row("other") { $0.other }
      row("totals") { $0.totals }
    }
    field("least") { _ in PigException.known.least }
    field("exceptions") { _ in PigException.known.rolls.map(String.init).listed() }
  }

  /// Returns the letter that heads a strategy's column.
  private static func letter(_ index: Int) -> String {
    String(Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(index))))
  }
}

/// A position in which no single number tells when to hold.
///
/// Rolling is better again at some turn totals above the lowest one to hold at.
private struct PigException {
  let least: Int
  let rolls: [Int]

  /// The position shown by Neller and Presser in *Optimal Play*.
  static let known = PigException(own: 41, other: 49)

  private init(own: Int, other: Int) {
    let holds = { total in
      PigStrategy.optimal.holds(
        at: PigPosition(goal: Pig.defaultGoal, own: own, other: other, turnTotal: total))
    }
    let totals = 2..<Pig.defaultGoal - own
    let least = totals.first(where: holds) ?? totals.upperBound
    self.least = least
    rolls = totals.filter { $0 > least && !holds($0) }
  }
}

/// The exact chances of the strategies against each other at the default goal.
///
/// They are computed on first use, which takes a twentieth of a second for `optimal`.
enum PigOdds {
  static let strategies = PigStrategy.offered(goal: Pig.defaultGoal)

  /// The chances of the best strategy as the first player, by the strategy of the second.
  static let optimal = firstWins(.optimal)

  /// The chances of the first player, by the strategies of the first and the second.
  static let table = strategies.map { $0 == .optimal ? optimal : firstWins($0) }

  private static func firstWins(_ strategy: PigStrategy) -> [Double] {
    strategies.map { second in
      do {
        return try PigContest(first: strategy, second: second).firstWins
      } catch {
        preconditionFailure("strategies on offer are refused: \(error)")
      }
    }
  }
}

/// The optimal policy for holding, by both scores: a picture of 100 squares each way, and a table.
struct PigPolicy: Sendable {
  /// The policy for the default goal; computed on first use.
  static let shared = PigPolicy()

  /// The scores in the table.
  static let scores = Array(stride(from: 0, to: Pig.defaultGoal, by: 10))

  /// The areas of the picture, from the darkest to the lightest.
  let bands: [Band]
  let rows: [Row]

  /// An area of the picture: all scores at which optimal play holds at turn totals in a range.
  struct Band: Sendable {
    let name: String
    /// The number of its colour.
    let shade: Int
    /// The squares in SVG's path language; neighbours side by side form one stroke.
    let path: String
  }

  /// A row of the table: the other's score, and the lowest turn total to hold at by own score.
  struct Row: Sendable {
    let other: Int
    let totals: [Int]
  }

  private init() {
    let goal = Pig.defaultGoal
    let holds = (0..<goal).map { other in
      (0..<goal).map { OptimalPig.hundred.leastHold(goal: goal, own: $0, other: other) }
    }
    rows = PigPolicy.scores.map { other in
      Row(other: other, totals: PigPolicy.scores.map { holds[other][$0] })
    }
    let shades = (0..<goal).map { other in
      (0..<goal).map { PigPolicy.shade(of: holds[other][$0], need: goal - $0) }
    }
    bands = PigPolicy.names.enumerated().map { shade, name in
      Band(name: name, shade: shade, path: PigPolicy.path(of: shade, in: shades))
    }
  }

  private static let names = [
    "roll until you win", "hold at 30 or more", "hold at 25 to 29", "hold at 20 to 24",
    "hold at 15 to 19", "hold at 14 or less",
  ]

  /// Returns the index in `names`.
  private static func shade(of total: Int, need: Int) -> Int {
    if total >= need { return 0 }
    switch total {
    case 30...: return 1
    case 25...29: return 2
    case 20...24: return 3
    case 15...19: return 4
    default: return 5
    }
  }

  /// Returns the path of a shade; the own score is horizontal, the other's vertical.
  private static func path(of shade: Int, in shades: [[Int]]) -> String {
    var path = ""
    for (other, row) in shades.enumerated() {
      var start = 0
      while start < row.count {
        let end = row[start...].firstIndex { $0 != row[start] } ?? row.count
        if row[start] == shade {
          path += "M\(start) \(row.count - 1 - other)h\(end - start)v1h\(start - end)z"
        }
        start = end
      }
    }
    return path
  }
}
