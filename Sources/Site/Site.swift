import Games
import Mustache
import Storage
import Web

/// The hall as a function from requests to responses.
///
/// It is the only entrance for the web server, the static generator, the terminal and the tests.
package struct Site: Sendable {
  /// The routes that the web server answers from generated files.
  package var generatedRoutes: [Route] {
    features.routes.filter { $0.presence != .dynamic && (publicURL != nil || !$0.needsPublicURL) }
  }

  /// The games, and what follows from them.
  package let features: Features
  let templates: Templates
  let assets: Layout.Assets
  /// The layout for the mount of most requests.
  let layout: Layout
  /// The public address without a trailing slash, such as `https://dice.example`, if configured.
  let publicURL: String?
  /// The permissions of other sites for framed pages.
  let frames: FramePolicy
  private let storage: any StorageEngine
  private let code: @Sendable (String) -> QRCode?
  private let sharedDesk: any AnyObject & Sendable
  private let odds: OddsSolver
  let limiter: RateLimiter?
  /// Whether Dragon Cloud accepts no new characters.
  private let isCloudReadOnly: Bool
  let renderedPages = RenderedPages()
  /// Returns the number of the current request, for error pages.
  let requestNumber: @Sendable () -> String?
  let report: @Sendable (any Error) -> Void

  /// Creates a hall with these features.
  ///
  /// `base` is the mount of most requests; `code` makes a QR code, or returns `nil` for a text that
  /// is too long; `requestNumber` identifies the request for visitors who report an error; `report`
  /// gets the errors that visitors only see as a 500. For odds and leagues, `pause` waits for about
  /// five milliseconds; `background` runs work at low priority, and waits for it for at most so many
  /// milliseconds. Without a `limiter`, nothing is limited. If `isCloudReadOnly`, Dragon Cloud
  /// accepts nothing.
  package init(
    _ features: Features, templates: Templates, assets: Layout.Assets, base: String = "",
    publicURL: String? = nil,
    frames: FramePolicy = FramePolicy(), storage: any StorageEngine = NoStorage(),
    code: @escaping @Sendable (String) -> QRCode? = { _ in nil },
    pause: @escaping Pause = { 5 },
    background: @escaping Background = { $1() }, limiter: RateLimiter? = nil,
    isCloudReadOnly: Bool = false,
    requestNumber: @escaping @Sendable () -> String? = { nil },
    report: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.features = features
    self.templates = templates
    self.assets = assets
    self.publicURL = publicURL
    self.storage = storage
    self.code = code
    sharedDesk = features.shared.desk(storage, pause: pause, background: background)
    odds = OddsSolver(pause: pause, background: background)
    self.limiter = limiter
    self.isCloudReadOnly = isCloudReadOnly
    self.requestNumber = requestNumber
    self.report = report
    self.frames = frames
    layout = Layout(base: base, assets: assets)
  }

  /// Answers a request; never throws, since errors have pages.
  ///
  /// `session` is the visitor's or, below `/embed/`, the framed game's; only an accepted move
  /// changes it. `vaultKey` is the secret key of the browser's vault, and may change. `now` is in
  /// seconds since 1970, UTC.
  package func respond(
    to request: Request, session: inout Session, vaultKey: inout VaultID?,
    random: any RandomNumberGenerator, now: Int, embed: EmbedVisit? = nil
  ) -> Response {
    do {
      if let elsewhere = redirect(request) { return elsewhere }
      let resource = try features.table.resource(at: embed?.address.path ?? request.path)
      if request.method == .options { return answerOptions(for: resource, to: request) }
      if let embed {
        try embed.checkPath()
      } else if request.query.isIncomplete {
        throw Refusal.unreadableAddress
      }
      let route = try resource.route(request.method)
      let audience = embed == nil ? route.audience : .frames
      let addresses = addresses(request)
      var visit = Visit(
        features: features, request: request, parameters: resource.parameters,
        form: try form(of: request, route.body, audience),
        session: session, random: random, now: now, vaultKey: vaultKey,
        storage: embed == nil ? storage : NoStorage(), addresses: addresses, code: code,
        sharedDesk: sharedDesk, oddsSolver: odds, limiter: limiter,
        isCloudReadOnly: isCloudReadOnly)
      let answer = try embed == nil ? route.handler(&visit) : visit.handleFramed(route)
      var response = try render(
        answer, for: request, audience, addresses, embed, visit.session, caching: route.caching)
      response.route = Features.routeNumber(of: resource, isFramed: embed != nil)
      session = visit.session.shrunk(features.shrinkingParts)
      vaultKey = visit.vaultKey
      return response
    } catch {
      return respond(to: refusal(of: error), of: request, embed)
    }
  }

  /// Answers a visitor without a session or a vault, and creates neither.
  package func respond(toStranger request: Request, now: Int) -> Response {
    var session = Session()
    var vaultKey: VaultID?
    return respond(
      to: request, session: &session, vaultKey: &vaultKey, random: SystemRandomNumberGenerator(),
      now: now)
  }
}
