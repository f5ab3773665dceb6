import Synchronization

/// Does work beside everything else; returns when it is done, or after so many milliseconds, and
/// then the work goes on.
package typealias Aside =
  @Sendable (_ patience: Int, _ work: @escaping @Sendable () -> Void) -> Void

/// Works out odds, one question at a time, and remembers the answers to the last questions.
final class OddsDesk: Sendable {
  /// How many answers are kept.
  static let entries = 200
  /// How much memory they may take together, in bytes.
  static let memory = 32_000_000
  /// How many may wait while another question is worked out.
  fileprivate static let queue = 8
  /// How long a question may wait for its answer, in milliseconds; the page is written after that.
  private static let patience = 440
  /// How long a pause is, in milliseconds.
  private static let pauseLength = 5
  /// How much of the time somebody may wait for their turn, in pauses.
  private static let pauses = 40

  fileprivate typealias Answer = Result<OddsAnswer, OddsProblem>

  fileprivate struct Entry {
    let answer: Answer
    let size: Int
    var lastUse: Int
  }

  fileprivate struct State {
    var entries: [OddsQuestion: Entry] = [:]
    var size = 0
    var uses = 0
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
  let outlooks = Mutex(Outlooks())
  /// Lets some milliseconds pass.
  private let pause: @Sendable () -> Void
  private let aside: Aside
  private let solve: @Sendable (OddsQuestion) throws(OddsProblem) -> OddsAnswer

  init(
    pause: @escaping @Sendable () -> Void,
    aside: @escaping Aside = { $1() },
    solve: @escaping @Sendable (OddsQuestion) throws(OddsProblem) -> OddsAnswer = {
      question throws(OddsProblem) in try OddsAnswer(question)
    }
  ) {
    self.pause = pause
    self.aside = aside
    self.solve = solve
  }

  /// The answer, from memory or worked out; its target plays no part.
  ///
  /// `admit` is called before a question that isn't known gets in line, and may send it away.
  func answer(
    to question: OddsQuestion, admit: () throws(OddsProblem) -> Void = {}
  ) throws(OddsProblem) -> OddsAnswer {
    var question = question
    question.t = ""
    if let known = state.withLock({ $0.recall(question) }) { return try known.get() }
    try admit()
    switch turn(at: question) {
    case .known(let answer): return try answer.get()
    case .mine: return try workOut(question, pauses: 0)
    case .wait: break
    }
    guard state.withLock({ $0.join() }) else { throw .busy }
    defer { state.withLock { $0.waiting -= 1 } }
    for pauses in 1...OddsDesk.pauses {
      pause()
      switch turn(at: question) {
      case .known(let answer): return try answer.get()
      case .mine: return try workOut(question, pauses: pauses)
      case .wait: continue
      }
    }
    throw .busy
  }

  /// What a glance finds.
  enum Glance {
    case known(OddsAnswer)
    /// There is no answer, or it takes more work than was granted.
    case tooMuch
    /// Somebody else has a question.
    case busy
  }

  /// The answer, if it is known or takes no more work than this and nobody else has a question.
  func glance(at question: OddsQuestion, steps: Int) -> Glance {
    switch turn(at: question) {
    case .known(let answer): return (try? answer.get()).map(Glance.known) ?? .tooMuch
    case .wait: return .busy
    case .mine: break
    }
    let answer = try? OddsAnswer(question, steps: steps)
    state.withLock { state in
      state.isBusy = false
      // That it takes more is no answer to those who grant more.
      if let answer { state.keep(.success(answer), for: question) }
    }
    return answer.map(Glance.known) ?? .tooMuch
  }

  private func turn(at question: OddsQuestion) -> Turn {
    state.withLock { state in
      if let answer = state.recall(question) { return .known(answer) }
      guard !state.isBusy else { return .wait }
      state.isBusy = true
      return .mine
    }
  }

  private func workOut(_ question: OddsQuestion, pauses: Int) throws(OddsProblem) -> OddsAnswer {
    let result = Solution()
    aside(OddsDesk.patience - pauses * OddsDesk.pauseLength) {
      let answer: Answer
      do throws(OddsProblem) {
        answer = .success(try self.solve(question))
      } catch {
        answer = .failure(error)
      }
      self.state.withLock { state in
        state.isBusy = false
        state.keep(answer, for: question)
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

  mutating func recall(_ question: OddsQuestion) -> OddsDesk.Answer? {
    uses += 1
    entries[question]?.lastUse = uses
    return entries[question]?.answer
  }

  /// Keeps an answer in place of those that nobody has asked for longest.
  mutating func keep(_ answer: OddsDesk.Answer, for question: OddsQuestion) {
    let words = 200 + 4 * (question.x.utf8.count + question.y.utf8.count)
    let cost = words + ((try? answer.get())?.size ?? 0)
    guard cost <= OddsDesk.memory else { return }
    while entries.count >= OddsDesk.entries || size + cost > OddsDesk.memory,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      size -= oldest.value.size
      entries[oldest.key] = nil
    }
    uses += 1
    entries[question] = OddsDesk.Entry(answer: answer, size: cost, lastUse: uses)
    size += cost
  }
}
