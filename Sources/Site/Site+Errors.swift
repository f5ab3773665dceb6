import Web

extension Site {
  /// What a visitor is told of anything that was thrown; what is nobody's mistake is reported.
  func refusal(of error: any Error) -> Refusal {
    switch error {
    case let refusal as Refusal: return refusal
    case let trouble as Trouble: return trouble.refusal
    default:
      report(error)
      return .noAnswer
    }
  }

  /// The page, or for programs the sentence, for a request that cannot be acted on or, where there
  /// is none, was not even read.
  package func respond(
    to refusal: Refusal, of request: Request? = nil, _ embed: EmbedVisit? = nil
  ) -> Response {
    let request = request ?? Request(.get, path(of: refusal), mount: layout.base)
    let embed =
      embed
      ?? (refusal.target == nil
        ? nil : EmbedAddress(request.path).map { EmbedVisit($0, isKept: false) })
    let isWrongMethod = refusal.status == .methodNotAllowed
    let page = ErrorPage(
      refusal, back: isWrongMethod ? Site.table.page(around: request.path) : nil)
    let audience = Audience(of: request.path)
    let answer: Answer =
      audience == .programs
      ? .json(refusal.status, refusal.json) : .page(page, refusal.status)
    var response: Response
    do {
      response = try render(answer, for: request, audience, embed, embed?.opening ?? Session())
    } catch {
      // Not even the error page can be made: the sentence alone, without a template.
      report(error)
      response = Response(refusal.status, body: Array("\(refusal.sentence)\n".utf8))
      response.set("Content-Type", "text/plain; charset=utf-8")
      addHeaders(to: &response, for: audience)
    }
    if isWrongMethod, let place = Site.table[embed?.address.path ?? request.path] {
      response.set("Allow", place.allowed)
    }
    return response
  }

  /// What the web server tells by itself.
  package func error(_ page: ErrorPage, for audience: Audience) throws -> [UInt8] {
    guard audience != .programs else { return page.json }
    let request = Request(.get, audience.addresses.first ?? "/", mount: layout.base)
    return try render(.page(page, page.status), for: request, audience).body
  }

  /// Below the mount, of an address that could not be read to its end, so that the error is told in
  /// the way of its audience and the way back to a framed game is shown.
  private func path(of refusal: Refusal) -> String {
    guard let target = refusal.target, target.hasPrefix(layout.base) else { return "/" }
    return String(target.dropFirst(layout.base.count).prefix { $0 != "?" })
  }
}
