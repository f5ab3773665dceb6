import CFCGI
import Glibc

/// The loop of a thread: takes a connection with input, answers it, and hands it back.
///
/// `Watch` decides which loop is next. It is a class, so that a request copies none of what it has.
final class RequestLoop {
  private let poller: Poller
  private let watchdog: Watchdog
  private let activity: LoopActivity
  private let responder: Responder
  private let limits: Limits
  private let observer: (any ServiceObserver)?
  private let isDraining: () -> Bool
  /// Called with each connection that a loop gets.
  private let willServe: () -> Void

  init(
    poller: Poller, watchdog: Watchdog, activity: LoopActivity, responder: Responder,
    limits: Limits, observer: (any ServiceObserver)?, isDraining: @escaping () -> Bool,
    willServe: @escaping () -> Void
  ) {
    self.poller = poller
    self.watchdog = watchdog
    self.activity = activity
    self.responder = responder
    self.limits = limits
    self.observer = observer
    self.isDraining = isDraining
    self.willServe = willServe
  }

  /// Runs until the poller stops.
  func run() {
    defer { activity.place.give() }
    while let connection = next() {
      willServe()
      observer?.threadBecameBusy()
      serve(connection)
      observer?.threadBecameFree()
      poller.finish()
    }
  }

  private func next() -> Connection? {
    activity.place.take()
    return poller.next()
  }

  /// Answers requests on a connection until it becomes idle or ends.
  func serve(_ connection: Connection) {
    while true {
      activity.begin(.reading, on: connection.handle)
      watchdog.wake()
      let outcome = responder.answer(connection, activity: activity, isLast: isLast)
      if outcome == .discard {
        activity.begin(.reading, on: connection.handle)
        discard(connection)
      }
      activity.end()
      guard outcome == .keep else { return poller.close(connection) }
      switch poller.park(connection) {
      case .parked: return
      case .hasInput: continue
      case .refused: return poller.close(connection)
      }
    }
  }

  private func isLast() -> Bool {
    isDraining() || poller.openConnections > limits.keptConnections
  }

  /// Reads and drops what the peer still sends; if we just closed, the peer might lose the answer.
  private func discard(_ connection: Connection) {
    activity.place.give()
    shutdown(connection.handle, Int32(SHUT_WR))
    withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 16) { buffer in
      var discarded = 0
      while discarded < limits.discarded {
        let count = Glibc.read(connection.handle, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        discarded += count
      }
    }
  }
}
