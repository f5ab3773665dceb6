import FastCGI
import Glibc
import Synchronization

/// What a service is doing, in a line and on a page for its operator.
final class ServiceStatus: Sendable {
  static let path = "/status"
  static let type = "text/plain; charset=utf-8"

  private let requests: CurrentRequests
  /// The sessions that there are; `nil` if nobody counts them.
  private let occupancy: Occupancy?
  private let workers: Int
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
    requests: CurrentRequests, occupancy: Occupancy?, workers: Int, threads: Int,
    listening: ListeningSocket
  ) {
    self.requests = requests
    self.occupancy = occupancy
    self.workers = workers
    self.threads = threads
    self.listening = listening
    let first = Count(time: start)
    counts = Mutex((first, first))
  }

  /// Version, workers, sessions, and the requests a second since the last such line.
  func line(workers: Int) -> String {
    counts.withLock {
      $0.before = $0.last
      $0.last = Count(requests: requests.answered, time: milliseconds())
    }
    let sessions = occupancy.map { ", \($0.count) sessions" } ?? ""
    return "Dicehall \(Dicehall.version): \(workers) workers\(sessions), "
      + "\(requestsPerSecond) requests a second"
  }

  /// To one decimal place.
  private var requestsPerSecond: String {
    let (before, last) = counts.withLock { $0 }
    let time = max(1, UInt64(last.time - before.time))
    let tenths = (last.requests &- before.requests) * 10_000 / time
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// What is being answered now, by route and age, and who waits.
  var page: [UInt8] {
    let entries = requests.entries()
    var lines = [
      "Dicehall \(Dicehall.version), for \((milliseconds() - start) / 1000) s",
      "workers: \(workers), with \(threads) threads each",
      "answered: \(requests.answered) requests, lately \(requestsPerSecond) a second",
    ]
    if let occupancy { lines.append("sessions: \(occupancy.count)") }
    if let waiting = listening.waiting { lines.append("connections waiting: \(waiting)") }
    lines.append("being answered: \(entries.count)")
    lines += entries.map { "  \(ServiceStatus.seconds($0.age)) s  \($0.route)" }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// So many milliseconds as seconds: `0.250`.
  private static func seconds(_ age: Int64) -> String {
    "\(age / 1000).\(String(1000 + age % 1000).dropFirst())"
  }
}
