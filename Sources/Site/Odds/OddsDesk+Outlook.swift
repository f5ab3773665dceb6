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
    if let known = outlooks.withLock({ $0.recall(text) }) { return known }
    guard let expression = try? Expression(parsing: text) else { return nil }
    var question = OddsQuestion()
    question.x = text
    if let known = knownAnswer(to: question) {
      return keep(Outlook(expression, try? known.get().odds), for: text)
    }
    if let odds = try? expression.odds(steps: easySteps) {
      return keep(Outlook(expression, odds), for: text)
    }
    guard !isOutlookBusy.exchange(true, ordering: .acquiring) else {
      return Outlook(expression, nil)
    }
    defer { isOutlookBusy.store(false, ordering: .releasing) }
    guard admit() else { return Outlook(expression, nil) }
    guard let answer = try? OddsAnswer(question, steps: Outlook.steps) else {
      return keep(Outlook(expression, nil), for: text)
    }
    keep(answer, for: question)
    return keep(Outlook(expression, answer.odds), for: text)
  }

  private func keep(_ outlook: Outlook, for text: String) -> Outlook {
    outlooks.withLock { $0.keep(outlook, for: text, size: outlook.size) }
    return outlook
  }
}
