/// An entity tag that tells versions of an answer apart by a hash of their bytes (RFC 9110, 8.8.3).
struct EntityTag {
  /// The tag as in the header, with quotes.
  let text: String

  /// Anyone who produced two answers with the same tag would only get their own old answer.
  init(_ bytes: [UInt8]) {
    let digits = String(fingerprint(of: bytes), radix: 16)
    text = "\"\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)\""
  }

  /// Returns whether an `If-None-Match` names it, weakly or not; no other tag can contain it.
  func isNamed(by header: String) -> Bool {
    header == text || header.trimmingBlanks == "*" || header.firstRange(of: text) != nil
  }
}

extension Response {
  /// Adds an entity tag to a successful answer to a GET; if the client has it, answers 304 instead.
  package mutating func mark(for request: Request) {
    guard status == .ok, request.method != .post else { return }
    let tag = EntityTag(body)
    if let header = request.ifNoneMatch, tag.isNamed(by: header) { self = Response(.notModified) }
    set("ETag", tag.text)
  }
}

/// Returns a 64-bit FNV-1a hash, for uses where nobody gains from a collision.
package func fingerprint(of bytes: [UInt8]) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  return hash
}
