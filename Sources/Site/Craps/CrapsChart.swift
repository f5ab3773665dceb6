import Games
import Mustache

/// A line chart of the balance after each finished game, in a box of 600 × 160.
struct CrapsChart: Fielded {
  private let balances: [Int]
  /// The balance at the start, in dollars, drawn as a straight line.
  private let start: Int
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
    balances = [first.balance - change] + log.balances
    self.start = start
    lowest = min(start, balances.min() ?? 0)
    highest = max(start, balances.max() ?? 0)
  }

  static func declare(_ field: inout Fields<CrapsChart>) {
    field.text("points") { chart, points in
      for (index, balance) in chart.balances.enumerated() {
        if index > 0 { points.append(ascii: " ") }
        points.append(index * 600 / (chart.balances.count - 1))
        points.append(ascii: ",")
        points.append(chart.height(balance))
      }
    }
    field("baseline") { $0.height($0.start) }
    field("highest") { Dollars($0.highest) }
    field("lowest") { Dollars($0.lowest) }
    field("description") { $0.description }
  }

  private var description: Text {
    let last = balances[balances.count - 1]
    return """
      Balance after each of the last \(balances.count - 1) results: from \(dollars: balances[0]) \
      to \(dollars: last), between \(dollars: balances.min() ?? 0) and \
      \(dollars: balances.max() ?? 0). The straight line marks \(dollars: start).
      """
  }

  /// The distance from the top, with a margin so that the line isn't cut off.
  private func height(_ balance: Int) -> Int {
    highest == lowest ? 80 : 8 + (highest - balance) * 144 / (highest - lowest)
  }
}
