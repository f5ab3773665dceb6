import FastCGI
import Glibc
import Synchronization
import Web

/// What a service is doing, in a line and in a report for its operator.
final class ServiceStatus: Sendable {
  private let requests: CurrentRequests
  /// The sessions that there are; `nil` if nobody counts them.
  private let occupancy: Occupancy?
  /// How many workers there are that haven't been told to end.
  var workerCount: Int {
    get { workers.load(ordering: .relaxed) }
    set { workers.store(newValue, ordering: .relaxed) }
  }
  private let workers = Atomic(0)
  private let threads: Int
  private let listening: ListeningSocket
  /// When the service was started, in milliseconds.
  private let start = milliseconds()
  /// The last two counts of requests answered, each with its time in milliseconds.
  private let counts: Mutex<(before: Count, last: Count)>

  private struct Count {
    var requests: UInt64 = 0
    var time: Int64
  }

  init(
    requests: CurrentRequests, occupancy: Occupancy?, threads: Int, listening: ListeningSocket
  ) {
    self.requests = requests
    self.occupancy = occupancy
    self.threads = threads
    self.listening = listening
    let first = Count(time: start)
    counts = Mutex((first, first))
  }

  /// Version, workers, sessions, and the requests a second since the last such line.
  var line: String {
    counts.withLock {
      $0.before = $0.last
      $0.last = Count(requests: requests.answered, time: milliseconds())
    }
    let sessions = occupancy.map { ", \($0.count) sessions" } ?? ""
    return "Dicehall \(Dicehall.version): \(workerCount) workers\(sessions), "
      + "\(requestsPerSecond) requests a second"
  }

  /// To one decimal place.
  private var requestsPerSecond: String {
    let (before, last) = counts.withLock { $0 }
    let time = max(1, UInt64(last.time - before.time))
    let tenths = (last.requests &- before.requests) &* 10_000 / time
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// What is being answered now, and who waits.
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
