/// A request's HTTP method; names are case-sensitive (RFC 9110, 9.1).
package enum Method: Hashable, CaseIterable, Sendable {
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

  /// The name in a request, or `other`.
  package var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .options: "OPTIONS"
    case .other: "other"
    }
  }
}
