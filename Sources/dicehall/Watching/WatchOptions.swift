import ArgumentParser
import FastCGI
import Glibc
import Logging
import Web

/// The options for what a service tells its operator, and where.
struct WatchOptions: ParsableArguments {
  /// The words of `--log`.
  enum Requests: String, ExpressibleByArgument, CaseIterable { case text, json, off }

  /// The words of `--log-level`, the least important first.
  enum Level: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error
  }

  @Option(
    help: """
      How to log requests on standard error: text or json writes a line for each, off none. \
      (default: text, and only those that were refused, failed, or took long)
      """)
  private var log: Requests?

  @Option(help: "Lowest level logged: debug, info, notice, warning or error. (default: info)")
  private var logLevel: Level?

  @Option(
    parsing: .unconditional,
    help: "Milliseconds from which on a request counts as slow; 0 for never. (default: 1000)")
  private var slowMs: Int?

  @Option(
    help: """
      Socket, or loopback address such as 127.0.0.1:9464, for Prometheus's metrics and \
      for what is being answered.
      """)
  private var metrics: String?

  func validate() throws {
    try Environment.check("LOG", Requests.self)
    try Environment.check("LOG_LEVEL", Level.self)
    try Environment.check("SLOW_MS", slowMs, in: 0...86_400_000)
    _ = try metricsText.map(OperatorPlace.named)
  }

  private var requests: Requests? { log ?? Environment.word("LOG") }

  private var slowMilliseconds: Int { slowMs ?? Environment.number("SLOW_MS") ?? 1000 }

  private var metricsText: String? { metrics ?? Environment.setting("METRICS") }

  /// The format of all lines of the log.
  var format: LogFormat { requests == .json ? .json : .text }

  /// The lowest level that is logged.
  var level: Logger.Level {
    let level = logLevel ?? Environment.word("LOG_LEVEL") ?? .info
    return Logger.Level(rawValue: level.rawValue) ?? .info
  }

  /// The log of requests, if there is one.
  var requestLog: RequestLog? {
    guard requests != .off else { return nil }
    let slow = slowMilliseconds == 0 ? nil : Int64(slowMilliseconds) * 1000
    return RequestLog(
      format: format, level: requests == nil ? max(level, .notice) : level, slow: slow)
  }

  /// The place to show metrics and status, if there is one.
  var operatorPlace: OperatorPlace? { metricsText.flatMap(OperatorPlace.init) }
}

/// The place where an operator's programs find the metrics.
enum OperatorPlace: Equatable {
  case socket(String)
  case port(host: String, UInt16)

  /// - Returns: `nil` for an address that other machines may reach.
  init?(_ text: String) {
    switch SocketOrPort(text) {
    case .socket(let path): self = .socket(path)
    case .port(let host, let port) where OperatorPlace.isLoopback(host):
      self = .port(host: host, port)
    case .port, nil: return nil
    }
  }

  /// - Throws: `ValidationError` for an address that other machines may reach.
  static func named(_ text: String) throws -> OperatorPlace {
    guard let place = OperatorPlace(text) else {
      throw ValidationError(
        "--metrics takes a socket's path or a loopback address such as 127.0.0.1:9464, not \(text)")
    }
    return place
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost"
      || ["127.0.0.0/8", "::1"].contains { AddressBlock($0)?.contains(host) == true }
  }

  /// Opens the place for listening.
  /// - Throws: `Failure` 78 if that fails.
  func listen() throws(Failure) -> ListeningSocket {
    try check(in: nil)
    do {
      switch self {
      case .socket(let path): return try .unix(path: path)
      case .port(let host, let port): return try .tcp(host: host, port: port)
      }
    } catch {
      throw .misconfigured("\(option): \(error)")
    }
  }

  /// The place as written on the command line.
  var option: String {
    switch self {
    case .socket(let path): "--metrics \(path)"
    case .port(let host, let port): "--metrics \(host):\(port)"
    }
  }

  /// The same place with all links in a path resolved.
  var resolved: OperatorPlace {
    if case .socket(let path) = self { .socket(Files.resolved(path)) } else { self }
  }

  /// Requests a report from the service that listens there.
  /// - Throws: `Failure` 66 if none answers.
  func report() throws(Failure) -> StatusReport {
    let connection: Int32
    let name: String
    do {
      switch self {
      case .socket(let path): (connection, name) = (try ListeningSocket.connection(at: path), path)
      case .port(let host, let port):
        connection = try ListeningSocket.connection(host: host, port: port)
        name = "\(host):\(port)"
      }
    } catch {
      throw .unreadable("\(error)")
    }
    guard let page = OperatorClient.page(StatusReport.jsonPath, over: connection),
      let report = StatusReport(page)
    else { throw .unreadable("\(name): no service of this version answers there") }
    return report
  }

  /// Checks that this process, or a given service, may listen there.
  /// - Throws: `Failure` 78 for a port in a unit that denies the network, and for a socket in a
  ///   folder that is missing or can't be written to.
  func check(in service: InstalledService?) throws(Failure) {
    if case .socket(let path) = self {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { String(path[...$0]) } ?? "."
      guard access(folder, W_OK | X_OK) == 0 else {
        throw .misconfigured("\(option): \(folder): \(systemMessage())")
      }
      return
    }
    let probe = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isDenied = probe == -1 && errno == EAFNOSUPPORT
    if probe != -1 { close(probe) }
    guard isDenied || service?.mayUseNetwork == false else { return }
    let unit = service ?? InstalledService.current
    throw .misconfigured(
      "\(option): the unit denies the network; install the example network.conf in "
        + "\(unit.additions), or name a socket such as "
        + "/var/lib/dicehall/metrics.sock")
  }
}

/// A socket's path or HOST:PORT, for options that take either.
enum SocketOrPort: Equatable {
  case socket(String)
  case port(host: String, UInt16)

  /// - Returns: `nil` for half an address, such as `9464`, `127.0.0.1` or `localhost`: a socket
  ///   with such a name must be written as `./9464`.
  init?(_ text: String) {
    if let (host, port) = HostAndPort.split(text), !text.contains("/") {
      self = .port(host: host, port)
      return
    }
    let isAddress = text.contains(":") || text.last?.isNumber ?? true || text == "localhost"
    guard text.contains("/") || !isAddress else { return nil }
    self = .socket(text)
  }
}

/// The address format of options: `127.0.0.1:9000`, `[::1]:9000`.
enum HostAndPort {
  /// - Returns: `nil` for anything else, such as port 0, which would differ each time; whether
  ///   there is such a host isn't checked.
  static func split(_ text: String) -> (host: String, port: UInt16)? {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
      let port = UInt16(text[text.index(after: colon)...]), port != 0
    else { return nil }
    let host = text[..<colon].drop { $0 == "[" }
    return (String(host.hasSuffix("]") ? host.dropLast() : host), port)
  }
}
