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

  /// Takes what can be asked; the rest is left out, with a remark.
  static func start(_ query: Form) -> StartOptions {
    var reader = OptionReader(query)
    let expression = reader.expression(x)
    let other = reader.expression(y)
    let more = [(y, other), (t, reader.target(t))]
    if let expression { reader.grant(x.name, expression) }
    for case (let option, let value?) in more {
      if expression != nil {
        reader.grant(option.name, value)
      } else {
        reader.remark(on: option.name, OddsWords.needsExpression)
      }
    }
    _ = reader.choice(FrameState.colours)
    reader.remarkOnTheRest()
    return StartOptions(
      reader, subject: expression.map { OddsWords.title(OddsWords.question($0, against: other)) })
  }
}

extension OptionReader {
  fileprivate mutating func expression(_ option: EmbedOption) -> String? {
    guard let text = take(option) else { return nil }
    do throws(ExpressionError) {
      return try Expression(parsing: text).text
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
