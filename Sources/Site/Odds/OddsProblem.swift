import DiceLanguage
import Mustache
import Web

/// Why a question has no answer.
struct OddsProblem: Error, Equatable {
  let sentence: String
  /// The field to correct: `x`, `y` or `t`; `nil` if waiting helps.
  let field: String?
  let status: Status
  /// In seconds.
  let retryAfter: Int?
  /// What was written and the part of it that is wrong.
  let place: ExpressionPlace?
  /// Whether what was written is no expression, which takes no time to say.
  let isUnreadable: Bool
  /// Whether nobody can know the answer.
  let isFinal: Bool

  private init(
    _ sentence: String, field: String? = nil, status: Status = .unprocessable,
    retryAfter: Int? = nil, place: ExpressionPlace? = nil, isUnreadable: Bool = false,
    isFinal: Bool = false
  ) {
    self.sentence = sentence
    self.field = field
    self.status = status
    self.retryAfter = retryAfter
    self.place = place
    self.isUnreadable = isUnreadable
    self.isFinal = isFinal
  }

  init(_ error: ExpressionError, in text: String, field: String) {
    self.init(
      error.sentence, field: field, place: ExpressionPlace(error.range, in: text),
      isUnreadable: true)
  }

  init(_ error: Expression.TooLarge, in text: String, field: String) {
    self.init(
      error.sentence, field: field, place: ExpressionPlace(0..<text.utf8.count, in: text),
      isFinal: error.isFinal)
  }

  static let noNumber = OddsProblem(OddsWords.noNumber, field: "t")
  static let busy = OddsProblem(OddsWords.busy, status: .unavailable, retryAfter: 2)
  static let unfinished = OddsProblem(OddsWords.unfinished, status: .unavailable, retryAfter: 2)
  static let longFile = OddsProblem(OddsWords.longFile, field: "x")

  static func tooMany(_ seconds: Int) -> OddsProblem {
    OddsProblem(OddsWords.tooMany(seconds), status: .tooManyRequests, retryAfter: seconds)
  }
}

extension OddsProblem: Fielded {
  static func declare(_ field: inout Fields<OddsProblem>) {
    field("sentence") { $0.sentence }
    field("field") { $0.field }
    field("place") { $0.place }
  }
}
