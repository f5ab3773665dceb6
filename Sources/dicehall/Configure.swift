import ArgumentParser
import Mustache
import Site

/// `dicehall configure SERVER`: prints the web server's configuration, made from the same tables as
/// the site.
struct Configure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a web server's configuration for the hall.",
    discussion: """
      Parts for nginx: site (a file for conf.d with its own server block), shared and locations (for \
      an existing server: shared goes into the http block, locations into the server block), whole \
      (to run nginx in the foreground without root). Parts for lighttpd: site (a file to include) \
      and whole.
      """)

  /// The web servers that we have templates for.
  enum WebServer: String, ExpressibleByArgument, CaseIterable {
    case nginx, lighttpd

    var parts: [String] {
      switch self {
      case .nginx: ["site", "shared", "locations", "whole"]
      case .lighttpd: ["site", "whole"]
      }
    }
  }

  @Argument(help: "nginx or lighttpd.")
  var server: WebServer

  @Option(help: "Which part of the configuration to print.")
  var part = "site"

  @Option(help: "Folder into which dicehall generate wrote the site.")
  var site = "/var/lib/dicehall/site"

  @Option(help: "The backend's socket.")
  var socket = "/run/dicehall/backend.sock"

  @Option(help: "Port of the web server.")
  var port = 80

  @OptionGroup var address: AddressOptions

  func validate() throws {
    guard server.parts.contains(part) else {
      throw ValidationError(
        "--part takes \(server.parts.joined(separator: ", ")) for \(server.rawValue)")
    }
    guard 1...65535 ~= port else { throw ValidationError("--port takes 1 to 65535") }
    for path in [site, socket] {
      // These characters would end or change a quoted text in one of the two configuration
      // languages.
      guard
        path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !"\"\\$".unicodeScalars.contains($0) })
      else { throw ValidationError("a path contains a character that a configuration cannot hold") }
    }
  }

  func run() throws {
    let hosting = Hosting(
      base: try address.mount() ?? "", site: site, socket: socket, port: port,
      embedHeaders: Site.embedHeaders(
        frameAncestors: try address.framingSites(), origin: try address.origin() ?? Site.anyOrigin))
    let sources = try Installation().sources(in: "Deploy")
    var bytes: [UInt8] = []
    do {
      let templates = try Templates(sources: sources)
      try templates.render("\(server.rawValue)/\(part)", [hosting], into: &bytes)
    } catch {
      throw Failure.badData("\(error)")
    }
    try printBytes(bytes.droppingBlanksAtLineEnds)
  }
}

extension [UInt8] {
  /// Indented partials leave trailing blanks on empty lines.
  fileprivate var droppingBlanksAtLineEnds: [UInt8] {
    var result: [UInt8] = []
    for byte in self {
      if byte == UInt8(ascii: "\n") {
        while result.last == UInt8(ascii: " ") { result.removeLast() }
      }
      result.append(byte)
    }
    return result
  }
}
