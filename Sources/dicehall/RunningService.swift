import ArgumentParser
import Glibc

/// A `dicehall serve` on this machine, as `/proc` shows it.
struct RunningService {
  let process: Int
  /// The installed service, if systemd has started it.
  let installed: InstalledService?
  /// The user as which it runs.
  let owner: uid_t
  /// The place where it stores everything, with links resolved.
  ///
  /// `nil` if only its owner or root may know.
  let store: Store?
  /// The days after which an unused session ends.
  let days: Int
  /// The socket that it was told to listen on, if any, in a form for other processes.
  ///
  /// A relative path leads through `/proc`, which keeps it short enough for a socket.
  let socket: String?
  /// The place of its operator's pages, if any, in a form for other processes.
  let operatorPlace: OperatorPlace?
  /// Whether only its owner or root may know its settings.
  let isHidden: Bool
  /// The socket that it listens on, whoever opened it; `nil` if only its owner or root may know.
  let listening: ino_t?

  /// Returns all services running here, without their workers.
  static func all() -> [RunningService] {
    let candidates = (try? Files.names(in: "/proc"))?.compactMap(Candidate.init) ?? []
    let processes = Set(candidates.map(\.process))
    return candidates.filter { !processes.contains($0.parent) }.compactMap { service in
      let worker = candidates.first { $0.parent == service.process }
      return RunningService(service, worker: worker?.process)
    }.sorted { $0.process < $1.process }
  }

  private init?(_ candidate: Candidate, worker: Int?) {
    process = candidate.process
    listening = worker.flatMap(SocketOrPort.inode)
    owner = candidate.owner
    let place = "/proc/\(process)"
    installed = InstalledService(process: "\(process)")
    let variables = Candidate.texts("\(place)/environ")
    let pairs = variables?.compactMap { text in
      text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
    }
    let settings = Environment.$foreign.withValue(
      Dictionary(pairs ?? [], uniquingKeysWith: { first, _ in first })
    ) { () -> (store: Store?, days: Int, socket: String?, operatorPlace: OperatorPlace?)? in
      guard let serve = try? Serve.parse(candidate.arguments) else { return nil }
      return (
        variables == nil ? serve.state.namedStore : serve.state.store, serve.state.days,
        serve.socketPath, serve.watching.operatorPlace
      )
    }
    guard let settings else { return nil }
    func reachable(_ path: String) -> String { path.hasPrefix("/") ? path : "\(place)/cwd/\(path)" }
    store = settings.store.map { store in
      if case .folder(let path) = store { Store.folder(reachable(path)).resolved } else { store }
    }
    days = settings.days
    socket = settings.socket.map(reachable)
    operatorPlace = settings.operatorPlace.map { place in
      guard case .socket(let path) = place else { return place }
      return .socket(reachable(path))
    }
    isHidden = variables == nil
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
    var facts = stat()
    guard let process = Int(name), let words = Candidate.texts("/proc/\(name)/cmdline"),
      words.count > 1, words[0].split(separator: "/").last == "dicehall", words[1] == "serve",
      let running = RunningProcess(process), stat("/proc/\(name)", &facts) == 0
    else { return nil }
    self.process = process
    parent = running.parent
    owner = facts.st_uid
    arguments = Array(words.dropFirst(2))
  }

  /// Returns the zero-terminated texts in a file; `nil` if it can't be read.
  static func texts(_ path: String) -> [String]? {
    guard let bytes = try? Files.read(path) else { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A process as described in `/proc/PID/stat`.
struct RunningProcess {
  let parent: Int
  /// The processor time of the process and its ended children, in microseconds.
  let time: Int
  /// The memory in bytes.
  let memory: Int

  /// - Returns: `nil` if the process has ended.
  init?(_ process: Int) {
    guard let status = try? Files.read("/proc/\(process)/stat") else { return nil }
    // The name in parentheses may contain anything; state and parent follow it.
    let fields = String(decoding: status, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ").map { Int($0) ?? 0 }
    guard let fields, fields.count > 21 else { return nil }
    parent = fields[1]
    time = fields[11...14].reduce(0, +) * (1_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK))))
    memory = fields[21] * sysconf(Int32(_SC_PAGESIZE))
  }
}
