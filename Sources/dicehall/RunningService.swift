import ArgumentParser
import Glibc

/// A `dicehall serve` on this machine, as `/proc` shows it.
struct RunningService {
  let process: Int
  /// The user that it runs as.
  let owner: uid_t
  /// Where it keeps everything, a folder with all links resolved; `nil` if only its owner or root may
  /// know.
  let store: Store?
  /// Days after which an unused session ends.
  let days: Int
  /// The socket that it was told to listen on, if any, as another process can reach it.
  ///
  /// A relative path leads through `/proc`, which keeps it short enough for a socket.
  let socket: String?
  /// Whether systemd has opened a socket for it, so that the one it was told counts for nothing.
  let hasPassedSocket: Bool

  /// All services that run here, without the workers of each.
  static func all() -> [RunningService] {
    let candidates = (try? Files.names(in: "/proc"))?.compactMap(Candidate.init) ?? []
    let processes = Set(candidates.map(\.process))
    return candidates.filter { !processes.contains($0.parent) }.compactMap(RunningService.init)
      .sorted { $0.process < $1.process }
  }

  private init?(_ candidate: Candidate) {
    process = candidate.process
    owner = candidate.owner
    let place = "/proc/\(process)"
    let variables = Candidate.texts("\(place)/environ")
    let pairs = variables?.compactMap { text in
      text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
    }
    let settings = Environment.$foreign.withValue(
      Dictionary(pairs ?? [], uniquingKeysWith: { first, _ in first })
    ) { () -> (store: Store?, days: Int, socket: String?)? in
      guard let serve = try? Serve.parse(candidate.arguments) else { return nil }
      return (
        variables == nil ? serve.state.namedStore : serve.state.store, serve.state.days,
        serve.socketPath
      )
    }
    guard let settings else { return nil }
    func reachable(_ path: String) -> String { path.hasPrefix("/") ? path : "\(place)/cwd/\(path)" }
    store = settings.store.map { store in
      guard case .folder(let path) = store else { return store }
      return .folder(Files.resolved(reachable(path)))
    }
    days = settings.days
    socket = settings.socket.map(reachable)
    hasPassedSocket = pairs?.contains { $0.0 == "LISTEN_FDS" } ?? false
  }
}

/// A process that was started as `dicehall serve`.
private struct Candidate {
  let process: Int
  let parent: Int
  let owner: uid_t
  /// The arguments after `serve`.
  let arguments: [String]

  init?(_ name: String) {
    guard let process = Int(name), let words = Candidate.texts("/proc/\(name)/cmdline"),
      words.count > 1, words[0].split(separator: "/").last == "dicehall", words[1] == "serve",
      let status = try? Files.read("/proc/\(name)/stat")
    else { return nil }
    // The name in parentheses may hold anything; after it come the state and the parent.
    let fields = String(decoding: status, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    var facts = stat()
    guard let fields, fields.count > 1, let parent = Int(fields[1]),
      stat("/proc/\(name)", &facts) == 0
    else { return nil }
    self.process = process
    self.parent = parent
    owner = facts.st_uid
    arguments = Array(words.dropFirst(2))
  }

  /// The texts in a file, each ended by a zero byte; `nil` if it cannot be read.
  static func texts(_ path: String) -> [String]? {
    guard let bytes = try? Files.read(path) else { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
