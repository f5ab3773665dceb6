import DiceLanguage
import Web

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

extension OddsQuestion {
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

  /// Returns the same question with another text in a field.
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
