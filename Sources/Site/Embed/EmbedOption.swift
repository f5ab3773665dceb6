/// One thing that an address may ask of a game, `goal=50`: what it takes, for whoever reads the
/// address and for the form that makes one.
struct EmbedOption: Sendable {
  /// A word of an address, and what people call it.
  typealias Word = (word: String, name: String)

  enum Kind: Sendable {
    case choice([Word])
    /// A whole number on multiples of `step`.
    case number(ClosedRange<Int>, step: Int)
    /// At most so many characters; what to write is said in a sentence.
    case text(maximum: Int, hint: String)
  }

  let name: String
  let label: String
  let kind: Kind
  /// What holds where no address asks for it, as an address would; empty for none.
  let usual: String

  static func choice(
    _ name: String, _ label: String, of words: [Word], usual: String
  ) -> EmbedOption {
    EmbedOption(name: name, label: label, kind: .choice(words), usual: usual)
  }

  static func number(
    _ name: String, _ label: String, in range: ClosedRange<Int>, step: Int = 1, usual: Int
  ) -> EmbedOption {
    EmbedOption(name: name, label: label, kind: .number(range, step: step), usual: String(usual))
  }

  static func text(
    _ name: String, _ label: String, maximum: Int, hint: String
  ) -> EmbedOption {
    EmbedOption(name: name, label: label, kind: .text(maximum: maximum, hint: hint), usual: "")
  }
}
