import CFCGI
import Glibc
import Synchronization
import Web

/// What a free thread does: takes a connection that has something to say, answers, puts it back.
final class Loop {
  private let poller: Poller
  private let watchdog: Watchdog
  private let watch: Watch
  private let exchange: Exchange
  private let limits: Limits
  private let isDraining: () -> Bool

  init(
    poller: Poller, watchdog: Watchdog, watch: Watch, exchange: Exchange,
    limits: Limits, isDraining: @escaping () -> Bool
  ) {
    self.poller = poller
    self.watchdog = watchdog
    self.watch = watch
    self.exchange = exchange
    self.limits = limits
    self.isDraining = isDraining
  }

  /// Goes on until the loops are dismissed.
  func run() {
    while let connection = poller.next() { serve(connection) }
  }

  /// Answers what comes on a connection until it falls silent or ends.
  func serve(_ connection: Connection) {
    while true {
      watch.begin(.reading, on: connection.handle)
      watchdog.wake()
      let outcome = exchange.answer(connection, watch: watch, isLast: isLast)
      if outcome == .discard {
        watch.begin(.reading, on: connection.handle)
        discard(connection)
      }
      watch.end()
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

  /// Reads what the peer still sends, as a closed door would cost it the answer.
  private func discard(_ connection: Connection) {
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
