import CFCGI
import Glibc
import Web

/// A non-blocking socket that web servers connect to.
package struct ListeningSocket: Sendable {
  /// The most connections that may wait to be accepted; the system's own limit is 4096.
  private static let backlog: Int32 = 1024

  package let descriptor: Int32
  /// Whether it is a Unix socket rather than a TCP socket.
  let isUnix: Bool
  /// The addresses that may connect by TCP; if empty, all may.
  package var clients: [AddressBlock] = []
  /// The socket file that this process created and removes when it ends, if any.
  private let file: SocketFile?

  /// The reason why there is no socket to listen on, in words for the operator.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Opens a Unix socket whose file gets exactly this mode, whatever the umask.
  ///
  /// Replaces a socket file that a dead process left behind.
  /// - Throws: `Failure` for a path that is too long, or that a live process or something other
  ///   than a socket occupies; `SystemError`.
  package static func unix(path: String, mode: mode_t = 0o660) throws -> ListeningSocket {
    guard let address = sockaddr_un(path: path) else {
      throw Failure(description: "\(path): the path is too long for a socket (at most 107 bytes)")
    }
    let descriptor = try open(AF_UNIX)
    do {
      if address.call(descriptor, bind) == -1 {
        guard errno == EADDRINUSE else { throw SystemError("listen at \(path)") }
        try removeStale(path, address)
        _ = try SystemError.check(address.call(descriptor, bind), "listen at \(path)")
      }
      // Nobody can connect before `listen`, so the socket is never open with the wrong mode.
      _ = try SystemError.check(chmod(path, mode), "set the mode of \(path)")
      _ = try SystemError.check(listen(descriptor, backlog), "listen at \(path)")
    } catch {
      close(descriptor)
      throw error
    }
    return ListeningSocket(descriptor, file: SocketFile(path: path))
  }

  /// Opens a TCP socket.
  ///
  /// FastCGI has no passwords, so `clients` must not be empty where strangers can reach the address.
  package static func tcp(host: String, port: UInt16) throws -> ListeningSocket {
    let (found, address) = try resolve(host, port)
    defer { freeaddrinfo(found) }
    let descriptor = try open(address.ai_family)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      listen(descriptor, backlog) == 0
    else {
      let error = SystemError("listen at \(host):\(port)")
      close(descriptor)
      throw error
    }
    return ListeningSocket(descriptor)
  }

  /// Returns the socket at descriptor 0, from spawn-fcgi, lighttpd, systemd or our supervisor.
  package static func inherited() throws -> ListeningSocket { try adopting(STDIN_FILENO) }

  /// Returns the socket that systemd opened for this process, if any; called as the program starts.
  ///
  /// - Throws: `Failure` if several were passed, or one that can't accept connections.
  package static func activated() throws -> ListeningSocket? {
    guard let descriptor = try ServiceManager.takePassedSocket() else { return nil }
    let socket = try adopting(descriptor)
    _ = try SystemError.check(
      fcntl(descriptor, F_SETFD, FD_CLOEXEC), "set flags of descriptor \(descriptor)")
    return socket
  }

  private static func adopting(_ descriptor: Int32) throws -> ListeningSocket {
    guard isListening(descriptor) else {
      throw Failure(description: "descriptor \(descriptor) is not a listening socket")
    }
    let name = "flags of descriptor \(descriptor)"
    let flags = try SystemError.check(fcntl(descriptor, F_GETFL), "read \(name)")
    _ = try SystemError.check(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK), "set \(name)")
    return ListeningSocket(descriptor)
  }

  private init(_ descriptor: Int32, file: SocketFile? = nil) {
    self.descriptor = descriptor
    self.file = file
    isUnix = ListeningSocket.option(SO_DOMAIN, of: descriptor) == AF_UNIX
  }

  /// Returns whether the descriptor is a socket that accepts connections.
  static func isListening(_ descriptor: Int32) -> Bool {
    option(SO_ACCEPTCONN, of: descriptor).map { $0 != 0 } ?? false
  }

  /// - Returns: `nil` if the descriptor isn't a socket.
  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
  }

  /// Accepts a waiting connection.
  /// - Returns: -1 with `errno` if there is none.
  /// - Throws: if this peer may not connect.
  func accept() throws(Failure) -> Int32 {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    guard !isUnix, !clients.isEmpty else {
      return accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
    }
    let accepted = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        accept4(descriptor, $0, &length, Int32(SOCK_CLOEXEC.rawValue))
      }
    }
    guard accepted != -1 else { return -1 }
    let host = ListeningSocket.host(of: address, length)
    guard clients.contains(where: { $0.contains(host) }) else {
      close(accepted)
      throw Failure(
        description: "refused a connection from \(host), which --web-server doesn't name")
    }
    return accepted
  }

  /// Returns the address without its port, or an empty text if it has none.
  private static func host(of address: sockaddr_storage, _ length: socklen_t) -> String {
    part(of: address, length) { getnameinfo($0, $1, $2, $3, nil, 0, NI_NUMERICHOST) }
  }

  private static func port(of address: sockaddr_storage, _ length: socklen_t) -> String {
    part(of: address, length) { getnameinfo($0, $1, nil, 0, $2, $3, NI_NUMERICSERV) }
  }

  private static func part(
    of address: sockaddr_storage, _ length: socklen_t,
    _ write: (UnsafePointer<sockaddr>, socklen_t, UnsafeMutablePointer<CChar>, socklen_t) -> Int32
  ) -> String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        write($0, length, &text, socklen_t(text.count))
      }
    }
    guard result == 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private var ownAddress: (sockaddr_storage, socklen_t) {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return (address, length)
  }

  /// The address that web servers connect to: a path, or an IP address with a port.
  package var name: String {
    let (address, length) = ownAddress
    guard isUnix else {
      let host = ListeningSocket.host(of: address, length)
      return (host.contains(":") ? "[\(host)]" : host)
        + ":\(ListeningSocket.port(of: address, length))"
    }
    // The path follows the family and ends at a zero byte or at the end of the address.
    return withUnsafeBytes(of: address) { bytes in
      let path = bytes[MemoryLayout<sa_family_t>.size..<max(2, min(Int(length), bytes.count))]
      return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Whether other machines may reach it.
  package var isOpenToOthers: Bool {
    guard !isUnix else { return false }
    let (address, length) = ownAddress
    let host = ListeningSocket.host(of: address, length)
    return !["127.0.0.0/8", "::1"].contains { AddressBlock($0)?.contains(host) == true }
  }

  /// Removes the socket file, so that nobody new connects; waiting connections remain.
  package func withdraw() { file?.remove() }

  private static func open(_ family: Int32) throws -> Int32 {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    return try SystemError.check(socket(family, Int32(type), 0), "make a socket")
  }

  /// Returns whether a process accepts connections at this port; a wildcard means this machine.
  package static func isAnswered(host: String, port: UInt16) throws -> Bool {
    do { close(try connection(host: host, port: port)) } catch is SystemError { return false }
    return true
  }

  /// Connects to the process that listens at this port.
  /// - Throws: `SystemError`; `Failure` for an address that isn't one of this machine.
  package static func connection(host: String, port: UInt16) throws -> Int32 {
    let (found, address) = try resolve(host, port)
    defer { freeaddrinfo(found) }
    return try connection(address.ai_family, "\(host):\(port)") {
      connect($0, address.ai_addr, address.ai_addrlen)
    }
  }

  /// Connects to the process that listens at this path.
  /// - Throws: `SystemError`; `Failure` for a path that no socket can have.
  package static func connection(at path: String) throws -> Int32 {
    guard let address = sockaddr_un(path: path) else {
      throw Failure(description: "\(path): no socket has such a path")
    }
    return try connection(AF_UNIX, path) { address.call($0, connect) }
  }

  private static func connection(
    _ family: Int32, _ name: String, _ connect: (Int32) -> Int32
  ) throws -> Int32 {
    let descriptor = try open(family)
    _ = fcntl(descriptor, F_SETFL, 0)
    guard connect(descriptor) == 0 else {
      let error = SystemError("connect to \(name)")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func resolve(
    _ host: String, _ port: UInt16
  ) throws(Failure) -> (UnsafeMutablePointer<addrinfo>, addrinfo) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else {
      throw Failure(description: "\(host):\(port): not an address of this machine")
    }
    return (found, found.pointee)
  }

  /// Returns whether a process accepts connections at this path.
  package static func isAnswered(at path: String) throws -> Bool {
    guard let address = sockaddr_un(path: path) else { return false }
    return try isAnswered(address)
  }

  /// Only "connection refused" proves that nobody is there; a full queue, for one, has an owner.
  private static func isAnswered(_ address: sockaddr_un) throws -> Bool {
    let probe = try open(AF_UNIX)
    defer { close(probe) }
    return address.call(probe, connect) == 0 || (errno != ECONNREFUSED && errno != ENOENT)
  }

  /// Removes the socket at `path` if no process answers on it.
  private static func removeStale(_ path: String, _ address: sockaddr_un) throws {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      throw Failure(description: "\(path): exists and is not a socket")
    }
    guard try !isAnswered(address) else {
      throw Failure(description: "\(path): another process is listening there")
    }
    _ = try SystemError.check(unlink(path), "remove \(path)")
  }
}

/// A socket's file, identified by its inode: another process may have put its own in its place.
private struct SocketFile: Sendable {
  let path: String
  let device: dev_t
  let inode: ino_t

  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  func remove() {
    guard let now = SocketFile(path: path), now.device == device, now.inode == inode else { return }
    unlink(path)
  }
}
