import Store
import Web

/// The cookie that holds a session's id: its name and its attributes for one request.
struct SessionCookie {
  private let name: String
  private let attributes: String
  /// The id that the browser sent, if it has the form of one of ours.
  let id: SessionID?
  /// The browser sent something under the name.
  let isPresent: Bool

  init(_ request: Request) {
    let path = request.mount.isEmpty ? "/" : request.mount
    // The prefixes make browsers refuse the cookie from elsewhere; __Host- needs the path /.
    let prefix = !request.isSecure ? "" : request.mount.isEmpty ? "__Host-" : "__Secure-"
    name = prefix + SessionCookie.name
    attributes = "; Path=\(path); HttpOnly; SameSite=Lax" + (request.isSecure ? "; Secure" : "")
    let value = Cookies.value(of: name, in: request.cookies)
    isPresent = value != nil
    id = value.flatMap(SessionID.init)
  }

  /// Without a prefix; web servers look for it to tell who has a session.
  static let name = "dicehall"

  /// `Set-Cookie` for a new session.
  func holding(_ id: SessionID, for seconds: Int) -> String {
    "\(name)=\(id.text); Max-Age=\(seconds)\(attributes)"
  }

  /// `Set-Cookie` that counts the time without use anew.
  func renewed(for seconds: Int) -> String { id.map { holding($0, for: seconds) } ?? ended }

  /// `Set-Cookie` that removes it.
  var ended: String { "\(name)=; Max-Age=0\(attributes)" }
}
