import Site
import Web

/// The metrics in Prometheus's text format, version 0.0.4.
struct MetricsPage {
  static let path = "/metrics"
  static let type = "text/plain; version=0.0.4; charset=utf-8"

  let metrics: Metrics
  /// The occupancy by sessions; `nil` if nothing counts them.
  var occupancy: Occupancy?
  /// The number of workers, and the most threads of each.
  let workers: Int
  let threads: Int
  /// The time when the service started, in seconds since 1970.
  let start: Int
  private let processes = ProcessFigures()

  /// The current page.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    appendFacts(to: &bytes)
    appendRequests(to: &bytes)
    appendTimes(to: &bytes)
    for family in CounterFamily.all {
      describe(family.name, "counter", family.help, in: &bytes)
      for (label, counter) in family.counters {
        append(family.name, label, "\(metrics.value(of: counter))", to: &bytes)
      }
    }
    return bytes
  }

  private func appendFacts(to bytes: inout [UInt8]) {
    let sum = processes.sum
    var facts = [
      ("dicehall_build_info", "version=\"\(Dicehall.version)\"", "1", "The program's version."),
      ("process_start_time_seconds", "", "\(start)", "When the service was started."),
      (
        "process_cpu_seconds_total", "", MetricsPage.seconds(Int64(sum.time)),
        "Processor time of the supervisor and all workers, ended ones too."
      ),
      (
        "process_resident_memory_bytes", "", "\(sum.memory)",
        "Memory of the supervisor and all workers; what they share counts for each."
      ),
      ("process_open_fds", "", "\(sum.files)", "Files open in the supervisor and all workers."),
      ("process_max_fds", "", "\(sum.mostFiles)", "How many they may have open together."),
      ("dicehall_workers", "", "\(workers)", "Processes that answer requests."),
      ("dicehall_threads", "", "\(workers * threads)", "Requests that can be answered at once."),
      (
        "dicehall_threads_busy", "", "\(metrics.busyThreads)",
        "Threads that are serving a connection now."
      ),
    ]
    if let occupancy {
      facts += [
        ("dicehall_sessions", "", "\(occupancy.count)", "Sessions that are kept."),
        (
          "dicehall_session_bytes", "", "\(occupancy.bytes)",
          "What they take on the disk or in the database."
        ),
      ]
    }
    for (name, label, value, help) in facts {
      describe(name, name.hasSuffix("_total") ? "counter" : "gauge", help, in: &bytes)
      append(name, label, value, to: &bytes)
    }
  }

  private func appendRequests(to bytes: inout [UInt8]) {
    let name = "dicehall_requests_total"
    describe(name, "counter", "Requests answered, by method, route and status.", in: &bytes)
    for (route, path) in hall.routeNames.enumerated() {
      for method in Method.allCases {
        for status in Status.all {
          let count = metrics.requests(route, method, status)
          guard count > 0 else { continue }
          let label = "method=\"\(method.name)\",route=\"\(path)\",status=\"\(status.code)\""
          append(name, label, "\(count)", to: &bytes)
        }
      }
    }
  }

  private func appendTimes(to bytes: inout [UInt8]) {
    let name = "dicehall_request_duration_seconds"
    describe(
      name, "histogram", "From the first byte awaited to the last one sent, by route.", in: &bytes)
    for (route, path) in hall.routeNames.enumerated() {
      let (counts, sum) = metrics.times(of: route)
      guard counts.contains(where: { $0 > 0 }) else { continue }
      var total: UInt64 = 0
      for (bound, count) in zip(Metrics.bounds.map(MetricsPage.seconds) + ["+Inf"], counts) {
        total &+= count
        append("\(name)_bucket", "route=\"\(path)\",le=\"\(bound)\"", "\(total)", to: &bytes)
      }
      let seconds = MetricsPage.seconds(Int64(clamping: sum))
      append("\(name)_sum", "route=\"\(path)\"", seconds, to: &bytes)
      append("\(name)_count", "route=\"\(path)\"", "\(total)", to: &bytes)
    }
  }

  /// Returns microseconds as seconds: `0.0005`.
  private static func seconds(_ time: Int64) -> String {
    let (whole, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
    var places = String(rest + 1_000_000).dropFirst()
    while places.last == "0" { places.removeLast() }
    return places.isEmpty ? "\(whole)" : "\(whole).\(places)"
  }

  private func describe(_ name: String, _ type: String, _ help: String, in bytes: inout [UInt8]) {
    bytes.append("# HELP \(name) \(help)\n# TYPE \(name) \(type)\n")
  }

  private func append(_ name: String, _ label: String, _ value: String, to bytes: inout [UInt8]) {
    bytes.append(label.isEmpty ? "\(name) \(value)\n" : "\(name){\(label)} \(value)\n")
  }
}
