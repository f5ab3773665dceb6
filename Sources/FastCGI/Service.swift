import CFCGI
import Glibc
import Logging
import Synchronization
import Web

/// Answers FastCGI requests on several threads until it is told to stop.
///
/// SIGTERM, SIGINT and SIGHUP drain it: it answers every request it has accepted, ends kept
/// connections so that no request in them is lost, and leaves new connections to other processes at
/// the same socket.
package final class Service: Sendable {
  /// The result of initialising libfcgi, once per process; 0 means success.
  private static let library = FCGX_Init()

  private let listening: ListeningSocket
  private let threads: Int
  private let gateway: Gateway
  private let limits: Limits
  private let logger: Logger
  private let handler: Handler
  private let observer: (any ServiceObserver)?
  private let supervisor: SupervisorLink?

  private let signals: Signals
  private let poller: Poller
  private let activities: [LoopActivity]
  private let watchdog: Watchdog
  /// Becomes readable when `stop` is called.
  private let stopRequest: Int32
  private let isDraining = Atomic(false)
  /// The activities of loops that have not been started yet.
  private let spareActivities: Mutex<[LoopActivity]>
  /// The number of loops that have started and not ended.
  private let loops = Atomic(0)

  /// Creates a service that answers as many requests at once as it has threads, at least one.
  ///
  /// A thread starts when all others are busy for the first time. `onWatch` is how many of them
  /// wait for connections, at least one; see `Watch`.
  ///
  /// A worker also drains when its supervisor ends. From now on the draining signals are blocked in
  /// this thread and all threads it starts: a thread without the block would lose a signal.
  /// - Throws: `SystemError`.
  package init(
    listening: ListeningSocket, threads: Int = 32, onWatch: Int = 1, gateway: Gateway,
    limits: Limits = Limits(), logger: Logger,
    supervisor: SupervisorLink? = SupervisorLink.inherited,
    observer: (any ServiceObserver)? = nil, handler: @escaping Handler
  ) throws {
    precondition(threads >= 1 && onWatch >= 1, "a service without threads")
    self.listening = listening
    self.threads = threads
    self.gateway = gateway
    self.limits = limits
    self.logger = logger
    self.handler = handler
    self.observer = observer
    self.supervisor = supervisor
    signals = try Signals([SIGTERM, SIGINT, SIGHUP])
    poller = try Poller(listening: listening, threads: threads, kept: limits.keptConnections)
    let watch = Watch(places: onWatch, loops: threads)
    activities = (0..<threads).map { _ in LoopActivity(watch) }
    spareActivities = Mutex(activities)
    watchdog = try Watchdog(
      watch: watch, activities: activities, limits: limits, logger: logger, observer: observer)
    stopRequest = try SystemError.check(eventfd(0, O_CLOEXEC), "make an event descriptor")
  }

  /// Serves until a signal or `stop` has drained the service.
  package func run() throws {
    guard Service.library == 0 else { throw SystemError("start libfcgi", code: Service.library) }
    if !RecordReader.isInUse {
      logger.warning("this libfcgi reads on its own, so a crafted record can end a worker")
    }
    // A peer that has gone should fail one write, not end the process.
    signal(SIGPIPE, SIG_IGN)

    try startThread(watchdog.run)
    try startLoop()
    try startThread {
      self.poller.acceptConnections { self.logger.error("\($0)") }
    }
    logger.info(
      "serving",
      metadata: [
        "threads": .stringConvertible(threads), "process": .stringConvertible(getpid()),
      ])
    Memory.returnUnused()
    waitForEnd()
    drain()
  }

  /// Waits until the service is to end, and sends its supervisor signs of life meanwhile.
  private func waitForEnd() {
    var ends = [signals.descriptor, stopRequest]
    guard let supervisor else {
      waitForInput(ends)
      return
    }
    ends.append(SupervisorLink.lifeline)
    repeat { supervisor.giveSign() } while !waitForInput(ends, timeout: SupervisorLink.period)
  }

  /// Drains the service as SIGTERM does.
  package func stop() { eventfd_write(stopRequest, 1) }

  /// Starts another loop, unless all are running.
  private func startLoop() throws(SystemError) {
    guard let activity = spareActivities.withLock({ $0.popLast() }) else { return }
    loops.add(1, ordering: .relaxed)
    do throws(SystemError) {
      try startThread { self.runLoop(activity) }
    } catch {
      loops.subtract(1, ordering: .relaxed)
      spareActivities.withLock { $0.append(activity) }
      throw error
    }
  }

  /// Starts a loop for the next connection if all are busy.
  private func startLoopIfAllAreBusy() {
    guard poller.busyLoops >= loops.load(ordering: .relaxed) else { return }
    do throws(SystemError) {
      try startLoop()
      poller.expect(loops: threads)
    } catch {
      poller.expect(loops: loops.load(ordering: .relaxed))
      logger.error("\(error)")
    }
  }

  private func runLoop(_ activity: LoopActivity) {
    let responder = Responder(
      gateway: gateway, limits: limits,
      values: ConnectionValues(connections: limits.keptConnections + threads, requests: threads),
      place: activity.place, observer: observer, handler: handler)
    let loop = RequestLoop(
      poller: poller, watchdog: watchdog, activity: activity, responder: responder,
      limits: limits, observer: observer,
      isDraining: { self.isDraining.load(ordering: .acquiring) },
      willServe: startLoopIfAllAreBusy)
    loop.run()
    loops.subtract(1, ordering: .releasing)
  }

  private func drain() {
    logger.info("draining", metadata: ["connections": .stringConvertible(poller.openConnections)])
    let start = milliseconds()
    let isInTime = {
      // Whoever ended this worker, its supervisor must not think that it is frozen.
      self.supervisor?.giveSign()
      return milliseconds() - start < self.limits.drainTimeout
    }
    // From now on each answer ends its connection; busy connections are gone after the quiet time.
    isDraining.store(true, ordering: .releasing)
    listening.withdraw()
    pause(limits.quietTime)
    poller.stopListening()
    watchdog.startDraining()
    while poller.openConnections > 0, isInTime() {
      poller.closeIdleConnections()
      pause(10)
    }
    poller.stop()
    while loops.load(ordering: .acquiring) > 0, isInTime() { pause(2) }
    watchdog.stop()
    logger.info("drained", metadata: ["connections": .stringConvertible(poller.openConnections)])
  }
}
