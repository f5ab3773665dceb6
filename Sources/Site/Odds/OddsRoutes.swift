import DiceLanguage
import Web

/// The path of the odds of any expression.
package let oddsPath = "/odds"
/// The path of the odds in a frame of another site's page.
let framedOddsPath = "/embed/odds"
/// The card of the odds, with the totals of two dice as bars.
let oddsCard = GameCard(
  .path(
    (0..<11).map { place in
      let height = 3 * (6 - abs(place - 5))
      return "M\(3 * place) 18v-\(height)h2v\(height)z"
    }.joined()),
  "The exact chance of every total.")

let oddsRoutes: [Route] =
  [
    Route(
      method: .get, path: oddsPath, presence: .generatedWithoutQuery, usesSession: false,
      caching: .everybody, handler: showOdds),
    Route(
      method: .get, path: framedOddsPath, presence: .dynamic, usesSession: false,
      caching: .everybody, handler: showOdds
    ).answering(.frames),
  ]
  + FileType.allCases.map { type in
    Route(
      method: .get, path: "/odds.\(type.rawValue)", presence: .dynamic, usesSession: false,
      caching: .everybody, handler: sendOdds(as: type))
  }

private func showOdds(_ visit: inout Visit) -> Answer {
  guard let question = OddsQuestion(visit.request.query) else {
    return .page(visit.request.path == oddsPath ? firstView(visit.odds) : OddsPage())
  }
  do throws(OddsRefusal) {
    let target = try question.target
    let answer = try visit.odds.answer(to: question)
    if case .tally = answer, target != nil { throw .noTarget }
    return .page(OddsPage(question, answer, target: target))
  } catch {
    let problem = question.problem(for: error)
    // Without its target, a question may still have an answer.
    let isAboutTarget = error == .noNumber || error == .noTarget
    let answer = isAboutTarget ? try? visit.odds.answer(to: question) : nil
    return .page(
      OddsPage(question, answer, problem: problem),
      problem.status, retryAfter: problem.retryAfter)
  }
}

/// Returns the page of two dice as an example, before anything is asked.
private func firstView(_ odds: OddsClient) -> OddsPage {
  let question = OddsQuestion(x: "2d6")
  guard case .number(let answer) = try? odds.answer(to: question) else { return OddsPage() }
  return OddsPage(example: question, OddsView(answer, target: nil))
}

/// Returns a file for programs, or a sentence on why there is none.
private func sendOdds(as type: FileType) -> Route.Handler {
  { visit in
    let question = OddsQuestion(visit.request.query) ?? OddsQuestion()
    do throws(OddsRefusal) {
      let target = try question.target
      let answer = try visit.odds.answer(to: question)
      if case .tally = answer, target != nil { throw .noTarget }
      guard answer.fits(type) else { throw .longFile }
      let bytes = answer.file(type, target: target)
      return switch type {
      case .csv: .file("odds", bytes, as: .csv)
      case .json: .json(.ok, bytes)
      }
    } catch {
      let problem = question.problem(for: error)
      let refusal = Refusal(problem.status, problem.sentence, retryAfter: problem.retryAfter)
      return switch type {
      case .csv: .text(refusal)
      case .json: .json(refusal)
      }
    }
  }
}

/// Exact odds in a frame of another site's page: `/embed/odds?x=…`.
enum OddsFrame {
  private static let x = EmbedOption.text(
    "x", "Expression", maximum: Expression.Limits.text,
    hint: "Such as 4d6kh3. Leave it empty, and your class can write its own.")
  private static let y = EmbedOption.text(
    "y", "Against", maximum: Expression.Limits.text, hint: "Another one, to see who rolls higher.")
  private static let t = EmbedOption.text(
    "t", "Target", maximum: OddsQuestion.longestTarget, hint: "A total to reach.")
  static let options = [x, y, t]

  /// Reads what can be asked; the rest is left out, with a remark.
  static func start(_ query: Form) -> StartOptions {
    var reader = OptionReader(query)
    let expression = reader.text(x) { text throws(ExpressionError) in
      try RollExpression(parsing: text)
    }
    let other = reader.text(y) { text throws(ExpressionError) in
      try Expression(parsing: text).text
    }
    let more = [(y, other), (t, reader.target(t))]
    if let expression { reader.grant(x.name, expression.text) }
    for case (let option, let value?) in more {
      switch expression {
      case .number: reader.grant(option.name, value)
      case .tally: reader.remark(on: option.name, OddsWords.needsNumberToCompare)
      case nil: reader.remark(on: option.name, OddsWords.needsExpression)
      }
    }
    for look in FrameState.looks { _ = reader.choice(look) }
    reader.remarkOnTheRest()
    return StartOptions(
      reader,
      subject: expression.map {
        OddsWords.title(
          OddsWords.question($0.text, against: reader.granted.first { $0.name == y.name }?.value))
      })
  }
}

extension OptionReader {
  fileprivate mutating func text<Read>(
    _ option: EmbedOption, _ read: (String) throws(ExpressionError) -> Read
  ) -> Read? {
    guard let text = take(option) else { return nil }
    do throws(ExpressionError) {
      return try read(text)
    } catch {
      remark(on: option.name, " was left out. \(error.sentence)")
      return nil
    }
  }

  fileprivate mutating func target(_ option: EmbedOption) -> String? {
    guard let text = take(option) else { return nil }
    guard let target = Rational(text: text) else {
      remark(on: option.name, OddsWords.needsNumber)
      return nil
    }
    return target.description
  }
}
