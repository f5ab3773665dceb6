import FastCGI
import Glibc
import Logging
import Storage

/// Removes idle sessions while requests are answered: one slice a minute, all of them in about four
/// hours.
final class Sweeper: Sendable {
  /// In seconds.
  private static let pause: UInt32 = 60

  private let sessions: any SessionStorage
  private let idleSeconds: Int
  private let logger: Logger

  init(_ sessions: any SessionStorage, idleSeconds: Int, logger: Logger) {
    self.sessions = sessions
    self.idleSeconds = idleSeconds
    self.logger = logger
  }

  /// Sweeps on a thread of its own for as long as the process lives.
  /// - Throws: `SystemError` if there is no thread to be had.
  func start() throws {
    try startThread {
      // On Linux this concerns one thread alone: requests go first.
      _ = nice(19)
      self.sweep()
    }
  }

  private func sweep() {
    // Starts anywhere, so that no slice is left out when processes live only for a short time.
    var slice = UInt8.random(in: .min ... .max)
    while true {
      sleep(Sweeper.pause)
      // The storage logs its failures, and the next round tries again.
      let count = (try? sessions.sweep(slice: slice, idleFor: idleSeconds, now: time(nil))) ?? 0
      if count > 0 { logger.info("removed \(count) idle sessions") }
      slice &+= 1
    }
  }
}
