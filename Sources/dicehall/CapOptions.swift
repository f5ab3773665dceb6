import ArgumentParser
import Storage

/// Options on how many sessions are kept; vaults, rooms and the cloud don't count.
struct CapOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: """
      Sessions to keep at most, 0 for no limit: those idle the longest make room for new ones. \
      (default: 2000000; for sweep 0)
      """)
  private var maxSessions: Int?

  @Option(
    parsing: .unconditional,
    help: """
      What all sessions may take on the disk or in the database, such as 800M or 10G; 0 for any \
      number of bytes. (default: 0)
      """)
  private var maxSessionBytes: String?

  func validate() throws {
    try Environment.check("MAX_SESSIONS", maxSessions)
    if let text = Environment.setting("MAX_SESSION_BYTES"), ByteCount(text) == nil {
      throw ValidationError("DICEHALL_MAX_SESSION_BYTES must be bytes such as 10G, not \(text)")
    }
    if let maxSessionBytes, ByteCount(maxSessionBytes) == nil {
      throw ValidationError("--max-session-bytes takes bytes such as 10G, not \(maxSessionBytes)")
    }
    if let sessions, !(sessions == 0 || 10...1_000_000_000 ~= sessions) {
      throw ValidationError("--max-sessions takes 0 or 10 to 1000000000")
    }
    if let bytes, bytes != 0, bytes < 1 << 20 {
      throw ValidationError("--max-session-bytes takes 0 or at least 1M")
    }
  }

  private var sessions: Int? { maxSessions ?? Environment.number("MAX_SESSIONS") }

  private var bytes: Int? {
    (maxSessionBytes ?? Environment.setting("MAX_SESSION_BYTES")).flatMap(ByteCount.init)?.bytes
  }

  /// Returns the operator's cap; `count` is the default number of sessions.
  func cap(default count: Int) -> SessionCap {
    SessionCap(sessions: sessions ?? count, bytes: bytes)
  }

  /// The default number of sessions: those of 66,000 new visitors a day, in some 16 gigabytes.
  static let defaultSessions = 2_000_000
}

/// A number of bytes as typed: `4096`, `800M`, `10G`.
struct ByteCount: Equatable {
  let bytes: Int

  /// - Returns: `nil` unless it is digits followed by at most one of K, M, G and T.
  init?(_ argument: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    guard !digits.isEmpty, digits.allSatisfy({ "0"..."9" ~= $0 }), let number = Int(digits) else {
      return nil
    }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !isTooLarge else { return nil }
    self.bytes = bytes
  }
}
