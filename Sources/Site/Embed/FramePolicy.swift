import Web

/// The operator's policy on other sites' frames.
package struct FramePolicy: Sendable {
  /// The sites that may frame pages, as in `Content-Security-Policy`.
  package let ancestors: String
  /// Whether scripts of every site may read framed pages, for which they need an address's key.
  ///
  /// A sandboxed frame has no site, and its own script can't show a move without this.
  package let isReadable: Bool

  package init(ancestors: String = "*", isReadable: Bool = true) {
    self.ancestors = ancestors
    self.isReadable = isReadable
  }

  /// Returns the headers of framed pages, which keep their address from other sites.
  ///
  /// `origin` names this site beside each `'self'`: in a sandbox without `allow-same-origin`,
  /// `'self'` matches nothing in WebKit, so the page would have no styles and its forms would be
  /// dead. It is the operator's public address or else the host of the request, which is safe: the
  /// host has been checked to be one, only the browser that sent it gets it back, and no link and
  /// no stored page names it.
  ///
  /// `formOrigin` is another site that the page has a form for.
  package func headers(origin: String?, formOrigin: String? = nil) -> [Response.Header] {
    Site.headers(
      own: origin.map { "'self' \($0)" } ?? "'self'", formOrigin: formOrigin,
      frameAncestors: "'self' \(ancestors)", referrer: "no-referrer")
      + (isReadable ? FramePolicy.readable : [])
  }

  /// The header for everybody but never with cookies, as browsers allow none with `*`.
  private static let readable = [
    Response.Header(name: "Access-Control-Allow-Origin", value: "*").prepared
  ]

  /// Stands for the origin in error pages of a web server that doesn't know its public address.
  ///
  /// The pages may be framed, and contain nothing of a visitor's.
  package static let anyOrigin = "http: https:"
}
