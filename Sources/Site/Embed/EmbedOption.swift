/// An option that an address may set, such as `goal=50`.
///
/// Both the reader of addresses and the form that makes them follow this description.
package struct EmbedOption: Sendable {
  /// A value in an address, and its name for people.
  package typealias Word = (word: String, name: String)

  /// What values it takes.
  package enum Kind: Sendable {
    case choice([Word])
    /// A multiple of `step` in the range.
    case number(ClosedRange<Int>, step: Int)
    /// A text of at most `maximum` characters; `hint` is a sentence about what to write.
    case text(maximum: Int, hint: String)
  }

  /// Its name in addresses and forms.
  package let name: String
  /// Its name for people.
  package let label: String
  package let kind: Kind
  /// The default, as an address would write it; empty for none.
  package let defaultValue: String

  /// One of several words.
  package static func choice(
    _ name: String, _ label: String, of words: [Word], default value: String
  ) -> EmbedOption {
    EmbedOption(name: name, label: label, kind: .choice(words), defaultValue: value)
  }

  /// A whole number.
  package static func number(
    _ name: String, _ label: String, in range: ClosedRange<Int>, step: Int = 1, default value: Int
  ) -> EmbedOption {
    EmbedOption(
      name: name, label: label, kind: .number(range, step: step), defaultValue: String(value))
  }

  /// A text that people type.
  package static func text(
    _ name: String, _ label: String, maximum: Int, hint: String
  ) -> EmbedOption {
    EmbedOption(
      name: name, label: label, kind: .text(maximum: maximum, hint: hint), defaultValue: "")
  }

  /// The same with another default.
  func defaulting(to value: String) -> EmbedOption {
    EmbedOption(name: name, label: label, kind: kind, defaultValue: value)
  }

  /// Its control in a form; without `namesDefault`, the choice of the default sends nothing.
  func input(
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
