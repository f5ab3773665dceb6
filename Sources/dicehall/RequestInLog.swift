import Logging
import Site
import Web

/// The request that a thread is answering, which the log names beside whatever goes wrong.
enum RequestInLog {
  @TaskLocal private static var current: Request?

  /// Answers a request, or an attempt at one that could not be read.
  static func answer(_ incoming: Result<Request, Refusal>, with server: Server) -> Response {
    $current.withValue(try? incoming.get()) { server.answer(incoming) }
  }

  /// Adds `request: POST /craps/roll` to a line of the log.
  static let metadata = Logger.MetadataProvider {
    current.map { ["request": "\($0.method.name) \($0.mount)\(publicPath(of: $0))"] } ?? [:]
  }

  /// The path without the key of a framed game, or a room's host's secret.
  private static func publicPath(of request: Request) -> String {
    if let host = Site.hostPath(of: request.path) { return host }
    guard let address = EmbedAddress(request.path), address.key != nil else { return request.path }
    return address.anew.prefix()
  }
}

extension Method {
  fileprivate var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .options: "OPTIONS"
    case .other: "another method at"
    }
  }
}

extension LoggingSystem {
  /// Sends the log to standard error.
  static func start() {
    bootstrap(
      { StreamLogHandler.standardError(label: $0, metadataProvider: $1) },
      metadataProvider: RequestInLog.metadata)
  }
}
