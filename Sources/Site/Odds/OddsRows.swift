import BigInt
import DiceLanguage
import Mustache

/// One value or several side by side, with their chance.
struct OddsRow: Fielded {
  let value: String
  let chance: OddsNumber
  /// The chances of this or more, and of this or less.
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
  /// The most rows of a table on a page.
  static let rows = 200
  /// The most rows of each of several tables.
  static let fewRows = 40

  let caption: String
  /// The heading of the values.
  private let head: String
  let rows: [OddsRow]
  let isBinned: Bool

  init(
    _ distribution: Distribution, caption: String, head: String = "Total",
    limit: Int = OddsTable.rows
  ) {
    self.caption = caption
    self.head = head
    let groups = distribution.groups(limit)
    isBinned = groups.count < distribution.values.count
    var before = BigUInt(0)
    rows = groups.map { group in
      let ways = distribution.ways[group].reduce(BigUInt(0), +)
      defer { before += ways }
      return OddsRow(
        value: distribution.text(of: group), chance: OddsNumber(oneOfMany: ways, of: distribution),
        atLeast: distribution.percent(distribution.denominator - before),
        atMost: distribution.percent(before + ways))
    }
  }

  /// Whether some chance isn't a fraction.
  var isRounded: Bool { rows.contains { $0.chance.isRounded } }

  static func declare(_ field: inout Fields<OddsTable>) {
    field("caption") { $0.caption }
    field("head") { $0.head }
    field("rows") { $0.rows }
    field("isBinned") { $0.isBinned }
  }
}

extension Distribution {
  /// Returns the values that share a row or a column, for a limited number of these.
  func groups(_ limit: Int) -> [Range<Int>] {
    guard values.count > limit else { return values.indices.map { $0..<$0 + 1 } }
    // Whole counts are added faster than chances are computed.
    return columnGroups(of: ways, limit: limit, rare: (denominator + 9_999) / 10_000)
  }

  /// Returns a group as text: `4`, `4–5`, `−2 to 3`.
  func text(of group: Range<Int>) -> String {
    let (low, high) = (values[group.lowerBound], values[group.upperBound - 1])
    let isPlain = low >= .zero && low.isWhole && high.isWhole
    return rangeText(low.signedText, high.signedText, isPlain: isPlain)
  }
}
