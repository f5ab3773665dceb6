import Web

extension Site {
  /// The form of a POST, where it brings one.
  /// - Throws: `Refusal` 403 for one from another site, 415 for another body than the route's, else
  ///   as `Form` does.
  func form(of request: Request, for route: Route) throws(Refusal) -> Form {
    guard request.method == .post else { return Form() }
    // Below it no cookie is read, so there is nothing to forge; sandboxed frames have no origin.
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
