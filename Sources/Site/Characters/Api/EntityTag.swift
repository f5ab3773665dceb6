import Web

/// What tells one version of an answer from another (RFC 9110, 8.8.3): a hash of its bytes.
struct EntityTag {
  /// As the header has it, with its quotes.
  let text: String

  /// Who made two answers of the same tag would gain nothing but an old answer of their own.
  init(_ bytes: [UInt8]) {
    let digits = String(fingerprint(of: bytes), radix: 16)
    text = "\"\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)\""
  }

  /// Whether an `If-None-Match` names it, weakly or not; no other tag has these letters within.
  func isNamed(by header: String) -> Bool {
    header.trimmingBlanks == "*" || header.firstRange(of: text) != nil
  }
}
