/// The `Cookie` header of a request, searched in place.
package enum Cookies {
  /// The first value of the cookie, without surrounding quotes.
  package static func value(of name: String, in header: String) -> String? {
    for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
      let trimmed = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard trimmed.count > name.utf8.count, trimmed.starts(with: name.utf8) else { continue }
      let rest = trimmed.dropFirst(name.utf8.count)
      guard rest.first == UInt8(ascii: "=") else { continue }
      var value = rest.dropFirst()
      if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
        value = value.dropFirst().dropLast()
      }
      return String(Substring(value))
    }
    return nil
  }
}
