import Synchronization

/// Does work beside everything else; returns when it is done, or after so many milliseconds, and
/// then the work goes on.
package typealias Aside =
  @Sendable (_ patience: Int, _ work: @escaping @Sendable () -> Void) -> Void

/// Lets some milliseconds pass; returns how many have, which may be more on a busy machine.
package typealias Pause = @Sendable () -> Int

/// Works out answers beside everything else, one question at a time, and remembers the last.
final class AsideDesk<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// How long somebody may wait, in milliseconds.
  struct Patience {
    /// For the answer.
    let answer: Int
    /// Of it for their turn.
    let turn: Int
    /// How many may wait for their turn, as each takes a thread.
    let line: Int
  }

  /// Why there is no answer yet: others are before it, or it is still being worked out.
  enum Delay: Error { case busy, unfinished }

  private struct State {
    var answers: RecentlyUsed<Question, Answer>
    var isBusy = false
    var waiting = 0

    mutating func join(_ line: Int) -> Bool {
      guard waiting < line else { return false }
      waiting += 1
      return true
    }
  }

  private enum Turn { case known(Answer), mine, wait }

  private let state: Mutex<State>
  private let patience: Patience
  private let pause: Pause
  private let aside: Aside
  /// Of what is remembered.
  private let size: @Sendable (Question, Answer) -> Int

  /// It remembers so many answers, which together have at most the size `memory`.
  init(
    entries: Int, memory: Int, patience: Patience, pause: @escaping Pause, aside: @escaping Aside,
    size: @escaping @Sendable (Question, Answer) -> Int
  ) {
    state = Mutex(State(answers: RecentlyUsed(entries: entries, memory: memory)))
    self.patience = patience
    self.pause = pause
    self.aside = aside
    self.size = size
  }

  func known(_ question: Question) -> Answer? { state.withLock { $0.answers.recall(question) } }

  /// Remembers an answer that was worked out elsewhere.
  func keep(_ answer: Answer, for question: Question) {
    state.withLock { $0.answers.keep(answer, for: question, size: size(question, answer)) }
  }

  /// The answer from memory, or what `solve` makes of the question; `nil` isn't remembered.
  ///
  /// If that takes too long, it goes on, and the answer is there for whoever asks later.
  func answer(
    to question: Question, _ solve: @escaping @Sendable () -> Answer?
  ) throws(Delay) -> Answer {
    var waited = 0
    var isInLine = false
    defer { if isInLine { state.withLock { $0.waiting -= 1 } } }
    while true {
      switch turn(at: question) {
      case .known(let answer): return answer
      case .mine: return try workOut(question, after: waited, solve)
      case .wait where !isInLine:
        isInLine = state.withLock { $0.join(patience.line) }
        guard isInLine else { throw .busy }
      case .wait: break
      }
      guard waited < patience.turn else { throw .busy }
      waited += max(1, pause())
    }
  }

  private func turn(at question: Question) -> Turn {
    state.withLock { state in
      if let answer = state.answers.recall(question) { return .known(answer) }
      guard !state.isBusy else { return .wait }
      state.isBusy = true
      return .mine
    }
  }

  private func workOut(
    _ question: Question, after waited: Int, _ solve: @escaping @Sendable () -> Answer?
  ) throws(Delay) -> Answer {
    let result = Solution()
    aside(max(0, patience.answer - waited)) {
      let answer = solve()
      if let answer { self.keep(answer, for: question) }
      self.state.withLock { $0.isBusy = false }
      result.answer.withLock { $0 = answer }
    }
    guard let answer = result.answer.withLock({ $0 }) else { throw .unfinished }
    return answer
  }

  /// What is worked out aside: another answer may follow it in memory at once.
  private final class Solution: Sendable {
    let answer = Mutex<Answer?>(nil)
  }
}
