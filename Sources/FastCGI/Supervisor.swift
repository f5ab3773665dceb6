import Glibc
import Logging

/// Keeps several worker processes running at one listening socket.
///
/// Replaces a worker that dies, freezes, or has a request that takes too long. SIGTERM and SIGINT
/// drain all workers; SIGHUP replaces them one by one, each once its successor is ready. If the
/// supervisor itself dies, the workers drain.
package struct Supervisor {
  /// A worker that dies within this many milliseconds counts as one that cannot start.
  private static let shortLife: Int64 = 1_000
  /// The milliseconds for a worker to start or drain, a little more than it allows itself.
  private static let workerTimeout = Limits().drainTimeout + 500
  private static let longestDelay: Int64 = 5_000
  /// The milliseconds between looks at workers, a little more than between their signs of life.
  private static let lookPeriod: Int64 = 2_500

  private let listening: ListeningSocket
  private let count: Int
  private let program: String
  private let arguments: [String]
  private let logger: Logger
  private let observer: any WorkerObserver
  /// The workers hold the other end, and read its end once this process is gone.
  private let lifeline: Pipe
  private let memory: SharedMemory
  private var workers: [Worker] = [] {
    didSet { observer.workersChanged(to: activeWorkers) }
  }
  private var isStopping = false
  private var isReplacing = false
  /// The exit status of the worker that ended last, unless a signal ended it.
  private var lastStatus: Int32?
  /// The reasons why workers that ended unexpectedly need successors.
  private var lost: [WorkerReplacement] = []
  /// The number of workers in a row that failed to start.
  private var failures = 0
  /// The earliest time to start another worker, in milliseconds.
  private var nextStart: Int64 = 0
  /// The time of the next look at the workers, in milliseconds.
  private var nextLook: Int64 = 0

  /// Makes a supervisor that starts this many workers with the given arguments, program name first.
  ///
  /// They all share `memory`, which outlives each of them.
  /// A worker finds the socket at descriptor 0, and its `SupervisorLink` through the environment.
  /// - Throws: `SystemError`.
  package init(
    listening: ListeningSocket, workers: Int, arguments: [String], memory: SharedMemory,
    logger: Logger, observer: any WorkerObserver
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

  /// Runs until SIGTERM or SIGINT has ended all workers; `work` runs beside it on its own thread.
  /// - Returns: the exit status of the first worker if it says that none can start (`EX_USAGE` and
  ///   the rest of sysexits.h); otherwise `nil`.
  package mutating func run(beside work: (@Sendable () -> Void)? = nil) throws -> Int32? {
    let signals = try Signals([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
    if let work { try startThread(work) }
    nextLook = milliseconds() + Supervisor.lookPeriod
    if let status = startFirst(signals) {
      listening.withdraw()
      return status
    }
    if !isStopping { ServiceManager.tell(.ready) }
    while !isStopping {
      replenish()
      let isShort = activeWorkers < count
      // A SIGHUP may have arrived during another wait.
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

  /// Starts one worker at a time until one is ready.
  ///
  /// The first has all processors for itself, and only one reports an error. A worker that is
  /// merely slow is not waited for.
  /// - Returns: the worker's exit status if it can't start and another attempt wouldn't help.
  private mutating func startFirst(_ signals: borrowing Signals) -> Int32? {
    while !isStopping {
      guard milliseconds() >= nextStart, let first = start() else {
        take(signals, timeout: max(1, nextStart - milliseconds()))
        continue
      }
      wait(signals, for: Supervisor.workerTimeout, also: first.signs) {
        $0.current(first)?.isReady ?? true
      }
      if current(first) != nil { return nil }
      if let status = lastStatus, EX__BASE...EX__MAX ~= status { return status }
    }
    return nil
  }

  /// Starts missing workers, but not in a tight loop when the program cannot run.
  private mutating func replenish() {
    while activeWorkers < count, milliseconds() >= nextStart {
      guard start() != nil, !lost.isEmpty else { continue }
      observer.workerReplaced(lost.removeFirst())
    }
    // Workers that have been made up for otherwise need no successors.
    if activeWorkers >= count { lost.removeAll() }
  }

  /// The workers that haven't been told to end.
  private var activeWorkers: Int { workers.count { !$0.isDismissed } }

  /// Delays the next start by 100 ms, doubled after each further failure up to `longestDelay`.
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
      logger.info("started a worker", metadata: ["process": .stringConvertible(worker.process)])
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
      // A worker that takes too long is already being replaced, or has ended.
      guard let now = current(old), !now.isDismissed else { continue }
      guard let new = start() else { return }
      wait(signals, for: Supervisor.workerTimeout, also: new.signs) {
        $0.current(new)?.isReady ?? true
      }
      guard current(new)?.isReady == true, !isStopping else {
        logger.error("a new worker did not become ready; keeping the old ones")
        dismiss(new, SIGKILL)
        return
      }
      observer.workerReplaced(.reload)
      dismiss(old, SIGTERM)
      wait(signals, for: Supervisor.workerTimeout) { $0.current(old) == nil }
      dismiss(old, SIGKILL)
    }
    logger.info("all workers replaced")
  }

  /// Returns the current state of a worker; `nil` if it has ended.
  private func current(_ worker: Worker) -> Worker? {
    workers.first { $0.process == worker.process }
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
    let untilLook = max(0, nextLook - milliseconds())
    waitForInput(
      [signals.descriptor] + (descriptor.map { [$0] } ?? []),
      timeout: timeout < 0 ? untilLook : min(timeout, untilLook))
    while let signal = signals.next() {
      switch signal {
      case SIGTERM, SIGINT: isStopping = true
      case SIGHUP: isReplacing = true
      default: break
      }
    }
    reap()
    for index in workers.indices { workers[index].hear() }
    if milliseconds() >= nextLook { lookAfterWorkers() }
  }

  /// Ends frozen workers, and reports the state of the others to the service manager.
  private mutating func lookAfterWorkers() {
    let now = milliseconds()
    let wasHeldUp = now - nextLook > Supervisor.lookPeriod
    nextLook = now + Supervisor.lookPeriod
    for index in workers.indices {
      workers[index].look()
      if let dismissal = workers[index].dismissal {
        if now - dismissal > Supervisor.workerTimeout { workers[index].dismiss(SIGKILL) }
      } else if workers[index].isFrozen {
        logger.error(
          "killing a frozen worker",
          metadata: ["process": .stringConvertible(workers[index].process)])
        // Its successor doesn't wait for its end, which a hanging disk may delay.
        lost.append(.frozen)
        workers[index].dismiss(SIGKILL)
      }
    }
    // If this process was held up, its workers probably were too, and their requests only seem old.
    if !wasHeldUp { endOverdueWorker() }
    let isAlive = workers.contains { worker in
      !worker.isDismissed && (worker.isReady ? worker.silentLooks == 0 : !worker.isFrozen)
    }
    ServiceManager.tell(observer.statusLine, isAlive: isAlive)
  }

  /// Replaces the worker with the oldest overdue request; its other requests may still finish.
  ///
  /// One at a time: several have such requests when the storage hangs.
  private mutating func endOverdueWorker() {
    for request in observer.overdueRequests() {
      guard let worker = workers.first(where: { $0.place == request.place && !$0.isDismissed })
      else { continue }
      logger.error(
        "a request takes too long; its worker ends once the others are answered",
        metadata: [
          "route": "\(request.route)", "ms": .stringConvertible(request.age),
          "process": .stringConvertible(worker.process),
        ])
      lost.append(.overdue)
      return dismiss(worker, SIGTERM)
    }
  }

  /// Collects the exit status of workers that have ended.
  private mutating func reap() {
    for worker in workers {
      var status: Int32 = 0
      guard waitpid(worker.process, &status, WNOHANG) != 0 else { continue }
      workers.removeAll { $0.process == worker.process }
      worker.close()
      observer.workerEnded(at: worker.place)
      if !worker.isDismissed { lost.append(.death) }
      let end = WorkerEnd(status: status)
      lastStatus = end.exitStatus
      // A worker that was told to end while starting has not failed.
      let isFailure =
        !worker.isDismissed && milliseconds() - worker.start < Supervisor.shortLife
      if isFailure { delayNextStart() } else { failures = 0 }
      let isExpected = status == 0 || worker.isDismissed && end.signal == SIGTERM
      logger.log(
        level: isExpected ? .info : .error, "a worker \(end)",
        metadata: ["process": .stringConvertible(worker.process)])
    }
  }

  private static func thisProgram() throws(SystemError) -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw SystemError("find this program") }
    defer { free(path) }
    return String(cString: path)
  }
}
