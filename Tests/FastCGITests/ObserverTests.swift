import Logging
import Synchronization
import Testing
import Web

@testable import FastCGI

/// Keeps what a service tells.
private final class Watcher: ServiceObserver {
  private let state = Mutex((reports: [RequestReport](), busy: 0, cuts: [CutPhase]()))

  func finished(_ report: RequestReport) { state.withLock { $0.reports.append(report) } }
  func threadBecameBusy() { state.withLock { $0.busy += 1 } }
  func threadBecameFree() { state.withLock { $0.busy -= 1 } }
  func cut(_ phase: CutPhase) { state.withLock { $0.cuts.append(phase) } }

  var reports: [RequestReport] { state.withLock(\.reports) }
  var busy: Int { state.withLock(\.busy) }
  var cuts: [CutPhase] { state.withLock(\.cuts) }

  func waits(_ condition: () -> Bool) -> Bool {
    for _ in 0..<3_000 where !condition() { pause(10) }
    return condition()
  }
}

@Suite struct ObserverTests {
  private let folder: TemporaryFolder
  private let watcher = Watcher()

  init() throws { folder = try TemporaryFolder() }

  /// Starts a service that answers with the number of each request, and hands it to `body`.
  private func withService(
    _ limits: Limits = Limits(), _ body: (String) throws -> Void
  ) throws {
    let path = folder.path + "/s"
    let service = try Service(
      listening: .unix(path: path), threads: 2, gateway: Gateway(mount: ""), limits: limits,
      logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }, supervisor: nil,
      observer: watcher
    ) { result, id in
      pause(20)
      var response = Response(body: Array(id.text.utf8))
      if case .failure(let refusal) = result { response.status = refusal.status }
      response.route = 3
      return response
    }
    try startThread { try? service.run() }
    defer { service.stop() }
    try body(path)
  }

  private func ask(_ path: String, _ bytes: [UInt8]) throws -> String? {
    let peer = try Peer(path)
    peer.send(bytes)
    return peer.readAnswer()
  }

  @Test func `an answered request is told with its number, its size and its moments`() throws {
    try withService { path in
      let answer = try #require(try ask(path, Wire.request("GET", "/x")))
      #expect(watcher.waits { watcher.reports.count == 1 })
      let report = try #require(watcher.reports.first)
      #expect(answer.hasSuffix("\r\n\r\n\(report.id.text)"))
      #expect(report.method == .get && report.route == 3 && report.status == 200)
      #expect(report.bytes == 16 && report.isSent)
      let moments = report.moments
      #expect(moments.begun <= moments.read && moments.read <= moments.started)
      #expect(moments.answered - moments.started >= 20_000 && moments.sent >= moments.answered)
      #expect(watcher.waits { watcher.busy == 0 })
    }
  }

  @Test func `the web server's number is the request's`() throws {
    try withService { path in
      let variables = Wire.pair("REQUEST_METHOD", "HEAD") + Wire.pair("REQUEST_URI", "/")
      let head = Wire.record(1, [0, 1, 0, 0, 0, 0, 0, 0])
      for (count, (sent, isTaken)) in zip(1..., [("5f-3a", true), ("<5f>", false)]) {
        let pairs = variables + Wire.pair("REQUEST_ID", sent)
        _ = try ask(path, head + Wire.record(4, pairs) + Wire.record(4) + Wire.record(5))
        #expect(watcher.waits { watcher.reports.count == count })
        #expect((watcher.reports.last?.id.text == sent) == isTaken)
      }
      #expect(watcher.reports.map(\.bytes) == [0, 0])
    }
  }

  @Test func `a request that can't be read is told too`() throws {
    try withService { path in
      _ = try ask(path, Wire.request("BREW", "/", body: "ab", length: 70_000))
      _ = try ask(path, Wire.request("POST", "/", body: "ab", length: 70_000))
      #expect(watcher.waits { watcher.reports.count == 2 })
      #expect(watcher.reports.map(\.method) == [.other, .post])
      #expect(watcher.reports.map(\.status) == [200, 413])
    }
  }

  @Test func `whoever is cut off is counted`() throws {
    var limits = Limits()
    limits.readTimeout = 200
    try withService(limits) { path in
      let answer = try ask(path, Array(Wire.request("GET", "/").dropLast(1)))
      #expect(answer == nil)
      #expect(watcher.waits { watcher.cuts == [.reading] })
      #expect(watcher.reports.isEmpty)
    }
  }
}
