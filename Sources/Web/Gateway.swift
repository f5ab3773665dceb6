/// The operator's settings about the servers between the browser and this program.
package struct Gateway: Equatable, Sendable {
  /// The path that all addresses begin with (`/games`); empty at the root.
  ///
  /// If it is `nil`, the web server decides: `SCRIPT_NAME` is used if `PATH_INFO` is sent too.
  package var mount: String?
  /// Whether the public address uses https.
  package var isPublicSecure: Bool
  /// Peers whose `X-Forwarded-` headers we believe.
  package var trustedProxies: [AddressBlock]

  package init(
    mount: String? = nil, isPublicSecure: Bool = false, trustedProxies: [AddressBlock] = []
  ) {
    self.mount = mount
    self.isPublicSecure = isPublicSecure
    self.trustedProxies = trustedProxies
  }

  /// Returns whether we believe what a peer says about others.
  func trusts(_ peer: String) -> Bool { trustedProxies.contains { $0.contains(peer) } }

  /// Returns the client's address.
  ///
  /// It is the peer, or the last in `X-Forwarded-For` that isn't one of our proxies; anything
  /// before that may be made up.
  func client(of peer: String?, for forwarded: String?) -> String? {
    guard let peer, trusts(peer), let forwarded else { return peer }
    let addresses = forwarded.split(separator: ",").map(\.trimmingBlanks)
    return addresses.last { !trusts($0) } ?? peer
  }
}
