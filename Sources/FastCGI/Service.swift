import CFCGI
import Glibc
import Logging
import Synchronization
import Web

/// Answers FastCGI requests on a number of threads until it is told to stop.
///
/// SIGTERM, SIGINT and SIGHUP drain it: whatever was accepted is answered, kept connections are ended so
/// that no request is lost in them, and what others may accept at the same socket is left to them.
package final class Service: Sendable {
  /// What starting libfcgi once for the process came to; 0 is good.
  private static let library = FCGX_Init()

  private let listening: ListeningSocket
  private let threads: Int
  private let gateway: Gateway
  private let limits: Limits
  private let logger: Logger
  private let handler: Handler
  private let leash: Leash?

  private let signals: Signals
  private let poller: Poller
  private let watches: [Watch]
  private let watchdog: Watchdog
  /// Readable when `stop` was called.
  private let stopRequest: Int32
  private let isDraining = Atomic(false)
  private let loops = Atomic(0)

  /// A service that answers as many requests at once as it has threads, at least one.
  ///
  /// The end of a worker's leash drains it too. From here on the signals that drain it are blocked in
  /// this thread and in those that it starts: in one without the block, a signal would be lost.
  /// - Throws: `SystemError`.
  package init(
    listening: ListeningSocket, threads: Int = 32, gateway: Gateway, limits: Limits = Limits(),
    logger: Logger, leash: Leash? = Leash.inherited, handler: @escaping Handler
  ) throws {
    precondition(threads >= 1, "a service without threads")
    self.listening = listening
    self.threads = threads
    self.gateway = gateway
    self.limits = limits
    self.logger = logger
    self.handler = handler
    self.leash = leash
    signals = try Signals([SIGTERM, SIGINT, SIGHUP])
    poller = try Poller(
      listening: listening, capacity: limits.keptConnections + threads)
    watches = (0..<threads).map { _ in Watch() }
    watchdog = try Watchdog(watches: watches, limits: limits, logger: logger)
    stopRequest = try SystemError.check(eventfd(0, O_CLOEXEC), "make an event descriptor")
  }

  /// Serves; comes back when the service has been drained after a signal or `stop`.
  package func run() throws {
    guard Service.library == 0 else {
      throw SystemError("start libfcgi", code: Service.library)
    }
    // A peer that has gone away is an error of one write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)

    try startThread(watchdog.run)
    for watch in watches {
      loops.add(1, ordering: .relaxed)
      try startThread { self.runLoop(watch) }
    }
    logger.info("serving", metadata: ["threads": "\(threads)", "pid": "\(getpid())"])
    leash?.reportReady()

    waitForInput(
      [signals.descriptor, stopRequest] + (leash == nil ? [] : [Leash.lifeline]))
    drain()
  }

  /// Drains the service as SIGTERM does.
  package func stop() { eventfd_write(stopRequest, 1) }

  private func runLoop(_ watch: Watch) {
    let exchange = Exchange(gateway: gateway, limits: limits, handler: handler)
    let loop = Loop(
      poller: poller, watchdog: watchdog, watch: watch, exchange: exchange,
      limits: limits, isDraining: { self.isDraining.load(ordering: .acquiring) })
    loop.run()
    loops.subtract(1, ordering: .releasing)
  }

  private func drain() {
    logger.info("draining", metadata: ["connections": "\(poller.openConnections)"])
    let start = milliseconds()
    let isInTime = { milliseconds() - start < self.limits.drainTimeout }
    // From now on each answer ends its connection; the busy ones are gone after the quiet time.
    isDraining.store(true, ordering: .releasing)
    listening.withdraw()
    pause(limits.quietTime)
    poller.stopListening()
    watchdog.hurry()
    while poller.openConnections > 0, isInTime() {
      poller.hangUp()
      pause(10)
    }
    poller.dismiss()
    while loops.load(ordering: .acquiring) > 0, isInTime() { pause(2) }
    watchdog.dismiss()
    logger.info("drained", metadata: ["connections": "\(poller.openConnections)"])
  }
}
