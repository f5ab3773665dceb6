/// A header value with parameters: `form-data; name="file"`.
struct MultipartHeader {
  /// The value in lower case.
  let value: String
  /// The parameters by lower-case name; the first of each name counts.
  private(set) var parameters: [String: [UInt8]] = [:]

  /// - Returns: `nil` if the value cannot be parsed.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    value = MultipartHeader.trimmed(rest.prefix { $0 != UInt8(ascii: ";") })
    rest = rest.drop { $0 != UInt8(ascii: ";") }
    while rest.popFirst() != nil {
      guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
        // A trailing semicolon is harmless.
        guard MultipartHeader.trimmed(rest).isEmpty else { return nil }
        return
      }
      let name = MultipartHeader.trimmed(rest[..<equals])
      rest = rest[(equals + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let content = MultipartHeader.content(of: &rest) else { return nil }
      parameters[name] = parameters[name] ?? content
    }
  }

  /// Reads a parameter's content and moves on to the next semicolon.
  private static func content(of rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.first == UInt8(ascii: "\"") else {
      let content = rest.prefix { $0 != UInt8(ascii: ";") }
      rest = rest[content.endIndex...]
      return Array(String(decoding: content, as: UTF8.self).trimmingBlanks.utf8)
    }
    rest.removeFirst()
    var content: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return rest.isEmpty || rest.first == UInt8(ascii: ";") ? content : nil
      case UInt8(ascii: "\\"):
        // Some browsers send a path's backslashes unescaped, so a backslash escapes only quotes and
        // itself.
        if rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "\\") {
          content.append(rest.removeFirst())
        } else {
          content.append(byte)
        }
      default: content.append(byte)
      }
    }
    return nil
  }

  private static func trimmed(_ text: some Collection<UInt8>) -> String {
    String(decoding: text, as: UTF8.self).lowercased().trimmingBlanks
  }
}
