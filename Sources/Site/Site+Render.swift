import Mustache
import Synchronization
import Web

extension Site {
  func render(
    _ answer: Answer, for request: Request, _ audience: Audience, _ addresses: AbsoluteURLs?,
    _ embed: EmbedVisit? = nil, _ session: Session = Session(),
    caching: Route.Caching = .ownBrowser
  ) throws -> Response {
    var response: Response
    var isSecret = false
    var formOrigin: String?
    switch answer {
    case .page(let page, let status, let retryAfter):
      isSecret = page.isSecret || Site.holdsKey(request.path)
      formOrigin = page.formOrigin
      response = Response(status)
      // There is room for all of them.
      response.headers.reserveCapacity(8)
      if let retryAfter { response.set("Retry-After", String(retryAfter)) }
      response.headers.append(Site.pageType)
      let layout = layout(for: request)
      let head = Head(
        page: page, isSecret: isSecret && audience != .frames, layout: layout, request: request,
        isPublic: publicURL != nil,
        addresses: addresses, features: features,
        embed: audience == .frames
          ? EmbedView(embed, session, request, addresses, features, isReadable: frames.isReadable)
          : nil)
      func renderPage(into body: inout [UInt8]) throws {
        try templates.render(page.template, [layout, head, page], into: &body)
      }
      // A frame's page also depends on the frame.
      if embed == nil, let version = page.version {
        response.body = try renderedPages.page(version) {
          var body: [UInt8] = []
          try renderPage(into: &body)
          return body
        }
      } else {
        try renderPage(into: &response.body)
        if audience == .frames { assets.drawings.complete(&response.body) }
      }
    case .document(let template, let type, let name, let extra):
      response = Response()
      response.set("Content-Type", type)
      if let name { response.offer(as: name) }
      try templates.render(template, [layout(for: request)] + extra, into: &response.body)
    case .file(let type, let name, let bytes):
      response = Response(body: bytes)
      response.set("Content-Type", type)
      if let name { response.offer(as: name) }
    case .text(let refusal):
      response = Response(refusal.status, body: Array("\(refusal.sentence)\n".utf8))
      response.set("Content-Type", "text/plain; charset=utf-8")
      if let retryAfter = refusal.retryAfter { response.set("Retry-After", String(retryAfter)) }
    case .json(let status, let bytes, let headers):
      response = Response(status, body: bytes)
      response.set("Content-Type", "application/json")
      for header in headers { response.set(header.name, header.value) }
      response.mark(for: request)
      // A room is for its members; frames are opened with all their drawings.
      if request.method != .post, audience == .programs || caching == .everybody {
        response.openToAllSites()
      }
    case .seeOther(let path, let cookies):
      response = Response(.seeOther)
      for cookie in cookies { response.set("Set-Cookie", cookie) }
      response.set("Location", request.mount + (embed?.destination(path) ?? path))
    case .elsewhere(let address, let cookie):
      response = Response(.seeOther)
      response.set("Set-Cookie", cookie)
      response.set("Location", address)
    case .sendAgain(let path):
      response = Response(.temporaryRedirect)
      response.set("Location", request.mount + path)
    case .movedPermanently(let path):
      response = Response(.movedPermanently)
      response.set("Location", request.mount + (embed?.destination(path) ?? path))
    }
    addHeaders(
      to: &response, for: audience, request, caching, isSecret: isSecret, formOrigin: formOrigin)
    return response
  }

  /// Compares the names in templates with the fields of pages, both ways.
  /// - Returns: the mismatches, if any.
  package func checkTemplates() -> [TemplateError] {
    var pairings = [
      Pairing("site.webmanifest", with: [Layout.self, WebManifest.self]),
      Pairing("embed/host-script", with: [Layout.self]),
    ]
    for game in features.games {
      pairings += game.documents.map { Pairing($0.template, with: [Layout.self, $0.fields]) }
    }
    for page in features.pages {
      pairings += page.templates.map { Pairing($0, with: [Layout.self, Head.self, page]) }
    }
    return templates.check(pairings)
  }

  /// Redirects to a framed game that has begun.
  package func redirect(_ request: Request, to address: EmbedAddress) -> Response {
    redirect(request, .seeOther, to: request.mount + address.framed(address.path), for: .frames)
  }

  /// Redirects from an address with a trailing slash to the page that was meant.
  func redirect(_ request: Request) -> Response? {
    guard request.path.utf8.count > 1, request.path.utf8.last == UInt8(ascii: "/"),
      let route = features.table[String(request.path.dropLast())]?.get, !route.hasParameter
    else { return nil }
    return redirect(request, .movedPermanently, to: request.mount + route.path, for: route.audience)
  }

  private func redirect(
    _ request: Request, _ status: Status, to address: String, for audience: Audience
  ) -> Response {
    var response = Response(status)
    response.set("Location", address)
    addHeaders(to: &response, for: audience, request)
    return response
  }

  /// Answers `OPTIONS`.
  func answerOptions(for resource: RouteTable.Resource, to request: Request) -> Response {
    let audience = Audience(of: request.path)
    var response = Response(.noContent)
    response.set("Allow", resource.allowed)
    if audience == .programs, resource.get != nil { response.answerPreflight() }
    addHeaders(to: &response, for: audience, request)
    return response
  }

  func addHeaders(
    to response: inout Response, for audience: Audience, _ request: Request,
    _ caching: Route.Caching = .ownBrowser, isSecret: Bool = false, formOrigin: String? = nil
  ) {
    let isGood = response.status == .ok || response.status == .notModified
    response.headers.append(
      isSecret || caching == .nobody
        ? Site.noCacheHeader
        : caching == .everybody && isGood ? Site.sharedCacheHeader : Site.cacheHeader)
    response.headers +=
      audience == .frames
      ? frames.headers(origin: addresses(request)?.origin, formOrigin: formOrigin)
      : isSecret ? Site.secretHeaders : Site.securityHeaders
  }

  private func layout(for request: Request) -> Layout {
    request.mount == layout.base ? layout : Layout(base: request.mount, assets: assets)
  }

  /// Returns the site's absolute addresses; `nil` if no host is known.
  func addresses(_ request: Request) -> AbsoluteURLs? {
    AbsoluteURLs(publicURL: publicURL, request, assets)
  }
}

extension Response {
  fileprivate mutating func offer(as name: String) {
    set("Content-Disposition", "attachment; filename=\"\(name)\"")
  }
}

/// A cache of pages that many visitors load at once, rendered once for all of them.
final class RenderedPages: Sendable {
  /// A few small pages, as each is soon replaced by its next version.
  private let pages = Mutex(RecentlyUsed<String, [UInt8]>(entries: 16, memory: 1_000_000))

  /// Returns the page of a version, rendered now unless it is cached.
  func page(_ version: String, _ render: () throws -> [UInt8]) rethrows -> [UInt8] {
    if let page = pages.withLock({ $0.recall(version) }) { return page }
    let page = try render()
    pages.withLock { $0.keep(page, for: version, size: page.capacity) }
    return page
  }
}
