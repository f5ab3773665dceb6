import Web

/// Which handler answers at an address; handlers decide, they neither render nor set headers.
package struct Route: Sendable {
  typealias Handler = @Sendable (inout Visit) throws -> Answer

  /// Who answers a GET: the web server from the generated folder, or this program.
  package enum Presence: Sendable {
    /// The same for everybody: always the web server.
    case generated
    /// The web server shows the first view to those without a session.
    case generatedFirstView
    /// Only this program.
    case dynamic
  }

  package let method: Method
  package let path: String
  package let presence: Presence
  let handler: Handler

  /// A page that is the same for everybody.
  static func page(_ path: String, _ handler: @escaping Handler) -> Route {
    Route(method: .get, path: path, presence: .generated, handler: handler)
  }

  /// A game: a first view that is the same for everybody, then the visitor's own.
  static func game(_ path: String, _ handler: @escaping Handler) -> Route {
    Route(method: .get, path: path, presence: .generatedFirstView, handler: handler)
  }

  static func get(_ path: String, _ handler: @escaping Handler) -> Route {
    Route(method: .get, path: path, presence: .dynamic, handler: handler)
  }

  static func post(_ path: String, _ handler: @escaping Handler) -> Route {
    Route(method: .post, path: path, presence: .dynamic, handler: handler)
  }
}
