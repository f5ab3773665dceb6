import Glibc
import Logging

/// Keeps a number of worker processes at one listening socket.
///
/// A worker that dies is replaced. SIGTERM and SIGINT drain all workers; SIGHUP replaces them one
/// after another, each only when its successor is ready. Workers drain by themselves when the
/// supervisor is gone.
package struct Supervisor {
  /// A worker that dies earlier than this, in milliseconds, counts as one that cannot start.
  private static let shortLife: Int64 = 1_000
  /// What a drained worker may take before it is killed, in milliseconds.
  private static let patience: Int64 = 10_000
  private static let longestPause: Int64 = 5_000

  private let listening: ListeningSocket
  private let count: Int
  private let program: String
  private let arguments: [String]
  private let logger: Logger
  /// The workers hold the other end; it ends with this process.
  private let lifeline: Pipe
  private var workers: [Worker] = []
  private var isStopping = false
  private var isRenewing = false
  /// How many workers in a row could not start.
  private var failures = 0
  /// When the next worker may be started, in milliseconds.
  private var nextStart: Int64 = 0

  /// A supervisor of that many workers, started with the given arguments, the program's name first.
  ///
  /// A worker finds the socket at descriptor 0, and its `Leash` in the environment.
  /// - Throws: `SystemError`.
  package init(
    listening: ListeningSocket, workers: Int, arguments: [String], logger: Logger
  ) throws {
    precondition(workers >= 1, "a supervisor without workers")
    self.listening = listening
    count = workers
    // As a path, so that workers started after an upgrade run the new program.
    program = try Supervisor.thisProgram()
    self.arguments = arguments
    self.logger = logger
    lifeline = try Pipe()
  }

  /// Supervises; comes back when all workers have ended after SIGTERM or SIGINT.
  package mutating func run() throws {
    let signals = try Signals([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
    while !isStopping {
      replenish()
      let isShort = workers.count < count
      take(signals, timeout: isShort ? max(1, nextStart - milliseconds()) : -1)
      if isRenewing { renew(signals) }
    }
    logger.info("stopping", metadata: ["workers": "\(workers.count)"])
    listening.withdraw()
    for worker in workers { kill(worker.process, SIGTERM) }
    wait(signals, for: Supervisor.patience) { $0.workers.isEmpty }
    for worker in workers { kill(worker.process, SIGKILL) }
    wait(signals, for: 1_000) { $0.workers.isEmpty }
  }

  /// A program that cannot run must not keep the machine busy with trying.
  private mutating func replenish() {
    while workers.count < count, milliseconds() >= nextStart { start() }
  }

  /// The next start waits 100 ms, and twice as long after each further failure.
  private mutating func postpone() {
    nextStart = milliseconds() + min(Supervisor.longestPause, 100 << Int64(min(failures, 10)))
    failures += 1
  }

  @discardableResult
  private mutating func start() -> Worker? {
    do {
      let worker = try Worker(
        program: program, arguments: arguments, listening: listening.descriptor,
        lifeline: lifeline.reading)
      workers.append(worker)
      logger.info("started a worker", metadata: ["process": "\(worker.process)"])
      return worker
    } catch {
      postpone()
      logger.error("cannot start a worker", metadata: ["reason": "\(error)"])
      return nil
    }
  }

  /// Replaces the present workers one after another; a new one that is not ready keeps the old.
  private mutating func renew(_ signals: borrowing Signals) {
    isRenewing = false
    for old in workers where !isStopping {
      guard let new = start() else { return }
      var isReady = false
      wait(signals, for: Supervisor.patience, also: new.readiness) {
        guard $0.isRunning(new) else { return true }
        isReady = new.isReady
        return isReady
      }
      guard isReady, !isStopping else {
        logger.error("a new worker did not get ready; the old ones stay")
        if isRunning(new) { kill(new.process, SIGKILL) }
        return
      }
      if isRunning(old) { kill(old.process, SIGTERM) }
      wait(signals, for: Supervisor.patience) { !$0.isRunning(old) }
      if isRunning(old) { kill(old.process, SIGKILL) }
    }
    logger.info("all workers are new")
  }

  private func isRunning(_ worker: Worker) -> Bool {
    workers.contains { $0.process == worker.process }
  }

  /// Takes signals until the condition holds, time is up, or everything is to stop.
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
      case SIGHUP: isRenewing = true
      default: break
      }
    }
    bury()
  }

  /// Forgets the workers that have ended.
  private mutating func bury() {
    for worker in workers {
      var status: Int32 = 0
      guard waitpid(worker.process, &status, WNOHANG) != 0 else { continue }
      workers.removeAll { $0.process == worker.process }
      worker.close()
      let isFailure = milliseconds() - worker.start < Supervisor.shortLife
      if isFailure { postpone() } else { failures = 0 }
      let facts: Logger.Metadata = ["process": "\(worker.process)", "status": "\(status)"]
      logger.log(level: status == 0 ? .info : .error, "a worker has ended", metadata: facts)
    }
  }

  private static func thisProgram() throws(SystemError) -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw SystemError("find this program") }
    defer { free(path) }
    return String(cString: path)
  }
}
