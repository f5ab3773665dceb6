import DiceLanguage
import Synchronization

extension OddsDesk {
  /// What is known of an expression without waiting and with little work.
  ///
  /// This takes nobody's turn, and is counted by itself: to roll must not keep anybody from asking.
  /// - Returns: `nil` for a text that is no expression.
  func outlook(of text: String) -> Outlook? {
    if let known = outlooks.withLock({ $0.recall(text) }) { return known }
    var question = OddsQuestion()
    question.x = text
    switch glance(at: question, steps: Outlook.steps) {
    case .known(let answer): return keep(Outlook(answer.expression, answer.odds), for: text)
    case .tooMuch:
      guard let expression = try? Expression(parsing: text) else { return nil }
      return keep(Outlook(expression, nil), for: text)
    case .busy: return (try? Expression(parsing: text)).map { Outlook($0, nil) }
    }
  }

  private func keep(_ outlook: Outlook, for text: String) -> Outlook {
    outlooks.withLock { $0.keep(outlook, for: text) }
    return outlook
  }
}
