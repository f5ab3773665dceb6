import Web

/// A method, a path and their handler; handlers decide, but neither render nor set headers.
package struct Route: Sendable {
  /// Decides on an answer, and may change the visit’s session and vault.
  package typealias Handler = @Sendable (inout Visit) throws -> Answer

  /// Says who answers a GET: the web server from the generated folder, or this program.
  package enum Presence: Sendable {
    /// The web server always answers: the answer is the same for everybody.
    case generated
    /// The web server shows the first view without a session; otherwise this program answers.
    case generatedFirstView
    /// As `generatedFirstView`, but only without a query.
    case generatedFirstViewWithoutQuery
    /// The web server answers without a query, this program with one, whatever the session.
    case generatedWithoutQuery
    /// This program always answers.
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

  /// Says who may cache the answer to a GET.
  package enum Caching: Sendable {
    /// The visitor's browser, if it revalidates the answer each time.
    case ownBrowser
    /// Any cache, for a while, if the request was accepted: the answer is the same for everybody.
    case everybody
    case nobody
  }

  /// The kind of a POST's body.
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
  /// The path below the mount; a segment `*` matches any text, which is in `Visit.parameters`.
  package let path: String
  package let presence: Presence
  package var body = Body.form
  var audience = Audience.people
  /// Whether a GET's answer may depend on the visitor's session.
  package var usesSession = true
  /// Whether a POST may begin a session for a visitor without one.
  private(set) var beginsSession = true
  /// Whether the answer may depend on the browser's vault or change it.
  var usesVault = false
  package var caching = Caching.ownBrowser
  /// Whether it answers only if the operator has configured the site's public address.
  private(set) var needsPublicURL = false
  package let handler: Handler

  /// Whether a GET shows a page rather than another file, such as `/robots.txt`.
  package var isPage: Bool { !path.utf8.contains(UInt8(ascii: ".")) }

  var hasParameter: Bool { path.utf8.contains(UInt8(ascii: "*")) }

  /// Returns the route of a page that is the same for everybody, or for all with the same query.
  package static func page(
    _ path: String, readsQuery: Bool = false, _ handler: @escaping Handler
  ) -> Route {
    Route(
      method: .get, path: path, presence: readsQuery ? .generatedWithoutQuery : .generated,
      usesSession: false, handler: handler)
  }

  /// Returns the route of a game's page: a common first view, then the visitor's own game.
  package static func game(
    _ path: String, readsQuery: Bool = false, _ handler: @escaping Handler
  ) -> Route {
    Route(
      method: .get, path: path,
      presence: readsQuery ? .generatedFirstViewWithoutQuery : .generatedFirstView,
      handler: handler)
  }

  /// Returns the route of a view that this program always answers.
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

  /// The same route with access to the browser's vault.
  package var inVault: Route { with(\.usesVault, true) }

  /// The same route, answered only if the operator has configured the site's public address.
  var withPublicURL: Route { with(\.needsPublicURL, true) }

  /// The same route, which never begins a session.
  package var beginningNoSession: Route { with(\.beginsSession, false) }

  /// Returns the same route for another audience.
  package func answering(_ audience: Audience) -> Route { with(\.audience, audience) }

  private func with<Value>(_ property: WritableKeyPath<Route, Value>, _ value: Value) -> Route {
    var route = self
    route[keyPath: property] = value
    return route
  }
}
