import Logging

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
