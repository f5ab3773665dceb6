import DiceLanguage
import Web

let oddsPath = "/odds"
/// The same for a frame in another site's page.
let framedOddsPath = "/embed/odds"

let oddsRoutes: [Route] = [
  Route(
    method: .get, path: oddsPath, presence: .generatedWithoutQuery, usesSession: false,
    isShared: true, handler: showOdds),
  Route(
    method: .get, path: framedOddsPath, presence: .dynamic, usesSession: false, isShared: true,
    handler: showOdds
  ).answering(.frames),
  Route(
    method: .get, path: "/odds.csv", presence: .dynamic, usesSession: false, isShared: true,
    handler: sendOddsTable),
  Route(
    method: .get, path: "/odds.json", presence: .dynamic, usesSession: false, isShared: true,
    handler: sendOddsJSON),
]

private func showOdds(_ visit: inout Visit) -> Answer {
  guard let question = OddsQuestion(visit.request.query) else { return .page(OddsPage()) }
  do throws(OddsProblem) {
    let target = try question.target
    let answer = try visit.odds.answer(to: question)
    return .page(OddsPage(question, OddsView(answer, target: target)))
  } catch {
    return .page(
      OddsPage(question, problem: error), error.status, retryAfter: error.retryAfter)
  }
}

private func sendOddsTable(_ visit: inout Visit) throws -> Answer {
  let question = OddsQuestion(visit.request.query) ?? OddsQuestion()
  let target: Rational?
  let answer: OddsAnswer
  do throws(OddsProblem) {
    target = try question.target
    answer = try visit.odds.answer(to: question)
  } catch {
    return .page(OddsPage(question, problem: error), error.status, retryAfter: error.retryAfter)
  }
  guard let file = answer.file(.csv, target: target) else { throw answer.tooLong }
  return .file(type: "text/csv; charset=utf-8", name: "odds.csv", bytes: file)
}

private func sendOddsJSON(_ visit: inout Visit) -> Answer {
  let question = OddsQuestion(visit.request.query) ?? OddsQuestion()
  do throws(OddsProblem) {
    let target = try question.target
    let answer = try visit.odds.answer(to: question)
    guard let file = answer.file(.json, target: target) else { return .json(answer.tooLong) }
    return .json(.ok, file)
  } catch {
    let wait = error.retryAfter.map { [Response.Header(name: "Retry-After", value: "\($0)")] }
    return .json(Refusal(error.status, error.sentence), wait ?? [])
  }
}
