/// A text that may have been meant.
struct Suggestion {
  let text: String
  /// The text up to the correction; `nil` if the correction covers all of it.
  let beginning: String?

  init(_ text: String, beginning: String? = nil) {
    self.text = text
    self.beginning = beginning
  }
}

/// The budget for guessing what was meant, shared by all attempts.
final class Guesses {
  private var left = 40
  let work = Work(1_000_000)

  /// - Returns: whether another attempt is allowed.
  func take() -> Bool {
    left -= 1
    return left >= 0
  }
}

/// Errors with their places and suggestions.
extension Parser {
  /// Returns an error at the symbols from `start` to `end`, by default at the current place.
  func error(
    _ kind: ExpressionError.Kind, from start: Int? = nil, to end: Int? = nil,
    suggestion: Suggestion? = nil, otherwise: [Suggestion] = []
  ) -> ExpressionError {
    error(
      kind, from: start, to: end, suggestions: suggestion.map { [$0] } ?? [], otherwise: otherwise)
  }

  /// Returns an error for which `otherwise` is tried in order if no suggestion is valid.
  func error(
    _ kind: ExpressionError.Kind, from start: Int? = nil, to end: Int? = nil,
    suggestions: [Suggestion], otherwise: [Suggestion] = []
  ) -> ExpressionError {
    let end = end ?? symbols.index
    let place = symbols.place(Swift.min(start ?? symbols.index, end)..<end)
    guard mends > 0 else { return ExpressionError(kind, at: place) }
    var whole = suggestions.compactMap { mended($0.text, mends: mends - 1) }.different
    for suggestion in otherwise where whole.isEmpty {
      whole = mended(suggestion.text, mends: mends - 1).map { [$0] } ?? []
    }
    guard whole.isEmpty else { return ExpressionError(kind, at: place, suggestions: whole) }
    let parts = suggestions.compactMap { suggestion in
      suggestion.beginning.flatMap { mended(closed($0), mends: 0) }
    }.different
    return ExpressionError(kind, at: place, suggestions: parts, isPartial: !parts.isEmpty)
  }

  /// Returns the text with at most `mends` more corrections; `nil` if it still isn't valid.
  private func mended(_ text: String, mends: Int) -> String? {
    guard guesses.take() else { return nil }
    var parser = Parser(
      symbols: Symbols(text), work: guesses.work, guesses: guesses, mends: mends,
      takesTally: takesTally)
    do throws(ExpressionError) {
      let text = try parser.expression().text
      return text.unicodeScalars.count <= Expression.Limits.text ? text : nil
    } catch {
      return error.isPartial ? nil : error.suggestions.first
    }
  }

  /// Returns the start of a text with the missing brackets.
  private func closed(_ beginning: String) -> String {
    let pairs: [Character: Character] = ["(": ")", "{": "}", "[": "]"]
    var missing: [Character] = []
    for character in beginning {
      if character == missing.last {
        missing.removeLast()
      } else if let end = pairs[character] {
        missing.append(end)
      }
    }
    return beginning + missing.reversed()
  }

  /// Returns the text with a range replaced and, optionally, an earlier range removed.
  func replacing(
    _ range: Range<Int>, with word: String, leavingOut earlier: Range<Int> = 0..<0
  ) -> Suggestion {
    let beginning =
      symbols.written(..<earlier.lowerBound)
      + symbols.written(earlier.upperBound..<range.lowerBound) + word
    return Suggestion(beginning + symbols.written(range.upperBound...), beginning: beginning)
  }
}

extension [String] {
  /// The distinct texts.
  fileprivate var different: [String] {
    reduce(into: []) { texts, text in
      if !texts.contains(text) { texts.append(text) }
    }
  }
}
