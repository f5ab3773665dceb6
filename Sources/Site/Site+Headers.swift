import Web

extension Site {
  /// Sent with everything except framed pages, by this program and by the web server.
  ///
  /// They allow only our own scripts and styles, and forbid framing and content sniffing.
  package static let securityHeaders = headers(frameAncestors: "'none'", referrer: "same-origin")

  /// Sent with framed pages, which tell no other site their address, as it leads to the game.
  package static func embedHeaders(frameAncestors: String) -> [Response.Header] {
    headers(frameAncestors: "'self' \(frameAncestors)", referrer: "no-referrer")
  }

  private static func headers(
    frameAncestors: String, referrer: String
  ) -> [Response.Header] {
    [
      .init(
        name: "Content-Security-Policy",
        value: """
          default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
          connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; \
          base-uri 'none'; frame-ancestors \(frameAncestors)
          """),
      .init(name: "X-Content-Type-Options", value: "nosniff"),
      .init(name: "Referrer-Policy", value: referrer),
    ]
  }

  /// What the answers at an address may need: a GET the session, any request the browser's vault.
  package static func needs(at path: String) -> (session: Bool, vault: Bool) {
    guard let resource = table[path] else { return (false, false) }
    let session = resource.get.map { $0.presence != .generated && $0.usesSession } ?? false
    return (session, resource.get?.usesVault ?? resource.post?.usesVault ?? false)
  }
}
