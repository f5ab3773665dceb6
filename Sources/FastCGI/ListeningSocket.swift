import Glibc

/// A non-blocking socket that web servers connect to.
package struct ListeningSocket: Sendable {
  /// How many connections may wait to be accepted; the system's own limit is 4096.
  private static let backlog: Int32 = 1024

  package let descriptor: Int32
  /// Whether web servers on this machine reach it through a file, not through TCP.
  let isUnix: Bool
  /// The socket file that this process created and removes at the end; `nil` for any other socket.
  private let file: SocketFile?

  /// Why there is no socket to listen on, in words for the operator.
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
  /// FastCGI has no passwords, so never use an address that strangers can reach.
  package static func tcp(host: String, port: UInt16) throws -> ListeningSocket {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else {
      throw Failure(description: "\(host):\(port): not an address of this machine")
    }
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

  /// The socket at descriptor 0, where spawn-fcgi, lighttpd, systemd and our own supervisor put it.
  package static func inherited() throws -> ListeningSocket { try adopting(STDIN_FILENO) }

  /// The socket that systemd has opened for this process, if it has; for the program's start.
  ///
  /// - Throws: `Failure` if several were passed, or something that nobody can connect to.
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

  /// Whether the descriptor is a socket that accepts connections.
  static func isListening(_ descriptor: Int32) -> Bool {
    option(SO_ACCEPTCONN, of: descriptor).map { $0 != 0 } ?? false
  }

  /// - Returns: `nil` for a descriptor that is no socket.
  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
  }

  /// Removes the socket file, so nobody new can connect; connections already waiting can still be
  /// accepted.
  func withdraw() { file?.remove() }

  private static func open(_ family: Int32) throws -> Int32 {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    return try SystemError.check(socket(family, Int32(type), 0), "make a socket")
  }

  /// Whether a process accepts connections at this path.
  package static func isAnswered(at path: String) throws -> Bool {
    guard let address = sockaddr_un(path: path) else { return false }
    return try isAnswered(address)
  }

  /// Only "connection refused" proves that nobody is there: a full queue, for one, belongs to
  /// somebody.
  private static func isAnswered(_ address: sockaddr_un) throws -> Bool {
    let probe = try open(AF_UNIX)
    defer { close(probe) }
    return address.call(probe, connect) == 0 || (errno != ECONNREFUSED && errno != ENOENT)
  }

  /// Removes the socket at `path` if nobody answers there.
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
