import ArgumentParser
import Mustache
import Site

/// `dicehall configure SERVER`: the web server's configuration, from the same tables as the site.
struct Configure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the configuration of a web server that stands before the hall.",
    discussion: """
      Parts for nginx: site (a file for conf.d with a server of its own), shared and locations (for \
      a server that you have: the first beside it, the second inside), whole (nginx in the \
      foreground without root). Parts for lighttpd: site (a file to include) and whole.
      """)

  /// The web servers that there are templates for.
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

  @Option(help: "Which part of the configuration.")
  var part = "site"

  @Option(help: "Folder that dicehall generate wrote the site into.")
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
      // What would end or change a quoted text in one of the two languages.
      guard
        path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !"\"\\$".unicodeScalars.contains($0) })
      else { throw ValidationError("a path has a character that no configuration can hold") }
    }
  }

  func run() throws {
    let hosting = Hosting(
      base: try address.mount() ?? "", site: site, socket: socket, port: port,
      embedHeaders: Site.embedHeaders(frameAncestors: try address.framingSites()))
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
  /// Indented partials leave blanks on their empty lines.
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
