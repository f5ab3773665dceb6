import ArgumentParser
import FastCGI
import Glibc
import Logging
import Site
import Storage
import Web

/// `dicehall serve`: the backend.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answer a web server's requests over FastCGI.",
    discussion: """
      Listens on --socket, on --listen, or, with neither, on file descriptor 0. SIGTERM ends it when \
      all requests are answered; SIGHUP replaces the workers one after another.
      """)

  @Option(help: "Path of a Unix socket to listen on.")
  var socket: String?

  @Option(help: "Mode of the socket's file, octal.")
  var socketMode: String = Environment.setting("SOCKET_MODE") ?? "0660"

  @Option(help: "Address to listen on, HOST:PORT; never one that strangers can reach.")
  var listen: String?

  @Option(help: "Processes.")
  var workers: Int = Environment.setting("WORKERS").flatMap(Int.init) ?? 2

  @Option(help: "Requests that each process answers at once.")
  var threads: Int = Environment.setting("THREADS").flatMap(Int.init) ?? 32

  @Option(help: "Address or block of a proxy whose X-Forwarded headers count; may be repeated.")
  var trustedProxy: [String] =
    Environment.setting("TRUSTED_PROXY").map { $0.split(separator: ",").map(String.init) } ?? []

  @OptionGroup var address: AddressOptions
  @OptionGroup var state: StateOptions

  func validate() throws {
    try Environment.checkNumbers("WORKERS", "THREADS")
    guard 1...64 ~= workers else { throw ValidationError("--workers takes 1 to 64") }
    guard 1...1024 ~= threads else { throw ValidationError("--threads takes 1 to 1024") }
    guard socket == nil || listen == nil else {
      throw ValidationError("--socket and --listen exclude each other")
    }
  }

  func run() throws {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    let logger = Logger(label: "dicehall")
    // A file that may not grow must be an error, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    let gateway = try gateway()
    let storage = state.storage(logger)
    let server = try Server(address, state, storage, logger)
    if SupervisorLink.inherited != nil {
      return try serve(try ListeningSocket.inherited(), gateway, server, storage, logger)
    }
    // If it fails, pages to read can still be served, and games as soon as the folder is mended.
    try? storage.prepare()
    let listening = try listeningSocket()
    // Even one worker has a supervisor, which replaces a dead process before a visitor notices.
    var supervisor = try Supervisor(
      listening: listening, workers: workers, arguments: CommandLine.arguments, logger: logger)
    try supervisor.run()
  }

  private func serve(
    _ listening: ListeningSocket, _ gateway: Gateway, _ server: Server,
    _ storage: any StorageEngine, _ logger: Logger
  ) throws {
    let service = try Service(
      listening: listening, threads: threads, gateway: gateway, logger: logger
    ) { server.answer($0) }
    try startThread {
      // On Linux this concerns one thread alone: requests go first.
      _ = nice(19)
      Site.prepare()
    }
    try Sweeper(storage.sessions, idleSeconds: server.idleSeconds, logger: logger).start()
    try service.run()
  }

  fileprivate func gateway() throws(Failure) -> Gateway {
    var proxies: [AddressBlock] = []
    for text in trustedProxy {
      guard let block = AddressBlock(text) else {
        throw .badUsage("--trusted-proxy: \(text) is neither an address nor a block")
      }
      proxies.append(block)
    }
    return Gateway(
      mount: try address.mount(),
      isPublicSecure: try address.origin()?.hasPrefix("https:") ?? false, trustedProxies: proxies)
  }

  private func listeningSocket() throws -> ListeningSocket {
    // An address on the command line takes precedence over a socket in the environment.
    if let socket = socket ?? (listen == nil ? Environment.setting("SOCKET") : nil) {
      guard let mode = mode_t(socketMode, radix: 8), mode <= 0o777 else {
        throw Failure.badUsage("--socket-mode takes an octal number such as 0660")
      }
      return try ListeningSocket.unix(path: socket, mode: mode)
    }
    guard let listen = listen ?? Environment.setting("LISTEN") else {
      return try ListeningSocket.inherited()
    }
    guard let colon = listen.lastIndex(of: ":"),
      let port = UInt16(listen[listen.index(after: colon)...])
    else { throw Failure.badUsage("--listen takes HOST:PORT") }
    let host = listen[..<colon].drop { $0 == "[" }
    return try ListeningSocket.tcp(
      host: String(host.hasSuffix("]") ? host.dropLast() : host), port: port)
  }
}

extension Server {
  init(
    _ address: AddressOptions, _ state: StateOptions, _ storage: any StorageEngine,
    _ logger: Logger
  ) throws(Failure) {
    let site = try Installation().site(address, storage: storage) { error in
      logger.error("page: \(error)")
    }
    self.init(
      site: site, sessions: storage.sessions, idleSeconds: state.idleSeconds, logger: logger)
  }
}

/// Answers one request as plain CGI; all settings come from the environment.
func answerOneRequest() {
  LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
  do {
    let serve = try Serve.parse([])
    let logger = Logger(label: "dicehall")
    let storage = serve.state.storage(logger)
    try? storage.prepare()
    let server = try Server(serve.address, serve.state, storage, logger)
    PlainCGI.serve(gateway: try serve.gateway()) { server.answer($0) }
  } catch {
    printError("dicehall: \((error as? Failure)?.message ?? "\(error)")")
    print("Status: 500 Internal Server Error\r\nContent-Type: text/plain\r\n\r", terminator: "\n")
    print("The hall is not set up; its log says why.")
  }
}
