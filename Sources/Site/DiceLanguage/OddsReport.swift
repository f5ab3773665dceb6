import DiceLanguage
import Web

/// A report whose JSON may be long.
package protocol StreamedReport {
  /// Writes all of it as JSON text, piece by piece.
  func writeJSON<Problem>(_ write: ([UInt8]) throws(Problem) -> Void) throws(Problem)
}

extension StreamedReport {
  package var json: [UInt8] {
    var text: [UInt8] = []
    writeJSON { text += $0 }
    return text
  }
}

/// Exact odds as JSON and CSV, the same from the command and from the site.
package struct OddsReport: StreamedReport {
  private let expression: Expression
  private let odds: Expression.Odds
  private let versus: Contest?
  private let atLeast: Rational?
  private let reading: String

  /// Creates the report of an expression, perhaps against another, with a target's chance.
  ///
  /// `cap` is the most extra dice of one die, as the odds count them.
  package init(
    _ expression: Expression, _ odds: Expression.Odds, versus: Contest? = nil,
    atLeast: Rational? = nil, cap: Int = Expression.Limits.defaultCap
  ) {
    reading = expression.reading(cap: cap)
    self.expression = expression
    self.odds = odds
    self.versus = versus
    self.atLeast = atLeast
  }

  package func writeJSON<Problem>(
    _ write: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    let question: JSON = ["expression": .string(expression.text), "reading": .string(reading)]
    try question.adding(odds.total.facts).write(outcomes: odds.total.rows, write)
    if let versus {
      let chances: JSON = [
        "firstHigher": .fraction(versus.firstHigher),
        "secondHigher": .fraction(versus.secondHigher), "tie": .fraction(versus.tie),
      ]
      try write(Array(#","versus":"#.utf8) + chances.bytes)
    }
    if let atLeast {
      let chance = odds.total.chance(atLeast: atLeast)
      let target: JSON = [
        "value": .exact(atLeast), "fraction": .fraction(chance),
        "chance": .number("\(chance.double)"),
      ]
      try write(Array(#","atLeast":"#.utf8) + target.bytes)
    }
    if !odds.ranks.isEmpty {
      try write(Array(#","ranks":["#.utf8))
      for (index, rank) in odds.ranks.enumerated() {
        if index > 0 { try write(Array(",".utf8)) }
        try rank.facts.write(outcomes: rank.rows, write)
        try write(Array("}".utf8))
      }
      try write(Array("]".utf8))
    }
    try write(Array("}".utf8))
  }

  /// The report for people: the meaning, typical totals, and a line for each total.
  package var table: String {
    let total = odds.total
    var lines = [
      "\(expression.text): \(reading)",
      "range \(total.minimum) to \(total.maximum), mean \(total.mean.decimalText), "
        + "median \(total.median), standard deviation \(total.standardDeviation.decimalText)",
    ]
    if let versus {
      lines += [
        "first higher  \(versus.firstHigher.decimalText)",
        "second higher  \(versus.secondHigher.decimalText)",
        "tie  \(versus.tie.decimalText)",
      ]
    }
    if let atLeast {
      lines.append("\(atLeast) or more  \(total.chance(atLeast: atLeast).decimalText)")
    }
    for (rank, distribution) in odds.ranks.enumerated() {
      lines.append(
        "\(rankName(rank, of: odds.ranks.count).lowercased()): mean \(distribution.mean.decimalText)"
      )
    }
    lines.append("total  chance  at least  at most")
    lines += total.outcomes.map { row in
      ["\(row.value)", row.chance.decimalText, row.atLeast.decimalText, row.atMost.decimalText]
        .joined(separator: "  ")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report as CSV: a heading and a line for each total, then for each rank, the best first.
  package var csv: String {
    let heading = "value,ways,denominator,chance,atLeast,atMost,numerator,divisor,rank\r\n"
    return odds.ranks.enumerated().reduce(heading + OddsReport.lines(odds.total, rank: "")) {
      $0 + OddsReport.lines($1.element, rank: String($1.offset + 1))
    }
  }

  private static func lines(_ distribution: Distribution, rank: String) -> String {
    // Written once, as it can be very long.
    let denominator = distribution.cases
    return distribution.outcomes.reduce(into: "") { text, row in
      // A spreadsheet reads 3/4 as a date.
      let value = row.value.isWhole ? row.value.description : "\(row.value.double)"
      text +=
        "\(value),\(row.ways),\(denominator),\(row.chance),\(row.atLeast),"
        + "\(row.atMost),\(row.value.numerator),\(row.value.denominator),\(rank)\r\n"
    }
  }
}

extension Distribution {
  fileprivate var facts: JSON {
    let (mean, variance) = moments
    return [
      "denominator": .string(cases), "minimum": .exact(minimum), "maximum": .exact(maximum),
      "mean": .fraction(mean), "variance": .fraction(variance),
      "standardDeviation": .number("\(variance.double.squareRoot())"), "median": .exact(median),
    ]
  }

  fileprivate var rows: some Sequence<JSON> {
    outcomes.lazy.map { row -> JSON in
      [
        "value": .exact(row.value), "ways": .string(row.ways), "chance": .number("\(row.chance)"),
        "atLeast": .number("\(row.atLeast)"), "atMost": .number("\(row.atMost)"),
      ]
    }
  }
}

extension JSON {
  /// The number of bytes written together.
  private static let piece = 1 << 16

  /// Writes an object whose last member is `outcomes`, except for its last brace.
  func write<Problem>(
    outcomes: some Sequence<JSON>, _ write: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    var text = bytes.dropLast() + Array(#","outcomes":["#.utf8)
    var isFirst = true
    for outcome in outcomes {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      outcome.write(to: &text)
      guard text.count >= JSON.piece else { continue }
      try write(Array(text))
      text = []
    }
    try write(text + Array("]".utf8))
  }

  /// Returns a number, or text such as `"7/2"` if it isn't whole.
  package static func exact(_ number: Rational) -> JSON {
    number.isWhole ? .number(number.description) : .string(number.description)
  }

  /// Returns a number as text: `"15869/1296"`, `"7"`.
  fileprivate static func fraction(_ number: Rational) -> JSON { .string(number.description) }
}
