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
    /// The web server answers without a query, this program with one; a session is all the same.
    case generatedWithoutQuery
    /// Only this program.
    case dynamic
  }

  /// What a POST brings.
  enum Body: Sendable {
    /// The fields of a form, in `Visit.form`.
    case form
    /// A JSON text, which the handler reads.
    case json
    /// A form with a file, which the handler reads.
    case upload

    /// The `Content-Type` that it must have.
    var mediaType: String {
      switch self {
      case .form: Form.mediaType
      case .json: "application/json"
      case .upload: Multipart.mediaType
      }
    }
  }

  package let method: Method
  /// One segment may be `*`: any text, which is `Visit.parameter`.
  package let path: String
  package let presence: Presence
  var body = Body.form
  var audience = Audience.people
  /// Whether what a GET shows may depend on the visitor's session.
  var usesSession = true
  let handler: Handler

  var hasParameter: Bool { path.utf8.contains(UInt8(ascii: "*")) }

  /// A page that is the same for everybody.
  static func page(_ path: String, _ handler: @escaping Handler) -> Route {
    Route(method: .get, path: path, presence: .generated, handler: handler)
  }

  /// A game: a first view that is the same for everybody, then the visitor's own.
  static func game(_ path: String, _ handler: @escaping Handler) -> Route {
    Route(method: .get, path: path, presence: .generatedFirstView, handler: handler)
  }

  static func get(
    _ path: String, usesSession: Bool = true, _ handler: @escaping Handler
  ) -> Route {
    Route(
      method: .get, path: path, presence: .dynamic, usesSession: usesSession, handler: handler)
  }

  static func post(
    _ path: String, body: Body = .form, _ handler: @escaping Handler
  ) -> Route {
    Route(method: .post, path: path, presence: .dynamic, body: body, handler: handler)
  }

  /// The same for others than people.
  func answering(_ audience: Audience) -> Route {
    var route = self
    route.audience = audience
    return route
  }
}
