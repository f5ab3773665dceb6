import BigInt
import DiceLanguage

/// The counts of one expression's totals, or of words by their place, in a session.
///
/// Totals are counted in units of 1/`denominator`, so that halves are whole numbers, too.
struct ExpressionTally: Equatable, Packed {
  /// The largest total that is counted, in units.
  private static let largest = 1 << 40
  /// The largest denominator of a total that is counted.
  private static let largestDenominator = 1 << 20
  /// The most rolls counted, far above what anybody makes and low enough for all sums.
  static let rollLimit = (1 << 20) - 1

  /// The expression as `Expression.text`.
  let expression: String
  private(set) var denominator = 1
  /// The number of units that share a count, above one if there are too many totals.
  private(set) var width = 1
  /// The totals in ascending order, in units: multiples of `width`, the lowest that share a count.
  private(set) var totals: [Int] = []
  private(set) var counts: [Int] = []
  /// The sum of all totals in units.
  private(set) var sum = 0

  init(of expression: String) { self.expression = expression }

  /// Returns how often a total in units came up, if it has its own count.
  func count(of total: Int) -> Int { totals.firstIndex(of: total).map { counts[$0] } ?? 0 }

  var rolls: Int { counts.reduce(0, +) }

  /// Counts the total of a roll or, for a tally, each word by its place.
  mutating func add(_ roll: RollResult) {
    switch roll {
    case .number(let roll): add(roll.total)
    case .tally(let roll):
      for (place, count) in roll.tally.enumerated() {
        for _ in 0..<count { add(Rational(place)) }
      }
    }
  }

  /// Counts a total, unless it is far too large or there were far too many.
  mutating func add(_ total: Rational) {
    guard rolls < ExpressionTally.rollLimit, let divisor = Int(exactly: total.denominator),
      divisor <= ExpressionTally.largestDenominator
    else { return }
    let common = denominator / denominator.commonDivisor(divisor) * divisor
    guard common <= ExpressionTally.largestDenominator,
      let units = (total * Rational(common)).int,
      units.magnitude <= ExpressionTally.largest,
      (totals + [width]).allSatisfy({
        $0.magnitude <= ExpressionTally.largest / (common / denominator)
      })
    else { return }
    scale(to: common)
    sum += units
    add(units, 1)
    while totals.count > DiceTally.countLimit { widen() }
  }

  /// Counts in finer units; `common` is a multiple of the denominator.
  private mutating func scale(to common: Int) {
    let factor = common / denominator
    guard factor > 1 else { return }
    denominator = common
    sum *= factor
    totals = totals.map { $0 * factor }
    // Totals that shared a count still do.
    if width > 1 { width *= factor }
  }

  private mutating func add(_ units: Int, _ count: Int) {
    let low = units.rounded(downTo: width)
    let index = totals.firstIndex { $0 >= low } ?? totals.count
    if index < totals.count, totals[index] == low {
      counts[index] += count
    } else {
      totals.insert(low, at: index)
      counts.insert(count, at: index)
    }
  }

  private mutating func widen() {
    let before = zip(totals, counts)
    width *= 2
    totals = []
    counts = []
    for (total, count) in before {
      let low = total.rounded(downTo: width)
      if totals.last == low {
        counts[counts.count - 1] += count
      } else {
        totals.append(low)
        counts.append(count)
      }
    }
  }

  func pack(into packer: inout Packer) {
    packer.put(4, expression)
    packer.put(5, denominator)
    packer.put(6, width)
    packer.put(7, totals.map(\.zigzag))
    packer.put(8, counts)
    packer.put(9, sum)
  }

  init?(_ fields: PackedFields) {
    guard let expression = fields.text(4), let denominator = fields.number(5),
      let width = fields.number(6), let totals = fields.numbers(7), let counts = fields.numbers(8),
      let sum = fields.number(9), totals.count == counts.count,
      1...ExpressionTally.largestDenominator ~= denominator,
      1...ExpressionTally.largest ~= width,
      counts.allSatisfy({ $0 <= ExpressionTally.rollLimit })
    else { return nil }
    self.expression = expression
    self.denominator = denominator
    self.width = width
    self.totals = totals.map(Int.init(zigzag:))
    self.counts = counts
    self.sum = sum
    guard rolls <= ExpressionTally.rollLimit,
      self.totals.allSatisfy({ $0.magnitude <= ExpressionTally.largest << 1 }),
      zip(self.totals, self.totals.dropFirst()).allSatisfy({ $0 < $1 }),
      possibleSums ~= sum
    else { return nil }
  }

  /// The possible sums: each total is less than `width` above the lowest that shares its count.
  private var possibleSums: ClosedRange<Int> {
    let lowest = zip(totals, counts).reduce(0) { $0 + $1.0 * $1.1 }
    return lowest...lowest + rolls * (width - 1)
  }
}
