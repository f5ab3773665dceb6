import Web

extension Site {
  /// Sent with everything, by this program and by the web server, but with what may stand in a frame:
  /// no script or style but our files, no framing, no sniffing.
  package static let securityHeaders = headers(frameAncestors: "'none'", referrer: "same-origin")

  /// What may stand in a frame tells no other site its address, which leads to the game.
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

  /// Whether a GET of that path shows what a session keeps.
  package static func dependsOnSession(_ path: String) -> Bool {
    table[path]?.get.map { $0.presence != .generated && $0.usesSession } ?? false
  }

  /// Whether an address may lead to what the browser's vault keeps.
  package static func dependsOnVault(_ path: String) -> Bool { path.hasPrefix("/osr/") }
}
