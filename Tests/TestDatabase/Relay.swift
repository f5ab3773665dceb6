import Glibc
import Synchronization

@testable import PostgresStorage

/// A socket in front of the test database's, which takes its time, or loses an answer when told to.
package final class Relay: Sendable {
  private let folder = "/tmp/relay-\(getpid())-\(UInt32.random(in: .min ... .max))"
  private let path: String
  private let server: String
  private let listener: Int32
  private let delay: UInt32
  private let marker = Mutex<String?>(nil)
  private let lost = Atomic(0)
  private let begun = Atomic(0)
  package let address: DatabaseAddress

  /// `delay`: how many milliseconds later an answer comes; the way there takes half of them.
  package init(to database: TestDatabase, delay: Int = 0) throws {
    server = database.socket
    path = "\(folder)/\(server.split(separator: "/").last ?? "")"
    self.delay = UInt32(500 * delay)
    address = try database.address("host=\(folder)")
    mkdir(folder, 0o700)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isBound = withAddress(of: path) { [listener] in bind(listener, $0, $1) } == 0
    precondition(isBound && listen(listener, 64) == 0, "a socket in a new folder")
    detach { [listener, weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        self.serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    unlink(path)
    rmdir(folder)
  }

  /// The next statement with that text in it is done, and then the connection ends instead of the
  /// answer.
  package func loseAnswer(to text: String) { marker.withLock { $0 = text } }

  /// How many answers were lost.
  package var answersLost: Int { lost.load(ordering: .relaxed) }

  /// How many statements were begun.
  package var statements: Int { begun.load(ordering: .relaxed) }

  private func serve(_ client: Int32) {
    let backend = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isThere = withAddress(of: server) { connect(backend, $0, $1) } == 0
    let ends = Ends([client, backend])
    guard isThere else { return }
    detach { [delay, weak self] in
      var messages = Messages()
      ends.pump(from: client, to: backend, delay: delay) { bytes in
        for statement in messages.statements(in: bytes) {
          self?.begun.add(1, ordering: .relaxed)
          if self?.loses(statement) == true { ends.losesAnswer.store(true, ordering: .relaxed) }
        }
        return .forward
      }
    }
    detach { [delay, weak self] in
      ends.pump(from: backend, to: client, delay: delay) { bytes in
        guard ends.losesAnswer.load(ordering: .relaxed) else { return .forward }
        // An answer ends by saying that the server is ready for the next statement.
        guard bytes.count >= 6, bytes[bytes.count - 6] == UInt8(ascii: "Z") else { return .drop }
        self?.lost.add(1, ordering: .relaxed)
        return .end
      }
    }
  }

  /// Whether this statement's answer is to be lost.
  private func loses(_ statement: String) -> Bool {
    marker.withLock { marker in
      guard let text = marker, statement.contains(text) else { return false }
      marker = nil
      return true
    }
  }
}

/// Two sockets, closed when nothing goes between them any more.
private final class Ends: Sendable {
  enum Fate { case forward, drop, end }

  private let sockets: [Int32]
  let losesAnswer = Atomic(false)

  init(_ sockets: [Int32]) { self.sockets = sockets }

  deinit { for socket in sockets { close(socket) } }

  func pump(from: Int32, to: Int32, delay: UInt32, _ judge: ([UInt8]) -> Fate) {
    defer { for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) } }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(from, &buffer, buffer.count)
      guard count > 0 else { return }
      let bytes = Array(buffer[..<count])
      switch judge(bytes) {
      case .drop: continue
      case .end: return
      case .forward: break
      }
      if delay > 0 { usleep(delay) }
      var sent = 0
      while sent < count {
        let more = bytes.withUnsafeBytes {
          send(to, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
        }
        guard more > 0 else { return }
        sent += more
      }
    }
  }
}

/// What a client says, in PostgreSQL's frontend protocol (documentation, chapter 55.7).
private struct Messages {
  private var rest: [UInt8] = []
  private var isStarted = false
  private var prepared: [String: String] = [:]

  /// The statements that are begun with these bytes.
  mutating func statements(in bytes: [UInt8]) -> [String] {
    rest += bytes
    var found: [String] = []
    while true {
      // The first message has no type.
      let start = isStarted ? 1 : 0
      guard rest.count >= start + 4 else { return found }
      let length = rest[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= start + length else { return found }
      let texts = rest[(start + 4)..<(start + length)].split(
        separator: 0, maxSplits: 2, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      if isStarted {
        switch rest[0] {
        case UInt8(ascii: "Q"): found.append(texts[0])
        case UInt8(ascii: "P"): prepared[texts[0]] = texts[1]
        case UInt8(ascii: "B"): prepared[texts[1]].map { found.append($0) }
        default: break
        }
      }
      isStarted = true
      rest.removeFirst(start + length)
    }
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func detach(_ run: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { work in
      work.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
      return nil
    }, Unmanaged.passRetained(Work(run)).toOpaque())
  pthread_detach(thread)
}

private func withAddress(
  of path: String, _ work: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      work($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
