import Synchronization

/// Does work beside everything else; returns when it is done, or after so many milliseconds, and
/// then the work goes on.
package typealias Aside =
  @Sendable (_ patience: Int, _ work: @escaping @Sendable () -> Void) -> Void

/// Lets some milliseconds pass; returns how many have, which may be more on a busy machine.
package typealias Pause = @Sendable () -> Int

/// Works out odds, one question at a time unless it is easy, and remembers the answers to the last
/// questions.
final class OddsDesk: Sendable {
  /// How many answers are kept.
  static let entries = 200
  /// How much memory they may take together, in bytes.
  static let memory = 32_000_000
  /// How many may wait while another question is worked out.
  fileprivate static let queue = 8
  /// How long a question may wait for its answer, in milliseconds; the page is written after that.
  private static let patience = 400
  /// How much of it they may wait for their turn, in milliseconds.
  private static let patienceInLine = 200

  typealias Answer = Result<OddsAnswer, OddsRefusal>

  fileprivate struct State {
    var answers = RecentlyUsed<OddsQuestion, Answer>(
      entries: OddsDesk.entries, memory: OddsDesk.memory)
    var isBusy = false
    var waiting = 0
  }

  private enum Turn {
    case known(Answer)
    case mine
    case wait
  }

  private let state = Mutex(State())
  /// What pages show beside a roll.
  let rollOdds = Mutex(
    RecentlyUsed<String, RollOdds>(entries: RollOdds.entries, memory: RollOdds.memory))
  /// Whether somebody computes the odds beside a roll, if that isn't easy.
  let isRollBusy = Atomic(false)
  private let pause: Pause
  private let aside: Aside
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
    self.pause = pause
    self.aside = aside
    self.easySteps = easySteps
    self.solve = solve
  }

  /// The answer, from memory or worked out; its target plays no part.
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
      state.withLock { $0.keep(.failure(error), for: question) }
      throw error
    }
    if let easy = try? OddsAnswer(read, steps: easySteps) {
      state.withLock { $0.keep(.success(easy), for: question) }
      return easy
    }
    switch turn(at: question) {
    case .known(let answer): return try answer.get()
    case .mine: return try workOut(read, after: 0)
    case .wait: break
    }
    guard state.withLock({ $0.join() }) else { throw .busy }
    defer { state.withLock { $0.waiting -= 1 } }
    var waited = 0
    while waited < OddsDesk.patienceInLine {
      waited += max(1, pause())
      switch turn(at: question) {
      case .known(let answer): return try answer.get()
      case .mine: return try workOut(read, after: waited)
      case .wait: continue
      }
    }
    throw .busy
  }

  /// The answer from memory.
  func knownAnswer(to question: OddsQuestion) -> Answer? {
    state.withLock { $0.answers.recall(question) }
  }

  /// Keeps an answer that was worked out elsewhere.
  func keep(_ answer: OddsAnswer, for question: OddsQuestion) {
    state.withLock { $0.keep(.success(answer), for: question) }
  }

  private func turn(at question: OddsQuestion) -> Turn {
    state.withLock { state in
      if let answer = state.answers.recall(question) { return .known(answer) }
      guard !state.isBusy else { return .wait }
      state.isBusy = true
      return .mine
    }
  }

  private func workOut(_ read: ReadQuestion, after waited: Int) throws(OddsRefusal) -> OddsAnswer {
    let result = Solution()
    aside(max(0, OddsDesk.patience - waited)) {
      let answer: Answer
      do throws(OddsRefusal) {
        answer = .success(try self.solve(read))
      } catch {
        answer = .failure(error)
      }
      self.state.withLock { state in
        state.isBusy = false
        state.keep(answer, for: read.question)
      }
      result.answer.withLock { $0 = answer }
    }
    guard let answer = result.answer.withLock({ $0 }) else { throw .unfinished }
    return try answer.get()
  }

  /// What is worked out aside.
  private final class Solution: Sendable {
    let answer = Mutex<Answer?>(nil)
  }
}

extension OddsDesk.State {
  mutating func join() -> Bool {
    guard waiting < OddsDesk.queue else { return false }
    waiting += 1
    return true
  }

  mutating func keep(_ answer: OddsDesk.Answer, for question: OddsQuestion) {
    let words = 200 + 4 * (question.x.utf8.count + question.y.utf8.count)
    answers.keep(answer, for: question, size: words + ((try? answer.get())?.size ?? 0))
  }
}
