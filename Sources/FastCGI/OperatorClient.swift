import CFCGI
import Glibc

/// Asks a service for a page that its `OperatorServer` shows.
package enum OperatorClient {
  /// How long the service may take to answer, in milliseconds.
  private static let patience: Int64 = 5_000
  private static let longestAnswer = 4 << 20

  /// The page at that path, asked for over a connection that ends with the answer.
  /// - Returns: `nil` if there is no such page, or no answer in five seconds.
  package static func page(_ path: String, over connection: Int32) -> [UInt8]? {
    defer { close(connection) }
    let isSent = Array("GET \(path) HTTP/1.0\r\n\r\n".utf8).withUnsafeBytes {
      send($0, to: connection)
    }
    guard isSent,
      let answer = receive(
        from: connection, atMost: longestAnswer, in: patience, until: { _ in false }),
      answer.starts(with: "HTTP/1.1 200 ".utf8),
      let end = answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    else { return nil }
    return Array(answer[end...])
  }
}
