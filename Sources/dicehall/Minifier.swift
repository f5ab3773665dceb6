/// Removes indentation, empty lines, and comments at line starts from scripts and stylesheets.
///
/// This saves a seventh to a quarter of the bytes of each first visit without touching a line's
/// code. As everything at the start of a line goes, no string may span lines.
enum Minifier {
  static func shortens(_ path: String) -> Bool { path.hasSuffix(".css") || path.hasSuffix(".js") }

  static func minified(_ bytes: [UInt8]) -> [UInt8] {
    var isComment = false
    var text: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      if let code = code(in: rest[..<end], isComment: &isComment) {
        text += code
        text.append(UInt8(ascii: "\n"))
      }
      rest = rest[end...].dropFirst()
    }
    return text
  }

  /// Returns the rest of a line; `isComment` says whether a comment of several lines is open.
  private static func code(
    in line: ArraySlice<UInt8>, isComment: inout Bool
  ) -> ArraySlice<UInt8>? {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") }
    var rest = line.drop(while: isSpace)
    if !isComment, rest.starts(with: "//".utf8) { return nil }
    while isComment || rest.starts(with: "/*".utf8) {
      let end = rest.indices.first { rest[$0...].starts(with: "*/".utf8) }
      isComment = end == nil
      guard let end else { return nil }
      rest = rest[(end + 2)...].drop(while: isSpace)
    }
    return rest.isEmpty ? nil : rest
  }
}
