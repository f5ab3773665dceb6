import FastCGI
import Glibc
import Logging
import Site
import Storage

/// Memory in which all processes of a service count together, in parts.
struct SharedCounts {
  /// What all parts need, in bytes.
  static let memory = RateLimiter.memory + Occupancy.memory + Metrics.memory
  private static let occupancyEnd = RateLimiter.memory + Occupancy.memory

  private let memory: UnsafeMutableRawBufferPointer

  /// Divides memory of that size.
  init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// How often clients do what is limited.
  var limits: UnsafeMutableRawBufferPointer { .init(rebasing: memory[..<RateLimiter.memory]) }
  /// How many sessions there are.
  var occupancy: UnsafeMutableRawBufferPointer {
    .init(rebasing: memory[RateLimiter.memory..<SharedCounts.occupancyEnd])
  }
  /// Figures for the operator.
  var metrics: UnsafeMutableRawBufferPointer {
    .init(rebasing: memory[SharedCounts.occupancyEnd...])
  }
}

/// How a supervisor watches its service.
struct SupervisorWatch {
  let observer: ServiceWatch?
  let server: MetricsServer

  func withdraw() { server.withdraw() }
}

extension WatchOptions {
  /// Opens the place where a supervisor shows figures, if there is to be one.
  /// - Throws: what `MetricsPlace.listen` throws.
  func open(
    _ counts: SharedCounts, _ cap: SessionCap, _ workers: Int, _ threads: Int
  ) throws -> SupervisorWatch? {
    guard let place = metricsPlace, let metrics = Metrics(counts.metrics) else { return nil }
    let occupancy = cap.isSet ? Occupancy(counts.occupancy, cap: cap) : nil
    let page = MetricsPage(
      metrics: metrics, occupancy: occupancy, workers: workers, threads: threads, start: time(nil))
    return SupervisorWatch(
      observer: ServiceWatch(log: nil, metrics: metrics),
      server: MetricsServer(listening: try place.listen(), type: MetricsPage.type) { page.bytes })
  }

  /// What a worker counts figures with; `nil` if nobody reads them.
  func metrics(_ counts: SharedCounts, _ logger: Logger) -> Metrics? {
    guard metricsPlace != nil else { return nil }
    let metrics = Metrics(counts.metrics)
    if metrics == nil {
      logger.warning("the service was started by another version; restart it to get figures again")
    }
    return metrics
  }
}
