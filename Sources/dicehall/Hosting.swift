import Mustache
import Site
import Web

/// The fields of a web server's configuration: which addresses are files, and their headers.
struct Hosting: Fielded {
  /// The mount without a trailing slash.
  let base: String
  /// The folder with the generated site.
  let site: String
  let socket: String
  /// The backends' addresses, for nginx.
  let backends: [String]
  /// The address to listen at, in a complete configuration.
  let host: String
  let port: Int
  /// The hall's hosts; empty for every host that no other site claims.
  let serverNames: [String]
  /// The headers of everything that may be framed.
  let embedHeaders: [Response.Header]

  static func declare(_ field: inout Fields<Hosting>) {
    field("base") { $0.base }
    field("basePattern") { Hosting.pattern($0.base) }
    field("site") { $0.site }
    field("socket") { $0.socket }
    field("backends") { $0.backends }
    field("hasSeveralBackends") { $0.backends.count > 1 }
    field("address") { $0.host }
    field("port") { $0.port }
    field("serverNames") { $0.serverNames }
    field("hostPattern") { $0.hostPattern }
    field("cookiePattern") { _ in "(?:^|;)[ \\t]*(?:__Host-|__Secure-)?\(SecretCookie.session)=" }
    field("bodyKilobytes") { _ in Request.maximumBody / 1024 }
    field("headers") { _ in Site.securityHeaders }
    field("mediaTypes") { _ in MediaType.all }
    field("errors") { _ in ErrorPage.forWebServer.map(\.code).map(String.init) }
    field("errorFolder") { _ in Audience.people.errorFolder }
    field("framed") { ErrorHosting(audience: .frames, headers: $0.embedHeaders) }
    field("programs") { _ in ErrorHosting(audience: .programs) }
    field("errorReaders") { _ in [Audience.frames, .programs].map { ErrorHosting(audience: $0) } }
    field("files") { $0.files }
    // A prefix must not come before a longer one, which it would hide.
    field("filesLongestFirst") { hosting in
      hosting.files.sorted { $0.path.utf8.count > $1.path.utf8.count }
    }
    field("pagesPattern") { Hosting.alternatives($0.files.filter(\.isPage)) }
    field("gamesPattern") { hosting in
      Hosting.alternatives(hosting.files.filter(\.presence.isFirstView))
    }
    field("barePattern") { hosting in
      Hosting.alternatives(hosting.files.filter(\.presence.isWithoutQuery))
    }
    field("probesPattern") { _ in Site.probes.map(Hosting.pattern).joined(separator: "|") }
    field("secretsPattern") { _ in Hosting.secretsPattern }
    field("documentsPattern") { hosting in Hosting.alternatives(hosting.files.filter { !$0.isPage })
    }
  }

  /// The regular expression for a `Host` header; `nil` if every host is accepted.
  private var hostPattern: String? {
    guard !serverNames.isEmpty else { return nil }
    return "^(?:\(serverNames.map(Hosting.pattern).joined(separator: "|")))(?::[0-9]+)?$"
  }

  /// The regular expression for the start of addresses below the mount with a key.
  static let secretsPattern =
    "(?:"
    + Site.keyedAddresses.map { address in
      let start = address.hasSuffix("*") ? "\(address.dropLast())." : address
      return start.dropFirst().replacing("*", with: "[^/]+")
    }.joined(separator: "|") + ")"

  /// Every address that the web server answers from a file.
  private var files: [GeneratedFile] {
    hall.routes.filter { $0.presence != .dynamic }.map { GeneratedFile($0, base: base) }
  }

  /// Returns a regular expression for any of the files' paths.
  private static func alternatives(_ files: [GeneratedFile]) -> String {
    files.map { pattern($0.path) }.joined(separator: "|")
  }

  /// Returns a regular expression for one of our paths, in which only dots are special.
  fileprivate static func pattern(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
  }
}

/// The differences for an audience's addresses.
private struct ErrorHosting: Fielded {
  let audience: Audience
  var headers = Site.securityHeaders

  /// The regular expression for their paths below the mount, also in a request's first line.
  private var pattern: String {
    let patterns = audience.addresses.map { address in
      // An address without a trailing slash is complete.
      Hosting.pattern(String(address.dropFirst())) + (address.hasSuffix("/") ? "" : "(?![^ ?])")
    }
    return patterns.count == 1 ? patterns[0] : "(?:\(patterns.joined(separator: "|")))"
  }

  static func declare(_ field: inout Fields<ErrorHosting>) {
    field("errorFolder") { $0.audience.errorFolder }
    field("pattern") { $0.pattern }
    field("headers") { $0.headers }
  }
}

/// An address and its generated file.
private struct GeneratedFile: Fielded {
  let path: String
  let file: String
  let presence: Route.Presence
  let isPage: Bool

  init(_ route: Route, base: String) {
    path = base + route.path
    file = route.file
    presence = route.presence
    isPage = route.isPage
  }

  /// The name of nginx's variable that decides whether to send the file.
  private var condition: String {
    switch presence {
    case .generatedFirstView: "first_view"
    case .generatedFirstViewWithoutQuery: "bare_first_view"
    case .generatedWithoutQuery: "bare"
    case .generated, .dynamic: "page"
    }
  }

  static func declare(_ field: inout Fields<GeneratedFile>) {
    field("path") { $0.path }
    field("file") { $0.file }
    field("condition") { $0.condition }
    field("isPage") { $0.isPage }
  }
}

extension Response.Header: Fielded {
  package static func declare(_ field: inout Fields<Response.Header>) {
    field("name") { $0.name }
    field("value") { $0.value }
    field("tellsAddress") { $0.name == "Referrer-Policy" && $0.value != "no-referrer" }
    field("isPolicy") { $0.name == "Content-Security-Policy" }
    // The program sends it itself, unless its operator forbids it.
    field("opens") { $0.name == "Access-Control-Allow-Origin" }
  }
}

/// The `Content-Type` of files with an extension.
private struct MediaType: Fielded {
  let ending: String
  let name: String

  /// The media types of all generated files.
  static let all = [
    MediaType(ending: "html", name: "text/html; charset=utf-8"),
    MediaType(ending: "css", name: "text/css; charset=utf-8"),
    MediaType(ending: "js", name: "text/javascript; charset=utf-8"),
    MediaType(ending: "svg", name: "image/svg+xml"),
    MediaType(ending: "png", name: "image/png"),
    MediaType(ending: "json", name: "application/json"),
    MediaType(ending: "webmanifest", name: "application/manifest+json"),
    MediaType(ending: "txt", name: "text/plain; charset=utf-8"),
    MediaType(ending: "xml", name: "application/xml"),
  ]

  static func declare(_ field: inout Fields<MediaType>) {
    field("ending") { $0.ending }
    field("name") { $0.name }
  }
}
