import Foundation
import Hummingbird
import Mustache

/// The page of Craps between two games, by Hummingbird and swift-mustache.
///
///     on-hummingbird SOCKET SESSIONS TEMPLATE LINES
///
/// Sessions are JSON files in the folder SESSIONS, named by the cookie. The page shows that many
/// LINES of a log.
@main struct Hall {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let lines = Int(arguments[4]) else { exit(64) }
    let template = try MustacheTemplate(
      string: String(contentsOfFile: arguments[3], encoding: .utf8))
    let router = Router()
    router.get("craps") { request, _ in
      guard let key = request.cookies["dicehall"]?.value, key.allSatisfy(\.isLetterOrDigit) else {
        throw HTTPError(.badRequest)
      }
      let file = URL(fileURLWithPath: "\(arguments[2])/\(key)")
      let game = try JSONDecoder().decode(Game.self, from: Data(contentsOf: file))
      let page = ByteBuffer(string: template.render(CrapsPage(game, lines: lines)))
      return Response(status: .ok, headers: head, body: .init(byteBuffer: page))
    }
    try await Application(
      router: router, configuration: .init(address: .unixDomainSocket(path: arguments[1]))
    ).runService()
  }

  private static let head: HTTPFields = [
    .contentType: "text/html; charset=utf-8",
    .cacheControl: "private, no-cache",
    .contentSecurityPolicy: """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'
    """,
    .xContentTypeOptions: "nosniff",
  ]
}

extension Character {
  var isLetterOrDigit: Bool { isLetter || isNumber }
}
