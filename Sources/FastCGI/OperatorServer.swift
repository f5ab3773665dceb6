import CFCGI
import Glibc

/// An HTTP server on the local machine that shows the operator's programs pages about the service.
///
/// It has a few addresses and closes each connection after one answer.
package struct OperatorServer: Sendable {
  private static let longestRequest = 8 * 1024
  /// The most clients served at once; one that hangs holds up only itself.
  private static let mostClients = 16

  private let listening: ListeningSocket
  private let pages: [Page]
  /// How long a client may take to send its request or read the answer, in milliseconds.
  private let patience: Int64

  /// The content of one address.
  package struct Page: Sendable {
    let path: String
    /// Its media type.
    let type: String
    let bytes: @Sendable () -> [UInt8]

    package init(_ path: String, type: String, bytes: @escaping @Sendable () -> [UInt8]) {
      self.path = path
      self.type = type
      self.bytes = bytes
    }
  }

  package init(listening: ListeningSocket, pages: [Page], patience: Int64 = 2_000) {
    self.listening = listening
    self.pages = pages
    self.patience = patience
  }

  /// Serves until the process ends.
  package func run() {
    let places = Semaphore(OperatorServer.mostClients)
    while true {
      waitForInput([listening.descriptor])
      let client = accept4(listening.descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      // The client may have gone; if descriptors run out, the loop must not spin.
      guard client != -1 else {
        pause(10)
        continue
      }
      while !places.wait(60_000) {}
      let work: @Sendable () -> Void = {
        self.serve(client)
        close(client)
        places.signal()
      }
      do throws(SystemError) { try startThread(work) } catch { work() }
    }
  }

  private func serve(_ client: Int32) {
    let request = receive(
      from: client, atMost: OperatorServer.longestRequest, in: patience, until: \.isWholeHead)
    guard let request, request.isWholeHead else { return }
    send(answer(to: request), to: client, in: patience)
    // The client gets the whole answer before the connection closes.
    shutdown(client, Int32(SHUT_WR))
  }

  func answer(to request: [UInt8]) -> [UInt8] {
    let line = String(decoding: request.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    guard line.count == 3, line[2].hasPrefix("HTTP/1.") else { return plain("400 Bad Request") }
    let path = line[1].prefix { $0 != "?" }
    guard let page = pages.first(where: { path == $0.path }) else { return plain("404 Not Found") }
    guard line[0] == "GET" || line[0] == "HEAD" else {
      return plain("405 Method Not Allowed", "Allow: GET, HEAD\r\n")
    }
    let bytes = page.bytes()
    return head("200 OK", page.type, bytes) + (line[0] == "GET" ? bytes : [])
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
  /// Whether an empty line has arrived.
  fileprivate var isWholeHead: Bool {
    let text = suffix(4)
    return text.elementsEqual([13, 10, 13, 10]) || text.suffix(2).elementsEqual([10, 10])
  }
}

/// Sends a peer as many bytes as it accepts within `patience` milliseconds.
private func send(_ bytes: [UInt8], to peer: Int32, in patience: Int64) {
  let end = milliseconds() + patience
  var rest = bytes[...]
  while !rest.isEmpty, case let left = end - milliseconds(), left > 0 {
    var bell = pollfd(fd: peer, events: Int16(POLLOUT), revents: 0)
    poll(&bell, 1, Int32(clamping: left))
    let sent = rest.withUnsafeBytes {
      send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    guard sent >= 0 || errno == EAGAIN || errno == EINTR else { return }
    rest = rest.dropFirst(max(0, sent))
  }
}

/// Reads what a peer sends until `isWhole` accepts it or the peer ends.
/// - Returns: `nil` if it takes longer than `patience` milliseconds or exceeds `size` bytes.
func receive(
  from peer: Int32, atMost size: Int, in patience: Int64, until isWhole: ([UInt8]) -> Bool
) -> [UInt8]? {
  let end = milliseconds() + patience
  var bytes: [UInt8] = []
  while !isWhole(bytes) {
    let rest = end - milliseconds()
    guard rest > 0, bytes.count < size else { return nil }
    waitForInput([peer], timeout: rest)
    var received = 0
    bytes += [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      received = recv(peer, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      count = max(0, received)
    }
    if received == 0 { return bytes }
    guard received > 0 || errno == EAGAIN else { return nil }
  }
  return bytes
}

/// Requests pages from a service's `OperatorServer`.
package enum OperatorClient {
  /// How long the service may take to answer, in milliseconds.
  private static let patience: Int64 = 5_000
  private static let longestAnswer = 4 << 20

  /// Returns the page at this path, requested over a connection that ends with the answer.
  /// - Returns: `nil` if there is no such page, or no answer in five seconds.
  package static func page(_ path: String, over connection: Int32) -> [UInt8]? {
    defer { close(connection) }
    let isSent = Array("GET \(path) HTTP/1.0\r\n\r\n".utf8).withUnsafeBytes {
      send($0, to: connection)
    }
    guard isSent,
      let answer = receive(
        from: connection, atMost: longestAnswer, in: patience, until: { _ in false }),
      answer.starts(with: "HTTP/1.1 200 ".utf8),
      let end = answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    else { return nil }
    return Array(answer[end...])
  }
}
