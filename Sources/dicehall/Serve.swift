import ArgumentParser
import FastCGI
import Glibc
import LTI
import Logging
import Site
import Storage
import Web

/// The command `dicehall serve`, the backend.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answer a web server's requests over FastCGI.",
    discussion: """
      Listens on the socket that systemd has opened, if any; otherwise on --socket or --listen; with \
      neither, on a socket passed as file descriptor 0. \
      SIGTERM ends it once all requests are answered; SIGHUP replaces its workers one by one.
      """)

  static let mostWorkers = 64

  @Option(help: "Unix socket to listen on.")
  var socket: String?

  @Option(help: "Mode of the socket's file, in octal. (default: 0660)")
  private var socketMode: String?

  @Option(help: "HOST:PORT to listen on; never one that strangers can reach.")
  var listen: String?

  @Option(parsing: .unconditional, help: "Number of processes. (default: 2)")
  private var workers: Int?

  private var processes: Int { workers ?? Environment.number("WORKERS") ?? 2 }

  @Option(
    parsing: .unconditional,
    help: "Requests that each process answers at the same time. (default: 32)")
  private var threads: Int?

  private var threadsOfEach: Int { threads ?? Environment.number("THREADS") ?? 32 }

  @Option(
    parsing: .unconditional,
    help: """
      Seconds that an answer may take before its worker is replaced, once its other requests are \
      answered; 0 for no limit. (default: 10)
      """)
  private var requestTimeout: Int?

  private var longestAnswer: Int { requestTimeout ?? Environment.number("REQUEST_TIMEOUT") ?? 10 }

  @Option(
    help: """
      Address or block of a web server that may connect to the address of --listen; everybody else \
      is then refused. Repeat it for several.
      """)
  private var webServer: [String] = []

  @Option(
    help: "Address or block of a proxy whose X-Forwarded headers count; repeat it for several.")
  private var trustedProxy: [String] = []

  @Option(
    help: """
      Address or block of a network, such as a school's, whose visitors may do everything as often \
      as they like; repeat it for several.
      """)
  private var trustNetwork: [String] = []

  /// The words of `--cloud`.
  enum Cloud: String, ExpressibleByArgument, CaseIterable {
    case open
    case readOnly = "read-only"
  }

  @Option(
    help: """
      Whether people may share characters on Dragon Cloud: open or read-only. (default: open)
      """)
  private var cloud: Cloud?

  /// Whether Dragon Cloud accepts no new characters.
  var isCloudReadOnly: Bool { (cloud ?? Environment.word("CLOUD")) == .readOnly }

  @OptionGroup var address: AddressOptions
  @OptionGroup var state: StateOptions
  @OptionGroup var saving: SavingOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var caps: CapOptions
  @OptionGroup var watching: WatchOptions

  func validate() throws {
    try Environment.check("WORKERS", workers, in: 1...Serve.mostWorkers)
    try Environment.check("THREADS", threads, in: 1...1024)
    try Environment.check("REQUEST_TIMEOUT", requestTimeout, in: 0...3600)
    try Environment.check("CLOUD", Cloud.self)
    guard socket == nil || listen == nil else {
      throw ValidationError("use --socket or --listen, not both")
    }
    try Files.check(socket, of: "--socket")
  }

  func run() throws {
    Memory.prepare()
    LoggingSystem.start(watching.format, watching.level)
    let logger = Logger(label: "dicehall")
    // A file that may not grow and a log without a reader must be errors rather than end the
    // process, and the other two signals are meant for other programs. Workers inherit this.
    for number in [SIGXFSZ, SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    if let supervisor = SupervisorLink.inherited {
      return try serve(supervisor, logger)
    }
    // Mistakes in options are found before anybody can connect; the workers load the rest.
    try checkSettings()
    let place = try place()
    // If it fails, static pages can still be served, and games as soon as storage works.
    let storage = try storage(logger)
    try? storage.prepare()
    let threads = threadsOfEach
    let memory = try SharedMemory(bytes: SharedCounts.memory(threads: threads))
    let operatorSocket = try watching.operatorPlace?.listen()
    defer { operatorSocket?.withdraw() }
    let listening = try place.listeningSocket()
    if try webServers().isEmpty, listening.isOpenToOthers {
      logger.warning(
        "any machine that reaches this port may send requests; name the web servers with --web-server",
        metadata: ["socket": "\(listening.name)"])
    }
    let watch = SupervisorWatch(
      SharedCounts(try memory.open(), threads: threads), cap, workers: processes, threads: threads,
      longestAnswer: longestAnswer == 0 ? nil : Int64(longestAnswer) * 1000,
      listening: listening, operatorSocket: operatorSocket)
    // Even one worker has a supervisor, which replaces it if it dies before visitors notice.
    var supervisor = try Supervisor(
      listening: listening, workers: processes, arguments: CommandLine.arguments, memory: memory,
      logger: logger, observer: watch)
    logger.info(
      "Dicehall \(Dicehall.version) starts",
      metadata: ["socket": "\(listening.name)", "state": "\(state.store)"])
    if let status = try supervisor.run(beside: watch.server?.run) { throw ExitCode(status) }
  }

  /// Checks the settings.
  /// - Throws: `Failure` with the first mistake.
  func checkSettings(of service: InstalledService? = nil) throws {
    _ = try gateway()
    _ = try trustedNetworks()
    _ = try webServers()
    _ = try address.frames()
    _ = try Installation()
    _ = try place()
    try watching.operatorPlace?.check(in: service)
    try state.checkTables()
    try state.checkFolder()
  }

  /// Serves as one of the supervisor's workers, which share their counts.
  private func serve(_ supervisor: SupervisorLink, _ logger: Logger) throws {
    let threads = threadsOfEach
    let counts = SharedCounts(
      supervisor.openMemory(bytes: SharedCounts.memory(threads: threads))
        ?? Memory.lasting(bytes: SharedCounts.memory(threads: threads)), threads: threads)
    let metrics = watching.metrics(counts, logger)
    let occupancy = Occupancy(counts.occupancy, cap: cap)
    let storage = try storage(logger, metrics, occupancy)
    if case .database = state.store {
      // One connection suffices for a process, so others must not take them all before it has any.
      try startThread { try? storage.prepare() }
    }
    let server = try Server(
      address, state, storage, try limiter(in: counts.limits), occupancy,
      isCloudReadOnly: isCloudReadOnly, logger)
    var listening = try ListeningSocket.inherited()
    listening.clients = try webServers()
    let requests = counts.requests
    let service = try Service(
      listening: listening, threads: threads,
      onWatch: threadsOnWatch, gateway: try gateway(),
      logger: logger, supervisor: supervisor,
      observer: ServiceWatch(log: watching.requestLog, metrics: metrics, place: supervisor.place)
    ) { incoming, id in
      RequestInLog.answer(incoming, id, with: server) { requests.slot(at: supervisor.place) }
    }
    try Sweeper(storage, idleSeconds: server.idleSeconds, occupancy, logger).start()
    try service.run()
  }

  /// The number of a worker's threads that wait for requests at once.
  ///
  /// It is all of them if most answers wait for a database or a disk.
  private var threadsOnWatch: Int {
    guard case .folder = state.store, !saving.waitsForDisk else { return threadsOfEach }
    return Serve.threadsOnWatch(of: processes, processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// The number of threads that wait for requests in each of that many workers: its share of the
  /// processors, rounded up.
  static func threadsOnWatch(of workers: Int, processors: Int) -> Int {
    max(1, (processors + workers - 1) / workers)
  }

  private var cap: SessionCap { caps.cap(default: CapOptions.defaultSessions) }

  /// Returns a limiter that counts in that memory, which is zero before its first use.
  func limiter(in memory: UnsafeMutableRawBufferPointer) throws(Failure) -> RateLimiter {
    RateLimiter(
      memory: memory, trusted: try trustedNetworks(), limits: limits.limits,
      clock: { Int(milliseconds()) })
  }

  /// Returns the storage engine, with a log of all its failures.
  func storage(
    _ logger: Logger, _ metrics: Metrics? = nil, _ occupancy: Occupancy? = nil
  ) throws(Failure) -> any StorageEngine {
    let engine = try state.storage(in: state.store, saving, limits) { logger.error("\($0)") }
    return LoggedStorage(engine, logger, metrics, occupancy)
  }

  func gateway() throws(Failure) -> Gateway {
    Gateway(
      mount: try address.mount(),
      isPublicSecure: try address.origin()?.hasPrefix("https:") ?? false,
      trustedProxies: try blocks(trustedProxy, "TRUSTED_PROXY"))
  }

  private func trustedNetworks() throws(Failure) -> [AddressBlock] {
    try blocks(trustNetwork, "TRUST_NETWORK")
  }

  private func webServers() throws(Failure) -> [AddressBlock] {
    try blocks(webServer, "WEB_SERVER")
  }

  /// Returns the address blocks on the command line, or else in the comma-separated setting.
  private func blocks(_ typed: [String], _ name: String) throws(Failure) -> [AddressBlock] {
    let set = Environment.setting(name)?.split(separator: ",").map(String.init) ?? []
    var blocks: [AddressBlock] = []
    for text in typed.isEmpty ? set : typed {
      guard let block = AddressBlock(text) else {
        let option = Environment.option(name)
        throw .badUsage("\(option) takes an address or a block such as 10.0.0.0/8, not \(text)")
      }
      blocks.append(block)
    }
    return blocks
  }

  /// The socket's path, if it is a Unix socket that this process opens.
  ///
  /// An address on the command line takes precedence over a socket in the environment.
  var socketPath: String? { socket ?? (listen == nil ? Environment.setting("SOCKET") : nil) }

  private func place() throws(Failure) -> ListeningPlace {
    if let socket = socketPath {
      let text = socketMode ?? Environment.setting("SOCKET_MODE") ?? "0660"
      guard let mode = mode_t(text, radix: 8), mode <= 0o777 else {
        throw .badUsage("--socket-mode takes an octal number such as 0660")
      }
      return .socket(path: socket, mode: mode)
    }
    guard let listen = listen ?? Environment.setting("LISTEN") else { return .inherited }
    guard let (host, port) = HostAndPort.split(listen) else {
      throw .badUsage("--listen takes HOST:PORT, such as 127.0.0.1:9000, not \(listen)")
    }
    return .port(host: host, port)
  }
}

extension Server {
  init(
    _ address: AddressOptions, _ state: StateOptions, _ storage: any StorageEngine,
    _ limiter: RateLimiter?, _ occupancy: Occupancy?, isCloudReadOnly: Bool, _ logger: Logger
  ) throws(Failure) {
    let site = try Installation().site(
      address, storage: storage, limiter: limiter, isCloudReadOnly: isCloudReadOnly,
      requestNumber: { RequestInLog.number }
    ) { error in logger.log(level: error is LaunchRefusal ? .notice : .error, "\(error)") }
    self.init(
      site: site, sessions: storage.sessions, occupancy: occupancy,
      idleSeconds: state.days * 86_400, logger: logger)
  }
}
