import BigInt
import DiceLanguage
import Mustache

/// One value or several side by side, with their chance.
struct OddsRow: Fielded {
  let value: String
  let chance: OddsNumber
  /// The chance of this or more, of this or less.
  let atLeast, atMost: String

  static func declare(_ field: inout Fields<OddsRow>) {
    field("value") { $0.value }
    field("chance") { $0.chance }
    field("atLeast") { $0.atLeast }
    field("atMost") { $0.atMost }
  }
}

/// The rows of a table of chances.
struct OddsTable: Fielded {
  /// The most rows on a page.
  static let rows = 200
  /// The most rows for each of several tables.
  static let fewRows = 40

  let caption: String
  let rows: [OddsRow]
  let isBinned: Bool

  init(_ distribution: Distribution, caption: String, limit: Int = OddsTable.rows) {
    self.caption = caption
    let groups = distribution.groups(limit)
    isBinned = groups.count < distribution.values.count
    var before = BigUInt(0)
    rows = groups.map { group in
      let ways = distribution.ways[group].reduce(BigUInt(0), +)
      defer { before += ways }
      return OddsRow(
        value: distribution.text(of: group), chance: OddsNumber(ways, of: distribution),
        atLeast: distribution.percent(distribution.denominator - before),
        atMost: distribution.percent(before + ways))
    }
  }

  /// Whether some chance is no fraction.
  var isRounded: Bool { rows.contains { $0.chance.isRounded } }

  static func declare(_ field: inout Fields<OddsTable>) {
    field("caption") { $0.caption }
    field("rows") { $0.rows }
    field("isBinned") { $0.isBinned }
  }
}

extension Distribution {
  /// Which values share a row or a column, if there may be only so many.
  ///
  /// What is less likely than 1 in 10 000 shares the first and the last, so that the others tell
  /// more.
  func groups(_ limit: Int) -> [Range<Int>] {
    guard values.count > limit else { return values.indices.map { $0..<$0 + 1 } }
    let rare = denominator / 10_000
    func tail(_ ways: some Sequence<BigUInt>) -> Int {
      var (count, sum) = (0, BigUInt(0))
      for ways in ways {
        sum += ways
        guard sum < rare else { break }
        count += 1
      }
      return count
    }
    let middle = tail(ways)..<values.count - tail(ways.reversed())
    let size = roundSizes().first { middle.count <= (limit - 2) * $0 } ?? middle.count
    var groups = stride(from: middle.lowerBound, to: middle.upperBound, by: size).map {
      $0..<min($0 + size, middle.upperBound)
    }
    if middle.lowerBound > 0 { groups.insert(0..<middle.lowerBound, at: 0) }
    if middle.upperBound < values.count { groups.append(middle.upperBound..<values.count) }
    return groups
  }

  /// `4`, `4–5`, `−2 to 3`.
  func text(of group: Range<Int>) -> String {
    let (low, high) = (values[group.lowerBound], values[group.upperBound - 1])
    if low == high { return low.signedText }
    let isPlain = low >= .zero && low.isWhole && high.isWhole
    return low.signedText + (isPlain ? "\u{2013}" : " to ") + high.signedText
  }
}
