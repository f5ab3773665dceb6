import ArgumentParser
import FastCGI
import Glibc
import Mustache
import Site
import Storage
import Web

/// `dicehall check`: looks at everything and says what to mend.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check templates, state folder, socket and web server, and say what to mend.")

  @Option(help: "Path of the backend's socket.")
  var socket: String?

  @OptionGroup var address: AddressOptions
  @OptionGroup var state: StateOptions

  func run() throws {
    print("dicehall \(Dicehall.version)")
    for server in ["nginx", "lighttpd"] { print(Check.version(of: server)) }
    var count = report("templates", templates)
    count += report("state folder \(state.state)") { try state.storage().check() }
    if let socket = socket ?? Environment.setting("SOCKET") {
      count += report("socket \(socket)") { try backend(socket) }
    }
    if let origin = try address.origin() {
      count += report("web server \(origin)") { try webServer(origin) }
    }
    guard count == 0 else { throw Failure(status: 1, message: "\(count) to mend") }
  }

  /// Prints the result of one examination.
  /// - Returns: how many things there are to mend.
  private func report(_ subject: String, _ examine: () throws -> Void) -> Int {
    do {
      try examine()
      print("well: \(subject)")
      return 0
    } catch {
      print("to mend: \(subject): \((error as? Failure)?.message ?? "\(error)")")
      return 1
    }
  }

  /// The version that a web server reports, in one line.
  private static func version(of server: String) -> String {
    // Debian keeps servers where a plain user's PATH does not look.
    let command = "PATH=\"$PATH:/usr/sbin:/usr/local/sbin\" \(server) -v 2>&1"
    guard let pipe = popen(command, "r") else { return "\(server): cannot be asked" }
    var line = [CChar](repeating: 0, count: 256)
    let isAnswered = fgets(&line, Int32(line.count), pipe) != nil
    guard pclose(pipe) == 0, isAnswered else { return "\(server): not installed" }
    return String(decoding: line.prefix { $0 > 0 && $0 != 10 }.map(UInt8.init), as: UTF8.self)
  }

  private func templates() throws {
    let site = try Installation().site(address)
    let hosting = Configure.WebServer.allCases.flatMap { server in
      server.parts.map { Pairing("\(server.rawValue)/\($0)", with: [Hosting.self]) }
    }
    let deploy = try Templates(sources: Installation().sources(in: "Deploy"))
    let mistakes = site.checkTemplates() + deploy.check(hosting)
    guard mistakes.isEmpty else {
      throw Failure.broken(mistakes.map { "\($0)" }.joined(separator: "\n  "))
    }
    for route in Site.routes where route.presence != .dynamic {
      let request = Request(.get, route.path, mount: try address.mount() ?? "")
      let response = site.respond(toStranger: request, now: 0)
      guard response.status == .ok else { throw Failure.broken("\(route.path) cannot be rendered") }
    }
  }

  private func backend(_ path: String) throws {
    guard try ListeningSocket.isAnswered(at: path) else {
      throw Failure.unreadable("nobody answers; is dicehall serve running?")
    }
  }

  /// Whether something accepts connections at the public address.
  private func webServer(_ origin: String) throws {
    let isSecure = origin.hasPrefix("https:")
    let authority = origin.drop { $0 != "/" }.drop { $0 == "/" }
    let port = authority.lastIndex(of: ":").map { String(authority[$0...].dropFirst()) }
    let host =
      port == nil
      ? authority : authority.prefix(upTo: authority.lastIndex(of: ":") ?? authority.endIndex)
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(
      host.trimmingBrackets, port ?? (isSecure ? "443" : "80"), &hints, &found)
    guard failure == 0, let found else {
      throw Failure.unreadable(String(cString: gai_strerror(failure)))
    }
    defer { freeaddrinfo(found) }
    var next: UnsafeMutablePointer<addrinfo>? = found
    while let address = next?.pointee {
      let descriptor = Glibc.socket(address.ai_family, address.ai_socktype, 0)
      defer { close(descriptor) }
      if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return }
      next = address.ai_next
    }
    throw Failure.unreadable(systemMessage())
  }
}

extension Substring {
  /// An IPv6 address without the brackets that it has in a URL.
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : String(self)
  }
}
