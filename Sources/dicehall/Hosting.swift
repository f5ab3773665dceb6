import Mustache
import Site
import Web

/// What a web server is told about the hall: which addresses are files, which headers go along.
struct Hosting: Fielded {
  /// The mount without a slash at its end.
  let base: String
  /// The folder that the site was generated into.
  let site: String
  let socket: String
  let port: Int

  func write(to fields: inout Fields) {
    fields.set("base", base)
    fields.set("basePattern", Hosting.pattern(base))
    fields.set("site", site)
    fields.set("socket", socket)
    fields.set("port", port)
    fields.set("cookiePattern", "(?:^|;)[ \\t]*(?:__Host-|__Secure-)?\(SessionCookie.name)=")
    fields.set("bodyKilobytes", Request.maximumBody / 1024)
    fields.set("headers", Site.securityHeaders.map(HeaderLine.init))
    fields.set("mediaTypes", MediaType.all)
    fields.set("errors", ErrorPage.forWebServer.map(\.code).map(String.init))
    fields.set("files", files)
    // A prefix must not stand before a longer one that it would hide.
    fields.set("filesLongestFirst", files.sorted { $0.path.utf8.count > $1.path.utf8.count })
    fields.set("pagesPattern", Hosting.alternatives(files.filter(\.isPage)))
    fields.set("gamesPattern", Hosting.alternatives(files.filter(\.isFirstView)))
    fields.set("documentsPattern", Hosting.alternatives(files.filter { !$0.isPage }))
  }

  /// Every address that the web server answers from a file.
  private var files: [GeneratedFile] {
    let routes = Site.routes.filter { $0.presence != .dynamic }.map { route in
      GeneratedFile(
        path: base + route.path, file: route.file,
        isFirstView: route.presence == .generatedFirstView)
    }
    return routes
      + ["robots.txt", "sitemap.xml"].map {
        GeneratedFile(path: "\(base)/\($0)", file: $0, isFirstView: false)
      }
  }

  /// The regular expression that matches any of the files' paths.
  private static func alternatives(_ files: [GeneratedFile]) -> String {
    files.map { pattern($0.path) }.joined(separator: "|")
  }

  /// The regular expression that matches a path of ours, in which only dots are special.
  private static func pattern(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
  }
}

/// An address and the file that holds what it shows.
private struct GeneratedFile: Fielded {
  let path: String
  let file: String
  /// It is shown to those without a session only.
  let isFirstView: Bool

  var isPage: Bool { file.hasSuffix(".html") }

  func write(to fields: inout Fields) {
    fields.set("path", path)
    fields.set("file", file)
    fields.set("isFirstView", isFirstView)
    fields.set("isPage", isPage)
  }
}

/// A header as a configuration names it.
private struct HeaderLine: Fielded {
  let header: Response.Header

  func write(to fields: inout Fields) {
    fields.set("name", header.name)
    fields.set("value", header.value)
  }
}

/// The `Content-Type` of files with one ending.
private struct MediaType: Fielded {
  let ending: String
  let name: String

  /// For every kind of file that is generated.
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

  func write(to fields: inout Fields) {
    fields.set("ending", ending)
    fields.set("name", name)
  }
}
