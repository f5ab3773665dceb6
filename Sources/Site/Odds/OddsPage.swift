import DiceLanguage
import Mustache

/// The page of exact odds: a question, and its answer or mistake.
final class OddsPage: Page {
  static let templates = ["odds"]
  let title, description: String
  let section: Section? = .odds
  let query: String
  /// A mistake is of no use to others.
  var isPersonal: Bool { problem != nil }
  private let question: OddsQuestion
  private let answer: OddsView?
  private let tally: TallyView?
  private let problem: Problem?
  /// Whether nothing was asked.
  private let isFirst: Bool

  /// The examples to try, from plain to odd.
  private static let examples: [(x: String, y: String?, what: String)] = [
    ("2d6+3", nil, "two dice, plus 3"), ("2d20kh1", nil, "advantage"),
    ("4d6kh3", nil, "roll 4, keep 3"), ("6x(4d6dl1)", nil, "six ability scores"),
    ("8d10>=8", nil, "how many reach 8?"), ("2d6", "1d12", "which is higher?"),
    ("4d{heads,tails}", nil, "four coins"), ("3 from {red*3,blue*2}", nil, "3 of 5 marbles"),
  ]

  private init(
    _ title: String, _ description: String? = nil, question: OddsQuestion = OddsQuestion(),
    answer: OddsView? = nil, tally: TallyView? = nil, problem: Problem? = nil,
    isFirst: Bool = false
  ) {
    self.title = "\(title) – Dicehall"
    self.description = description ?? OddsWords.description
    self.question = question
    self.answer = answer
    self.tally = tally
    self.problem = problem
    self.isFirst = isFirst
    query = isFirst ? "" : question.query
  }

  /// Creates the first view of a frame.
  convenience init() { self.init("Dice odds", isFirst: true) }

  /// Creates the first view.
  convenience init(example question: OddsQuestion, _ answer: OddsView) {
    self.init("Dice odds", question: question, answer: answer, isFirst: true)
  }

  convenience init(_ question: OddsQuestion, _ answer: OddsAnswer, target: Rational?) {
    switch answer {
    case .number(let answer):
      let view = OddsView(answer, target: target)
      self.init(
        OddsWords.title(view.expression), view.description, question: question, answer: view)
    case .tally(let answer):
      let view = TallyView(answer)
      self.init(
        OddsWords.title(view.expression), view.description, question: question, tally: view)
    }
  }

  /// Creates the page of a problem; `answer` is the known part.
  convenience init(_ question: OddsQuestion, _ answer: OddsAnswer? = nil, problem: Problem) {
    var number: OddsView?
    var tally: TallyView?
    switch answer {
    case .number(let answer): number = OddsView(answer, target: nil)
    case .tally(let answer): tally = TallyView(answer)
    case nil: break
    }
    self.init(
      "Error: \(problem.sentence)", question: question, answer: number, tally: tally,
      problem: problem)
  }

  static func declare(_ field: inout Fields<OddsPage>) {
    field("x") { $0.input("x", $0.question.x) }
    field("y") { $0.input("y", $0.question.y) }
    field("t") { $0.input("t", $0.question.t) }
    field("query") { $0.question.query }
    field("isFirst") { $0.isFirst }
    field("answer") { $0.answer }
    field("tally") { $0.tally }
    field("problem") { $0.problem?.aboveForms }
    field("isWrong") { $0.problem != nil }
    // The suggestions of what may have been meant.
    field.rows(
      "suggestions",
      { page in page.problem?.mistakes.flatMap(page.question.suggestions) ?? [] }
    ) { question in
      question("text") { $0.text }
      question("query") { $0.query }
    }
    field.rows("examples", { _ in examples }) { example in
      example("name") { OddsWords.question($0.x, against: $0.y) }
      example("what") { $0.what }
      example("query") { OddsQuestion(x: $0.x, y: $0.y ?? "").query }
    }
  }

  private func input(_ name: String, _ value: String) -> Input {
    Input(name: name, value: value, wrong: problem?[name])
  }
}
