import FastCGI
import Glibc

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
