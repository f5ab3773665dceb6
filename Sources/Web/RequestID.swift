/// A number that identifies a request in the log, on its error page and to the web server.
package enum RequestID: Equatable, Sendable {
  /// The web server's own: 1 to 64 letters, digits, hyphens, underscores or dots.
  case given(String)
  /// Our own, if the web server sends none.
  case drawn(UInt64)

  /// The web server's number; `nil` for a text that is unsafe in a log or a page.
  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    guard 1...64 ~= text.utf8.count, isPlain else { return nil }
    self = .given(text)
  }

  /// The number as people read it, which needs no escaping anywhere.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the number; one of ours has 16 hexadecimal digits.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .given(let text): bytes.append(text)
    case .drawn(let number):
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 0xF
        bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      }
    }
  }
}

/// Draws request numbers, which are distinct but not secret, and thus cheap.
package struct RequestIDs: Sendable {
  private var state: UInt64

  /// Starts at a random number, or at a test's `state`.
  package init(state: UInt64 = .random(in: .min ... .max)) { self.state = state }

  /// Returns the next number.
  package mutating func next() -> RequestID {
    // SplitMix64 (Steele, Lea and Flood, 2014), which returns each number once before it repeats.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return .drawn(mixed ^ mixed >> 31)
  }
}
