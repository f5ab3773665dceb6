import CFCGI
import Glibc

/// Shows a page of figures over HTTP to whoever collects them, one after another.
///
/// Meant for an operator's own program on the same machine: it knows one address, and keeps no
/// connection.
package struct MetricsServer: Sendable {
  /// The one path that it knows.
  package static let path = "/metrics"
  /// How long a client may take to ask, and to read, in milliseconds.
  private static let patience: Int64 = 2_000
  private static let longestRequest = 8 * 1024

  private let listening: ListeningSocket
  /// The media type of the page.
  private let type: String
  private let page: @Sendable () -> [UInt8]

  package init(
    listening: ListeningSocket, type: String, page: @escaping @Sendable () -> [UInt8]
  ) {
    self.listening = listening
    self.type = type
    self.page = page
  }

  /// Answers for as long as the process lives.
  package func run() {
    while true {
      waitForInput([listening.descriptor])
      let client = accept4(listening.descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      // Whoever asked may have gone; and without descriptors it must not turn in circles.
      guard client != -1 else {
        pause(10)
        continue
      }
      serve(client)
      close(client)
    }
  }

  /// Removes the socket's file.
  package func withdraw() { listening.withdraw() }

  private func serve(_ client: Int32) {
    var patience = timeval(tv_sec: Int(MetricsServer.patience) / 1000, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    guard let request = read(from: client) else { return }
    let answer = answer(to: request)
    answer.withUnsafeBytes { _ = send($0, to: client) }
    // The client gets all of it before the connection is gone.
    shutdown(client, Int32(SHUT_WR))
  }

  /// The head of a request; `nil` if it doesn't come in time or is too long.
  private func read(from client: Int32) -> [UInt8]? {
    let end = milliseconds() + MetricsServer.patience
    var head: [UInt8] = []
    while !head.isWholeHead {
      let rest = end - milliseconds()
      guard rest > 0, head.count < MetricsServer.longestRequest else { return nil }
      waitForInput([client], timeout: rest)
      var received = 0
      head += [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        received = recv(client, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        count = max(0, received)
      }
      guard received > 0 || received == -1 && errno == EAGAIN else { return nil }
    }
    return head
  }

  func answer(to request: [UInt8]) -> [UInt8] {
    let line = String(decoding: request.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    guard line.count == 3, line[2].hasPrefix("HTTP/1.") else { return plain("400 Bad Request") }
    guard line[1].prefix(while: { $0 != "?" }) == MetricsServer.path else {
      return plain("404 Not Found")
    }
    guard line[0] == "GET" || line[0] == "HEAD" else {
      return plain("405 Method Not Allowed", "Allow: GET, HEAD\r\n")
    }
    let page = page()
    return head("200 OK", type, page) + (line[0] == "GET" ? page : [])
  }

  private func plain(_ status: String, _ header: String = "") -> [UInt8] {
    let body = Array("\(status)\n".utf8)
    return head(status, "text/plain", body, header) + body
  }

  private func head(
    _ status: String, _ type: String, _ body: [UInt8], _ header: String = ""
  ) -> [UInt8] {
    Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: \(type)\r
      Content-Length: \(body.count)\r
      Cache-Control: no-store\r
      Connection: close\r
      \(header)\r

      """.utf8)
  }
}

extension [UInt8] {
  /// Whether an empty line has come.
  fileprivate var isWholeHead: Bool {
    let text = suffix(4)
    return text.elementsEqual([13, 10, 13, 10]) || text.suffix(2).elementsEqual([10, 10])
  }
}
