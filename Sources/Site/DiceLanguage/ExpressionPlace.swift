import DiceLanguage
import Mustache

/// An expression that was refused, and the part of it that is wrong.
struct ExpressionPlace: Equatable {
  let before, wrong, after: String

  /// - Returns: `nil` if there is no text, or more than an expression may have.
  init?(_ range: Range<Int>, in text: String) {
    let bytes = Array(text.utf8)
    let start = min(range.lowerBound, bytes.count)
    let end = min(max(range.upperBound, start), bytes.count)
    guard !bytes.isEmpty,
      text.unicodeScalars.prefix(Expression.Limits.text + 1).count
        <= Expression.Limits.text
    else { return nil }
    // What can't be seen, or turns the text around it, leaves a mark of its own.
    func part(_ bytes: ArraySlice<UInt8>) -> String {
      String(
        String.UnicodeScalarView(
          String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
            $0.isPlain || $0 == "\u{200D}" ? $0 : "\u{FFFD}"
          }))
    }
    before = part(bytes[..<start])
    wrong = part(bytes[start..<end])
    after = part(bytes[end...])
  }
}

extension ExpressionPlace: Fielded {
  static func declare(_ field: inout Fields<ExpressionPlace>) {
    field("before") { $0.before }
    // There must be something to mark where something is missing.
    field("wrong") { $0.wrong.isEmpty ? "\u{00A0}" : $0.wrong }
    field("after") { $0.after }
  }
}
