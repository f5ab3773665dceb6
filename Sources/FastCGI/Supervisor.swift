import Glibc
import Logging

/// Keeps several worker processes running at one listening socket.
///
/// Replaces a worker that dies. SIGTERM and SIGINT drain all workers; SIGHUP replaces them one by
/// one, each once its successor is ready. If the supervisor itself dies, the workers drain.
package struct Supervisor {
  /// A worker that dies within this many milliseconds counts as one that cannot start.
  private static let shortLife: Int64 = 1_000
  /// How long a worker may take to start or to drain before it is killed, in milliseconds.
  private static let workerTimeout: Int64 = 10_000
  private static let longestDelay: Int64 = 5_000

  private let listening: ListeningSocket
  private let count: Int
  private let program: String
  private let arguments: [String]
  private let logger: Logger
  /// The workers hold the other end, which reads as ended once this process is gone.
  private let lifeline: Pipe
  private let memory: SharedMemory
  private var workers: [Worker] = []
  private var isStopping = false
  private var isReplacing = false
  /// The exit status of the worker that ended last, unless a signal ended it.
  private var lastStatus: Int32?
  /// How many workers in a row have failed to start.
  private var failures = 0
  /// The earliest time to start another worker, in milliseconds.
  private var nextStart: Int64 = 0

  /// Makes a supervisor that starts this many workers with the given arguments, program name first.
  ///
  /// They all share `memory` bytes, which are zero at first and outlive each of them.
  /// A worker finds the socket at descriptor 0, and its `SupervisorLink` through the environment.
  /// - Throws: `SystemError`.
  package init(
    listening: ListeningSocket, workers: Int, arguments: [String], memory: Int, logger: Logger
  ) throws {
    precondition(workers >= 1, "a supervisor needs a worker")
    self.listening = listening
    count = workers
    // Kept as a path, so that workers started after an upgrade run the new program.
    program = try Supervisor.thisProgram()
    self.arguments = arguments
    self.logger = logger
    lifeline = try Pipe()
    self.memory = try SharedMemory(bytes: memory)
  }

  /// Runs until all workers have ended after SIGTERM or SIGINT.
  /// - Returns: the exit status of the first worker if it says that none can start (`EX_USAGE` and
  ///   the rest of sysexits.h); otherwise `nil`.
  package mutating func run() throws -> Int32? {
    let signals = try Signals([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
    if let status = startFirst(signals) {
      listening.withdraw()
      return status
    }
    if !isStopping { ServiceManager.tell(.ready) }
    while !isStopping {
      replenish()
      let isShort = workers.count < count
      // A SIGHUP may have come while something else was waited for.
      let rest = isReplacing ? 0 : isShort ? max(1, nextStart - milliseconds()) : -1
      take(signals, timeout: rest)
      if isReplacing { replaceWorkers(signals) }
    }
    ServiceManager.tell(.stopping)
    logger.info("stopping", metadata: ["workers": "\(workers.count)"])
    listening.withdraw()
    for worker in workers { kill(worker.process, SIGTERM) }
    wait(signals, for: Supervisor.workerTimeout) { $0.workers.isEmpty }
    for worker in workers { kill(worker.process, SIGKILL) }
    wait(signals, for: 1_000) { $0.workers.isEmpty }
    return nil
  }

  /// Starts one worker at a time until one is ready, so that it has all processors for itself and
  /// only one tells of an error.
  ///
  /// One that is merely slow is not waited for.
  /// - Returns: its exit status if it cannot start, and trying again would change nothing.
  private mutating func startFirst(_ signals: borrowing Signals) -> Int32? {
    while !isStopping {
      guard milliseconds() >= nextStart, let first = start() else {
        take(signals, timeout: max(1, nextStart - milliseconds()))
        continue
      }
      wait(signals, for: Supervisor.workerTimeout, also: first.readiness) {
        !$0.isRunning(first) || first.isReady
      }
      if isRunning(first) { return nil }
      if let status = lastStatus, EX__BASE...EX__MAX ~= status { return status }
    }
    return nil
  }

  /// Starts missing workers, but not in a tight loop when the program cannot run.
  private mutating func replenish() {
    while workers.count < count, milliseconds() >= nextStart { start() }
  }

  /// Makes the next start wait 100 ms, and twice as long after each further failure, up to
  /// `longestDelay`.
  private mutating func delayNextStart() {
    nextStart = milliseconds() + min(Supervisor.longestDelay, 100 << Int64(min(failures, 10)))
    failures += 1
  }

  @discardableResult
  private mutating func start() -> Worker? {
    do {
      let worker = try Worker(
        program: program, arguments: arguments, listening: listening.descriptor,
        lifeline: lifeline.reading, memory: memory.descriptor)
      workers.append(worker)
      logger.info("started a worker", metadata: ["process": "\(worker.process)"])
      return worker
    } catch {
      delayNextStart()
      logger.error("cannot start a worker", metadata: ["reason": "\(error)"])
      return nil
    }
  }

  /// Replaces the workers one by one; if a new one doesn't get ready, the old ones stay.
  private mutating func replaceWorkers(_ signals: borrowing Signals) {
    isReplacing = false
    ServiceManager.tell(.reloading)
    defer { if !isStopping { ServiceManager.tell(.ready) } }
    for old in workers where !isStopping {
      guard let new = start() else { return }
      var isReady = false
      wait(signals, for: Supervisor.workerTimeout, also: new.readiness) {
        guard $0.isRunning(new) else { return true }
        isReady = new.isReady
        return isReady
      }
      guard isReady, !isStopping else {
        logger.error("a new worker did not become ready; keeping the old ones")
        if isRunning(new) { kill(new.process, SIGKILL) }
        return
      }
      if isRunning(old) { kill(old.process, SIGTERM) }
      wait(signals, for: Supervisor.workerTimeout) { !$0.isRunning(old) }
      if isRunning(old) { kill(old.process, SIGKILL) }
    }
    logger.info("all workers replaced")
  }

  private func isRunning(_ worker: Worker) -> Bool {
    workers.contains { $0.process == worker.process }
  }

  /// Handles signals until the condition holds, time is up, or a stop is requested.
  private mutating func wait(
    _ signals: borrowing Signals, for time: Int64, also descriptor: Int32? = nil,
    until isDone: (Supervisor) -> Bool
  ) {
    let end = milliseconds() + time
    let wasStopping = isStopping
    while !isDone(self), isStopping == wasStopping {
      let rest = end - milliseconds()
      guard rest > 0 else { return }
      take(signals, also: descriptor, timeout: rest)
    }
  }

  private mutating func take(
    _ signals: borrowing Signals, also descriptor: Int32? = nil, timeout: Int64
  ) {
    waitForInput([signals.descriptor] + (descriptor.map { [$0] } ?? []), timeout: timeout)
    while let signal = signals.next() {
      switch signal {
      case SIGTERM, SIGINT: isStopping = true
      case SIGHUP: isReplacing = true
      default: break
      }
    }
    reap()
  }

  /// Collects the exit status of workers that have ended.
  private mutating func reap() {
    for worker in workers {
      var status: Int32 = 0
      guard waitpid(worker.process, &status, WNOHANG) != 0 else { continue }
      workers.removeAll { $0.process == worker.process }
      worker.close()
      // A status without the number of a signal in its low bits has the exit status above them.
      lastStatus = status & 0x7f == 0 ? status >> 8 & 0xff : nil
      let isFailure = milliseconds() - worker.start < Supervisor.shortLife
      if isFailure { delayNextStart() } else { failures = 0 }
      let facts: Logger.Metadata = ["process": "\(worker.process)", "status": "\(status)"]
      logger.log(level: status == 0 ? .info : .error, "a worker ended", metadata: facts)
    }
  }

  private static func thisProgram() throws(SystemError) -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw SystemError("find this program") }
    defer { free(path) }
    return String(cString: path)
  }
}
