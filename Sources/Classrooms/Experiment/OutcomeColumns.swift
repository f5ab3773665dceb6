import DiceLanguage
import Rooms
import Site

/// The outcomes of an experiment as columns of a chart: one for each outcome, or for neighbours.
struct OutcomeColumns {
  /// The most columns that can be told apart on a phone.
  static let most = 60
  /// The most columns of small charts.
  static let few = 24
  /// Outcomes that are less likely share the first and the last column.
  private static let rare = 0.0001

  private let experiment: Experiment
  /// The experiment that has the same columns.
  private let other: Experiment?
  /// The totals in ascending order.
  private let totals: [Total]
  /// The places of the totals that share a column.
  private let groups: [Range<Int>]
  /// The exact chance of each column; `nil` while it is hidden.
  let chances: [Double]?

  /// Creates at most `limit` columns for all possible outcomes, or for those rolled if the
  /// expectation isn't known.
  ///
  /// `isShown` is whether the chances are visible. An experiment `beside` it has the same columns
  /// if its outcomes are of the same kind.
  init(
    _ rolls: ClassRolls, _ expectation: Expectation?, isShown: Bool,
    limit: Int = OutcomeColumns.most, beside other: (ClassRolls, Expectation?)? = nil
  ) {
    experiment = rolls.experiment
    var (totals, chances) = OutcomeColumns.outcomes(rolls, expectation)
    var both = chances
    let count = experiment.tally?.count
    let other = other.flatMap { $0.0.experiment.tally?.count == count ? $0 : nil }
    self.other = other?.0.experiment
    if let other {
      let theirs = OutcomeColumns.outcomes(other.0, other.1)
      let own = Dictionary(uniqueKeysWithValues: zip(totals, chances))
      let others = Dictionary(uniqueKeysWithValues: zip(theirs.totals, theirs.chances))
      totals = Set(totals).union(theirs.totals).sorted()
      chances = totals.map { own[$0] ?? 0 }
      both = zip(totals, chances).map { $1 + (others[$0] ?? 0) }
    }
    self.totals = totals
    groups = columnGroups(of: both, limit: limit, rare: OutcomeColumns.rare)
    self.chances = isShown && expectation != nil ? groups.map { chances[$0].reduce(0, +) } : nil
  }

  /// Returns the outcomes in ascending order.
  private static func outcomes(
    _ rolls: ClassRolls, _ expectation: Expectation?
  ) -> (totals: [Total], chances: [Double]) {
    if let expectation { return (expectation.totals, expectation.chances) }
    let tally = rolls.tally
    return (tally.totals, tally.totals.map { Double(tally[$0]) / Double(max(1, tally.rolls)) })
  }

  var count: Int { groups.count }

  /// The places of the columns that stand for several totals.
  var shared: [Int] { groups.indices.filter { groups[$0].count > 1 } }

  /// Returns the number of rolls in each column; every roll is in one of them.
  func counts(of tally: Tally) -> [Int] {
    guard !groups.isEmpty else { return [] }
    var counts = Array(repeating: 0, count: groups.count)
    for (total, count) in tally.counts { counts[column(of: total)] += count }
    return counts
  }

  private func column(of total: Total) -> Int {
    var range = 0..<groups.count
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      if totals[groups[middle].lowerBound] <= total {
        range = middle..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// Returns the place of a number: that of its column, or between two.
  func place(of number: Double) -> Double {
    let middles = groups.indices.map { column in
      let (low, high) = ends(of: column)
      return (low.double + high.double) / 2
    }
    guard let after = middles.firstIndex(where: { $0 > number }) else {
      return Double(max(0, groups.count - 1))
    }
    guard after > 0 else { return 0 }
    let width = middles[after] - middles[after - 1]
    return Double(after - 1) + (number - middles[after - 1]) / width
  }

  /// Returns a column's name: `7`, `20–24`, `win`.
  func name(of column: Int) -> String {
    let (low, high) = ends(of: column)
    guard low != high else { return name(of: low) }
    return experiment.tally != nil
      ? "\(name(of: low)) to \(name(of: high))"
      : rangeText(
        low.signedText, high.signedText,
        isPlain: low >= .zero && low.denominator == 1 && high.denominator == 1)
  }

  /// The lowest and the highest outcome: `2 to 12`.
  var range: String {
    guard let first = totals.first, let last = totals.last else { return "" }
    return "\(mark(of: first)) to \(mark(of: last))"
  }

  /// The label of each column: its lowest outcome, or empty if there is no room.
  var marks: [String] {
    groups.indices.map { column in
      guard isMarked(column, of: groups.count) else { return "" }
      let mark = mark(of: ends(of: column).low)
      return mark.count <= 7 ? mark : ""
    }
  }

  private func name(of total: Total) -> String { naming(total).name(of: total) }
  private func mark(of total: Total) -> String { naming(total).mark(of: total) }

  /// Returns the experiment that has an outcome: dice may have outcomes that a bag lacks.
  private func naming(_ total: Total) -> Experiment {
    guard let other, experiment.tally?.tally(numbered: total.numerator) == nil else {
      return experiment
    }
    return other
  }

  private func ends(of column: Int) -> (low: Total, high: Total) {
    (totals[groups[column].lowerBound], totals[groups[column].upperBound - 1])
  }
}
