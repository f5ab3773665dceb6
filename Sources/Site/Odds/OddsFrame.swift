import DiceLanguage
import Web

/// Exact odds in a frame of another site's page: `/embed/odds?x=…`.
enum OddsFrame {
  private static let x = EmbedOption.text(
    "x", "Expression", maximum: Expression.Limits.text,
    hint: "Such as 4d6kh3. Leave it empty, and your class can write its own.")
  private static let y = EmbedOption.text(
    "y", "Against", maximum: Expression.Limits.text, hint: "Another one, to see who rolls higher.")
  private static let t = EmbedOption.text(
    "t", "Target", maximum: OddsQuestion.longestTarget, hint: "A total to reach.")
  static let options = [x, y, t]

  /// Reads what can be asked; the rest is left out, with a remark.
  static func start(_ query: Form) -> StartOptions {
    var reader = OptionReader(query)
    let expression = reader.text(x) { text throws(ExpressionError) in
      try RollExpression(parsing: text)
    }
    let other = reader.text(y) { text throws(ExpressionError) in
      try Expression(parsing: text).text
    }
    let more = [(y, other), (t, reader.target(t))]
    if let expression { reader.grant(x.name, expression.text) }
    for case (let option, let value?) in more {
      switch expression {
      case .number: reader.grant(option.name, value)
      case .tally: reader.remark(on: option.name, OddsWords.needsNumberToCompare)
      case nil: reader.remark(on: option.name, OddsWords.needsExpression)
      }
    }
    for look in FrameState.looks { _ = reader.choice(look) }
    reader.remarkOnTheRest()
    return StartOptions(
      reader,
      subject: expression.map {
        OddsWords.title(
          OddsWords.question($0.text, against: reader.granted.first { $0.name == y.name }?.value))
      })
  }
}

extension OptionReader {
  fileprivate mutating func text<Read>(
    _ option: EmbedOption, _ read: (String) throws(ExpressionError) -> Read
  ) -> Read? {
    guard let text = take(option) else { return nil }
    do throws(ExpressionError) {
      return try read(text)
    } catch {
      remark(on: option.name, " was left out. \(error.sentence)")
      return nil
    }
  }

  fileprivate mutating func target(_ option: EmbedOption) -> String? {
    guard let text = take(option) else { return nil }
    guard let target = Rational(text: text) else {
      remark(on: option.name, OddsWords.needsNumber)
      return nil
    }
    return target.description
  }
}
