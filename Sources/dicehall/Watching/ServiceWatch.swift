import FastCGI

/// What watches a worker: its log of requests, its figures, or both.
struct ServiceWatch: ServiceObserver {
  private let log: RequestLog?
  private let metrics: Metrics?
  /// The worker's place among all of them.
  private let place: Int

  /// - Returns: `nil` if nobody wants to know anything, so that requests pay nothing for it.
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
