import FastCGI
import Glibc
import Logging
import Site
import Storage
import Web

/// The shared memory in which all processes of a service count, divided into parts.
struct SharedCounts {
  private static let occupancyEnd = RateLimiter.memory + Occupancy.memory
  private static let metricsEnd = occupancyEnd + Metrics.memory

  private let memory: UnsafeMutableRawBufferPointer
  /// The most threads of a worker.
  private let threads: Int

  /// Returns the memory for all parts, in bytes.
  static func memory(threads: Int) -> Int {
    metricsEnd + CurrentRequests.memory(threads: threads)
  }

  /// Divides memory of that size.
  init(_ memory: UnsafeMutableRawBufferPointer, threads: Int) {
    self.memory = memory
    self.threads = threads
  }

  /// The counts of what clients do.
  var limits: UnsafeMutableRawBufferPointer { .init(rebasing: memory[..<RateLimiter.memory]) }
  /// The occupancy by sessions.
  var occupancy: UnsafeMutableRawBufferPointer {
    .init(rebasing: memory[RateLimiter.memory..<SharedCounts.occupancyEnd])
  }
  /// The metrics for the operator.
  var metrics: UnsafeMutableRawBufferPointer {
    .init(rebasing: memory[SharedCounts.occupancyEnd..<SharedCounts.metricsEnd])
  }
  /// The requests being answered.
  var requests: CurrentRequests {
    CurrentRequests(.init(rebasing: memory[SharedCounts.metricsEnd...]), threads: threads)
  }
}

/// A supervisor's observer of its service.
struct SupervisorWatch: WorkerObserver {
  private let metrics: Metrics?
  private let status: ServiceStatus
  private let requests: CurrentRequests
  /// The most milliseconds for an answer; `nil` for no limit.
  private let longestAnswer: Int64?
  /// The server of metrics and status, if the operator wants them.
  let server: OperatorServer?

  func workerEnded(at place: Int) {
    metrics?.clearBusy(at: place)
    requests.clear(at: place)
  }

  func workerReplaced(_ reason: WorkerReplacement) { metrics?.count(Counter(reason)) }

  func overdueRequests() -> [OverdueRequest] {
    guard let longestAnswer else { return [] }
    return requests.entries(olderThan: longestAnswer)
      .map { OverdueRequest(place: $0.place, route: $0.route, age: $0.age) }
  }

  func workersChanged(to count: Int) { status.workerCount = count }

  var statusLine: String { status.line }

  /// Creates an observer of a service at `listening`, with any server at `operatorSocket`.
  init(
    _ counts: SharedCounts, _ cap: SessionCap, workers: Int, threads: Int, longestAnswer: Int64?,
    listening: ListeningSocket, operatorSocket: ListeningSocket?
  ) {
    requests = counts.requests
    self.longestAnswer = longestAnswer
    let occupancy = cap.isSet ? Occupancy(counts.occupancy, cap: cap) : nil
    let status = ServiceStatus(
      requests: requests, occupancy: occupancy, threads: threads, listening: listening)
    self.status = status
    guard let operatorSocket, let metrics = Metrics(counts.metrics) else {
      (metrics, server) = (nil, nil)
      return
    }
    self.metrics = metrics
    let figures = MetricsPage(
      metrics: metrics, occupancy: occupancy, workers: workers, threads: threads, start: time(nil))
    server = OperatorServer(
      listening: operatorSocket,
      pages: [
        .init(MetricsPage.path, type: MetricsPage.type) { figures.bytes },
        .init(StatusReport.path, type: StatusReport.type) {
          Array(status.report.text(hidden: "hidden from this service; see dicehall status").utf8)
        },
        .init(StatusReport.jsonPath, type: StatusReport.jsonType) { status.report.json.bytes },
      ])
  }
}

extension WatchOptions {
  /// Returns the metrics for a worker; `nil` if nobody reads them.
  func metrics(_ counts: SharedCounts, _ logger: Logger) -> Metrics? {
    guard operatorPlace != nil else { return nil }
    let metrics = Metrics(counts.metrics)
    if metrics == nil {
      logger.warning("the service was started by another version; restart it to get figures again")
    }
    return metrics
  }
}
