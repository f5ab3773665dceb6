/// The grammar of a `Host` header: a name or an address, optionally with a port.
package enum HostName {
  package static func isValid(_ text: String) -> Bool {
    guard 1...255 ~= text.utf8.count else { return false }
    if text.utf8.first == UInt8(ascii: "[") {
      guard let end = text.firstIndex(of: "]") else { return false }
      let address = text[text.index(after: text.startIndex)..<end]
      return AddressBlock.isVersion6(address) && isPort(text[text.index(after: end)...].utf8)
    }
    let bytes = text.utf8.span
    var end = 0
    while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
    return end > 0 && (end == bytes.count || isPort(text.utf8.dropFirst(end)))
  }

  /// Nothing, or a colon and a port.
  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first else { return true }
    guard first == UInt8(ascii: ":"), let number = Int(digits: Substring(text.dropFirst())) else {
      return false
    }
    return 1...65535 ~= number
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: byte.isLetterOrDigit
    }
  }
}
