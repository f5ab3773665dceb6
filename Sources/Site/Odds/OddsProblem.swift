import DiceLanguage
import Web

/// Why a question has no answer.
struct OddsProblem: Error, Equatable {
  /// One thing to correct, or to wait for.
  struct Mistake: Equatable {
    let sentence: String
    /// The field to correct: `x`, `y` or `t`; `nil` if waiting helps.
    var field: String?
    /// What was written and the part of it that is wrong.
    var place: ExpressionPlace?
    /// What may have been meant, instead of what the field has.
    var suggestions: [String] = []
  }

  /// At least one.
  let mistakes: [Mistake]
  let status: Status
  /// In seconds.
  let retryAfter: Int?
  /// Whether what was written can't be read, which takes no time to say.
  let isUnreadable: Bool
  /// Whether nobody can know the answer.
  let isFinal: Bool

  private init(
    _ mistakes: [Mistake], status: Status = .unprocessable, retryAfter: Int? = nil,
    isUnreadable: Bool = false, isFinal: Bool = false
  ) {
    self.mistakes = mistakes
    self.status = status
    self.retryAfter = retryAfter
    self.isUnreadable = isUnreadable
    self.isFinal = isFinal
  }

  init(unreadable mistakes: [Mistake]) { self.init(mistakes, isUnreadable: true) }

  init(_ error: ExpressionError, in text: String, field: String) {
    self.init(unreadable: [Mistake(error, in: text, field: field)])
  }

  init(_ error: Expression.TooLarge, in text: String, field: String) {
    let place = ExpressionPlace(0..<text.utf8.count, in: text)
    self.init(
      [Mistake(sentence: error.sentence, field: field, place: place)], isFinal: error.isFinal)
  }

  /// Each of two expressions has an answer, but what lies between them has none.
  init(ofDifference error: Expression.TooLarge) {
    let sentence = error.sentence(about: OddsWords.firstMinusSecond)
    self.init([Mistake(sentence: sentence, field: "y")], isFinal: error.isFinal)
  }

  static let noNumber = OddsProblem(
    unreadable: [Mistake(sentence: OddsWords.noNumber, field: "t")])
  static let busy = waiting(OddsWords.busy, .unavailable, 2)
  static let unfinished = waiting(OddsWords.unfinished, .unavailable, 2)
  static let longFile = OddsProblem([Mistake(sentence: OddsWords.longFile, field: "x")])

  static func tooMany(_ seconds: Int) -> OddsProblem {
    waiting(OddsWords.tooMany(seconds), .tooManyRequests, seconds)
  }

  private static func waiting(_ sentence: String, _ status: Status, _ seconds: Int) -> OddsProblem {
    OddsProblem([Mistake(sentence: sentence)], status: status, retryAfter: seconds)
  }

  /// All mistakes in one text.
  var sentence: String { mistakes.map(\.sentence).joined(separator: " ") }

  /// The mistake at a field.
  subscript(field: String) -> Mistake? { mistakes.first { $0.field == field } }
}

extension OddsProblem.Mistake {
  init(_ error: ExpressionError, in text: String, field: String) {
    self.init(
      sentence: error.sentence, field: field, place: ExpressionPlace(error.range, in: text),
      suggestions: error.isPartial ? [] : error.suggestions)
  }
}

extension OddsQuestion {
  /// The same problem with everything else that can't be read, so that all can be mended at once.
  func all(_ problem: OddsProblem) -> OddsProblem {
    guard problem.isUnreadable else { return problem }
    var mistakes: [OddsProblem.Mistake] = []
    for (field, text) in [("x", x), ("y", y)] where field == "x" || !text.isEmpty {
      do throws(ExpressionError) {
        _ = try Expression(parsing: text)
      } catch {
        mistakes.append(.init(error, in: text, field: field))
      }
    }
    do throws(OddsProblem) {
      _ = try target
    } catch {
      mistakes += error.mistakes
    }
    return OddsProblem(unreadable: mistakes)
  }

  /// What may have been meant, each with the query of the question that it makes.
  func suggestions(for mistake: OddsProblem.Mistake) -> [(text: String, query: String)] {
    mistake.suggestions.map { ($0, replacing(mistake.field ?? "", with: $0).query) }
  }

  /// The same with another text in a field.
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
