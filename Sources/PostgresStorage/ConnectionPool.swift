import Storage

/// The connections of one process: at most so many, made when they are needed and used again.
///
/// When a connection has failed twice, one caller at a time makes the next attempt, more and more
/// seldom. Meanwhile all others wait for those that there are, as it may only be one too many; if
/// there are none, the database counts as away, and they learn that at once.
package final class ConnectionPool: Sendable {
  private struct State {
    var idle: [Connection] = []
    /// How many there are, with those that are being made.
    var open = 0
    var opening = 0
    var failure: Failure?

    /// Whether somebody will give one back.
    var isAnyBusy: Bool { open - opening > idle.count }
  }

  /// The database could not be reached.
  private struct Failure {
    let error: StorageError
    /// Whether nobody answered, rather than refused: connections that are busy wait in vain then, too.
    let isSilent: Bool
    /// In milliseconds, until the next attempt at `next`.
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

  /// A pool of at most `limit` connections that `open` makes; none is made yet.
  init(
    limit: Int, _ timeouts: Timeouts,
    open: @escaping @Sendable () throws(DatabaseError) -> Connection
  ) {
    self.limit = max(1, limit)
    self.timeouts = timeouts
    self.open = open
  }

  /// Runs `work` with a connection of its own.
  ///
  /// - Throws: what `work` throws; `.refused` if there is no connection to be had.
  func use<Result>(
    _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let connection = try take()
    defer { giveBack(connection) }
    do throws(DatabaseError) {
      return try work(connection)
    } catch {
      // What ended this one has probably ended the others too.
      if error.endsConnection { dropIdle() }
      throw error
    }
  }

  private func take() throws(DatabaseError) -> Connection {
    let end = now() + timeouts.connection
    while true {
      let place: Place? = state.wait(milliseconds: max(0, end - now())) { findPlace(&$0) }
      switch place {
      case .idle(let connection) where connection.isAlive: return connection
      case .idle: state.update { $0.open -= 1 }
      case .toOpen: if let connection = connect() { return connection }
      case .away(let error):
        // Whoever else waits has nothing to wait for either.
        state.update { _ in }
        throw .refused(error)
      case nil: throw .refused(state.update { $0.failure?.error } ?? .busy)
      }
    }
  }

  private func findPlace(_ state: inout State) -> Place? {
    // The one used last has the warmest caches, and the others may rest.
    if let connection = state.idle.popLast() { return .idle(connection) }
    if let failure = state.failure {
      guard failure.next <= now() else {
        return state.isAnyBusy && !failure.isSilent ? nil : .away(failure.error)
      }
      // Until this attempt is over, nobody else makes one.
      state.failure?.next = now() + 10 * timeouts.connect
    }
    guard state.open < limit else { return nil }
    state.open += 1
    state.opening += 1
    return .toOpen
  }

  /// A new connection; `nil` if there is none to be had for now.
  private func connect() -> Connection? {
    let start = now()
    do throws(DatabaseError) {
      let connection: Connection
      do throws(DatabaseError) {
        connection = try open()
      } catch {
        // One that was cut in the middle does not mean that the database is away.
        guard !isAway, now() - start < timeouts.connect / 3 else { throw error }
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
        // Many backends should not all come back in the same moment.
        $0.failure = Failure(
          error: reason, isSilent: now() - start >= timeouts.connect / 3, pause: pause,
          next: now() + Int.random(in: pause / 2...pause))
      }
      return nil
    }
  }

  private var isAway: Bool { state.update { $0.failure != nil } }

  private func giveBack(_ connection: Connection) {
    state.update {
      if connection.isLost { $0.open -= 1 } else { $0.idle.append(connection) }
    }
  }

  private func dropIdle() {
    // They are closed outside the lock, when the last reference goes.
    let idle = state.update { state in
      defer {
        state.open -= state.idle.count
        state.idle = []
      }
      return state.idle
    }
    withExtendedLifetime(idle) {}
  }
}
