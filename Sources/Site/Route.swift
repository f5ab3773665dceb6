import Web

/// The handler for a method and a path; handlers decide, but neither render nor set headers.
package struct Route: Sendable {
  /// Decides what to answer, and may change the visit’s session and vault.
  package typealias Handler = @Sendable (inout Visit) throws -> Answer

  /// Who answers a GET: the web server from the generated folder, or this program.
  package enum Presence: Sendable {
    /// The web server, always: the answer is the same for everybody.
    case generated
    /// The web server for visitors without a session, who get the first view; otherwise this
    /// program.
    case generatedFirstView
    /// The same, but only without a query; otherwise this program.
    case generatedFirstViewWithoutQuery
    /// The web server without a query, this program with one; the session makes no difference.
    case generatedWithoutQuery
    /// This program, always.
    case dynamic

    /// Whether the web server answers only visitors without a session.
    package var isFirstView: Bool {
      self == .generatedFirstView || self == .generatedFirstViewWithoutQuery
    }

    /// Whether the web server answers only without a query.
    package var isWithoutQuery: Bool {
      self == .generatedWithoutQuery || self == .generatedFirstViewWithoutQuery
    }
  }

  /// Who may keep the answer to a GET.
  enum Caching: Sendable {
    /// The visitor's browser, if it asks each time whether that is still right.
    case ownBrowser
    /// Any cache, for a while, if it was accepted: it is the same for everybody.
    case everybody
    /// Nobody.
    case nobody
  }

  /// What kind of body a POST has.
  package enum Body: Sendable {
    /// The fields of a form, in `Visit.form`.
    case form
    /// JSON, which the handler parses.
    case json
    /// A form with a file, which the handler parses.
    case upload

    /// The `Content-Type` that the request must have.
    var mediaType: String {
      switch self {
      case .form: Form.mediaType
      case .json: "application/json"
      case .upload: Multipart.mediaType
      }
    }
  }

  package let method: Method
  /// Below the mount; segments may be `*`, which match any text and become `Visit.parameters`.
  package let path: String
  package let presence: Presence
  package var body = Body.form
  var audience = Audience.people
  /// Whether a GET's answer may depend on the visitor's session.
  package var usesSession = true
  /// Whether a POST may begin a session for somebody who has none.
  private(set) var beginsSession = true
  /// Whether the answer may depend on the browser's vault, or change it.
  var usesVault = false
  var caching = Caching.ownBrowser
  /// Whether there is an answer only if the operator has named the site's public address.
  private(set) var needsPublicURL = false
  package let handler: Handler

  /// Whether a GET shows a page and not some other file, such as `/robots.txt`.
  package var isPage: Bool { !path.utf8.contains(UInt8(ascii: ".")) }

  var hasParameter: Bool { path.utf8.contains(UInt8(ascii: "*")) }

  /// A page that is the same for everybody.
  package static func page(_ path: String, _ handler: @escaping Handler) -> Route {
    Route(method: .get, path: path, presence: .generated, handler: handler)
  }

  /// A game's page: the same first view for everybody, then the visitor's own game.
  package static func game(
    _ path: String, readsQuery: Bool = false, _ handler: @escaping Handler
  ) -> Route {
    Route(
      method: .get, path: path,
      presence: readsQuery ? .generatedFirstViewWithoutQuery : .generatedFirstView,
      handler: handler)
  }

  /// A view that this program always answers.
  package static func get(
    _ path: String, usesSession: Bool = true, _ handler: @escaping Handler
  ) -> Route {
    Route(
      method: .get, path: path, presence: .dynamic, usesSession: usesSession, handler: handler)
  }

  package static func post(
    _ path: String, body: Body = .form, _ handler: @escaping Handler
  ) -> Route {
    Route(method: .post, path: path, presence: .dynamic, body: body, handler: handler)
  }

  /// The same route, which may need the browser's vault.
  package var inVault: Route {
    var route = self
    route.usesVault = true
    return route
  }

  /// The same route, answered only if the operator has named the site's public address.
  var withPublicURL: Route {
    var route = self
    route.needsPublicURL = true
    return route
  }

  /// The same route, which needs a session or none, but never begins one.
  package var beginningNoSession: Route {
    var route = self
    route.beginsSession = false
    return route
  }

  /// The same route for another audience.
  package func answering(_ audience: Audience) -> Route {
    var route = self
    route.audience = audience
    return route
  }
}
