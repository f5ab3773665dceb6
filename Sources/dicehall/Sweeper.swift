import FastCGI
import Glibc
import Logging
import Store

/// Removes idle sessions beside the requests: a slice of the folder now and then, all of it in about
/// four hours.
final class Sweeper: Sendable {
  /// In seconds.
  private static let pause: UInt32 = 60

  private let store: SessionStore
  private let idleSeconds: Int
  private let logger: Logger

  init(_ store: SessionStore, idleSeconds: Int, logger: Logger) {
    self.store = store
    self.idleSeconds = idleSeconds
    self.logger = logger
  }

  /// Sweeps on a thread of its own as long as the process lives.
  /// - Throws: `SystemError` where there is no thread to be had.
  func start() throws {
    try startThread { self.sweep() }
  }

  private func sweep() {
    // Begins anywhere, so that short lives of the process leave no slice out.
    var slice = UInt8.random(in: .min ... .max)
    while true {
      sleep(Sweeper.pause)
      do throws(StoreError) {
        let count = try store.sweep(slice: slice, idleFor: idleSeconds, now: time(nil))
        if count > 0 { logger.info("removed \(count) idle sessions") }
      } catch {
        logger.error("sweep: \(error)")
      }
      slice &+= 1
    }
  }
}
