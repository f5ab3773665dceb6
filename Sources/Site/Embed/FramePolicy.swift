import Web

/// What other sites may do with framed pages, as the operator has decided.
package struct FramePolicy: Sendable {
  /// The sites that may show them, as in `Content-Security-Policy`.
  package let ancestors: String
  /// Whether scripts of every site may read them, for which they need the key in an address.
  ///
  /// A frame in a sandbox is of no site, and its own script can't show a move without this.
  package let isReadable: Bool

  package init(ancestors: String = "*", isReadable: Bool = true) {
    self.ancestors = ancestors
    self.isReadable = isReadable
  }

  /// Sent with framed pages, which tell no other site their address, as it leads to the game.
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

  /// For everybody and never with the reader's cookies, which browsers grant to no `*`.
  private static let readable = [
    Response.Header(name: "Access-Control-Allow-Origin", value: "*").prepared
  ]

  /// Stands for the origin in the frameable error pages of a web server that isn't told its public
  /// address; nothing in them is a visitor's.
  package static let anyOrigin = "http: https:"
}
