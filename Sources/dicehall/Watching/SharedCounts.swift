import FastCGI
import Glibc
import Logging
import Site
import Storage
import Web

/// Memory in which all processes of a service count together, in parts.
struct SharedCounts {
  private static let occupancyEnd = RateLimiter.memory + Occupancy.memory
  private static let metricsEnd = occupancyEnd + Metrics.memory

  private let memory: UnsafeMutableRawBufferPointer
  /// How many threads a worker has at most.
  private let threads: Int

  /// What all parts need, in bytes.
  static func memory(threads: Int) -> Int {
    metricsEnd + CurrentRequests.memory(threads: threads)
  }

  /// Divides memory of that size.
  init(_ memory: UnsafeMutableRawBufferPointer, threads: Int) {
    self.memory = memory
    self.threads = threads
  }

  /// How often clients do what is limited.
  var limits: UnsafeMutableRawBufferPointer { .init(rebasing: memory[..<RateLimiter.memory]) }
  /// How many sessions there are.
  var occupancy: UnsafeMutableRawBufferPointer {
    .init(rebasing: memory[RateLimiter.memory..<SharedCounts.occupancyEnd])
  }
  /// Figures for the operator.
  var metrics: UnsafeMutableRawBufferPointer {
    .init(rebasing: memory[SharedCounts.occupancyEnd..<SharedCounts.metricsEnd])
  }
  /// What is being answered.
  var requests: CurrentRequests {
    CurrentRequests(.init(rebasing: memory[SharedCounts.metricsEnd...]), threads: threads)
  }
}

/// How a supervisor watches its service.
struct SupervisorWatch: WorkerObserver {
  private let metrics: Metrics?
  private let status: ServiceStatus
  private let requests: CurrentRequests
  /// How many milliseconds an answer may take; `nil` if any number.
  private let longestAnswer: Int64?
  /// Shows figures and status; `nil` if nobody wants to see them.
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
}

extension SupervisorWatch {
  /// Watches a service at `listening`, for an operator who looks at `operatorSocket`, if at all.
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
  /// What a worker counts figures with; `nil` if nobody reads them.
  func metrics(_ counts: SharedCounts, _ logger: Logger) -> Metrics? {
    guard operatorPlace != nil else { return nil }
    let metrics = Metrics(counts.metrics)
    if metrics == nil {
      logger.warning("the service was started by another version; restart it to get figures again")
    }
    return metrics
  }
}
