import CFCGI
import Glibc

/// A worker process, as its supervisor sees it.
struct Worker {
  let process: pid_t
  /// The worker's place, which no other running worker has.
  let place: Int
  /// The time of its start, in milliseconds.
  let start: Int64
  /// Becomes readable with each sign of life, and when the worker has ended.
  let signs: Int32
  /// Whether it has been ready to answer.
  private(set) var isReady = false
  /// The number of looks in a row that found no new sign of life.
  private(set) var silentLooks = 0
  /// Whether it has been silent for so long that it is frozen or won't become ready.
  ///
  /// Looks are counted rather than time, in case the supervisor was frozen too.
  var isFrozen: Bool { silentLooks >= (isReady ? 2 : 24) }
  private var hasGivenSign = false
  /// Whether it has closed the pipe, as older versions do, so that nobody knows if it is frozen.
  private var isMute = false
  /// The time when it was told to end, in milliseconds, if it was.
  private(set) var dismissal: Int64?

  /// Starts the program again, with the listening socket as descriptor 0.
  init(
    program: String, arguments: [String], place: Int, listening: Int32, lifeline: Int32,
    memory: Int32
  ) throws(SystemError) {
    let signs = try Pipe()
    defer { Glibc.close(signs.writing) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // All sources have higher numbers than these, so none is overwritten before it is copied.
    let listening = try Pipe.duplicateHigh(listening, keepsOriginal: true)
    defer { Glibc.close(listening) }
    posix_spawn_file_actions_adddup2(&actions, listening, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, lifeline, SupervisorLink.lifeline)
    posix_spawn_file_actions_adddup2(&actions, signs.writing, SupervisorLink.signs)
    posix_spawn_file_actions_adddup2(&actions, memory, SupervisorLink.memory)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // Its own process group: Ctrl-C reaches only the supervisor, which then tells the workers.
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables = Worker.environment(at: place).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    guard code == 0 else {
      Glibc.close(signs.reading)
      throw SystemError("start \(program)", code: code)
    }
    self.process = process
    self.place = place
    start = milliseconds()
    self.signs = signs.reading
  }

  var isDismissed: Bool { dismissal != nil }

  /// Reads the signs of life that have arrived.
  mutating func hear() {
    var signs: [256 of UInt8] = .init(repeating: 0)
    var room = signs.mutableSpan
    // At most what a pipe holds, in case the worker never stops.
    for _ in 0..<256 where !isMute {
      let count = room.withUnsafeMutableBytes { read(self.signs, $0.baseAddress, $0.count) }
      guard count >= 0 else { return }
      isMute = count == 0
      if count > 0 { (isReady, hasGivenSign) = (true, true) }
    }
  }

  /// Counts a look without a new sign of life.
  mutating func look() {
    silentLooks = hasGivenSign || isReady && isMute ? 0 : silentLooks + 1
    hasGivenSign = false
  }

  mutating func dismiss(_ signal: Int32) {
    dismissal = dismissal ?? milliseconds()
    kill(process, signal)
  }

  func close() { Glibc.close(signs) }

  /// This process's environment plus the variable that marks a worker.
  private static func environment(at place: Int) -> [String] {
    var texts = ["\(SupervisorLink.mark)=\(place + 1)"]
    var next = environ
    while let text = next.pointee {
      texts.append(String(cString: text))
      next += 1
    }
    return texts
  }
}

/// A close-on-exec pipe with descriptors above the numbers that workers reserve.
struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      pipe($0.bindMemory(to: Int32.self).baseAddress)
    }
    _ = try SystemError.check(result, "make a pipe")
    reading = try Pipe.duplicateHigh(ends.0)
    writing = try Pipe.duplicateHigh(ends.1)
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  /// Returns a duplicate of the descriptor numbered 10 or higher.
  static func duplicateHigh(_ descriptor: Int32, keepsOriginal: Bool = false) throws(SystemError)
    -> Int32
  {
    defer { if !keepsOriginal { close(descriptor) } }
    return try SystemError.check(fcntl(descriptor, F_DUPFD_CLOEXEC, 10), "duplicate a descriptor")
  }
}

/// The end of a worker in words: `ended with exit status 65`, `was ended by SIGSEGV`.
struct WorkerEnd: CustomStringConvertible {
  /// The status as `waitpid` returns it.
  let status: Int32

  /// The exit status; `nil` if a signal ended it.
  var exitStatus: Int32? { signal == 0 ? status >> 8 & 0xff : nil }

  /// The signal that ended it; 0 if none did.
  var signal: Int32 { status & 0x7f }
  private var hasDumpedCore: Bool { status & 0x80 != 0 }

  var description: String {
    if let exitStatus { return "ended with exit status \(exitStatus)" }
    let name = sigabbrev_np(signal).map { "SIG\(String(cString: $0))" } ?? "signal \(signal)"
    return "was ended by \(name)\(hasDumpedCore ? ", and left a core dump" : "")"
  }
}
