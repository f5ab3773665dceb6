import Storage
import Web

/// An error that visitors are told of on a page of its own.
package protocol RefusalError: Error {
  var refusal: Refusal { get }
  /// Whether the operator's log tells of it, too.
  var isReported: Bool { get }
}

extension RefusalError {
  package var isReported: Bool { false }
}

extension Site {
  /// Turns an error into a refusal; one that isn't the visitor's is also reported.
  func refusal(of error: any Error) -> Refusal {
    switch error {
    case let refusal as Refusal: return refusal
    case let error as StorageError: return error.refusal()
    case let error as any RefusalError:
      if error.isReported { report(error) }
      return error.refusal
    default:
      report(error)
      return .noAnswer
    }
  }

  /// Returns the error page, or JSON for programs.
  ///
  /// `request` is `nil` if it could not be read.
  package func respond(
    to refusal: Refusal, of request: Request? = nil, _ embed: EmbedVisit? = nil
  ) -> Response {
    let request = request ?? Request(.get, path(of: refusal), mount: layout.base)
    let embed =
      embed
      ?? (refusal.target == nil
        ? nil : EmbedAddress(request.path, in: features).map { EmbedVisit($0, isKept: false) })
    let isWrongMethod = refusal.status == .methodNotAllowed
    let back = isWrongMethod ? features.table.page(around: request.path) : nil
    let page = ErrorPage(
      refusal, back: back.map { .init(path: $0, name: features.placeName(of: $0)) },
      number: requestNumber(),
      again: [.tooManyRequests, .unavailable].contains(refusal.status) ? RetryForm(request) : nil)
    let audience = Audience(of: request.path)
    let answer: Answer =
      audience == .programs
      ? .json(refusal) : .page(page, refusal.status, retryAfter: refusal.retryAfter)
    var response: Response
    do {
      response = try render(
        answer, for: request, audience, addresses(request), embed, embed?.opening ?? Session())
    } catch {
      // The error page itself failed, so send only the sentence.
      report(error)
      response = Response(refusal.status, body: Array("\(refusal.sentence)\n".utf8))
      response.set("Content-Type", "text/plain; charset=utf-8")
      addHeaders(to: &response, for: audience, request)
    }
    if isWrongMethod, let resource = features.table[embed?.address.path ?? request.path] {
      response.set("Allow", resource.allowed)
    }
    response.route = features.routeNumber(of: request.path)
    return response
  }

  /// Returns the body of an error page for the web server.
  package func error(_ page: ErrorPage, for audience: Audience) throws -> [UInt8] {
    guard audience != .programs else { return page.json }
    let request = Request(.get, audience.addresses.first ?? "/", mount: layout.base)
    return try render(.page(page, page.status), for: request, audience, addresses(request)).body
  }

  /// Returns the path below the mount of an address that could not be read to its end.
  ///
  /// It decides whom the error page is for, and which framed game the page links to.
  private func path(of refusal: Refusal) -> String {
    guard let target = refusal.target, target.hasPrefix(layout.base) else { return "/" }
    return String(target.dropFirst(layout.base.count).prefix { $0 != "?" })
  }
}

extension Refusal {
  /// The refusal as JSON for programs.
  package var json: JSON { ["error": .string(sentence)] }
}
