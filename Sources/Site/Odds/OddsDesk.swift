import Synchronization

/// Works out odds, one question at a time unless it is easy, and remembers the answers to the last
/// questions.
final class OddsDesk: Sendable {
  /// How many answers are kept.
  static let entries = 200
  /// How much memory they may take together, in bytes.
  static let memory = 32_000_000
  /// How many may wait while another question is worked out.
  private static let queue = 8
  /// How long a question may wait for its answer, in milliseconds; the page is written after that.
  private static let patience = 400
  /// How much of it they may wait for their turn, in milliseconds.
  private static let patienceInLine = 200

  typealias Answer = Result<OddsAnswer, OddsRefusal>

  private let desk: AsideDesk<OddsQuestion, Answer>
  /// What pages show beside a roll.
  let rollOdds = Mutex(
    RecentlyUsed<String, RollOdds>(entries: RollOdds.entries, memory: RollOdds.memory))
  /// Whether somebody computes the odds beside a roll, if that isn't easy.
  let isRollBusy = Atomic(false)
  /// The work that may be done at any time, in the steps of `Expression.odds`.
  private let easySteps: Int
  private let solve: @Sendable (ReadQuestion) throws(OddsRefusal) -> OddsAnswer

  init(
    easySteps: Int = RollOdds.easySteps,
    pause: @escaping Pause,
    aside: @escaping Aside = { $1() },
    solve: @escaping @Sendable (ReadQuestion) throws(OddsRefusal) -> OddsAnswer = {
      read throws(OddsRefusal) in try OddsAnswer(read)
    }
  ) {
    desk = AsideDesk(
      entries: OddsDesk.entries, memory: OddsDesk.memory,
      patience: .init(
        answer: OddsDesk.patience, turn: OddsDesk.patienceInLine, line: OddsDesk.queue),
      pause: pause, aside: aside
    ) { question, answer in
      let words = 200 + 4 * (question.x.utf8.count + question.y.utf8.count)
      return words + ((try? answer.get())?.size ?? 0)
    }
    self.easySteps = easySteps
    self.solve = solve
  }

  /// Returns the answer, from memory or worked out; its target plays no part.
  ///
  /// `admit` is called before a question that isn't known gets in line, and may send it away: to
  /// wait takes a thread too.
  func answer(
    to question: OddsQuestion, admit: () throws(OddsRefusal) -> Void = {}
  ) throws(OddsRefusal) -> OddsAnswer {
    var question = question
    question.t = ""
    if let known = knownAnswer(to: question) { return try known.get() }
    try admit()
    let read: ReadQuestion
    do throws(OddsRefusal) {
      read = try question.read()
    } catch {
      desk.keep(.failure(error), for: question)
      throw error
    }
    if let easy = try? OddsAnswer(read, steps: easySteps) {
      desk.keep(.success(easy), for: question)
      return easy
    }
    let answer: Answer
    do throws(AsideDesk<OddsQuestion, Answer>.Delay) {
      answer = try desk.answer(to: question) { [solve] in
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

  func knownAnswer(to question: OddsQuestion) -> Answer? { desk.known(question) }

  /// Keeps an answer that was worked out elsewhere.
  func keep(_ answer: OddsAnswer, for question: OddsQuestion) {
    desk.keep(.success(answer), for: question)
  }
}
