/// A request as a value: the web server's variables, checked and decoded once.
package struct Request: Equatable, Sendable {
  /// The largest body we read, in bytes.
  package static let maximumBody = 64 * 1024
  /// The longest address we accept, in bytes as sent.
  package static let maximumTarget = 8 * 1024

  package var method: Method
  /// The decoded path below the mount, beginning with `/`.
  package var path: String
  package var query: Form
  /// The mount without a trailing slash; empty at the root.
  package var mount: String
  /// The `Host` header as sent.
  package var host: String?
  /// The client's address, as far as proxies can be trusted; `nil` if the web server did not say.
  package var client: String?
  /// Whether the browser uses https.
  package var isSecure = false
  package var cookies: String
  package var contentType: String
  package var origin: String?
  package var fetchSite: String?
  /// What the answer will be used for: `document`, `iframe`, or `empty` for a script's request.
  package var fetchDestination: String?
  /// The entity tags of answers that the client already has, as sent (RFC 9110, 13.1.2).
  package var ifNoneMatch: String?
  /// The announced length in bytes, `0...maximumBody`.
  package var bodyLength: Int
  package var body: [UInt8]

  /// Creates a request of the program itself: the static generator, the terminal, or a test.
  package init(_ method: Method, _ path: String, mount: String = "", body: String = "") {
    self.method = method
    self.path = path
    self.mount = mount
    self.body = Array(body.utf8)
    query = Form()
    cookies = ""
    contentType = method == .post ? Form.mediaType : ""
    bodyLength = self.body.count
  }

  /// Reads the variables that a web server passes; the body follows later.
  /// - Parameters:
  /// - variable: returns the first value of a variable, `nil` if there is none.
  /// - gateway: the operator's settings.
  /// - Throws: `Refusal` for a request that no page could answer.
  package init(variables variable: (RequestVariable) -> String?, gateway: Gateway) throws(Refusal) {
    let method = Method(variable(.method) ?? "")
    self.method = method
    let target = try Target(variable(.target) ?? "")
    let prefix =
      gateway.mount ?? (variable(.pathInfo) == nil ? "" : variable(.scriptName) ?? "")
    // Exactly one slash before each part: links begin with the mount, and `//games` would name a
    // host.
    mount = prefix.isEmpty ? "" : prefix.split(separator: "/").map { "/" + $0 }.joined()
    guard let path = target.path(below: mount) else { throw .noPage }
    self.path = path
    query = try Form(urlencoded: target.query, leavesOut: true)

    let isForwarded =
      !gateway.trustedProxies.isEmpty && variable(.peer).map(gateway.trusts) ?? false
    // Each proxy appends its own value; the first is the browser's.
    func forwarded(_ name: RequestVariable) -> String? {
      guard isForwarded else { return nil }
      return variable(name).map { $0.prefix { $0 != "," }.trimmingBlanks }
    }
    client = gateway.client(of: variable(.peer), for: variable(.forwardedFor))
    host = forwarded(.forwardedHost) ?? variable(.host)
    if let host, !HostName.isValid(host) {
      throw Refusal(.badRequest, "The request’s host name isn’t valid.")
    }
    // The proxy's word on the browser's connection outranks its own connection to us.
    let isHere = variable(.scheme) == "https" || variable(.https) == "on"
    isSecure =
      gateway.isPublicSecure || forwarded(.forwardedScheme).map { $0 == "https" } ?? isHere

    cookies = variable(.cookie) ?? ""
    contentType = variable(.contentType) ?? ""
    origin = variable(.origin)
    fetchSite = variable(.fetchSite)
    fetchDestination = variable(.fetchDestination)
    ifNoneMatch = variable(.ifNoneMatch)
    // A GET's body is never read, so its length doesn't matter.
    bodyLength = method == .post ? try Request.bodyLength(variable(.contentLength)) : 0
    body = []
  }

  /// `CONTENT_LENGTH` as a number; servers send nothing or an empty text if there is no body.
  private static func bodyLength(_ text: String?) throws(Refusal) -> Int {
    guard let text, !text.isEmpty else { return 0 }
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      throw Refusal(.badRequest, "The request’s length isn’t a number.")
    }
    guard let length = Int(text), length <= maximumBody else { throw .largeBody }
    return length
  }

  /// `Content-Type` in lower case, without parameters.
  package var mediaType: String {
    // Almost every form has this type, and parsing isn't cheap.
    if contentType == Form.mediaType { return contentType }
    let type = contentType.split(separator: ";", maxSplits: 1).first ?? ""
    return type.lowercased().trimmingBlanks
  }

  /// Returns the form in the body.
  /// - Throws: `Refusal` 415 if the body is not a form, otherwise as `Form` does.
  package func form() throws(Refusal) -> Form {
    guard mediaType == Form.mediaType else {
      throw Refusal(.unsupportedMediaType, "The request isn’t a form from our pages.")
    }
    return try Form(urlencoded: body, isInput: true)
  }

  /// Whether a POST comes from another site's page, judged by headers that only browsers send.
  package var isCrossSite: Bool {
    if let fetchSite { return fetchSite != "same-origin" && fetchSite != "none" }
    guard let origin else { return false }
    guard let host, let scheme = origin.firstRange(of: "://") else { return true }
    return origin[scheme.upperBound...].lowercased() != host.lowercased()
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces and tabs.
  package var trimmingBlanks: String {
    let isText: (Character) -> Bool = { $0 != " " && $0 != "\t" }
    guard let first = firstIndex(where: isText), let last = lastIndex(where: isText) else {
      return ""
    }
    return String(self[first...last])
  }
}
