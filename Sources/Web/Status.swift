/// An HTTP status: code and reason phrase.
package struct Status: Hashable, Sendable {
  /// The code, in `200...599`.
  package let code: Int
  /// The reason phrase, always sent: some web servers pass on only this line.
  package let reason: String

  package static let ok = Status(code: 200, reason: "OK")
  package static let created = Status(code: 201, reason: "Created")
  package static let noContent = Status(code: 204, reason: "No Content")
  package static let movedPermanently = Status(code: 301, reason: "Moved Permanently")
  package static let seeOther = Status(code: 303, reason: "See Other")
  package static let notModified = Status(code: 304, reason: "Not Modified")
  package static let temporaryRedirect = Status(code: 307, reason: "Temporary Redirect")
  package static let badRequest = Status(code: 400, reason: "Bad Request")
  package static let forbidden = Status(code: 403, reason: "Forbidden")
  package static let notFound = Status(code: 404, reason: "Not Found")
  package static let methodNotAllowed = Status(code: 405, reason: "Method Not Allowed")
  package static let conflict = Status(code: 409, reason: "Conflict")
  package static let gone = Status(code: 410, reason: "Gone")
  package static let contentTooLarge = Status(code: 413, reason: "Content Too Large")
  package static let uriTooLong = Status(code: 414, reason: "URI Too Long")
  package static let unsupportedMediaType = Status(code: 415, reason: "Unsupported Media Type")
  package static let unprocessable = Status(code: 422, reason: "Unprocessable Content")
  package static let tooManyRequests = Status(code: 429, reason: "Too Many Requests")
  package static let headersTooLarge = Status(code: 431, reason: "Request Header Fields Too Large")
  package static let serverError = Status(code: 500, reason: "Internal Server Error")
  package static let notImplemented = Status(code: 501, reason: "Not Implemented")
  package static let unavailable = Status(code: 503, reason: "Service Unavailable")

  /// Every status that is ever sent.
  package static let all = [
    ok, created, noContent, movedPermanently, seeOther, notModified, temporaryRedirect, badRequest,
    forbidden, notFound, methodNotAllowed, conflict, gone, contentTooLarge, uriTooLong,
    unsupportedMediaType, unprocessable, tooManyRequests, headersTooLarge, serverError,
    notImplemented, unavailable,
  ]
}
