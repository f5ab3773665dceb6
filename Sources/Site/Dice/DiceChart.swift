import Games
import Mustache

/// The rolls of one expression against what to expect of them, as a histogram and as a table.
///
/// In the picture each column is 10 wide, and `height` is the most that any column reaches.
struct DiceChart: Fielded {
  private static let height = 160
  /// What is left between two columns, on either side.
  private static let gap = 1
  private let tally: DiceTally
  private let columns: [DiceColumn]
  /// How many rolls the height stands for.
  private let most: Double

  init(_ tally: DiceTally) {
    self.tally = tally
    columns = DiceColumn.all(of: tally)
    most = columns.map { max(Double($0.count), $0.expected) }.max() ?? 1
  }

  static func declare(_ field: inout Fields<DiceChart>) {
    field("width") { $0.columns.count * 10 }
    field("height") { _ in height }
    field("most") { Int($0.most.rounded(.up)) }
    field.text("mine") { chart, path in
      for (index, column) in chart.columns.enumerated() where column.count > 0 {
        path.append("M")
        path.append(index * 10 + gap)
        path.append(" ")
        path.append(height)
        path.append("V")
        path.append(chart.top(of: Double(column.count)))
        path.append("h")
        path.append(10 - 2 * gap)
        path.append("V")
        path.append(height)
        path.append("z")
      }
    }
    field.text("exact") { chart, path in
      path.append("M0 ")
      path.append(height)
      for column in chart.columns {
        path.append("V")
        path.append(chart.top(of: column.expected))
        path.append("h10")
      }
      path.append("V")
      path.append(height)
    }
    field("marks") { $0.marks }
    field("summary") { DiceWords.summary(of: $0.tally) }
    field("caption") { "Totals of \($0.tally.structure.expression) and what to expect" }
    field("columns") { $0.columns }
  }

  /// The distance of so many rolls from the top.
  private func top(of rolls: Double) -> Int {
    let height = Double(DiceChart.height)
    return Int((height - rolls / Double(Int(most.rounded(.up))) * height).rounded())
  }

  /// The lowest total of each column; empty where there is no room for it.
  private var marks: [Text] {
    columns.enumerated().map { index, column in
      isMarked(index, of: columns.count) ? "\(signed: column.totals.lowerBound)" : ""
    }
  }
}

/// A column of the chart and row of its table: one total, or several side by side.
struct DiceColumn: Fielded, Equatable {
  /// The most columns between the first and the last, so that they can be told apart on a phone.
  private static let limit = 40
  /// What is less likely than this shares the first and the last column.
  private static let rare = 0.001

  let totals: ClosedRange<Int>
  /// How often one of them was rolled.
  let count: Int
  /// The chance that a roll is one of them.
  let chance: Double
  /// How often one of them is to be expected.
  let expected: Double

  static func declare(_ field: inout Fields<DiceColumn>) {
    field("totals") { column -> Text in
      let (low, high) = (column.totals.lowerBound, column.totals.upperBound)
      if low == high { return "\(signed: low)" }
      return low >= 0 ? "\(low)–\(high)" : "\(signed: low) to \(signed: high)"
    }
    field("count") { "\(grouped: $0.count)" as Text }
    field("expected") { "\($0.expected, places: 1)" as Text }
    field("chance") { column -> Text in
      column.chance < 0.0001 ? "< 0.01%" : "\(percent: column.chance, places: 2)"
    }
  }

  /// The columns for all totals that the dice can make, lowest first.
  static func all(of tally: DiceTally) -> [DiceColumn] {
    let distribution = DiceDistribution(of: tally.structure)
    func chance(of totals: ClosedRange<Int>) -> Double {
      let first = totals.lowerBound - distribution.lowest
      return distribution.chances[first..<first + totals.count].reduce(0, +)
    }
    let rolls = Double(tally.rolls)
    return groups(tally.counts.indices.map { chance(of: tally.totals(of: $0..<$0 + 1)) }).map {
      let totals = tally.totals(of: $0)
      let chance = chance(of: totals)
      return DiceColumn(
        totals: totals, count: tally.counts[$0].reduce(0, +), chance: chance,
        expected: chance * rolls)
    }
  }

  /// Which counts share a column, given the chance of each.
  private static func groups(_ chances: [Double]) -> [Range<Int>] {
    guard chances.count > limit else { return chances.indices.map { $0..<$0 + 1 } }
    var tail = 0
    var sum = chances[0]
    while sum < rare {
      tail += 1
      sum += chances[tail]
    }
    let middle = tail..<chances.count - tail
    let size = [1, 2, 5, 10, 20].first { middle.count <= limit * $0 } ?? chances.count
    var groups = stride(from: middle.lowerBound, to: middle.upperBound, by: size).map {
      $0..<min($0 + size, middle.upperBound)
    }
    if tail > 0 {
      groups.insert(0..<tail, at: 0)
      groups.append(middle.upperBound..<chances.count)
    }
    return groups
  }
}
