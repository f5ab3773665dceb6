import Glibc
import Web

/// A process that a web server starts for a single request.
///
/// Its variables are in the environment; body and answer pass through the standard streams.
package enum PlainCGI {
  /// Whether a web server started this process as CGI.
  ///
  /// It then names a gateway, and descriptor 0 is not a listening socket.
  package static var isPlainCGI: Bool {
    getenv("GATEWAY_INTERFACE") != nil && !ListeningSocket.isListening(STDIN_FILENO)
  }

  /// Reads the request and answers it.
  package static func serve(
    gateway: Gateway, limits: Limits = Limits(), observer: (any ServiceObserver)? = nil,
    handler: Handler
  ) {
    signal(SIGPIPE, SIG_IGN)
    var variables = Variables()
    var ids = RequestIDs()
    var moments = RequestReport.Moments()
    moments.begun = microseconds()
    let request = variables.readRequest(environ, gateway: gateway, limits: limits, body: readBody)
    moments.read = microseconds()
    moments.started = moments.read
    let method = Method(variables[.method] ?? "")
    let id = variables.requestID ?? ids.next()
    let response = handler(request, id)
    moments.answered = microseconds()
    var output: [UInt8] = []
    response.writeHead(to: &output)
    if method != .head { output.append(contentsOf: response.body) }
    let isSent = writeAll(output)
    moments.sent = microseconds()
    observer?.finished(RequestReport(id: id, method: method, response, isSent: isSent, moments))
  }

  /// Reads exactly the announced length: a server need not end the stream after it.
  private static func readBody(_ length: Int) -> [UInt8]? {
    [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length, let start = buffer.baseAddress {
        let part = read(STDIN_FILENO, start + count, length - count)
        if part == -1 && errno == EINTR { continue }
        guard part > 0 else { return }
        count += part
      }
    }
  }

  private static func writeAll(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written == -1 && errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }
}
