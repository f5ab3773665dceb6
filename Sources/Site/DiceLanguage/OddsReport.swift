import DiceLanguage
import Web

/// Exact odds as JSON and CSV, the same from the command and from the site.
package struct OddsReport {
  private let expression: Expression
  private let odds: Expression.Odds
  private let versus: Contest?
  private let atLeast: Rational?
  private let reading: String

  /// What is known of an expression, perhaps against another one, and the chance of reaching a total;
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

  /// All of it as JSON text.
  package var json: [UInt8] {
    var text: [UInt8] = []
    writeJSON { text += $0 }
    return text
  }

  /// Writes all of it as JSON text, piece by piece, as it can be long.
  package func writeJSON<Problem>(
    _ write: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    let question: [JSON.Member] = [
      .init(name: "expression", value: .string(expression.text)),
      .init(name: "reading", value: .string(reading)),
    ]
    try OddsReport.write(question, odds.total, write)
    var more: [JSON.Member] = []
    if let versus {
      more.append(
        .init(
          name: "versus",
          value: [
            "firstHigher": .fraction(versus.firstHigher),
            "secondHigher": .fraction(versus.secondHigher), "tie": .fraction(versus.tie),
          ]))
    }
    if let atLeast {
      let chance = odds.total.chance(atLeast: atLeast)
      more.append(
        .init(
          name: "atLeast",
          value: [
            "value": .exact(atLeast), "fraction": .fraction(chance),
            "chance": .number("\(chance.double)"),
          ]))
    }
    for member in more { try write(Array(",".utf8) + member.bytes) }
    if !odds.ranks.isEmpty {
      try write(Array(#","ranks":["#.utf8))
      for (index, rank) in odds.ranks.enumerated() {
        if index > 0 { try write(Array(",".utf8)) }
        try OddsReport.write([], rank, write)
        try write(Array("}".utf8))
      }
      try write(Array("]".utf8))
    }
    try write(Array("}".utf8))
  }

  /// Writes an object but for its last brace: some members, and all about a distribution.
  private static func write<Problem>(
    _ members: [JSON.Member], _ distribution: Distribution,
    _ write: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    let (mean, variance) = distribution.moments
    let facts =
      members + [
        .init(name: "denominator", value: .string(distribution.cases)),
        .init(name: "minimum", value: .exact(distribution.minimum)),
        .init(name: "maximum", value: .exact(distribution.maximum)),
        .init(name: "mean", value: .fraction(mean)),
        .init(name: "variance", value: .fraction(variance)),
        .init(name: "standardDeviation", value: .number("\(variance.double.squareRoot())")),
        .init(name: "median", value: .exact(distribution.median)),
      ]
    var text = JSON.object(facts).bytes.dropLast() + Array(#","outcomes":["#.utf8)
    for (index, outcome) in distribution.outcomes.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      outcome.json.write(to: &text)
      guard text.count >= piece else { continue }
      try write(text)
      text = []
    }
    try write(text + Array("]".utf8))
  }

  /// How many bytes are written together.
  static let piece = 1 << 16

  /// For people: what it means, what is typical, and a line for each total.
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

  /// A heading and one line for each total; then for each rank of several totals, the best first.
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
      // A spreadsheet takes 3/4 for a date.
      let value = row.value.isWhole ? row.value.description : "\(row.value.double)"
      text +=
        "\(value),\(row.ways),\(denominator),\(row.chance),\(row.atLeast),"
        + "\(row.atMost),\(row.value.numerator),\(row.value.denominator),\(rank)\r\n"
    }
  }
}

extension Distribution.Outcome {
  fileprivate var json: JSON {
    [
      "value": .exact(value), "ways": .string(ways), "chance": .number("\(chance)"),
      "atLeast": .number("\(atLeast)"), "atMost": .number("\(atMost)"),
    ]
  }
}

extension JSON.Member {
  /// Name and value, as they stand in an object.
  fileprivate var bytes: [UInt8] { Array(JSON.object([self]).bytes.dropFirst().dropLast()) }
}

extension JSON {
  /// A number, or text such as `"7/2"` if it isn't whole.
  package static func exact(_ number: Rational) -> JSON {
    number.isWhole ? .number(number.description) : .string(number.description)
  }

  /// Always text: `"15869/1296"`, `"7"`.
  fileprivate static func fraction(_ number: Rational) -> JSON { .string(number.description) }
}
