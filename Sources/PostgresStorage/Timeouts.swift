/// How long something in the database may take, in milliseconds.
package struct Timeouts: Sendable {
  /// Reaching one host; libpq counts in whole seconds, at least 2.
  package var connect = 3_000
  /// One statement, before the server ends it.
  package var statement = 5_000
  /// A statement's answer, before the connection counts as lost.
  package var answer = 8_000
  /// A transaction in which nothing happens, before the server ends it.
  package var idleTransaction = 10_000
  /// Waiting for somebody else's claim to a session.
  package var claim = 2_000
  /// Waiting until one of a process's connections is free.
  package var connection = 2_000
  /// How long something that others got in the way of is tried again.
  package var repetition = 5_000
  /// After the first failure to connect, until the next attempt; each further one doubles it.
  package var firstPause = 100
  package var longestPause = 2_000

  package init() {}
}
