import Web

/// Reads the options of a new game from an address, such as `balance=500&theme=dark`.
///
/// Each option is read once. A value that isn't allowed becomes the nearest one that is, or is left
/// out, with a remark.
package struct OptionReader {
  /// A remark on an option that was corrected or left out.
  package struct Remark {
    /// The option; `nil` if the remark is a complete sentence.
    package var option: String?
    /// The sentence, or what follows the option's name in it, including the blank or colon.
    let text: String

    /// The sentence in a frame, whose visitors see the option only in the address.
    package var sentence: String { option.map { "The option \($0)\(text)" } ?? text }
  }

  private let query: Form
  /// The words of a remark before the number that was used.
  private let outcome: String
  /// The accepted options with their corrected values, in the order in which they were read.
  private(set) var granted: [(name: String, value: String)] = []
  private(set) var remarks: [Remark] = []
  private var known: Set<String> = []

  package init(_ query: Form, outcome: String = "the game will start with") {
    self.query = query
    self.outcome = outcome
  }

  /// Reads an option with one of several words.
  /// - Precondition: the option is a choice.
  package mutating func choice(_ option: EmbedOption, granting: Bool = true) -> String? {
    guard case .choice(let words) = option.kind else {
      preconditionFailure("\(option.name) is no choice")
    }
    guard let word = take(option) else { return nil }
    guard words.contains(where: { $0.word == word }) else {
      remark(on: option.name, ": there’s no such choice, so it was left out.")
      return nil
    }
    if granting { grant(option.name, word) }
    return word
  }

  /// Reads a whole number in the option's range, and no higher than `highest`, such as a balance.
  /// - Precondition: the option is a number.
  package mutating func number(_ option: EmbedOption, upTo highest: Int = .max) -> Int? {
    guard case .number(let range, let step) = option.kind else {
      preconditionFailure("\(option.name) is no number")
    }
    let name = option.name
    guard let text = take(option) else { return nil }
    guard let typed = TypedNumber(text) else {
      remark(on: name, " must be a number; it was left out.")
      return nil
    }
    let upperBound = min(range.upperBound, highest)
    let inside = min(max(typed.number, range.lowerBound), upperBound)
    let nearest = (inside + step / 2) / step * step
    let number = min(nearest, upperBound)
    if number != typed.number || typed.wasRounded {
      let kind = step == 1 ? "whole number" : "multiple of \(step)"
      let bounds = "\(range.lowerBound.groupedText) to \(upperBound.groupedText)"
      remark(
        on: name,
        range.lowerBound == upperBound
          ? " can only be \(number.groupedText) with this balance."
          : " must be a \(kind) from \(bounds); \(outcome) \(number.groupedText).")
    }
    grant(name, String(number))
    return number
  }

  /// Reads an option as sent; the caller then calls `grant` or `remark`.
  package mutating func take(_ option: EmbedOption) -> String? {
    known.insert(option.name)
    return query[option.name].flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func grant(_ name: String, _ value: String) { granted.append((name, value)) }

  /// Adds a sentence about the options.
  package mutating func remark(_ sentence: String) { remarks.append(Remark(text: sentence)) }

  /// Adds a remark about an option; its name comes right before the text.
  package mutating func remark(on option: String, _ text: String) {
    remarks.append(Remark(option: option, text: text))
  }

  /// Adds remarks about unknown options, and about options that were sent more than once.
  mutating func remarkOnTheRest() {
    if query.isIncomplete { remark("An option couldn’t be read as text, so it was left out.") }
    let names = query.fields.map(\.name)
    var remarked: Set<String> = []
    for (index, name) in names.enumerated() where remarked.insert(name).inserted {
      if !known.contains(name) {
        remark("There’s no option “\(name.shownAgain)” here; it was left out.")
      } else if names[(index + 1)...].contains(name) {
        remark(on: name, " came more than once; the first one counts.")
      }
    }
  }
}
