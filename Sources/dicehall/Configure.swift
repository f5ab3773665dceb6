import ArgumentParser
import Mustache
import Site
import Web

/// The command `dicehall configure SERVER`, which prints a configuration from the site's tables.
struct Configure: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "configure",
    abstract: "Print a configuration for nginx or lighttpd.",
    discussion: """
      Parts for nginx: site (a file for conf.d, with a server block of its own), shared and locations \
      (for an existing site: shared goes into the http block, locations into the server block), whole \
      (runs nginx in the foreground, without root). Parts for lighttpd: site (a file for \
      conf-available) and whole.
      """)

  /// The web servers for which there are templates.
  enum WebServer: String, ExpressibleByArgument, CaseIterable {
    case nginx, lighttpd

    var parts: [String] {
      switch self {
      case .nginx: ["site", "shared", "locations", "whole"]
      case .lighttpd: ["site", "whole"]
      }
    }
  }

  @Argument(help: "The web server: nginx or lighttpd.")
  var server: WebServer

  @Option(help: "The part of the configuration to print; see above.")
  var part = "site"

  @Option(help: "Folder that dicehall generate wrote the site to.")
  var site = "/var/lib/dicehall/site"

  @Option(help: "Socket of the service.")
  var socket = "/run/dicehall/backend.sock"

  @Option(
    help: """
      A backend instead of that socket, as a socket's path or HOST:PORT; repeat it for several that \
      keep everything in one database. Only for nginx.
      """)
  var backend: [String] = []

  @Option(help: "IPv4 address to listen on, for --part whole; 0.0.0.0 for all of them.")
  var address = "127.0.0.1"

  @Option(
    parsing: .unconditional,
    help: "Port to listen on; lighttpd's site part leaves that to its main file.")
  var port = 80

  @Option(
    help: """
      Host name to answer for, such as dice.example; repeat it for several. Without one, the site \
      part answers for every name that no other site claims.
      """)
  var serverName: [String] = []

  @OptionGroup var mounting: AddressOptions

  func validate() throws {
    guard server.parts.contains(part) else {
      throw ValidationError(
        "--part takes \(server.parts.joined(separator: ", ")) for \(server.rawValue)")
    }
    guard 1...65535 ~= port else { throw ValidationError("--port takes 1 to 65535") }
    guard part == "whole" || address == "127.0.0.1" else {
      throw ValidationError("--address is only for --part whole")
    }
    guard AddressBlock(address) != nil, !address.contains(where: { "/:".contains($0) }) else {
      throw ValidationError("--address takes an IPv4 address such as 0.0.0.0, not \(address)")
    }
    guard part == "site" || serverName.isEmpty else {
      throw ValidationError("--server-name is only for --part site")
    }
    guard serverName.allSatisfy({ HostName.isValid($0) && !$0.contains(":") }) else {
      throw ValidationError("--server-name takes a host name without a port, such as dice.example")
    }
    guard server == .nginx || backend.isEmpty else {
      throw ValidationError("--backend is only for nginx")
    }
    try Files.check(site, of: "--site")
    try Files.check(socket, of: "--socket")
    for path in [site, socket] + backend {
      // These characters would end or change a quoted text in one of the configuration languages.
      guard
        path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !"\"\\$".unicodeScalars.contains($0) })
      else {
        throw ValidationError("--site, --socket and --backend take no quotes, backslashes or $")
      }
    }
  }

  func run() throws {
    let origin = try mounting.origin()
    let hosting = Hosting(
      base: try mounting.mount() ?? "", site: site, socket: socket, backends: try backends(),
      host: address, port: port,
      serverNames: serverName.map { $0.lowercased() },
      embedHeaders: try mounting.frames().headers(
        origin: origin ?? FramePolicy.anyOrigin,
        // Only the program knows the targets of a page's forms.
        formOrigin: origin.map { _ in FramePolicy.anyOrigin }))
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

  /// Returns every backend as nginx names it.
  private func backends() throws -> [String] {
    try (backend.isEmpty ? [socket] : backend).map { place in
      // nginx itself interprets a relative path.
      if backend.isEmpty { return "unix:\(place)" }
      switch SocketOrPort(place) {
      case .socket: return "unix:\(place)"
      case .port: return place
      case nil: throw Failure.badUsage("--backend takes a socket's path or HOST:PORT, not \(place)")
      }
    }
  }
}

extension [UInt8] {
  /// The bytes without trailing blanks, which indented partials leave on empty lines.
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
