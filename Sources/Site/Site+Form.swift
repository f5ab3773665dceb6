import Web

extension Site {
  /// The form that a POST brings; empty for other requests and other bodies.
  /// - Throws: `Refusal` 403 for a form from another site, 415 for the wrong kind of body;
  ///   otherwise as `Form` does.
  func form(of request: Request, for route: Route) throws(Refusal) -> Form {
    guard request.method == .post else { return Form() }
    // A POST from a frame reads no cookie, so there is nothing to forge; sandboxed frames have no
    // origin.
    guard !request.isCrossSite || Audience(of: request.path) == .frames else {
      throw request.origin == "null"
        ? .closedIn
        : Refusal(.forbidden, "A page of another site sent this form, so it was not acted on.")
    }
    guard route.body != .form else { return try request.form() }
    guard request.mediaType == route.body.mediaType else {
      throw Refusal(.unsupportedMediaType, "This address takes \(route.body.mediaType) only.")
    }
    return Form()
  }
}
