import FastCGI
import Site
import Testing
import Web

@testable import dicehall

@Suite struct MetricsTests {
  private let memory = Memory.lasting(bytes: Metrics.memory)
  private let metrics: Metrics

  init() throws { metrics = try #require(Metrics(memory)) }

  private func count(_ path: String, _ method: Web.Method, _ status: Status, microseconds: Int64) {
    var response = Response(status)
    response.route = hall.routeNumber(of: path)
    var moments = RequestReport.Moments()
    moments.sent = microseconds
    metrics.count(
      RequestReport(id: .drawn(1), method: method, response, isSent: true, moments))
  }

  /// The lines of the page that begin so.
  private func lines(_ start: String) -> [String] {
    let page = MetricsPage(metrics: metrics, workers: 2, threads: 32, start: 1_795_221_600)
    return String(decoding: page.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix(start) }
  }

  @Test func `requests are counted by method, route and status`() {
    count("/craps", .get, .ok, microseconds: 1)
    count("/craps", .get, .ok, microseconds: 1)
    count("/craps", .head, .ok, microseconds: 1)
    count("/embed/craps/roll", .post, .seeOther, microseconds: 1)
    count("/nowhere", .other, .notFound, microseconds: 1)
    #expect(
      lines("dicehall_requests_total") == [
        #"dicehall_requests_total{method="other",route="none",status="404"} 1"#,
        #"dicehall_requests_total{method="GET",route="/craps",status="200"} 2"#,
        #"dicehall_requests_total{method="HEAD",route="/craps",status="200"} 1"#,
        #"dicehall_requests_total{method="POST",route="/embed/craps/*/roll",status="303"} 1"#,
      ])
  }

  @Test func `times fall into buckets that hold all below them`() {
    for time: Int64 in [0, 500, 501, 3_000, 11_000_000] {
      count("/pig", .get, .ok, microseconds: time)
    }
    let name = "dicehall_request_duration_seconds"
    let buckets = [
      "0.0005": 2, "0.001": 3, "0.0025": 3, "0.005": 4, "0.01": 4, "0.025": 4, "0.05": 4,
      "0.1": 4, "0.25": 4, "0.5": 4, "1": 4, "2.5": 4, "10": 4, "+Inf": 5,
    ]
    #expect(
      Set(lines("\(name)_bucket"))
        == Set(buckets.map { "\(name)_bucket{route=\"/pig\",le=\"\($0)\"} \($1)" }))
    #expect(lines("\(name)_count") == ["\(name)_count{route=\"/pig\"} 5"])
    #expect(lines("\(name)_sum") == ["\(name)_sum{route=\"/pig\"} 11.004001"])
  }

  @Test func `every counter stands once in the page, and counts alone`() {
    let families = CounterFamily.all.flatMap(\.counters).map(\.counter)
    #expect(families.sorted { $0.rawValue < $1.rawValue } == Counter.allCases)
    for counter in Counter.allCases {
      for _ in 0...counter.rawValue { metrics.count(counter) }
    }
    for counter in Counter.allCases {
      #expect(metrics.value(of: counter) == UInt64(counter.rawValue + 1))
    }
    #expect(lines("dicehall_sessions_created_total") == ["dicehall_sessions_created_total 1"])
  }

  @Test func `busy threads are those of all workers, and a dead one has none`() {
    metrics.addBusy(3, at: 0)
    metrics.addBusy(-1, at: 0)
    metrics.addBusy(4, at: 79)
    metrics.addBusy(9, at: 80)
    #expect(lines("dicehall_threads_busy") == ["dicehall_threads_busy 6"])
    metrics.clearBusy(at: 79)
    metrics.clearBusy(at: 80)
    #expect(metrics.busyThreads == 2)
    #expect(lines("dicehall_threads ") == ["dicehall_threads 64"])
  }

  @Test func `whoever counts beside it in the same memory adds to it`() throws {
    let beside = try #require(Metrics(memory))
    beside.count(.roomsOpened)
    metrics.count(.roomsOpened)
    #expect(metrics.value(of: .roomsOpened) == 2)
  }

  @Test func `a program that means something else by the words doesn't count`() {
    let foreign = Memory.lasting(bytes: Metrics.memory)
    foreign.storeBytes(of: 4711, as: UInt64.self)
    #expect(Metrics(foreign) == nil)
  }
}
