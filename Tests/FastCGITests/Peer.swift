import Glibc

/// A web server's end of a connection: sends any bytes, and reads an answer's records.
final class Peer {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw CannotConnect() }
    // A test that fails must not hang.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
  }

  deinit { close(descriptor) }

  struct CannotConnect: Error {}

  func send(_ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads a whole answer; `nil` if the connection ends without one.
  func readAnswer() -> String? {
    var output: [UInt8] = []
    while let head = read(8) {
      let content = read(Int(head[4]) << 8 | Int(head[5])) ?? []
      _ = read(Int(head[6]))
      if head[1] == 6 { output += content }
      if head[1] == 3 { return String(decoding: output, as: UTF8.self) }
    }
    return nil
  }

  /// Waits for input or the end; `true` if the connection has ended.
  var isAtEnd: Bool { read(1) == nil }

  /// Reads so many bytes; `nil` if the connection ends before.
  func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var part = [UInt8](repeating: 0, count: count - bytes.count)
      let length = Glibc.read(descriptor, &part, part.count)
      guard length > 0 else { return nil }
      bytes += part.prefix(length)
    }
    return bytes
  }
}

/// Builds records as the protocol's specification defines them.
enum Wire {
  static func record(_ type: UInt8, _ content: [UInt8] = []) -> [UInt8] {
    [1, type, 0, 1, UInt8(content.count >> 8), UInt8(content.count & 255), 0, 0] + content
  }

  static func pair(_ name: String, _ value: String) -> [UInt8] {
    [UInt8(name.utf8.count), UInt8(value.utf8.count)] + Array(name.utf8) + Array(value.utf8)
  }

  static func request(
    _ method: String, _ target: String, body: String = "", length: Int? = nil, keeps: Bool = false
  ) -> [UInt8] {
    let variables =
      pair("REQUEST_METHOD", method) + pair("REQUEST_URI", target)
      + pair("CONTENT_LENGTH", String(length ?? body.utf8.count))
    return record(1, [0, 1, keeps ? 1 : 0, 0, 0, 0, 0, 0]) + record(4, variables) + record(4)
      + (body.isEmpty ? [] : record(5, Array(body.utf8))) + record(5)
  }
}
