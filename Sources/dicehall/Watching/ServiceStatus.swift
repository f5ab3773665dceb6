import FastCGI
import Glibc
import Synchronization
import Web

/// A service's status, in a line and in a report for its operator.
final class ServiceStatus: Sendable {
  private let requests: CurrentRequests
  /// The occupancy by sessions; `nil` if nothing counts them.
  private let occupancy: Occupancy?
  /// The number of workers that haven't been told to end.
  var workerCount: Int {
    get { workers.load(ordering: .relaxed) }
    set { workers.store(newValue, ordering: .relaxed) }
  }
  private let workers = Atomic(0)
  private let threads: Int
  private let listening: ListeningSocket
  /// The time when the service started, in milliseconds.
  private let start = milliseconds()
  /// The last two counts of requests answered, each with its time in milliseconds.
  private let counts: Mutex<(before: Count, last: Count)>

  private struct Count {
    var requests: UInt64 = 0
    var time: Int64
  }

  init(requests: CurrentRequests, occupancy: Occupancy?, threads: Int, listening: ListeningSocket) {
    self.requests = requests
    self.occupancy = occupancy
    self.threads = threads
    self.listening = listening
    let first = Count(time: start)
    counts = Mutex((first, first))
  }

  /// The status line: version, workers, sessions, and recent requests a second.
  var line: String {
    counts.withLock {
      $0.before = $0.last
      $0.last = Count(requests: requests.answered, time: milliseconds())
    }
    let sessions = occupancy.map { ", \($0.count) sessions" } ?? ""
    return "Dicehall \(Dicehall.version): \(workerCount) workers\(sessions), "
      + "\(requestsPerSecond) requests a second"
  }

  /// The recent rate, to one decimal place.
  private var requestsPerSecond: String {
    let (before, last) = counts.withLock { $0 }
    let time = max(1, UInt64(last.time - before.time))
    let tenths = (last.requests &- before.requests) &* 10_000 / time
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A report of current requests and waiting connections.
  var report: StatusReport {
    let requests = requests.entries().map { entry -> JSON in
      ["route": .string(entry.route), "ms": .integer(entry.age)]
    }
    return StatusReport(
      json: [
        "version": .string(Dicehall.version),
        "seconds": .integer((milliseconds() - start) / 1000),
        "socket": .string(listening.name),
        "workers": .integer(workerCount),
        "threads": .integer(threads),
        "answered": .integer(self.requests.answered),
        "perSecond": .number(requestsPerSecond),
        "sessions": occupancy.map { .integer($0.count) } ?? .null,
        StatusReport.waiting: listening.waiting.map(JSON.integer) ?? .null,
        "requests": .array(requests),
      ])
  }
}
