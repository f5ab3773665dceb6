/// What the operator told us about the way from a browser to this program.
package struct Gateway: Equatable, Sendable {
  /// Path that all addresses begin with (`/games`), empty at the root; `nil` asks the web server
  /// (`SCRIPT_NAME`, where it sends `PATH_INFO` too).
  package var mount: String?
  /// The public address's scheme is https.
  package var isPublicSecure: Bool
  /// Peers whose `X-Forwarded-Proto` and `X-Forwarded-Host` count.
  package var trustedProxies: [AddressBlock]

  package init(
    mount: String? = nil, isPublicSecure: Bool = false, trustedProxies: [AddressBlock] = []
  ) {
    self.mount = mount
    self.isPublicSecure = isPublicSecure
    self.trustedProxies = trustedProxies
  }
}
