/// A request's HTTP method; names are case-sensitive (RFC 9110, 9.1).
package enum Method: Hashable, Sendable {
  case get, head, post, options
  /// Any other method; no route takes it.
  case other

  package init(_ name: String) {
    switch name {
    case "GET": self = .get
    case "HEAD": self = .head
    case "POST": self = .post
    case "OPTIONS": self = .options
    default: self = .other
    }
  }
}
