import FastCGI
import Glibc

/// What `/proc` shows of the socket on which a service listens, whoever opened it.
extension SocketOrPort: CustomStringConvertible {
  /// - Returns: `nil` if it belongs to another network, or its path begins elsewhere.
  init?(inode: ino_t) {
    guard let place = SocketOrPort.path(inode) ?? SocketOrPort.address(inode) else { return nil }
    self = place
  }

  /// Returns the inode of a worker's socket at descriptor 0.
  /// - Returns: `nil` if only root or the service's owner may know.
  static func inode(of worker: Int) -> ino_t? {
    var facts = stat()
    guard stat("/proc/\(worker)/fd/0", &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK else {
      return nil
    }
    return facts.st_ino
  }

  var description: String {
    switch self {
    case .socket(let path): path
    case .port(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }

  func checkIsAnswered() throws {
    let isAnswered =
      switch self {
      case .socket(let path): try ListeningSocket.isAnswered(at: path)
      case .port(let host, let port): try ListeningSocket.isAnswered(host: host, port: port)
      }
    guard isAnswered else { throw Failure.unreadable("nothing answers there") }
  }

  /// Returns the words of each line in a table of sockets, without its head.
  private static func rows(_ name: String) -> [[Substring]] {
    let text = (try? Files.read("/proc/net/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    return (text ?? "").split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
  }

  private static func path(_ inode: ino_t) -> SocketOrPort? {
    rows("unix").first { $0.count > 7 && $0[6] == String(inode) && $0[7].hasPrefix("/") }
      .map { .socket(String($0[7])) }
  }

  private static func address(_ inode: ino_t) -> SocketOrPort? {
    for (name, family) in [("tcp", AF_INET), ("tcp6", AF_INET6)] {
      guard let row = rows(name).first(where: { $0.count > 9 && $0[9] == String(inode) }) else {
        continue
      }
      let parts = row[1].split(separator: ":")
      guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
      return .port(host: host(parts[0], family), port)
    }
    return nil
  }

  /// Returns the address from the table's words of four bytes in this machine's order.
  private static func host(_ digits: Substring, _ family: Int32) -> String {
    var words = stride(from: 0, to: digits.count, by: 8).map { place in
      let start = digits.index(digits.startIndex, offsetBy: place)
      return UInt32(digits[start..<digits.index(start, offsetBy: 8)], radix: 16) ?? 0
    }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(family, &words, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The place to which web servers connect, unless systemd has opened a socket.
enum ListeningPlace {
  case socket(path: String, mode: mode_t)
  case port(host: String, UInt16)
  /// A socket that was passed as descriptor 0.
  case inherited

  func listeningSocket() throws -> ListeningSocket {
    if let socket = try ListeningSocket.activated() { return socket }
    switch self {
    case .socket(let path, let mode): return try .unix(path: path, mode: mode)
    case .port(let host, let port): return try .tcp(host: host, port: port)
    case .inherited:
      do {
        return try .inherited()
      } catch is ListeningSocket.Failure {
        throw Failure.badUsage("nothing to listen on; use --socket PATH or --listen HOST:PORT")
      }
    }
  }
}
