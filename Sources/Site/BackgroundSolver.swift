import Synchronization

/// Runs work at low priority, and returns when it is done or after this many milliseconds.
///
/// The work continues if it takes longer.
package typealias Background =
  @Sendable (_ patience: Int, _ work: @escaping @Sendable () -> Void) -> Void

/// Waits a few milliseconds, and returns how many have passed, which may be more on a busy machine.
package typealias Pause = @Sendable () -> Int

/// Computes answers at low priority, one question at a time, and caches the latest.
package final class BackgroundSolver<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// The time that a caller may wait, in milliseconds.
  package struct Patience {
    let answer: Int
    /// The part of it spent waiting for a turn.
    let turn: Int
    /// The most callers that may wait for their turn, as each takes a thread.
    let line: Int

    package init(answer: Int, turn: Int, line: Int) {
      self.answer = answer
      self.turn = turn
      self.line = line
    }
  }

  /// The reason why there is no answer yet: others are first, or it is still being computed.
  package enum Delay: Error { case busy, unfinished }

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
  private let background: Background
  private let size: @Sendable (Question, Answer) -> Int

  /// Creates a solver that caches this many answers with a total size of at most `memory`.
  package init(
    entries: Int, memory: Int, patience: Patience, pause: @escaping Pause,
    background: @escaping Background,
    size: @escaping @Sendable (Question, Answer) -> Int
  ) {
    state = Mutex(State(answers: RecentlyUsed(entries: entries, memory: memory)))
    self.patience = patience
    self.pause = pause
    self.background = background
    self.size = size
  }

  package func known(_ question: Question) -> Answer? {
    state.withLock { $0.answers.recall(question) }
  }

  /// Caches an answer that was computed elsewhere.
  func keep(_ answer: Answer, for question: Question) {
    state.withLock { $0.answers.keep(answer, for: question, size: size(question, answer)) }
  }

  /// Returns the cached answer, or what `solve` returns, which isn't cached if it is `nil`.
  ///
  /// If that takes too long, it continues, and the answer is cached for later callers.
  package func answer(
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
    background(max(0, patience.answer - waited)) {
      let answer = solve()
      if let answer { self.keep(answer, for: question) }
      self.state.withLock { $0.isBusy = false }
      result.answer.withLock { $0 = answer }
    }
    guard let answer = result.answer.withLock({ $0 }) else { throw .unfinished }
    return answer
  }

  /// An answer computed in the background; another may replace it in the cache at once.
  private final class Solution: Sendable {
    let answer = Mutex<Answer?>(nil)
  }
}
