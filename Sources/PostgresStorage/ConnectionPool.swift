import Glibc
import Storage

/// The connections of one process, opened on demand up to a limit, and reused.
///
/// After two failures to connect, one caller at a time tries again, with growing pauses. Meanwhile
/// the others wait for open connections, as the server may only have refused one too many. If none
/// are open, the database counts as unavailable, and callers get the error at once.
package final class ConnectionPool: Sendable {
  private struct State {
    var idle: [Connection] = []
    /// The number of connections, including those that are being opened.
    var open = 0
    var opening = 0
    var failure: Failure?

    /// Whether a caller holds a connection and will return it.
    var isAnyBusy: Bool { open - opening > idle.count }
  }

  /// The reason why the database couldn't be reached, and the time of the next attempt.
  private struct Failure {
    let error: StorageError
    /// Whether nothing answered; then busy connections won't get an answer either.
    let isSilent: Bool
    /// The pause before the next attempt, in milliseconds.
    let pause: Int
    var next: Int
  }

  private enum Place {
    case idle(Connection)
    case toOpen
    case away(StorageError)
  }

  let timeouts: Timeouts
  private let limit: Int
  private let state = Monitor(State())
  private let open: @Sendable () throws(DatabaseError) -> Connection

  /// Creates a pool of at most `limit` connections, without opening any.
  init(
    limit: Int, _ timeouts: Timeouts,
    open: @escaping @Sendable () throws(DatabaseError) -> Connection
  ) {
    self.limit = max(1, limit)
    self.timeouts = timeouts
    self.open = open
  }

  /// Runs `work` with a connection of its own, which waits for no answer beyond the deadline.
  ///
  /// - Throws: what `work` throws; `.refused` if no connection is available.
  func use<Result>(
    until deadline: Int = .max, _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let connection = try acquire()
    connection.deadline = deadline
    defer {
      state.update {
        if connection.isLost { $0.open -= 1 } else { $0.idle.append(connection) }
      }
    }
    do throws(DatabaseError) {
      return try work(connection)
    } catch {
      // Whatever ended this connection has probably ended the idle ones too.
      if error.endsConnection { dropIdle() }
      throw error
    }
  }

  private func acquire() throws(DatabaseError) -> Connection {
    let end = now() + timeouts.connection
    while true {
      let place: Place? = state.wait(milliseconds: max(0, end - now())) { findPlace(&$0) }
      switch place {
      case .idle(let connection) where connection.isAlive: return connection
      case .idle: state.update { $0.open -= 1 }
      case .toOpen: if let connection = connect() { return connection }
      case .away(let error):
        // Wakes the next waiting caller, which will get the same error.
        state.update { _ in }
        throw .refused(error)
      case nil: throw .refused(state.update { $0.failure?.error } ?? .busy)
      }
    }
  }

  private func findPlace(_ state: inout State) -> Place? {
    // The most recently used connection has the warmest caches.
    if let connection = state.idle.popLast() { return .idle(connection) }
    if let failure = state.failure {
      guard failure.next <= now() else {
        return state.isAnyBusy && !failure.isSilent ? nil : .away(failure.error)
      }
      // Nobody else tries while this attempt lasts.
      state.failure?.next = now() + 10 * timeouts.connect
    }
    guard state.open < limit else { return nil }
    state.open += 1
    state.opening += 1
    return .toOpen
  }

  /// Opens a connection.
  /// - Returns: `nil` if that fails.
  private func connect() -> Connection? {
    let start = now()
    do throws(DatabaseError) {
      let connection: Connection
      do throws(DatabaseError) {
        connection = try open()
      } catch {
        // A single cut connection doesn't mean that the database is away.
        guard state.update({ $0.failure == nil }), now() - start < timeouts.connect / 3 else {
          throw error
        }
        connection = try open()
      }
      state.update {
        $0.opening -= 1
        $0.failure = nil
      }
      return connection
    } catch {
      let reason = error.forCaller
      state.update { [timeouts] in
        $0.open -= 1
        $0.opening -= 1
        let pause = min(
          $0.failure.map { 2 * $0.pause } ?? timeouts.firstPause, timeouts.longestPause)
        // Random, so that many backends don't all reconnect at the same moment.
        $0.failure = Failure(
          error: reason, isSilent: now() - start >= timeouts.connect / 3, pause: pause,
          next: now() + Int.random(in: pause / 2...pause))
      }
      return nil
    }
  }

  private func dropIdle() {
    // The connections are closed outside the lock, when the last reference goes away.
    let idle = state.update { state in
      defer {
        state.open -= state.idle.count
        state.idle = []
      }
      return state.idle
    }
    withExtendedLifetime(idle) {}
  }

  /// Runs one statement as its own transaction.
  ///
  /// `attempt` describes what is retried.
  @discardableResult
  func run(
    _ statement: Statement, _ values: [Parameter] = [], isRepeatable: Bool = true
  ) throws(StorageError) -> Rows {
    try attempt(isRepeatable: isRepeatable, leavesDoubt: statement.leavesDoubt) {
      (connection) throws(DatabaseError) in try connection.run(statement, values)
    }
  }

  /// Runs `work` in a transaction, which is rolled back if it throws.
  ///
  /// `attempt` describes what is retried.
  func transaction<Result>(
    isRepeatable: Bool = true, _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result {
    try attempt(isRepeatable: isRepeatable) { (connection) throws(DatabaseError) in
      try connection.transaction(work)
    }
  }

  /// Runs `work`, and retries it after a conflict or when the connection was lost before it took
  /// effect.
  ///
  /// If the outcome is unknown, `work` is retried only if it is repeatable: a second run must
  /// recognise what the first wrote, and give the same answer.
  ///
  /// - Throws: `.unanswered` if it may have taken effect after all and `leavesDoubt` is true.
  func attempt<Result>(
    isRepeatable: Bool, leavesDoubt: Bool = true,
    _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result {
    let start = now()
    let deadline = timeouts.attempts.map { start + $0 } ?? .max
    let end = min(start + timeouts.repetition, deadline)
    var count = 0
    var isInDoubt = false
    while true {
      count += 1
      do throws(DatabaseError) {
        return try use(until: deadline, work)
      } catch {
        if leavesDoubt, case .lost(_, isUndone: false) = error { isInDoubt = true }
        guard now() < end, mayRepeat(error, count, isRepeatable: isRepeatable) else {
          throw isInDoubt ? error.forCaller.inDoubt : error.forCaller
        }
      }
    }
  }

  private func mayRepeat(_ error: DatabaseError, _ count: Int, isRepeatable: Bool) -> Bool {
    switch error {
    case .conflict:
      // A random pause, longer each time, separates callers that keep colliding.
      usleep(.random(in: 0...UInt32(1_000 << min(count, 6))))
      return true
    case .lost(_, let isUndone): return count <= 3 && (isUndone || isRepeatable)
    case .stale: return count <= 3
    case .refused: return false
    }
  }
}

extension StorageError {
  /// The error for work that may already have taken effect.
  var inDoubt: StorageError {
    switch self {
    case .busy, .full, .unavailable: .unanswered(description)
    // These describe the present state, so nothing is in doubt.
    case .damaged, .changed, .tooLarge, .tooMany, .tooOften, .unanswered: self
    }
  }
}

extension ConnectionPool {
  /// Runs one statement as `run` does, and returns whether it ran more than once: a later run may
  /// find what an earlier one wrote.
  func runCounting(
    _ statement: Statement, _ values: [Parameter]
  ) throws(StorageError) -> (rows: Rows, wasRepeated: Bool) {
    var count = 0
    let rows = try attempt(isRepeatable: true) { (connection) throws(DatabaseError) in
      count += 1
      return try connection.run(statement, values)
    }
    return (rows, count > 1)
  }

  /// Calls `work` until it handles fewer than 500 rows, and returns how many it has handled in all.
  ///
  /// Each call gets the number of rows handled by then.
  func repeating(_ work: (Int) throws(StorageError) -> Int) throws(StorageError) -> Int {
    var total = 0
    while true {
      let count = try work(total)
      total += count
      if count < 500 { return total }
    }
  }

  /// Calls `work` until it returns a result: each call reads the current state, and returns `nil`
  /// if others changed it first.
  ///
  /// - Throws: what `work` throws; `.busy` if that takes too long.
  func retrying<Result>(_ work: () throws(StorageError) -> Result?) throws(StorageError) -> Result {
    let end = now() + timeouts.repetition
    repeat {
      if let result = try work() { return result }
    } while now() < end
    throw .busy
  }
}
