/// A text that may be what was meant.
struct Suggestion {
  let text: String
  /// The text up to where it was mended; `nil` if all of it was.
  let beginning: String?

  init(_ text: String, beginning: String? = nil) {
    self.text = text
    self.beginning = beginning
  }
}

/// How much is tried to find out what was meant; the same for all that is tried.
final class Guesses {
  private var left = 40
  let work = Work(1_000_000)

  /// - Returns: whether one more may be tried.
  func take() -> Bool {
    left -= 1
    return left >= 0
  }
}

/// Errors with their places, and what is suggested instead.
extension Parser {
  /// The most mistakes that are mended in one text.
  static let mostMends = 6

  /// An error at the symbols from `start` to `end`; without them, at this place.
  func error(
    _ kind: ExpressionError.Kind, from start: Int? = nil, to end: Int? = nil,
    suggestion: Suggestion? = nil, otherwise: [Suggestion] = []
  ) -> ExpressionError {
    error(
      kind, from: start, to: end, suggestions: suggestion.map { [$0] } ?? [], otherwise: otherwise)
  }

  /// `otherwise` is what is tried one after the other if none of the suggestions can be read.
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

  /// The text with at most so many more mends; `nil` if these aren't enough or can't be guessed, as a
  /// suggestion must never be refused itself.
  private func mended(_ text: String, mends: Int) -> String? {
    guard guesses.take() else { return nil }
    var parser = Parser(Symbols(text), guesses.work, guesses, mends: mends)
    do throws(ExpressionError) {
      let text = try parser.expression().text
      return text.unicodeScalars.count <= Expression.Limits.text ? text : nil
    } catch {
      return error.isPartial ? nil : error.suggestions.first
    }
  }

  /// The beginning of a text with the brackets that it lacks.
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

  /// The text with another word at a place and, perhaps, without what stands at an earlier one.
  func replacing(
    _ range: Range<Int>, with word: String, leavingOut earlier: Range<Int> = 0..<0
  ) -> Suggestion {
    let beginning =
      symbols.written(0..<earlier.lowerBound)
      + symbols.written(earlier.upperBound..<range.lowerBound) + word
    return Suggestion(
      beginning + symbols.written(range.upperBound..<symbols.count), beginning: beginning)
  }
}

extension [String] {
  /// Each of them once.
  fileprivate var different: [String] {
    reduce(into: []) { texts, text in
      if !texts.contains(text) { texts.append(text) }
    }
  }
}
