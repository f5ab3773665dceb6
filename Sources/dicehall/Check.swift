import ArgumentParser
import FastCGI
import Glibc
import Mustache
import Site
import Storage
import Web

/// The command `dicehall check`, which examines everything and reports what is wrong.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check templates, storage, socket and web server.",
    discussion: """
      Without --state or --store it looks at the folders, databases and sockets of the running \
      services and, run by root, of those that start with the machine but are stopped. With \
      --public-url it asks the web server for /healthz, or over https only connects to it. \
      Findings begin with ok or problem; with a problem, the exit status is 1. With --settings it only \
      tries the settings in FILE, as the service's unit does before a reload; those of \
      dicehall@NAME are in /etc/default/dicehall-NAME.
      """)

  @Option(help: "Socket of the service.")
  var socket: String?

  @Flag(help: "Try the settings of the service, and nothing else.")
  var settings = false

  @Argument(help: "The file of these settings.")
  var file = InstalledService.usual.settingsFile

  @OptionGroup var address: AddressOptions
  @OptionGroup var state: StateOptions

  func validate() throws {
    try Files.check(socket, of: "--socket")
    guard settings || file == InstalledService.usual.settingsFile else {
      throw ValidationError("a file of settings goes with --settings")
    }
  }

  /// Reads the settings as the service does, and reports the first mistake.
  private func checkSettings() throws {
    let service = InstalledService(settings: file)
    try Environment.$foreign.withValue(try service.variables(in: file)) {
      do {
        if !InstalledService.isAround { try service.checkLines(of: file) }
        try Environment.checkNames()
        // The unit names a socket, and so does systemd.
        guard let serve = try Serve.parseAsRoot(["--socket", "backend.sock"]) as? Serve else {
          return
        }
        try serve.checkSettings(of: service)
        try serve.watching.operatorPlace.map(service.checkIsFree)
      } catch let failure as Failure {
        throw Failure(
          status: failure.status, message: "\(file): \(Environment.naming(failure.message))")
      } catch {
        throw Failure.badUsage("\(file): \(Environment.naming(Serve.message(for: error)))")
      }
    }
    print("ok: settings in \(file)")
  }

  private var namedSocket: String? { socket ?? Environment.setting("SOCKET") }

  func run() throws {
    if settings { return try checkSettings() }
    print("dicehall \(Dicehall.version)")
    for server in ["nginx", "lighttpd"] { print(Check.version(of: server)) }
    var count = report("templates", templates)
    do throws(Failure) {
      for place in try StatePlace.all(state) { count += check(place) }
    } catch {
      count += report("storage") { throw error }
    }
    if let socket = namedSocket {
      count += report("socket \(socket)") { try backend(socket) }
    }
    if let origin = try address.origin() {
      count += report("web server \(origin)") { try webServer(origin) }
    }
    guard count == 0 else {
      throw Failure(status: 1, message: count == 1 ? "1 problem" : "\(count) problems")
    }
  }

  /// Examines a state folder or a database, and the socket of the service that uses it.
  private func check(_ place: StatePlace) -> Int {
    var count = 0
    if let stopped = place.stopped {
      count += report("service") { throw stopped.isDown }
    }
    count += report("\(place.store.title) (\(place.use))") {
      try place.checkExists()
      try place.checkOwner()
      try state.storage(in: place.store).check()
    }
    guard let service = place.service, namedSocket == nil else { return count }
    if let address = service.listening.flatMap(SocketOrPort.init(inode:)) {
      count += report("socket \(address)") { try address.checkIsAnswered() }
    } else if let socket = service.socket {
      count += report("socket \(Files.resolved(socket))") { try backend(socket) }
    }
    return count
  }

  /// Prints the result of one examination.
  /// - Returns: the number of problems, 0 or 1.
  private func report(_ subject: String, _ examine: () throws -> Void) -> Int {
    do {
      try examine()
      print("ok: \(subject)")
      return 0
    } catch {
      print("problem: \(subject): \((error as? Failure)?.message ?? "\(error)")")
      return 1
    }
  }

  /// Returns the version that a web server reports, in one line.
  private static func version(of server: String) -> String {
    // Debian keeps servers outside a plain user's PATH.
    let command = "PATH=\"$PATH:/usr/sbin:/usr/local/sbin\" \(server) -v 2>&1"
    guard let pipe = popen(command, "r") else { return "\(server): cannot be started" }
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
    for route in site.generatedRoutes {
      let request = Request(.get, route.path, mount: try address.mount() ?? "")
      let response = site.respond(toStranger: request, now: 0)
      guard response.status == .ok else { throw Failure.broken("\(route.path) cannot be rendered") }
    }
  }

  private func backend(_ path: String) throws {
    guard try ListeningSocket.isAnswered(at: path) else {
      throw Failure.unreadable("nothing answers there; is dicehall serve running?")
    }
  }
}
