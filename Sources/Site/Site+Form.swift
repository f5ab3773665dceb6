import Web

extension Site {
  /// The form that a POST brings; empty for other requests and other bodies.
  /// - Throws: `Refusal` 403 for a form from another site, 415 for the wrong kind of body;
  ///   otherwise as `Form` does.
  func form(
    of request: Request, _ body: Route.Body, _ audience: Audience
  ) throws(Refusal) -> Form {
    guard request.method == .post else { return Form() }
    // A POST from a frame reads no cookie, so there is nothing to forge; sandboxed frames have no
    // origin.
    guard !request.isCrossSite || audience == .frames else {
      throw request.origin == "null" ? .closedIn : .fromElsewhere
    }
    guard body != .form else { return try request.form() }
    guard request.mediaType == body.mediaType else { throw .wrongBody(for: body) }
    return Form()
  }
}

extension Refusal {
  /// A form that another site’s page sent.
  package static let fromElsewhere = Refusal(
    .forbidden, "A page on another site sent this form, so it was ignored.")

  /// A body of another kind than the address takes.
  package static func wrongBody(for body: Route.Body) -> Refusal {
    Refusal(.unsupportedMediaType, "This address takes \(body.mediaType) only.")
  }
}
