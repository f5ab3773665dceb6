import Glibc
import Logging
import Synchronization
import Testing
import Web

@testable import FastCGI

/// The requests that a handler received, in order.
private final class Calls: Sendable {
  private let list = Mutex<[Result<Request, Refusal>]>([])

  func append(_ call: Result<Request, Refusal>) { list.withLock { $0.append(call) } }

  var all: [Result<Request, Refusal>] { list.withLock { $0 } }
}

/// A service with its own socket.
private final class Running: Sendable {
  let path: String
  private let calls: Calls
  private let service: Service
  private let isOver = Atomic(false)

  init(
    in folder: TemporaryFolder, threads: Int = 2, limits: Limits = Limits(),
    answer: @escaping @Sendable (Request) -> Response = { _ in Response(body: Array("ok".utf8)) }
  ) throws {
    let path = folder.path + "/socket"
    let calls = Calls()
    let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
    service = try Service(
      listening: .unix(path: path), threads: threads, gateway: Gateway(mount: ""), limits: limits,
      logger: logger, supervisor: nil
    ) { result, _ in
      calls.append(result)
      switch result {
      case .success(let request): return answer(request)
      case .failure(let refusal): return Response(refusal.status)
      }
    }
    self.path = path
    self.calls = calls
    try startThread {
      try? self.service.run()
      self.isOver.store(true, ordering: .releasing)
    }
  }

  var requests: [Request] { calls.all.compactMap { try? $0.get() } }

  /// The statuses of refused requests, and 200 for each handled one.
  var statuses: [Int] {
    calls.all.map { result in
      switch result {
      case .success: 200
      case .failure(let refusal): refusal.status.code
      }
    }
  }

  /// A peer that has sent these bytes.
  func peer(_ bytes: [UInt8]) throws -> Peer {
    let peer = try Peer(path)
    peer.send(bytes)
    return peer
  }

  func stop() { service.stop() }

  /// Waits until a request has come to the handler.
  func takes() -> Bool {
    for _ in 0..<3_000 where calls.all.isEmpty { pause(10) }
    return !calls.all.isEmpty
  }

  /// Whether the service ends within half a minute.
  func ends() -> Bool {
    for _ in 0..<3_000 where !isOver.load(ordering: .acquiring) { pause(10) }
    return isOver.load(ordering: .acquiring)
  }
}

@Suite struct ServiceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a request reaches the handler, and its answer the peer`() throws {
    let running = try Running(in: folder) { Response(body: $0.body) }
    defer { running.stop() }
    let peer = try running.peer(Wire.request("POST", "/x?a=b", body: "n=1"))
    #expect(peer.readAnswer() == "Status: 200 OK\r\nContent-Length: 3\r\n\r\nn=1")
    #expect(peer.isAtEnd)
    let request = try #require(running.requests.first)
    #expect(request.method == .post)
    #expect(request.path == "/x")
    #expect(request.query["a"] == "b")
  }

  @Test func `an answer larger than every buffer arrives whole`() throws {
    let running = try Running(in: folder) { _ in
      Response(body: [UInt8](repeating: 65, count: 3_000_000))
    }
    defer { running.stop() }
    let peer = try running.peer(Wire.request("GET", "/"))
    #expect(peer.readAnswer()?.utf8.count == 3_000_000 + 43)
  }

  @Test func `a HEAD is answered without the body`() throws {
    let running = try Running(in: folder)
    defer { running.stop() }
    let peer = try running.peer(Wire.request("HEAD", "/"))
    #expect(peer.readAnswer() == "Status: 200 OK\r\nContent-Length: 2\r\n\r\n")
  }

  @Test(arguments: [(3, 400), (1, 400), (70_000, 413), (2, 200)])
  func `a body must have its announced length`(_ length: Int, _ status: Int) throws {
    let running = try Running(in: folder)
    defer { running.stop() }
    let peer = try running.peer(Wire.request("POST", "/", body: "ab", length: length))
    #expect(peer.readAnswer() != nil)
    #expect(running.statuses == [status])
  }

  @Test func `a request that breaks off anywhere is not handled`() throws {
    let running = try Running(in: folder)
    defer { running.stop() }
    let whole = Wire.request("POST", "/", body: "abc")
    for length in 0..<whole.count {
      let peer = try running.peer(Array(whole.prefix(length)))
      peer.endSending()
      #expect(peer.readAnswer() == nil)
    }
    #expect(running.statuses == [])
  }

  @Test func `an aborted request is not handled`() throws {
    let running = try Running(in: folder)
    defer { running.stop() }
    let peer = try running.peer(Wire.request("POST", "/", body: "abc").dropLast(8) + Wire.record(2))
    #expect(peer.readAnswer() == nil)
    #expect(running.statuses == [])
  }

  @Test func `random bytes never end the service`() throws {
    let running = try Running(in: folder, threads: 4)
    defer { running.stop() }
    var random = Seeded(state: 7)
    let whole = Wire.request("POST", "/", body: "abc")
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<random.below(4) + 1 {
        bytes[random.below(bytes.count)] = UInt8(random.below(12))
      }
      let peer = try running.peer(bytes)
      peer.endSending()
      _ = peer.readAnswer()
    }
    let peer = try running.peer(whole)
    #expect(peer.readAnswer() != nil)
  }

  @Test func `a question with more names than libfcgi has room for is answered`() throws {
    let running = try Running(in: folder)
    defer { running.stop() }
    let names = (0..<3000).flatMap { _ in Wire.pair("FCGI_MAX_CONNS", "") }
    var question = Wire.record(9, names)
    question[3] = 0
    let request = Wire.request("POST", "/", body: "abc")
    // Before, in the middle of, and instead of a request; the record of its beginning has 16 bytes.
    for place in [0, 16, request.count] {
      let peer = try running.peer(request[..<place] + question + request[place...])
      #expect(peer.readAnswer()?.hasSuffix("ok") == true)
    }
    #expect(running.requests.count == 3)
  }

  @Test func `idle connections need no thread`() throws {
    let running = try Running(in: folder, threads: 1)
    defer { running.stop() }
    let peers = try (0..<20).map { _ in try Peer(running.path) }
    for _ in 0..<3 {
      for peer in peers {
        peer.send(Wire.request("GET", "/", keeps: true))
        #expect(peer.readAnswer() != nil)
      }
    }
  }

  @Test func `no more connections are kept open than the limit`() throws {
    var limits = Limits()
    limits.keptConnections = 2
    let running = try Running(in: folder, limits: limits)
    defer { running.stop() }
    // One after another, as a connection being accepted counts too.
    let peers = try (0..<3).map { _ in
      let peer = try running.peer(Wire.request("GET", "/", keeps: true))
      #expect(peer.readAnswer() != nil)
      return peer
    }
    let start = milliseconds()
    #expect(peers[2].readAnswer() == nil)
    #expect(milliseconds() - start < 30_000)
    for peer in peers[..<2] {
      peer.send(Wire.request("GET", "/", keeps: true))
      #expect(peer.readAnswer() != nil)
    }
  }

  @Test func `a half request is cut when its time is up`() throws {
    var limits = Limits()
    limits.readTimeout = 300
    let running = try Running(in: folder, limits: limits)
    defer { running.stop() }
    let peer = try running.peer(Array(Wire.request("GET", "/").dropLast(1)))
    #expect(peer.readAnswer() == nil)
    #expect(running.statuses == [])
  }

  @Test func `half requests on all threads are cut early`() throws {
    var limits = Limits()
    limits.readTimeout = 600_000
    let running = try Running(in: folder, threads: 2, limits: limits)
    defer { running.stop() }
    let half = try (0..<8).map { _ in try Peer(running.path) }
    for peer in half { peer.send(Array(Wire.request("GET", "/").dropLast(1))) }
    let good = try Peer(running.path)
    good.send(Wire.request("GET", "/"))
    // After four rounds of 250 ms; the normal timeout is one that nobody here waits for.
    #expect(good.readAnswer() != nil)
  }

  @Test func `an answer that nobody reads is cut off`() throws {
    var limits = Limits()
    limits.writeTimeout = 300
    let running = try Running(in: folder, threads: 1, limits: limits) { request in
      Response(body: [UInt8](repeating: 65, count: request.path == "/large" ? 9_000_000 : 1))
    }
    defer { running.stop() }
    let idle = try Peer(running.path)
    idle.send(Wire.request("GET", "/large"))
    let good = try running.peer(Wire.request("GET", "/"))
    #expect(good.readAnswer() != nil)
  }

  @Test func `a stopped service ends kept connections and removes its file`() throws {
    let running = try Running(in: folder)
    let peer = try running.peer(Wire.request("GET", "/", keeps: true))
    #expect(peer.readAnswer() != nil)
    running.stop()
    #expect(peer.isAtEnd)
    #expect(running.ends())
    #expect(throws: Peer.CannotConnect.self) { try Peer(running.path) }
  }

  @Test func `a service that is stopping answers requests in progress`() throws {
    var limits = Limits()
    limits.drainTimeout = 600_000
    let running = try Running(in: folder, limits: limits) { _ in
      pause(200)
      return Response()
    }
    let peer = try running.peer(Wire.request("GET", "/", keeps: true))
    #expect(running.takes())
    running.stop()
    #expect(peer.readAnswer() != nil)
    #expect(running.ends())
  }

  /// Fails where one that waits could keep its place on watch, as all of them would then wait forever.
  @Test func `handlers that wait for each other are all answered`() throws {
    let waiting = Atomic(0)
    let running = try Running(in: folder, threads: 8) { _ in
      waiting.add(1, ordering: .relaxed)
      for _ in 0..<3_000 where waiting.load(ordering: .relaxed) < 8 { pause(10) }
      return Response(body: Array("all".utf8))
    }
    defer { running.stop() }
    let peers = try (0..<8).map { _ in try running.peer(Wire.request("GET", "/")) }
    for peer in peers { #expect(peer.readAnswer()?.hasSuffix("all") == true) }
    #expect(waiting.load(ordering: .relaxed) == 8)
  }

  @Test func `a stuck handler does not keep a service from ending`() throws {
    var limits = Limits()
    limits.drainTimeout = 500
    let running = try Running(in: folder, limits: limits) { _ in
      pause(60_000)
      return Response()
    }
    let peer = try Peer(running.path)
    peer.send(Wire.request("GET", "/"))
    #expect(running.takes())
    running.stop()
    #expect(running.ends())
  }
}

/// SplitMix64: the same bytes in every run.
private struct Seeded {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
