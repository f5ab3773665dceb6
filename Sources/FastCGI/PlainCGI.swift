import Glibc
import Web

/// A start by a web server for one request: variables in the environment, body and answer through
/// the standard streams.
package enum PlainCGI {
  /// A web server speaks of its gateway, and descriptor 0 is no socket to accept from.
  package static var isPlainCGI: Bool {
    getenv("GATEWAY_INTERFACE") != nil && !ListeningSocket.isListening(STDIN_FILENO)
  }

  /// Answers the one request.
  package static func serve(gateway: Gateway, limits: Limits = Limits(), handler: Handler) {
    signal(SIGPIPE, SIG_IGN)
    var variables = Variables()
    let response = handler(readRequest(&variables, gateway: gateway, limits: limits))
    var output: [UInt8] = []
    response.writeHead(to: &output)
    if variables["REQUEST_METHOD"] != "HEAD" { output.append(contentsOf: response.body) }
    writeAll(output)
  }

  private static func readRequest(
    _ variables: inout Variables, gateway: Gateway, limits: Limits
  ) -> Result<Request, Refusal> {
    do throws(Refusal) {
      try variables.read(environ, limits: limits)
      let known = variables
      var request = try Request(variables: { known[$0] }, gateway: gateway)
      request.body = readBody(request.bodyLength)
      guard request.body.count == request.bodyLength else {
        throw Refusal(.badRequest, "The request is shorter or longer than it says.")
      }
      return .success(request)
    } catch {
      return .failure(error.naming(variables["REQUEST_URI"]))
    }
  }

  /// Exactly what was announced: a server need not end the stream after it.
  private static func readBody(_ length: Int) -> [UInt8] {
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
