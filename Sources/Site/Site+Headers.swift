import Web

extension Site {
  /// Sent with everything except framed pages, by this program and by the web server.
  ///
  /// They allow only our own scripts and styles, and forbid framing and content sniffing.
  package static let securityHeaders = headers(
    own: "'self'", frameAncestors: "'none'", referrer: "same-origin"
  ).map(\.prepared)

  /// Sent with pages whose address is secret.
  ///
  /// Their markup lets browsers tell the origin again, which their forms need over plain http.
  static let secretHeaders = headers(
    own: "'self'", frameAncestors: "'none'", referrer: "no-referrer"
  ).map(\.prepared)

  /// The addresses below the mount that hold a key, whatever follows: to lead a room, to an embedded
  /// game, to bring a vault along, and, in an old link's query, to delete from the cloud; and where a learning
  /// platform says who comes.
  ///
  /// `*` stands for any text without a slash.
  package static let keyedAddresses = [
    "/room/*/host/*", "/embed/*/*", "/lti/login", "/lti/wait/*", "/lti/choose/*", "/bring/*",
    "/osr/cloud/*/delete",
  ]

  /// What they begin with.
  private static let keyedStarts = keyedAddresses.map {
    Array($0.utf8.prefix { $0 != UInt8(ascii: "*") })
  }

  /// Whether a path below the mount is one of these, so that every page there is secret, an error too.
  static func holdsKey(_ path: String) -> Bool {
    // Most are told apart at once.
    let letter = path.letter
    guard keyedStarts.contains(where: { $0[1] == letter && path.utf8.starts(with: $0) }) else {
      return false
    }
    let parts = path.split(separator: "/")
    return keyedAddresses.contains { address in
      let kept = address.split(separator: "/")
      return parts.count >= kept.count && zip(parts, kept).allSatisfy { $1 == "*" || $0 == $1 }
    }
  }

  /// No answer may be kept for another visitor.
  static let cacheHeader = Response.Header(
    name: "Cache-Control", value: "private, no-cache"
  ).prepared

  /// For pages whose address is secret, which nobody is to find later in the browser's cache, and for
  /// what is true only now.
  static let noCacheHeader = Response.Header(
    name: "Cache-Control", value: "no-store"
  ).prepared

  /// For answers that are the same for everybody.
  static let sharedCacheHeader = Response.Header(
    name: "Cache-Control", value: "public, max-age=300"
  ).prepared

  static let pageType = Response.Header(
    name: "Content-Type", value: "text/html; charset=utf-8"
  ).prepared

  /// The headers for pages that may load from `own`, as the policy names this site.
  static func headers(
    own: String, formOrigin: String? = nil, frameAncestors: String, referrer: String
  ) -> [Response.Header] {
    let forms = formOrigin.map { "\(own) \($0)" } ?? own
    return [
      .init(
        name: "Content-Security-Policy",
        value: """
          default-src 'none'; script-src \(own); style-src \(own); img-src \(own); \
          connect-src \(own); manifest-src \(own); frame-src \(own); form-action \(forms); \
          base-uri 'none'; frame-ancestors \(frameAncestors)
          """),
      .init(name: "X-Content-Type-Options", value: "nosniff"),
      .init(name: "Referrer-Policy", value: referrer),
    ]
  }
}
