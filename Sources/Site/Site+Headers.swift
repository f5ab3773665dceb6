import Web

extension Site {
  /// The headers of everything except framed pages, sent by this program and by the web server.
  ///
  /// They allow only our own scripts and styles, and forbid framing and content sniffing.
  package static let securityHeaders = headers(
    own: "'self'", frameAncestors: "'none'", referrer: "same-origin"
  ).map(\.prepared)

  /// The headers of pages whose address is secret.
  ///
  /// Their markup lets browsers send the origin again, which their forms need over plain http.
  static let secretHeaders = headers(
    own: "'self'", frameAncestors: "'none'", referrer: "no-referrer"
  ).map(\.prepared)

  /// The addresses below the mount that contain a key, whatever follows.
  ///
  /// They lead a room or an embedded game, bring a vault along, delete from the cloud with an old
  /// link's query, or receive a learning platform's message about a person. `*` stands for any text
  /// without a slash.
  package static let keyedAddresses = [
    "/room/*/host/*", "/embed/*/*", "/lti/login", "/lti/wait/*", "/lti/choose/*", "/bring/*",
    "/osr/cloud/*/delete",
  ]

  private static let keyedStarts = keyedAddresses.map {
    Array($0.utf8.prefix { $0 != UInt8(ascii: "*") })
  }

  /// Returns whether a path is one of these, so that every page there is secret, even an error.
  static func holdsKey(_ path: String) -> Bool {
    // The letter suffices for most paths.
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

  /// The header that keeps any answer from other visitors.
  static let cacheHeader = Response.Header(
    name: "Cache-Control", value: "private, no-cache"
  ).prepared

  /// The header for secret pages and momentary answers, which no cache may keep.
  static let noCacheHeader = Response.Header(
    name: "Cache-Control", value: "no-store"
  ).prepared

  /// The header for answers that are the same for everybody.
  static let sharedCacheHeader = Response.Header(
    name: "Cache-Control", value: "public, max-age=300"
  ).prepared

  static let pageType = Response.Header(
    name: "Content-Type", value: "text/html; charset=utf-8"
  ).prepared

  /// Returns headers for pages that may load from `own`, the policy's name for this site.
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
