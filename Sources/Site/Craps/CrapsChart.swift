import Games
import Mustache

/// A line chart of the balance after each finished game.
struct CrapsChart: Fielded {
  private let balances: [Int]
  /// The balance at the start, in dollars, drawn as a straight line.
  private let start: Int
  /// The range of the balances.
  private let lowest, highest: Int

  /// - Returns: `nil` for fewer than two results.
  init?(_ log: PackedList<CrapsState.Entry>, start: Int) {
    guard log.count >= 2, let first = log.first else { return nil }
    let change =
      switch first.ending {
      case .won: first.amount
      case .lost: -first.amount
      case .startedOver: 0
      }
    let before = first.balance - change
    let after = log.balances
    balances = [before] + after
    self.start = start
    (lowest, highest) = after.reduce((before, before)) { (min($0.0, $1), max($0.1, $1)) }
  }

  static func declare(_ field: inout Fields<CrapsChart>) {
    field.text("points") { chart, points in
      let balances = chart.balances.enumerated().lazy.map { (place: $0, value: $1) }
      chart.plot.draw(balances, upTo: chart.balances.count - 1, in: &points)
    }
    field("baseline") { $0.plot.height(of: $0.start) }
    field("highest") { Text(dollars: $0.plot.highest) }
    field("lowest") { Text(dollars: $0.plot.lowest) }
    field("description") { $0.description }
  }

  private var description: Text {
    let last = balances[balances.count - 1]
    return """
      Balance after each of the last \(balances.count - 1) results: from \(dollars: balances[0]) \
      to \(dollars: last), between \(dollars: lowest) and \(dollars: highest). The straight line \
      marks \(dollars: start).
      """
  }

  private var plot: LinePlot<Int> {
    LinePlot(lowest: min(start, lowest), highest: max(start, highest))
  }
}
