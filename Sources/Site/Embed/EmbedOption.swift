/// An option that an address may set, such as `goal=50`.
///
/// Both the reader of addresses and the form that makes them use this description.
package struct EmbedOption: Sendable {
  /// A value in an address, and its name for people.
  package typealias Word = (word: String, name: String)

  /// The values that an option takes.
  package enum Kind: Sendable {
    case choice([Word])
    /// A multiple of `step` in the range.
    case number(ClosedRange<Int>, step: Int)
    /// A text of at most `maximum` characters; `hint` is a sentence about what to write.
    case text(maximum: Int, hint: String)
  }

  /// The name in addresses and forms.
  package let name: String
  /// The name for people.
  package let label: String
  package let kind: Kind
  /// The default, as an address would write it; empty for none.
  package let defaultValue: String

  /// Returns an option with one of several words.
  package static func choice(
    _ name: String, _ label: String, of words: [Word], default value: String
  ) -> EmbedOption {
    EmbedOption(name: name, label: label, kind: .choice(words), defaultValue: value)
  }

  /// Returns an option with a whole number.
  package static func number(
    _ name: String, _ label: String, in range: ClosedRange<Int>, step: Int = 1, default value: Int
  ) -> EmbedOption {
    EmbedOption(
      name: name, label: label, kind: .number(range, step: step), defaultValue: String(value))
  }

  /// Returns an option with a typed text.
  package static func text(
    _ name: String, _ label: String, maximum: Int, hint: String, default value: String = ""
  ) -> EmbedOption {
    EmbedOption(
      name: name, label: label, kind: .text(maximum: maximum, hint: hint), defaultValue: value)
  }

  func defaulting(to value: String) -> EmbedOption {
    EmbedOption(name: name, label: label, kind: kind, defaultValue: value)
  }

  /// Returns its control in a form; without `namesDefault`, choosing the default sends nothing.
  package func input(
    _ value: String, wrong: Problem.Faults?, hint: String?, namesDefault: Bool = true
  ) -> Input {
    func sent(_ value: String) -> String { namesDefault || value != defaultValue ? value : "" }
    var input = Input(
      name: name, value: sent(value), wrong: wrong, label: label, hint: hint)
    switch kind {
    case .choice(let words): input.choices = words.map { (sent($0.word), $0.name) }
    case .number(let range, let step): (input.limits, input.step) = (range, step == 1 ? nil : step)
    case .text(let maximum, _): input.longest = maximum
    }
    return input
  }
}
