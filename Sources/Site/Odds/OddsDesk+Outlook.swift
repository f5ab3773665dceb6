import DiceLanguage
import Synchronization

extension OddsDesk {
  /// What is known of an expression, or found out without waiting.
  ///
  /// This takes nobody's turn at the desk, and nobody's question there keeps it from its work: what
  /// is easy is worked out at once, the rest one at a time and only if `admit`, which is asked when
  /// it is its turn, agrees.
  /// - Returns: `nil` for a text that is no expression.
  func outlook(
    of text: String, easySteps: Int = Outlook.easySteps, admit: () -> Bool = { true }
  ) -> Outlook? {
    let kept = outlooks.withLock { $0.recall(text) }
    if let kept, kept.isSettled { return kept }
    let question = OddsQuestion(x: text)
    let known = knownAnswer(to: question)
    // Somebody may have asked for its odds since.
    if let kept, known == nil { return kept }
    guard let expression = try? Expression(parsing: text) else { return nil }
    switch known {
    case .success(let answer): return keep(Outlook(expression, answer.odds), for: text)
    case .failure(let problem):
      return keep(Outlook(expression, nil, refusal: problem.sentence), for: text)
    case nil: break
    }
    if let odds = try? expression.odds(steps: easySteps) {
      return keep(Outlook(expression, odds), for: text)
    }
    guard !isOutlookBusy.exchange(true, ordering: .acquiring) else {
      return Outlook(expression, nil)
    }
    defer { isOutlookBusy.store(false, ordering: .releasing) }
    guard admit() else { return Outlook(expression, nil) }
    do throws(OddsProblem) {
      let answer = try OddsAnswer(question, steps: Outlook.steps)
      keep(answer, for: question)
      return keep(Outlook(expression, answer.odds), for: text)
    } catch {
      let refusal = error.isFinal ? error.sentence : nil
      return keep(Outlook(expression, nil, refusal: refusal), for: text)
    }
  }

  private func keep(_ outlook: Outlook, for text: String) -> Outlook {
    outlooks.withLock { $0.keep(outlook, for: text, size: outlook.size) }
    return outlook
  }
}
