import FastCGI
import Logging
import Site
import Web

/// Writes a line for each request: what was asked, what came of it, and how long it took.
///
/// Never a session's id, a key, a name, or an address, which may hold any of them.
struct RequestLog: Sendable {
  let format: LogFormat
  /// The least that is written; ordinary requests are `info`.
  let level: Logger.Level
  /// From how many microseconds on a request is slow; `nil` if none ever is.
  let slow: Int64?

  func write(_ report: RequestReport) { line(for: report)?.write() }

  /// - Returns: `nil` for a request that is not to be logged.
  func line(for report: RequestReport) -> LogLine? {
    let moments = report.moments
    let isSlow = slow.map { moments.total >= $0 } ?? false
    let level = level(of: report, isSlow: isSlow)
    guard level >= self.level else { return nil }
    var line = LogLine(format, level, isSlow ? "slow request" : "request")
    line.append("id", report.id)
    line.append("method", plain: report.method.name)
    line.append("route", plain: hall.routeNames[report.route])
    line.append("status", report.status)
    line.append("bytes", report.bytes)
    line.append("ms", microseconds: moments.total)
    if isSlow {
      line.append("read_ms", microseconds: moments.read - moments.begun)
      line.append("wait_ms", microseconds: moments.started - moments.read)
      line.append("answer_ms", microseconds: moments.answered - moments.started)
      line.append("send_ms", microseconds: moments.sent - moments.answered)
    }
    if !report.isSent { line.append("cut", true) }
    return line
  }

  private func level(of report: RequestReport, isSlow: Bool) -> Logger.Level {
    switch report.status {
    case 500: .error
    case 501...: .warning
    case _ where isSlow: .warning
    case 400...: .notice
    default: report.isSent ? .info : .notice
    }
  }
}
