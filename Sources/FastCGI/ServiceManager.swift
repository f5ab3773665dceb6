import CFCGI
import Glibc

/// The service manager that started this process, if it speaks systemd's protocol.
///
/// It is told the service's state, and may have opened the socket for it. Sources: sd_notify(3) and
/// sd_listen_fds(3).
enum ServiceManager {
  enum State {
    case ready, reloading, stopping
  }

  /// The first descriptor that the manager passes.
  private static let firstPassed: Int32 = 3

  /// Reports this service's state.
  ///
  /// Nobody may be listening, and nothing depends on it.
  static func tell(_ state: State) {
    switch state {
    case .ready: send("READY=1")
    case .reloading: send("RELOADING=1\nMONOTONIC_USEC=\(milliseconds() * 1_000)")
    case .stopping: send("STOPPING=1")
    }
  }

  /// Reports this service's status in one line, and that it is alive if it is.
  static func tell(_ status: String, isAlive: Bool) {
    send("STATUS=\(status)" + (isAlive ? "\nWATCHDOG=1" : ""))
  }

  private static func send(_ text: String) {
    guard let (address, length) = address else { return }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor != -1 else { return }
    defer { close(descriptor) }
    var message = text
    message.withUTF8 { bytes in
      _ = address.call(length: length, descriptor) {
        Int32(sendto($0, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $1, $2))
      }
    }
  }

  /// The manager's address, and how many bytes of it count.
  ///
  /// A name that begins with @ is abstract: a zero byte replaces the @, and the length ends the
  /// name.
  private static var address: (sockaddr_un, Int)? {
    guard let text = getenv("NOTIFY_SOCKET") else { return nil }
    let name = String(cString: text)
    guard name.hasPrefix("/") || name.hasPrefix("@"), var address = sockaddr_un(path: name) else {
      return nil
    }
    guard name.hasPrefix("@") else { return (address, MemoryLayout<sockaddr_un>.size) }
    address.sun_path.0 = 0
    return (address, MemoryLayout<sa_family_t>.size + name.utf8.count)
  }

  /// Returns the descriptor of the socket opened for this process; a second call finds none.
  ///
  /// - Throws: `ListeningSocket.Failure` if there are several.
  static func takePassedSocket() throws -> Int32? {
    guard let process = number("LISTEN_PID"), let count = number("LISTEN_FDS") else { return nil }
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    guard process == getpid(), count > 0 else { return nil }
    guard count == 1 else {
      throw ListeningSocket.Failure(
        description: "\(count) sockets were passed; the backend takes one")
    }
    return firstPassed
  }

  private static func number(_ name: String) -> Int32? {
    getenv(name).flatMap { Int32(String(cString: $0)) }
  }
}
