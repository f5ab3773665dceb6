import DiceLanguage
import Mustache

/// A refused input, with the part of it that is wrong.
package struct MarkedInput: Equatable, Fielded {
  let before, wrong, after: String

  /// The most characters shown of a text; an expression may have half of them.
  private static let longest = 2 * Expression.Limits.text

  /// - Returns: `nil` if there is no text, or if all of it is wrong and visible as it is.
  init?(_ range: Range<Int>, in text: String) {
    guard !text.isEmpty else { return nil }
    let rest = text.unicodeScalars.dropFirst(MarkedInput.longest)
    let shown = text[..<rest.startIndex]
    let bytes = Array((rest.isEmpty ? shown : shown + "…").utf8)
    let start = min(range.lowerBound, bytes.count)
    let end = min(max(range.upperBound, start), bytes.count)
    // Characters that are invisible, or turn the text around them, are shown as a mark.
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
    guard wrong != text else { return nil }
  }

  package static func declare(_ field: inout Fields<MarkedInput>) {
    field("before") { $0.before }
    // Something must be marked where something is missing.
    field("wrong") { $0.wrong.isEmpty ? "\u{00A0}" : $0.wrong }
    field("after") { $0.after }
  }
}
