import Glibc
import Web

/// A process that a web server starts for a single request: variables in the environment, body and
/// answer through the standard streams.
package enum PlainCGI {
  /// Whether a web server started us as CGI: it names a gateway, and descriptor 0 is not a socket
  /// to accept from.
  package static var isPlainCGI: Bool {
    getenv("GATEWAY_INTERFACE") != nil && !ListeningSocket.isListening(STDIN_FILENO)
  }

  /// Reads the request and answers it.
  package static func serve(gateway: Gateway, limits: Limits = Limits(), handler: Handler) {
    signal(SIGPIPE, SIG_IGN)
    var variables = Variables()
    let response = handler(
      variables.readRequest(environ, gateway: gateway, limits: limits, body: readBody))
    var output: [UInt8] = []
    response.writeHead(to: &output)
    if variables[.method] != "HEAD" { output.append(contentsOf: response.body) }
    writeAll(output)
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

  private static func writeAll(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written == -1 && errno == EINTR { continue }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}
