import Synchronization

/// Computes odds, one question at a time unless it is easy, and caches the latest answers.
final class OddsSolver: Sendable {
  /// The most answers cached.
  static let entries = 200
  /// The most memory for the cache, in bytes.
  static let memory = 32_000_000
  /// The most callers that wait while another question is computed.
  private static let queue = 8
  /// The wait for an answer in milliseconds, after which the page is written without it.
  private static let patience = 400
  /// The part of it spent waiting for a turn, in milliseconds.
  private static let patienceInLine = 200

  typealias Answer = Result<OddsAnswer, OddsRefusal>

  private let solver: BackgroundSolver<OddsQuestion, Answer>
  let rollOdds = Mutex(
    RecentlyUsed<String, RollOdds>(entries: RollOdds.entries, memory: RollOdds.memory))
  /// Whether somebody computes hard odds of a roll.
  let isRollBusy = Atomic(false)
  /// The work that may be done at any time, in steps of `Expression.odds`.
  private let easySteps: Int
  private let solve: @Sendable (ParsedQuestion) throws(OddsRefusal) -> OddsAnswer

  init(
    easySteps: Int = RollOdds.easySteps,
    pause: @escaping Pause,
    background: @escaping Background = { $1() },
    solve: @escaping @Sendable (ParsedQuestion) throws(OddsRefusal) -> OddsAnswer = {
      read throws(OddsRefusal) in try OddsAnswer(read)
    }
  ) {
    solver = BackgroundSolver(
      entries: OddsSolver.entries, memory: OddsSolver.memory,
      patience: .init(
        answer: OddsSolver.patience, turn: OddsSolver.patienceInLine, line: OddsSolver.queue),
      pause: pause, background: background
    ) { question, answer in
      let words = 200 + 4 * (question.x.utf8.count + question.y.utf8.count)
      return words + ((try? answer.get())?.size ?? 0)
    }
    self.easySteps = easySteps
    self.solve = solve
  }

  /// Returns the answer, cached or computed; the target doesn't matter.
  ///
  /// `admit` is called before a question that isn't cached gets in line, and may refuse it, as
  /// waiting takes a thread, too.
  func answer(
    to question: OddsQuestion, admit: () throws(OddsRefusal) -> Void = {}
  ) throws(OddsRefusal) -> OddsAnswer {
    var question = question
    question.t = ""
    if let known = knownAnswer(to: question) { return try known.get() }
    try admit()
    let read: ParsedQuestion
    do throws(OddsRefusal) {
      read = try question.read()
    } catch {
      solver.keep(.failure(error), for: question)
      throw error
    }
    if let easy = try? OddsAnswer(read, steps: easySteps) {
      solver.keep(.success(easy), for: question)
      return easy
    }
    let answer: Answer
    do throws(BackgroundSolver<OddsQuestion, Answer>.Delay) {
      answer = try solver.answer(to: question) { [solve] in
        do throws(OddsRefusal) {
          return .success(try solve(read))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      throw error == .busy ? .busy : .unfinished
    }
    return try answer.get()
  }

  func knownAnswer(to question: OddsQuestion) -> Answer? { solver.known(question) }

  func keep(_ answer: OddsAnswer, for question: OddsQuestion) {
    solver.keep(.success(answer), for: question)
  }
}
