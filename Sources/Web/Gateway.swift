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

  /// Whether what a peer says of others counts.
  func trusts(_ peer: String) -> Bool { trustedProxies.contains { $0.contains(peer) } }

  /// Who asks: the peer, or the last address of `X-Forwarded-For` that is none of our proxies, as
  /// whatever stands before it may be made up.
  func client(of peer: String?, for forwarded: String?) -> String? {
    guard let peer, trusts(peer), let forwarded else { return peer }
    let addresses = forwarded.split(separator: ",").map(\.trimmingBlanks)
    return addresses.last { !trusts($0) } ?? peer
  }
}
