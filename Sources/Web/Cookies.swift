/// The `Cookie` header of a request, searched in place.
package enum Cookies {
  /// Returns the first value of the cookie, without surrounding quotes.
  package static func value(of name: String, in header: String) -> String? {
    let bytes = header.utf8.span
    let name = name.utf8.span
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: ";") { end += 1 }
      while start < end, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "\t") {
        start += 1
      }
      if let value = value(of: name, in: bytes.extracting(start..<end)) { return value }
      start = end + 1
    }
    return nil
  }

  /// Returns the value of one `name=value` pair, if it has that name.
  private static func value(of name: Span<UInt8>, in pair: Span<UInt8>) -> String? {
    guard pair.count > name.count, pair[name.count] == UInt8(ascii: "=") else { return nil }
    for index in name.indices where pair[index] != name[index] { return nil }
    var (start, end) = (name.count + 1, pair.count)
    if end - start >= 2, pair[start] == UInt8(ascii: "\""), pair[end - 1] == UInt8(ascii: "\"") {
      (start, end) = (start + 1, end - 1)
    }
    return pair.extracting(start..<end).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
