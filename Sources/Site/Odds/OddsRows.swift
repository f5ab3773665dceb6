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
  /// What the values are.
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

  /// Whether some chance is no fraction.
  var isRounded: Bool { rows.contains { $0.chance.isRounded } }

  static func declare(_ field: inout Fields<OddsTable>) {
    field("caption") { $0.caption }
    field("head") { $0.head }
    field("rows") { $0.rows }
    field("isBinned") { $0.isBinned }
  }
}

extension Distribution {
  /// Which values share a row or a column, if there may be only so many.
  func groups(_ limit: Int) -> [Range<Int>] {
    guard values.count > limit else { return values.indices.map { $0..<$0 + 1 } }
    // Whole counts are added up faster than chances are worked out.
    return columnGroups(of: ways, limit: limit, rare: (denominator + 9_999) / 10_000)
  }

  /// `4`, `4–5`, `−2 to 3`.
  func text(of group: Range<Int>) -> String {
    let (low, high) = (values[group.lowerBound], values[group.upperBound - 1])
    let isPlain = low >= .zero && low.isWhole && high.isWhole
    return rangeText(low.signedText, high.signedText, isPlain: isPlain)
  }
}
