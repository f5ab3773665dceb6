import FastCGI
import Logging
import Site
import Web

/// Writes a line for each request: what was asked, the outcome, and how long it took.
///
/// It never has a session's ID, a key, a name, or an address, which may contain any of them.
struct RequestLog: Sendable {
  let format: LogFormat
  /// The lowest level that is logged; ordinary requests are `info`.
  let level: Logger.Level
  /// The microseconds after which a request is slow; `nil` for never.
  let slow: Int64?

  func write(_ report: RequestReport) { line(for: report)?.write() }

  /// - Returns: `nil` for a request that isn't logged.
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

/// The observers of a worker: its request log, its metrics, or both.
struct ServiceWatch: ServiceObserver {
  private let log: RequestLog?
  private let metrics: Metrics?
  /// The worker's place among all workers.
  private let place: Int

  /// - Returns: `nil` if there is nothing to observe, so that requests pay nothing for it.
  init?(log: RequestLog?, metrics: Metrics?, place: Int = 0) {
    guard log != nil || metrics != nil else { return nil }
    self.log = log
    self.metrics = metrics
    self.place = place
  }

  func finished(_ report: RequestReport) {
    metrics?.count(report)
    log?.write(report)
  }

  func threadBecameBusy() { metrics?.addBusy(1, at: place) }
  func threadBecameFree() { metrics?.addBusy(-1, at: place) }
  func cut(_ phase: CutPhase) { metrics?.count(Counter(phase)) }
}

/// The request that a thread is answering, which the log names beside errors.
enum RequestInLog {
  private final class Current {
    var id: RequestID?
    var method: Method?
    var path = ""
    /// The slot in which this thread notes its request; `nil` before its first.
    var slot: CurrentRequests.Slot?
  }

  private static let threads = ThreadLocal { Current() }

  /// Answers a request, or an attempt at one that could not be read.
  ///
  /// `newSlot` returns a slot for each thread to note its request.
  static func answer(
    _ incoming: Result<Request, Refusal>, _ id: RequestID, with server: Server,
    newSlot: () -> CurrentRequests.Slot? = { nil }
  ) -> Response {
    let current = threads.value
    current.id = id
    if case .success(let request) = incoming {
      current.method = request.method
      current.path = request.path
      current.slot = current.slot ?? newSlot()
      current.slot?.begin(request.path)
    }
    defer {
      current.slot?.end()
      current.id = nil
      current.method = nil
    }
    return server.answer(incoming)
  }

  /// The number of this thread's request, if it is answering one.
  static var number: String? { threads.value.id?.text }

  /// Adds this thread's request to a line: `id=5f… method=POST route=/craps/roll`.
  static func name(in line: inout LogLine) {
    let current = threads.value
    guard let id = current.id else { return }
    line.append("id", id)
    guard let method = current.method else { return }
    line.append("method", plain: method.name)
    line.append("route", plain: hall.routeNames[hall.routeNumber(of: current.path)])
  }
}
