/// The CGI variables that are read; all others are ignored.
package enum RequestVariable: Int, CaseIterable, Sendable {
  case method, target, pathInfo, scriptName, peer, forwardedFor, forwardedHost, forwardedScheme
  case host, scheme, https, cookie, contentType, origin, fetchSite, fetchDestination, ifNoneMatch
  case contentLength, requestID

  package var name: StaticString {
    switch self {
    case .method: "REQUEST_METHOD"
    case .target: "REQUEST_URI"
    case .pathInfo: "PATH_INFO"
    case .scriptName: "SCRIPT_NAME"
    case .peer: "REMOTE_ADDR"
    case .forwardedFor: "HTTP_X_FORWARDED_FOR"
    case .forwardedHost: "HTTP_X_FORWARDED_HOST"
    case .forwardedScheme: "HTTP_X_FORWARDED_PROTO"
    case .host: "HTTP_HOST"
    case .scheme: "REQUEST_SCHEME"
    case .https: "HTTPS"
    case .cookie: "HTTP_COOKIE"
    case .contentType: "CONTENT_TYPE"
    case .origin: "HTTP_ORIGIN"
    case .fetchSite: "HTTP_SEC_FETCH_SITE"
    case .fetchDestination: "HTTP_SEC_FETCH_DEST"
    case .ifNoneMatch: "HTTP_IF_NONE_MATCH"
    case .contentLength: "CONTENT_LENGTH"
    case .requestID: "REQUEST_ID"
    }
  }
}
