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
