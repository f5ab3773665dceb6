import Glibc
import Logging
import Site
import Web

/// The format of the log's lines.
enum LogFormat: Sendable {
  /// Text: `2026-11-23T07:31:00.123Z info request id=5f… status=200`.
  case text
  /// JSON: `{"time":"2026-11-23T07:31:00.123Z","level":"info","message":"request","status":200}`.
  case json
}

/// A line of the log, built byte by byte, as requests wait for it.
struct LogLine {
  private var bytes: [UInt8] = []
  private let format: LogFormat

  /// Creates a line about this moment; `message` is one or more words for people.
  init(_ format: LogFormat, _ level: Logger.Level, _ message: String) {
    self.format = format
    // Few lines are longer.
    bytes.reserveCapacity(256)
    switch format {
    case .text:
      appendTime()
      bytes.append(UInt8(ascii: " "))
      bytes.append(level.rawValue)
      bytes.append(UInt8(ascii: " "))
      // A line break would look like the end of the line.
      for byte in message.utf8 { bytes.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
    case .json:
      bytes.append("{\"time\":\"")
      appendTime()
      bytes.append("\",\"level\":\"")
      bytes.append(level.rawValue)
      bytes.append("\",\"message\":")
      JSON.write(message, to: &bytes)
    }
  }

  /// Appends a text of any kind.
  mutating func append(_ name: String, _ value: String) {
    append(name)
    if format == .json || value.isEmpty || !value.utf8.allSatisfy(\.isPlain) {
      JSON.write(value, to: &bytes)
    } else {
      bytes.append(value)
    }
  }

  /// Appends a text of our own without characters to escape.
  mutating func append(_ name: String, plain value: String) {
    append(name)
    quote { $0.append(value) }
  }

  mutating func append(_ name: String, _ id: RequestID) {
    append(name)
    quote { id.write(to: &$0) }
  }

  /// Appends a number that isn't negative.
  mutating func append(_ name: String, _ number: Int) {
    append(name)
    bytes.append(decimal: number)
  }

  /// Appends a time in milliseconds, with three decimals.
  mutating func append(_ name: String, microseconds time: Int64) {
    append(name)
    let time = Int(max(0, time))
    bytes.append(decimal: time / 1000)
    bytes.append(UInt8(ascii: "."))
    append(time % 1000, digits: 3)
  }

  mutating func append(_ name: String, _ flag: Bool) {
    append(name)
    bytes.append(flag ? "true" : "false")
  }

  /// Returns the whole line with its end.
  consuming func ended() -> [UInt8] {
    bytes.append(format == .json ? "}\n" : "\n")
    return bytes
  }

  /// Sends the line to standard error in one piece, so that processes' lines don't mix.
  consuming func write() { Files.write(ended(), to: STDERR_FILENO) }

  private mutating func append(_ name: String) {
    switch format {
    case .text:
      bytes.append(UInt8(ascii: " "))
      bytes.append(name)
      bytes.append(UInt8(ascii: "="))
    case .json:
      bytes.append(",\"")
      bytes.append(name)
      bytes.append("\":")
    }
  }

  private mutating func quote(_ write: (inout [UInt8]) -> Void) {
    if format == .json { bytes.append(UInt8(ascii: "\"")) }
    write(&bytes)
    if format == .json { bytes.append(UInt8(ascii: "\"")) }
  }

  /// Appends the time: `2026-11-23T07:31:00.123Z`.
  private mutating func appendTime() {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let moment = Moment(seconds: max(0, now.tv_sec))
    append(moment.year, digits: 4)
    for (mark, number) in [
      ("-", moment.month), ("-", moment.dayOfMonth), ("T", moment.hour), (":", moment.minute),
      (":", moment.second),
    ] as [(Unicode.Scalar, Int)] {
      bytes.append(UInt8(ascii: mark))
      append(number, digits: 2)
    }
    bytes.append(UInt8(ascii: "."))
    append(now.tv_nsec / 1_000_000, digits: 3)
    bytes.append(UInt8(ascii: "Z"))
  }

  private mutating func append(_ number: Int, digits: Int) {
    var unit = 1
    for _ in 1..<digits { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }
}

extension UInt8 {
  /// Whether the text can follow `name=` without quotes.
  fileprivate var isPlain: Bool {
    self > 0x20 && self != 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "=")
  }
}

/// Writes log messages, one line for each event, beside the lines about requests.
struct LineLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let format: LogFormat

  init(_ format: LogFormat, _ level: Logger.Level) {
    self.format = format
    logLevel = level
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = LogLine(format, event.level, event.message.description)
    let facts = metadata.merging(event.metadata ?? [:]) { _, new in new }
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .stringConvertible(let number as any BinaryInteger): line.append(name, Int(number))
      default: line.append(name, value.description)
      }
    }
    RequestInLog.name(in: &line)
    line.write()
  }
}

extension LoggingSystem {
  /// Sends the log to standard error.
  static func start(_ format: LogFormat, _ level: Logger.Level) {
    bootstrap { _ in LineLog(format, level) }
  }
}
