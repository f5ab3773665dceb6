import DiceLanguage
import Web

/// A question at `/odds?…` as it was typed, without blanks at either end.
struct OddsQuestion: Hashable {
  /// The expression.
  var x = ""
  /// The expression to compare it with; may be empty.
  var y = ""
  /// The total to reach; may be empty.
  var t = ""

  /// The longest target, in characters: two numbers of 20 digits, a slash, a sign, and one more.
  static let longestTarget = 43

  init(x: String = "", y: String = "") {
    self.x = x
    self.y = y
  }

  /// - Returns: `nil` if nothing is asked.
  init?(_ query: Form) {
    guard ["x", "y", "t"].contains(where: { query[$0] != nil }) else { return nil }
    x = query["x"]?.trimmingBlanks ?? ""
    y = query["y"]?.trimmingBlanks ?? ""
    t = query["t"]?.trimmingBlanks ?? ""
  }

  var query: String {
    PercentCoding.encode([("x", x), ("y", y), ("t", t)].filter { !$0.1.isEmpty })
  }

  /// The total to reach, if one is named.
  var target: Rational? {
    get throws(OddsRefusal) {
      guard !t.isEmpty else { return nil }
      guard let target = Rational(text: t) else { throw .noNumber }
      return target
    }
  }

  /// Reads the expressions.
  ///
  /// - Throws: a refusal with each expression that can't be read.
  func read() throws(OddsRefusal) -> ParsedQuestion {
    var mistakes: [Problem.Mistake] = []
    func parsed<Parsed>(
      _ text: String, _ field: String, _ read: (String) throws(ExpressionError) -> Parsed
    ) -> Parsed? {
      do throws(ExpressionError) {
        return try read(text)
      } catch {
        let suggestions = error.isPartial ? [] : error.suggestions
        mistakes.append(
          Problem.Mistake(
            error.sentence, field: field, place: MarkedInput(error.range, in: text),
            suggestions: suggestions))
        return nil
      }
    }
    func number(_ text: String, _ field: String) -> Expression? {
      parsed(text, field) { text throws(ExpressionError) in try Expression(parsing: text) }
    }
    // Only numbers can be higher or lower.
    let first =
      y.isEmpty
      ? parsed(x, "x") { text throws(ExpressionError) in try RollExpression(parsing: text) }
      : number(x, "x").map(RollExpression.number)
    let second = y.isEmpty ? nil : number(y, "y")
    guard let first, mistakes.isEmpty else { throw OddsRefusal(unreadable: mistakes) }
    return ParsedQuestion(question: self, first: first, second: second)
  }
}

/// A question whose expressions have been read.
struct ParsedQuestion: Sendable {
  let question: OddsQuestion
  let first: RollExpression
  /// The expression that the first one is compared with.
  let second: Expression?
}
