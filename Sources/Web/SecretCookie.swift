/// A cookie that holds a secret: its name and attributes for one request.
package struct SecretCookie {
  private let name: String
  private let path: String
  private let isSecure: Bool
  private let isPartitioned: Bool
  /// The value that the browser sent.
  package let value: String?

  /// Finds the cookie by its plain name; a secure connection adds a prefix to it.
  ///
  /// A partitioned cookie is for frames: each site that frames us gets its own, over secure
  /// connections only. With a path `below` the mount, it applies only to addresses there.
  package init(
    _ plainName: String, _ request: borrowing Request, below subpath: String = "",
    isPartitioned: Bool = false
  ) {
    let path = request.mount + subpath
    self.path = path.isEmpty ? "/" : path
    isSecure = request.isSecure
    self.isPartitioned = isPartitioned
    // With these prefixes browsers refuse cookies set by others; `__Host-` needs the path `/`.
    let prefix = !request.isSecure ? "" : path.isEmpty ? "__Host-" : "__Secure-"
    name = prefix + plainName
    value = Cookies.value(of: name, in: request.cookies)
  }

  /// The session cookie's name; web servers look for it to see who has a session.
  package static let session = "dicehall"
  /// The vault cookie's name.
  package static let vault = "dicehall-vault"
  /// The longest lifetime that browsers accept, in days.
  package static let longestDays = 400

  /// Returns a `Set-Cookie` with a valid secret, whose lifetime starts anew.
  package func holding(_ secret: String, for seconds: Int) -> String { line(secret, seconds) }

  /// A `Set-Cookie` that removes the cookie.
  package var ended: String { line("", 0) }

  /// Built as bytes, because most answers have this line.
  private func line(_ value: String, _ seconds: Int) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(192)
    line.append(name)
    line.append("=")
    line.append(value)
    line.append("; Max-Age=")
    line.append(decimal: seconds)
    line.append("; Path=")
    line.append(path)
    switch (isPartitioned, isSecure) {
    case (false, false): line.append("; HttpOnly; SameSite=Lax")
    case (false, true): line.append("; HttpOnly; SameSite=Lax; Secure")
    case (true, false): line.append("; HttpOnly; SameSite=None; Partitioned")
    case (true, true): line.append("; HttpOnly; SameSite=None; Secure; Partitioned")
    }
    return String(decoding: line, as: UTF8.self)
  }
}
