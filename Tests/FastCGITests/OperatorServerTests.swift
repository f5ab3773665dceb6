import Testing

@testable import FastCGI

@Suite struct OperatorServerTests {
  private let folder: TemporaryFolder
  private let server: OperatorServer

  init() throws {
    folder = try TemporaryFolder()
    server = OperatorServer(
      listening: try .unix(path: folder.path + "/m"),
      pages: [
        .init("/metrics", type: "text/plain; version=0.0.4") { Array("up 1\n".utf8) },
        .init("/status", type: "text/plain") { Array("fine\n".utf8) },
      ])
  }

  private func ask(_ request: String) -> String {
    String(decoding: server.answer(to: Array("\(request)\r\n\r\n".utf8)), as: UTF8.self)
  }

  @Test func `the page has its type and its length, and is kept nowhere`() {
    #expect(
      ask("GET /metrics HTTP/1.1\r\nHost: localhost") == """
        HTTP/1.1 200 OK\r
        Content-Type: text/plain; version=0.0.4\r
        Content-Length: 5\r
        Cache-Control: no-store\r
        Connection: close\r
        \r
        up 1

        """)
  }

  @Test func `a HEAD gets the head alone`() {
    let answer = ask("HEAD /metrics HTTP/1.0")
    #expect(answer.contains("Content-Length: 5\r\n") && answer.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [
    ("GET / HTTP/1.1", "404"), ("GET /metricsx HTTP/1.1", "404"), ("POST /metrics HTTP/1.1", "405"),
    ("GET /metrics", "400"), ("GET /metrics HTTP/2", "400"), ("", "400"), ("\u{16}\u{3}", "400"),
  ])
  func `anything else is refused`(request: String, status: String) {
    #expect(ask(request).hasPrefix("HTTP/1.1 \(status) "))
    #expect(ask("GET /metrics?x HTTP/1.1").hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `each page has its address`() {
    #expect(ask("GET /status HTTP/1.1").hasSuffix("\r\n\r\nfine\n"))
  }

  @Test func `those who ask slowly keep nobody waiting, and are cut off`() throws {
    try startThread(server.run)
    let slow = try (0..<5).map { _ in try Peer(folder.path + "/m") }
    for peer in slow { peer.send(Array("GET /metr".utf8)) }
    let good = try Peer(folder.path + "/m")
    let begun = milliseconds()
    good.send(Array("GET /metrics HTTP/1.1\r\n\r\n".utf8))
    #expect(!good.isAtEnd)
    // One after another they would take ten seconds.
    #expect(milliseconds() - begun < 8_000)
    for peer in slow { #expect(peer.isAtEnd) }
  }

  @Test func `those who read slowly are cut off, however steadily they do it`() throws {
    let size = 4 << 20
    let server = OperatorServer(
      listening: try .unix(path: folder.path + "/large"),
      pages: [.init("/", type: "text/plain") { [UInt8](repeating: 0, count: size) }], patience: 200)
    try startThread(server.run)
    let peer = try Peer(folder.path + "/large")
    peer.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
    var received = 0
    while received < size, let bytes = peer.read(32 << 10) {
      received += bytes.count
      pause(20)
    }
    // All of it would take them two and a half seconds.
    #expect((1..<size) ~= received)
  }
}
