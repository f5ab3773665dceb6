import BigInt
import DiceLanguage
import Mustache
import Web

/// An answer as the page shows it.
final class OddsView: Fielded, Sendable {
  let expression: String
  private let reading: String
  private let isRepeated: Bool
  private let facts: OddsFacts
  private let chart: OddsChart
  private let table: OddsTable
  /// The chance of reaching the target or, without a target or comparison, of the likeliest total.
  private let headline: OddsFact?
  private let target: [OddsFact]
  /// The sentence on a target that every total reaches, or none.
  private let reach: String?
  private let versus: OddsVersus?
  private let ranks: [OddsRank]
  private let hasCSV, hasJSON: Bool

  init(_ answer: NumberAnswer, target: Rational?) {
    let total = answer.odds.total
    expression = answer.expression.text
    reading = answer.expression.reading(cap: Expression.Limits.defaultCap).asSentence
    isRepeated = answer.expression.times != nil
    facts = OddsFacts(total)
    chart = OddsChart(
      of: answer.expression.text, total, target: target,
      rival: answer.versus.map { ($0.expression.text, $0.odds.total) })
    reach = target.flatMap { OddsWords.reach(of: answer.expression.text, $0, total) }
    table = OddsTable(total, caption: OddsWords.caption(of: answer.expression.text))
    if let target {
      let names = OddsWords.names(of: target)
      headline = OddsFact(names.orMore, total.ways { $0 >= target }, of: total)
      let rival = answer.versus.map { versus in
        OddsFact(
          OddsWords.name(names.orMore, with: versus.expression.text),
          versus.odds.total.ways { $0 >= target }, of: versus.odds.total)
      }
      self.target = [
        rival, OddsFact(names.orLess, total.ways { $0 <= target }, of: total),
        OddsFact(names.exactly, total.ways { $0 == target }, of: total),
      ].compactMap(\.self)
    } else {
      headline = answer.versus == nil ? OddsFact(likeliestOf: total) : nil
      self.target = []
    }
    versus = answer.versus.map { OddsVersus(answer.expression, $0) }
    let count = answer.odds.ranks.count
    ranks = answer.odds.ranks.enumerated().map { OddsRank($0.element, $0.offset, of: count) }
    hasCSV = answer.fits(.csv)
    hasJSON = answer.fits(.json)
  }

  /// A sentence for search engines and previews.
  var description: String { OddsWords.description(of: expression, facts) }

  static func declare(_ field: inout Fields<OddsView>) {
    field("expression") { $0.expression }
    field("reading") { $0.reading }
    field("rollQuery") { PercentCoding.encode([("expression", $0.expression)]) }
    field("isRepeated") { $0.isRepeated }
    field("facts") { $0.facts }
    field("chart") { $0.chart }
    field("table") { $0.table }
    field("isRounded") { $0.table.isRounded || $0.facts.isRounded }
    field("hasCSV") { $0.hasCSV }
    field("hasJSON") { $0.hasJSON }
    field("hasFiles") { $0.hasCSV && $0.hasJSON }
    field("headline") { $0.headline }
    field("targets") { $0.target }
    field("reach") { $0.reach }
    field("versus") { $0.versus }
    field("ranks") { $0.ranks }
  }
}

/// The typical totals of a distribution.
struct OddsFacts: Fielded {
  private let distribution: Distribution
  private let mean, variance: OddsNumber
  private let deviation: Double

  init(_ distribution: Distribution) {
    self.distribution = distribution
    guard distribution.denominator.bitWidth <= OddsAnswer.longestDenominator else {
      let (mean, variance) = distribution.roundedMoments
      self.mean = OddsNumber(rounded: mean)
      self.variance = OddsNumber(rounded: variance)
      deviation = variance.squareRoot()
      return
    }
    let (mean, variance) = distribution.moments
    self.mean = OddsNumber(mean)
    self.variance = OddsNumber(variance)
    deviation = variance.double.squareRoot()
  }

  var summary: String { OddsWords.summary(of: distribution, mean: mean) }

  var isRounded: Bool { mean.isRounded || variance.isRounded }

  static func declare(_ field: inout Fields<OddsFacts>) {
    field("lowest") { $0.distribution.minimum.signedText }
    field("highest") { $0.distribution.maximum.signedText }
    field("mean") { $0.mean }
    field("variance") { $0.variance }
    field("deviation") { OddsNumber(rounded: $0.deviation).text }
    // The median of two values says no more than their chances.
    field("median") { facts in
      facts.distribution.values.count > 2 ? facts.distribution.median.signedText : nil
    }
  }
}

/// A chance with its name.
struct OddsFact: Fielded {
  let name: String
  let chance: OddsNumber

  init(_ name: String, _ ways: BigUInt, of distribution: Distribution) {
    self.name = name
    chance = OddsNumber(ways, of: distribution)
  }

  /// Creates the chance of the likeliest total, or of each of several.
  init(likeliestOf distribution: Distribution) {
    let most = distribution.ways.max() ?? 0
    let likeliest = distribution.values.indices.filter { distribution.ways[$0] == most }
    self.init(
      OddsWords.likeliest(
        likeliest.map { distribution.values[$0].signedText }, of: distribution.values.count),
      most, of: distribution)
  }

  static func declare(_ field: inout Fields<OddsFact>) {
    field("name") { $0.name }
    field("chance") { $0.chance }
  }
}

/// A comparison of two expressions.
struct OddsVersus: Fielded {
  private let first, second: Expression
  private let facts: [OddsFact]
  /// How many times in 1,000 the first is higher, and how many it isn't lower.
  private let won, unlost: Int
  private let difference: OddsTable

  init(_ first: Expression, _ versus: NumberAnswer.Versus) {
    self.first = first
    second = versus.expression
    let difference = versus.difference
    let higher = difference.ways { $0 > .zero }
    let tie = difference.ways { $0 == .zero }
    facts = [
      OddsFact(OddsWords.firstHigher, higher, of: difference),
      OddsFact(OddsWords.tie, tie, of: difference),
      OddsFact(OddsWords.secondHigher, difference.ways { $0 < .zero }, of: difference),
    ]
    won = Int((1_000 * difference.double(higher)).rounded())
    unlost = Int((1_000 * difference.double(higher + tie)).rounded())
    self.difference = OddsTable(
      difference, caption: OddsWords.caption(of: first, minus: versus.expression),
      head: OddsWords.difference)
  }

  static func declare(_ field: inout Fields<OddsVersus>) {
    field("first") { $0.first.text }
    field("second") { $0.second.text }
    field("secondReading") { $0.second.reading(cap: Expression.Limits.defaultCap) }
    field("facts") { $0.facts }
    field("won") { $0.won }
    field("unlost") { $0.unlost }
    field("difference") { $0.difference }
  }
}

/// A rank of several totals in order.
struct OddsRank: Fielded {
  private let name: String
  private let facts: OddsFacts
  private let table: OddsTable

  /// Creates a rank; `place` counts from 0, the best.
  init(_ distribution: Distribution, _ place: Int, of count: Int) {
    name = rankName(place, of: count)
    facts = OddsFacts(distribution)
    table = OddsTable(
      distribution, caption: OddsWords.caption(ofRank: name), limit: OddsTable.fewRows)
  }

  static func declare(_ field: inout Fields<OddsRank>) {
    field("name") { $0.name }
    field("facts") { $0.facts }
    field("table") { $0.table }
  }
}

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

  /// Returns a number of cases as a percentage.
  func percent(_ ways: BigUInt) -> String {
    if ways.isZero { return "0%" }
    return ways == denominator ? "100%" : double(ways).chanceText
  }

  /// Returns the number of cases whose value satisfies a condition.
  func ways(where holds: (Rational) -> Bool) -> BigUInt {
    zip(values, ways).reduce(BigUInt(0)) { holds($1.0) ? $0 + $1.1 : $0 }
  }
}
