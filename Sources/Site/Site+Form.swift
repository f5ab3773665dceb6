import Web

extension Site {
  /// Reads the form of a POST; it is empty for other requests and other bodies.
  /// - Throws: `Refusal` 403 for a form from another site, 415 for the wrong kind of body;
  ///   otherwise as `Form` does.
  func form(
    of request: Request, _ body: Route.Body, _ audience: Audience
  ) throws(Refusal) -> Form {
    guard request.method == .post else { return Form() }
    // A frame's POST uses no cookie, so there is nothing to forge; sandboxed frames have no origin.
    guard !request.isCrossSite || audience == .frames else {
      throw request.origin == "null" ? .closedIn : .fromElsewhere
    }
    guard body != .form else { return try request.form() }
    guard request.mediaType == body.mediaType else { throw .wrongBody(for: body) }
    return Form()
  }
}

extension Refusal {
  /// A page on another site sent the form.
  package static let fromElsewhere = Refusal(
    .forbidden, "A page on another site sent this form, so it was ignored.")

  /// Returns the refusal of a body that has the wrong type for the address.
  package static func wrongBody(for body: Route.Body) -> Refusal {
    Refusal(.unsupportedMediaType, "This address takes \(body.mediaType) only.")
  }
}
