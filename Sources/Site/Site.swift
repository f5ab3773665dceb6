import Games
import Mustache
import Storage
import Web

/// The hall as a function from requests to responses: the one door for the web server, the static
/// generator, the terminal and the tests.
package struct Site: Sendable {
  /// Every address there is.
  package static let routes: [Route] =
    wordRoutes + diceRoutes + crapsRoutes + pigRoutes + characterRoutes + bringRoutes
    + teacherRoutes + healthRoutes

  /// Every kind of page there is.
  private static let pages: [any Page.Type] =
    [
      PlainPage.self, TeachersPage.self, EmbedPlanPage.self, EmbedCheckPage.self, BringPage.self,
      DicePage.self, CrapsPage.self, StartOverPage.self,
      CrapsRulesPage.self,
      PigPage.self, PigGamePage.self, PigRulesPage.self, HallPage.self, ErrorPage.self,
      VaultPage.self, VaultCharacterPage.self,
      CloudPage.self, CloudCharacterPage.self, CloudDeletionPage.self,
    ] + wizardPages + referencePages

  private static let table = RouteTable(routes)

  /// Reckons what pages show of long calculations, which else the first request for them would wait
  /// for: a fifth of a second, and half as much again for framed games of Pig to more than 100.
  package static func prepare() {
    _ = PigOdds.optimal
    _ = OptimalPig.twoHundred
  }

  /// Whether a GET of that path shows what a session keeps.
  package static func dependsOnSession(_ path: String) -> Bool {
    table[path]?.get.map { $0.presence != .generated && $0.usesSession } ?? false
  }

  /// Whether an address may lead to what the browser's vault keeps.
  package static func dependsOnVault(_ path: String) -> Bool { path.hasPrefix("/osr/") }

  private let templates: Templates
  private let assets: Layout.Assets
  private let frame: Layout
  /// `https://dice.example`, without a slash at its end; `nil` when the operator named none.
  private let publicURL: String?
  private let storage: any StorageEngine
  private let code: @Sendable (String) -> QRCode?
  /// Sent with what may stand in a frame.
  private let embedHeaders: [Response.Header]
  private let report: @Sendable (any Error) -> Void

  /// Makes the hall for a mount that most requests have; `report` hears what a visitor is not told of
  /// a 500.
  package init(
    templates: Templates, assets: Layout.Assets, base: String = "", publicURL: String? = nil,
    frameAncestors: String = "*", storage: any StorageEngine = NoStorage(),
    code: @escaping @Sendable (String) -> QRCode? = { _ in nil },
    report: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.templates = templates
    self.assets = assets
    self.publicURL = publicURL
    self.storage = storage
    self.code = code
    self.report = report
    embedHeaders = Site.embedHeaders(frameAncestors: frameAncestors)
    frame = Layout(base: base, assets: assets)
  }

  /// What does not fit together of templates and pages, both ways; nothing when all is well.
  package func checkTemplates() -> [TemplateError] {
    var pairings = ["site.webmanifest", "embed/host-script"].map {
      Pairing($0, with: [Layout.self])
    }
    for page in Site.pages {
      pairings += page.templates.map { Pairing($0, with: [Layout.self, Head.self, page]) }
    }
    return templates.check(pairings)
  }

  /// Answers a request; never throws, since what goes wrong has a page of its own.
  ///
  /// `session` is the visitor's or, below `/embed/`, the framed game's, changed by a move that was
  /// accepted and by nothing else; `vaultKey` leads to the browser's vault, and may be another
  /// afterwards; `now` is in seconds since 1970, UTC.
  package func respond(
    to request: Request, session: inout Session, vaultKey: inout VaultID?,
    random: any RandomNumberGenerator, now: Int, embed: EmbedVisit? = nil
  ) -> Response {
    do {
      if let elsewhere = redirect(request) { return elsewhere }
      let path = embed?.address.path ?? request.path
      if request.method == .options, let entry = Site.table[path] {
        var response = Response(.noContent)
        response.set("Allow", entry.allowed)
        if Site.isForPrograms(path), entry.get != nil { Site.answerPreflight(&response) }
        addHeaders(to: &response, for: request)
        return response
      }
      if let embed {
        try embed.checkPath()
      } else if request.query.isIncomplete {
        throw Refusal.unreadableAddress
      }
      let (route, parameter) = try Site.table.route(request.method, path)
      var visit = Visit(
        request: request, parameter: parameter, form: try form(of: request, route.body),
        session: session, random: random, now: now, vaultKey: vaultKey,
        storage: embed == nil ? storage : NoStorage(), addresses: addresses(request), code: code)
      let answer = try embed == nil ? route.handler(&visit) : visit.handleFramed(route)
      let response = try render(answer, for: request, embed, visit.session)
      session = visit.session
      vaultKey = visit.vaultKey
      return response
    } catch let refusal as Refusal {
      return respond(to: refusal, of: request, embed)
    } catch let error as StorageError {
      return respond(to: error.refusal, of: request, embed)
    } catch {
      report(error)
      return respond(to: Refusal(.serverError, "The page could not be made."), of: request, embed)
    }
  }

  /// Answers one who brings neither session nor vault, and takes none along.
  package func respond(toStranger request: Request, now: Int) -> Response {
    var session = Session()
    var vaultKey: VaultID?
    return respond(
      to: request, session: &session, vaultKey: &vaultKey, random: SystemRandomNumberGenerator(),
      now: now)
  }

  /// The page, or for programs the sentence, for a request that cannot be acted on or, where there
  /// is none, was not even read.
  package func respond(
    to refusal: Refusal, of request: Request? = nil, _ embed: EmbedVisit? = nil
  ) -> Response {
    let embed = embed ?? game(of: refusal).map { EmbedVisit($0, isKept: false) }
    let request =
      request ?? Request(.get, place(of: refusal), mount: frame.base)
    let isWrongMethod = refusal.status == .methodNotAllowed
    let page = ErrorPage(
      refusal, back: isWrongMethod ? Site.table.page(around: request.path) : nil)
    let answer: Answer =
      Site.isForPrograms(request.path)
      ? .json(refusal.status, refusal.json) : .page(page, refusal.status)
    var response: Response
    do {
      response = try render(answer, for: request, embed, embed?.opening ?? Session())
    } catch {
      // Not even the error page can be made: the sentence alone, without a template.
      report(error)
      response = plain(refusal.status, Array("\(refusal.sentence)\n".utf8), for: request)
    }
    if isWrongMethod, let entry = Site.table[embed?.address.path ?? request.path] {
      response.set("Allow", entry.allowed)
    }
    return response
  }

  /// What the web server tells by itself.
  package func error(_ page: ErrorPage, for reader: ErrorReader) throws -> [UInt8] {
    guard reader != .programs else { return page.json }
    let request = Request(.get, reader == .framed ? "/embed/" : "/", mount: frame.base)
    return try render(.page(page, page.status), for: request).body
  }

  /// The form of a POST, where it brings one.
  /// - Throws: `Refusal` 403 for one from another site, 415 for another body than the route's, else
  ///   as `Form` does.
  private func form(of request: Request, _ body: Route.Body) throws(Refusal) -> Form {
    guard request.method == .post else { return Form() }
    // Below it no cookie is read, so there is nothing to forge; sandboxed frames have no origin.
    guard !request.isCrossSite || Site.isEmbed(request.path) else {
      throw request.origin == "null"
        ? .closedIn
        : Refusal(.forbidden, "A page of another site sent this form, so it was not acted on.")
    }
    guard body != .form else { return try request.form() }
    guard request.mediaType == body.mediaType else {
      throw Refusal(.unsupportedMediaType, "This address takes \(body.mediaType) only.")
    }
    return Form()
  }

  /// To the address of a framed game that has begun.
  package func redirect(_ request: Request, to address: EmbedAddress) -> Response {
    var response = Response(.seeOther)
    response.set("Location", request.mount + address.prefix())
    addHeaders(to: &response, for: request)
    return response
  }

  /// From an address with a slash too many to the page that was meant.
  private func redirect(_ request: Request) -> Response? {
    guard request.path.utf8.count > 1, request.path.utf8.last == UInt8(ascii: "/"),
      let route = Site.table[String(request.path.dropLast())]?.get, !route.hasParameter
    else { return nil }
    var response = Response(.movedPermanently)
    response.set("Location", request.mount + route.path)
    addHeaders(to: &response, for: request)
    return response
  }

  private func render(
    _ answer: Answer, for request: Request, _ embed: EmbedVisit? = nil,
    _ session: Session = Session()
  ) throws -> Response {
    let frame = request.mount == frame.base ? frame : Layout(base: request.mount, assets: assets)
    var response: Response
    switch answer {
    case .page(let page, let status, let retryAfter):
      response = Response(status)
      if let retryAfter { response.set("Retry-After", String(retryAfter)) }
      response.set("Content-Type", "text/html; charset=utf-8")
      let head = Head(
        page: page, frame: frame, request: request, isPublic: publicURL != nil,
        addresses: addresses(request),
        embed: Site.isEmbed(request.path)
          ? EmbedView(embed, session, request, addresses(request)) : nil)
      try templates.render(page.template, [frame, head, page], into: &response.body)
    case .document(let template, let type):
      response = Response()
      response.set("Content-Type", type)
      try templates.render(template, [frame], into: &response.body)
    case .file(let type, let name, let bytes):
      response = Response(body: bytes)
      response.set("Content-Type", type)
      if let name { response.set("Content-Disposition", "attachment; filename=\"\(name)\"") }
    case .json(let status, let bytes, let headers):
      response = Response(status, body: bytes)
      response.set("Content-Type", "application/json")
      for header in headers { response.set(header.name, header.value) }
      Site.mark(&response, for: request)
      if request.method != .post { Site.openToAll(&response) }
    case .seeOther(let path, let cookie):
      response = Response(.seeOther)
      if let cookie { response.set("Set-Cookie", cookie) }
      response.set("Location", request.mount + (embed?.destination(path) ?? path))
    }
    addHeaders(to: &response, for: request)
    return response
  }

  private func plain(_ status: Status, _ bytes: [UInt8], for request: Request) -> Response {
    var response = Response(status, body: bytes)
    response.set("Content-Type", "text/plain; charset=utf-8")
    addHeaders(to: &response, for: request)
    return response
  }

  private func addHeaders(to response: inout Response, for request: Request) {
    response.set("Cache-Control", "private, no-cache")
    response.headers += Site.isEmbed(request.path) ? embedHeaders : Site.securityHeaders
  }

  /// Among which addresses one was that could not be read, which decides how it is told.
  private func place(of refusal: Refusal) -> String {
    ["/api/", "/oembed", "/embed/"].first { refusal.target?.hasPrefix(frame.base + $0) ?? false }
      ?? "/"
  }

  /// The framed game whose address could not be read to its end, so that the way back is told.
  private func game(of refusal: Refusal) -> EmbedAddress? {
    guard let target = refusal.target, target.hasPrefix(frame.base) else { return nil }
    return EmbedAddress(String(target.dropFirst(frame.base.count).prefix { $0 != "?" }))
  }

  /// How other sites find ours.
  private func addresses(_ request: Request) -> FullAddresses? {
    FullAddresses(publicURL: publicURL, request, assets)
  }
}
