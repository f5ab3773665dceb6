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

  /// Returns the problem of a refusal, with all mistakes so that they can be corrected together.
  func problem(for refusal: OddsRefusal) -> Problem {
    guard refusal.isUnreadable else { return refusal.problem }
    var mistakes: [Problem.Mistake] = []
    do throws(OddsRefusal) { _ = try read() } catch { mistakes = error.problem.mistakes }
    do throws(OddsRefusal) { _ = try target } catch { mistakes += error.problem.mistakes }
    return Problem(mistakes)
  }

  /// Returns the suggestions for a mistake, each with the query of its question.
  func suggestions(for mistake: Problem.Mistake) -> [(text: String, query: String)] {
    mistake.suggestions.map { ($0, replacing(mistake.field ?? "", with: $0).query) }
  }

  private func replacing(_ field: String, with text: String) -> OddsQuestion {
    var question = self
    switch field {
    case "x": question.x = text
    case "y": question.y = text
    default: question.t = text
    }
    return question
  }
}

/// A question whose expressions have been read.
struct ParsedQuestion: Sendable {
  let question: OddsQuestion
  let first: RollExpression
  /// The expression that the first one is compared with.
  let second: Expression?
}

/// The reason why a question has no answer.
struct OddsRefusal: Error, Equatable {
  /// The problem on the page; the fields are `x`, `y` and `t`.
  let problem: Problem
  /// Whether the text can't be read, which takes no time to find out.
  var isUnreadable = false
  /// Whether no amount of work would be enough.
  var isFinal = false

  init(_ problem: Problem, isFinal: Bool = false) {
    self.problem = problem
    self.isFinal = isFinal
  }

  init(unreadable mistakes: [Problem.Mistake]) {
    problem = Problem(mistakes)
    isUnreadable = true
  }

  init(_ error: Expression.TooLarge, in text: String, field: String) {
    let place = MarkedInput(0..<text.utf8.count, in: text)
    self.init(
      Problem([Problem.Mistake(error.sentence, field: field, place: place)]),
      isFinal: error.isFinal)
  }

  /// Creates the refusal of a difference between expressions that have answers.
  init(ofDifference error: Expression.TooLarge) {
    let sentence = error.sentence(about: OddsWords.firstMinusSecond)
    self.init(Problem(sentence, field: "y"), isFinal: error.isFinal)
  }

  static let noNumber = OddsRefusal(
    unreadable: [Problem.Mistake(OddsWords.noNumber, field: "t")])
  static let noTarget = OddsRefusal(Problem(OddsWords.noTarget, field: "t"))
  static let longFile = OddsRefusal(Problem(OddsWords.longFile, field: "x"))
  static let busy = waiting(OddsWords.busy, .unavailable, 2)
  static let unfinished = waiting(OddsWords.unfinished, .unavailable, 2)

  static func tooMany(_ seconds: Int) -> OddsRefusal {
    waiting(OddsWords.tooMany(seconds), .tooManyRequests, seconds)
  }

  private static func waiting(_ sentence: String, _ status: Status, _ seconds: Int) -> OddsRefusal {
    OddsRefusal(Problem(sentence, status: status, retryAfter: seconds))
  }
}
