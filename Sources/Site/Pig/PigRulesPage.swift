import Games
import Mustache

/// The rules of Pig and what is known of good play, computed rather than typed in.
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
    field("strategies") { _ in
      PigOdds.strategies.indices.map(StrategyHead.init)
    }
    field("contests") { _ in PigOdds.table.indices.map(ContestRow.init) }
    field("bands") { _ in PigPolicy.shared.bands }
    field("scores") { _ in PigPolicy.scores }
    field("policy") { _ in PigPolicy.shared.rows }
    field("least") { _ in PigException.known.least }
    field("exceptions") { _ in PigException.known.rolls.map(String.init).listed() }
  }
}

/// Where no single number tells when to hold: rolling is better again at some turn totals above the
/// lowest one to hold at.
private struct PigException {
  let least: Int
  let rolls: [Int]

  /// The position that Neller and Presser show in *Optimal Play*.
  static let known = PigException(own: 41, other: 49)

  private init(own: Int, other: Int) {
    let holds = { total in
      PigStrategy.optimal.holds(
        at: PigPosition(goal: Pig.usualGoal, own: own, other: other, turnTotal: total))
    }
    let totals = 2..<Pig.usualGoal - own
    let least = totals.first(where: holds) ?? totals.upperBound
    self.least = least
    rolls = totals.filter { $0 > least && !holds($0) }
  }
}

/// A strategy's letter and name, which head a column.
private struct StrategyHead: Fielded {
  let index: Int

  var letter: String {
    String(Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(index))))
  }

  static func declare(_ field: inout Fields<StrategyHead>) {
    field("letter") { $0.letter }
    field("name") { PigOdds.strategies[$0.index].name }
  }
}

/// A strategy of the first player against all of the second's.
private struct ContestRow: Fielded {
  let index: Int

  static func declare(_ field: inout Fields<ContestRow>) {
    field("letter") { StrategyHead(index: $0.index).letter }
    field("name") { PigOdds.strategies[$0.index].name }
    field("chances") { row in
      PigOdds.table[row.index].map { $0.percent(places: 2).dropLast() }.map(String.init)
    }
  }
}
