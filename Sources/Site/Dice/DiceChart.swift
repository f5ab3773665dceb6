import DiceLanguage
import Games
import Mustache

/// The rolls of an expression and those expected, as a histogram and as a table.
struct DiceChart: Fielded {
  /// The number of rolls from which a chart shows anything.
  static let enough = 10

  private let expression: String
  private let summary: Text
  private let columns: [DiceColumn]
  /// The plot, whose height stands for a whole number of rolls.
  private let plot: ColumnPlot

  private init(_ expression: String, _ summary: Text, _ columns: [DiceColumn]) {
    self.expression = expression
    self.summary = summary
    self.columns = columns
    let most = columns.map { max(Double($0.count), $0.expected) }.max() ?? 1
    plot = ColumnPlot(most: most.rounded(.up))
  }

  init(_ tally: DiceTally) {
    self.init(
      tally.structure.expression, DiceWords.summary(of: tally), DiceColumn.all(of: tally))
  }

  /// - Returns: `nil` if the chances are unknown, or nothing was counted.
  init?(_ tally: ExpressionTally, _ chances: RollOdds.Chances?) {
    guard let chances, let columns = DiceColumn.all(of: tally, chances) else { return nil }
    self.init(tally.expression.isolated, DiceWords.summary(of: tally, chances.mean), columns)
  }

  /// Creates a chart with a column for each word.
  init(_ tally: ExpressionTally, _ chances: RollOdds.TallyChances) {
    let words = chances.odds.words
    let rolls = Double(tally.rolls)
    self.init(
      tally.expression.isolated, DiceWords.summary(ofWords: tally),
      words.indices.map { place in
        DiceColumn(
          totals: place...place, word: words[place], count: tally.count(of: place),
          chance: chances.shares[place], expected: chances.shares[place] * rolls)
      })
  }

  static func declare(_ field: inout Fields<DiceChart>) {
    field("isOfWords") { !$0.words.isEmpty }
    field("width") { $0.columns.count * ColumnPlot.columnWidth }
    field("height") { _ in ColumnPlot.height }
    field("most") { Int($0.plot.most) }
    field.text("mine") { $0.plot.draw(bars: $0.columns.lazy.map { Double($0.count) }, in: &$1) }
    field.text("exact") { $0.plot.draw(steps: $0.columns.lazy.map(\.expected), in: &$1) }
    field("marks") { $0.marks }
    field("summary") { $0.summary }
    field("caption") { DiceWords.caption(of: $0.expression) }
    field("columns") { $0.columns }
  }

  /// The words of the columns; empty if they are for totals.
  private var words: [String] { columns.compactMap(\.word) }

  /// The label of each column: its lowest total or its word; empty if there is no room.
  private var marks: [Text] {
    guard words.isEmpty else { return wordMarks(words).map { "\($0)" } }
    return columns.enumerated().map { index, column in
      isMarked(index, of: columns.count) ? column.mark : ""
    }
  }
}

/// A column of the chart and row of the table: one total or several neighbours.
struct DiceColumn: Fielded, Equatable {
  /// The most columns between the first and the last, so that they can be told apart on a phone.
  private static let limit = 40
  /// The chance below which totals share the first and the last column.
  private static let rare = 0.001

  /// The totals, as multiples of 1/`denominator`.
  let totals: ClosedRange<Int>
  var denominator = 1
  /// The word of the column, instead of totals.
  var word: String?
  /// The number of rolls.
  let count: Int
  /// The chance of the column in one roll.
  let chance: Double
  /// The expected number of rolls.
  let expected: Double

  static func declare(_ field: inout Fields<DiceColumn>) {
    field.text("totals") { column, text in
      let (low, high) = (column.totals.lowerBound, column.totals.upperBound)
      if let word = column.word { return text.append(word.isolated) }
      guard column.denominator == 1 else { return text.append(column.fractions) }
      text.append(signed: low)
      guard low < high else { return }
      text.append(low >= 0 ? "–" : " to ")
      text.append(signed: high)
    }
    field.text("count") { $1.append(grouped: $0.count) }
    field.text("expected") { $1.append($0.expected, places: 1) }
    field.text("chance") { column, text in
      if column.chance < 0.0001 {
        text.append("< 0.01%")
      } else {
        text.append(percent: column.chance, places: 2)
      }
    }
  }

  /// Returns the columns for all totals that the dice can make, lowest first.
  static func all(of tally: DiceTally) -> [DiceColumn] {
    let distribution = DiceDistribution(of: tally.structure)
    func chance(of totals: ClosedRange<Int>) -> Double {
      let first = totals.lowerBound - distribution.lowest
      return distribution.chances[first..<first + totals.count].reduce(0, +)
    }
    let rolls = Double(tally.rolls)
    let chances = tally.counts.indices.map { chance(of: tally.totals(of: $0..<$0 + 1)) }
    return columnGroups(of: chances, limit: limit + 2, rare: rare).map {
      let totals = tally.totals(of: $0)
      let chance = chance(of: totals)
      return DiceColumn(
        totals: totals, count: tally.counts[$0].reduce(0, +), chance: chance,
        expected: chance * rolls)
    }
  }

  /// Returns the columns for all totals that an expression can make, lowest first.
  ///
  /// - Returns: `nil` if the totals are too large to be counted.
  static func all(of tally: ExpressionTally, _ chances: RollOdds.Chances) -> [DiceColumn]? {
    let units = chances.units
    // Any rolled total is possible, so its denominator divides that of all totals.
    let factor = chances.denominator / tally.denominator
    guard !units.isEmpty, factor > 0, tally.rolls > 0 else { return nil }
    let width = tally.width == 1 ? 1 : tally.width * factor
    let groups = groups(of: units, width, chances.shares)
    let starts = groups.map { units[$0.lowerBound].rounded(downTo: width) }
    var counts = Array(repeating: 0, count: groups.count)
    for (total, count) in zip(tally.totals, tally.counts) {
      let column = starts.lastIndex { $0 <= total * factor } ?? 0
      counts[column] += count
    }
    let rolls = Double(tally.rolls)
    return zip(groups, counts).map { group, count in
      let chance = chances.shares[group].reduce(0, +)
      return DiceColumn(
        totals: units[group.lowerBound]...units[group.upperBound - 1],
        denominator: chances.denominator, count: count, chance: chance, expected: chance * rolls)
    }
  }

  /// Groups totals that share a column, as those that share a count always do.
  private static func groups(of units: [Int], _ width: Int, _ shares: [Double]) -> [Range<Int>] {
    guard units.count > limit || width > 1 else { return units.indices.map { $0..<$0 + 1 } }
    /// Returns ranges of neighbours that share a multiple of this size.
    func parts(_ range: Range<Int>, _ size: Int) -> [Range<Int>] {
      var parts: [Range<Int>] = []
      for index in range {
        if let last = parts.last,
          units[last.lowerBound].rounded(downTo: size) == units[index].rounded(downTo: size)
        {
          parts[parts.count - 1] = last.lowerBound..<index + 1
        } else {
          parts.append(index..<index + 1)
        }
      }
      return parts
    }
    let finest = parts(units.indices, width)
    guard finest.count > limit else { return finest }
    /// Returns how many of these are together unlikely.
    func tail(_ parts: some Sequence<Range<Int>>) -> Int {
      var (count, sum) = (0, 0.0)
      for part in parts {
        sum += shares[part].reduce(0, +)
        guard sum < rare else { break }
        count += 1
      }
      return count
    }
    let low = tail(finest)
    let high = finest.count - tail(finest.reversed())
    let middle = finest[low].lowerBound..<finest[high - 1].upperBound
    let size =
      roundSizes(width).first { size in
        units[middle.lowerBound].rounded(downTo: size) + (limit - 1) * size
          >= units[middle.upperBound - 1].rounded(downTo: size)
          || parts(middle, size).count <= limit
      } ?? width
    var groups = parts(middle, size)
    if middle.lowerBound > 0 { groups.insert(0..<middle.lowerBound, at: 0) }
    if middle.upperBound < units.count { groups.append(middle.upperBound..<units.count) }
    return groups
  }

  /// The label under the column: its lowest total.
  fileprivate var mark: Text {
    denominator == 1
      ? "\(signed: totals.lowerBound)" : "\(DiceColumn.fraction(totals.lowerBound, denominator))"
  }

  fileprivate var fractions: String {
    let low = DiceColumn.fraction(totals.lowerBound, denominator)
    guard totals.count > 1 else { return low }
    return "\(low) to \(DiceColumn.fraction(totals.upperBound, denominator))"
  }

  /// Returns a total as text: `−7/2`, `3`.
  private static func fraction(_ units: Int, _ denominator: Int) -> String {
    Fraction(units, denominator).description.withMinusSign
  }
}
