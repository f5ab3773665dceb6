/// A cookie that holds a secret: its name and its attributes for one request.
package struct SecretCookie {
  private let name: String
  private let attributes: String
  /// What the browser sent under the name.
  package let value: String?

  /// The one that is called so, apart from the prefix that a secure connection adds.
  ///
  /// A partitioned one is for a frame: each site that frames ours has one of its own, over a secure
  /// connection only.
  package init(_ plainName: String, _ request: Request, isPartitioned: Bool = false) {
    let path = request.mount.isEmpty ? "/" : request.mount
    // The prefixes make browsers refuse the cookie from elsewhere; __Host- needs the path /.
    let prefix = !request.isSecure ? "" : request.mount.isEmpty ? "__Host-" : "__Secure-"
    name = prefix + plainName
    attributes =
      "; Path=\(path); HttpOnly; SameSite=\(isPartitioned ? "None" : "Lax")"
      + (request.isSecure ? "; Secure" : "") + (isPartitioned ? "; Partitioned" : "")
    value = Cookies.value(of: name, in: request.cookies)
  }

  /// The session's; web servers look for it to tell who has one.
  package static let session = "dicehall"
  /// The vault's.
  package static let vault = "dicehall-vault"

  /// `Set-Cookie` for a secret that is ours, which counts the time without use anew.
  package func holding(_ secret: String, for seconds: Int) -> String {
    "\(name)=\(secret); Max-Age=\(seconds)\(attributes)"
  }

  /// `Set-Cookie` that removes it.
  package var ended: String { "\(name)=; Max-Age=0\(attributes)" }
}
