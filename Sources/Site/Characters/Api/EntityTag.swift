import Web

/// What tells one version of an answer from another (RFC 9110, 8.8.3): a hash of its bytes.
struct EntityTag {
  /// As the header has it, with its quotes.
  let text: String

  /// FNV-1a of 64 bits: nobody gains by two answers of the same tag but an old answer of their own.
  init(_ bytes: [UInt8]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    text = "\"\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)\""
  }

  /// Whether an `If-None-Match` names it, weakly or not; no other tag has these letters within.
  func isNamed(by header: String) -> Bool {
    header.trimmingBlanks == "*" || header.firstRange(of: text) != nil
  }
}
