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
  private let observer: (any WorkerObserver)?
  /// The workers hold the other end, which reads as ended once this process is gone.
  private let lifeline: Pipe
  private let memory: SharedMemory
  private var workers: [Worker] = []
  private var isStopping = false
  private var isReplacing = false
  /// The exit status of the worker that ended last, unless a signal ended it.
  private var lastStatus: Int32?
  /// How many workers have ended without being told to, and have not been replaced.
  private var lost = 0
  /// How many workers in a row have failed to start.
  private var failures = 0
  /// The earliest time to start another worker, in milliseconds.
  private var nextStart: Int64 = 0

  /// Makes a supervisor that starts this many workers with the given arguments, program name first.
  ///
  /// They all share `memory`, which outlives each of them.
  /// A worker finds the socket at descriptor 0, and its `SupervisorLink` through the environment.
  /// - Throws: `SystemError`.
  package init(
    listening: ListeningSocket, workers: Int, arguments: [String], memory: SharedMemory,
    logger: Logger, observer: (any WorkerObserver)? = nil
  ) throws {
    precondition(workers >= 1, "a supervisor needs a worker")
    self.listening = listening
    count = workers
    // Kept as a path, so that workers started after an upgrade run the new program.
    program = try Supervisor.thisProgram()
    self.arguments = arguments
    self.logger = logger
    self.observer = observer
    lifeline = try Pipe()
    self.memory = memory
  }

  /// Runs until all workers have ended after SIGTERM or SIGINT, and does `work` beside it on a thread
  /// of its own.
  /// - Returns: the exit status of the first worker if it says that none can start (`EX_USAGE` and
  ///   the rest of sysexits.h); otherwise `nil`.
  package mutating func run(beside work: (@Sendable () -> Void)? = nil) throws -> Int32? {
    let signals = try Signals([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
    if let work { try startThread(work) }
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
    for worker in workers { dismiss(worker, SIGTERM) }
    wait(signals, for: Supervisor.workerTimeout) { $0.workers.isEmpty }
    for worker in workers { dismiss(worker, SIGKILL) }
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
    while workers.count < count, milliseconds() >= nextStart {
      guard start() != nil, lost > 0 else { continue }
      lost -= 1
      observer?.workerReplaced(.death)
    }
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
        program: program, arguments: arguments, place: freePlace,
        listening: listening.descriptor, lifeline: lifeline.reading, memory: memory.descriptor)
      workers.append(worker)
      logger.info("started a worker", metadata: ["process": "\(worker.process)"])
      return worker
    } catch {
      delayNextStart()
      logger.error("cannot start a worker", metadata: ["reason": "\(error)"])
      return nil
    }
  }

  private var freePlace: Int {
    let taken = Set(workers.map(\.place))
    return (0...taken.count).first { !taken.contains($0) } ?? 0
  }

  /// Tells a worker to end.
  private mutating func dismiss(_ worker: Worker, _ signal: Int32) {
    guard let index = workers.firstIndex(where: { $0.process == worker.process }) else { return }
    workers[index].dismiss(signal)
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
        dismiss(new, SIGKILL)
        return
      }
      observer?.workerReplaced(.reload)
      dismiss(old, SIGTERM)
      wait(signals, for: Supervisor.workerTimeout) { !$0.isRunning(old) }
      dismiss(old, SIGKILL)
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
      observer?.workerEnded(at: worker.place)
      if !worker.isDismissed { lost += 1 }
      let end = WorkerEnd(status: status)
      lastStatus = end.exitStatus
      let isFailure = milliseconds() - worker.start < Supervisor.shortLife
      if isFailure { delayNextStart() } else { failures = 0 }
      logger.log(
        level: status == 0 ? .info : .error, "a worker \(end)",
        metadata: ["process": "\(worker.process)"])
    }
  }

  private static func thisProgram() throws(SystemError) -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw SystemError("find this program") }
    defer { free(path) }
    return String(cString: path)
  }
}
