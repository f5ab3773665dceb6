import DiceLanguage
import Mustache

/// The page of exact odds: a question, and its answer or what is wrong with it.
final class OddsPage: Page {
  static let templates = ["odds"]
  let title, description: String
  let section: Section? = .odds
  let query: String
  /// A mistake is of no use to anybody else.
  var isPersonal: Bool { problem != nil }
  private let question: OddsQuestion
  private let answer: OddsView?
  private let problem: OddsProblem?

  /// What to try, from the plain to the odd.
  private static let examples = [
    ["2d6+3"], ["4d6kh3"], ["6x(4d6dl1)"], ["2d20kh1"], ["8d10!>=8"], ["2d6", "1d12"],
  ]

  private init(
    _ title: String, _ description: String? = nil, question: OddsQuestion = OddsQuestion(),
    answer: OddsView? = nil, problem: OddsProblem? = nil
  ) {
    self.title = "\(title) – Dicehall"
    self.description = description ?? OddsWords.description
    self.question = question
    self.answer = answer
    self.problem = problem
    query = question.query
  }

  /// The first view.
  convenience init() { self.init("Dice odds") }

  convenience init(_ question: OddsQuestion, _ answer: OddsView) {
    self.init(
      OddsWords.title(answer.expression), answer.description, question: question, answer: answer)
  }

  convenience init(_ question: OddsQuestion, problem: OddsProblem) {
    self.init("Error: \(problem.sentence)", question: question, problem: problem)
  }

  static func declare(_ field: inout Fields<OddsPage>) {
    field("x") { $0.question.x }
    field("y") { $0.question.y }
    field("t") { $0.question.t }
    field("query") { $0.query }
    field("answer") { $0.answer }
    field("problem") { page in
      page.problem.map { OddsProblemView(problem: $0, question: page.question) }
    }
    field("xProblem") { $0.problem?["x"] != nil }
    field("yProblem") { $0.problem?["y"] != nil }
    field("tProblem") { $0.problem?["t"] != nil }
    field("examples") { $0.answer == nil ? examples.map(Example.init) : [] }
  }

  /// A question to try.
  private struct Example: Fielded {
    let texts: [String]

    static func declare(_ field: inout Fields<Example>) {
      field("name") { example in
        OddsWords.question(example.texts[0], against: example.texts.dropFirst().first)
      }
      field("query") { example in
        OddsQuestion(x: example.texts[0], y: example.texts.count > 1 ? example.texts[1] : "").query
      }
    }
  }
}
