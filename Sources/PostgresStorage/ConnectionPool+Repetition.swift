import Glibc
import Storage

extension ConnectionPool {
  /// Runs one statement, a transaction by itself; see `attempt` for what is tried again.
  @discardableResult
  func run(
    _ statement: Statement, _ values: [Parameter] = [], isRepeatable: Bool = true
  ) throws(StorageError) -> Rows {
    try attempt(isRepeatable: isRepeatable, leavesDoubt: statement.leavesDoubt) {
      (connection) throws(DatabaseError) in try connection.run(statement, values)
    }
  }

  /// Runs several statements as one transaction, of which nothing is done if it throws; see
  /// `attempt` for what is tried again.
  func transaction<Result>(
    isRepeatable: Bool = true, _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result {
    try attempt(isRepeatable: isRepeatable) { (connection) throws(DatabaseError) in
      try connection.transaction(work)
    }
  }

  /// Does something again when others got in its way, or when its connection was lost before it was
  /// done.
  ///
  /// If nobody knows whether it was done, it is only done again if it is repeatable: then what it
  /// writes must tell the second time from the first, and the answer be the same.
  ///
  /// - Throws: `.unanswered` if it may have been done all the same, and that `leavesDoubt`.
  func attempt<Result>(
    isRepeatable: Bool, leavesDoubt: Bool = true,
    _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(StorageError) -> Result {
    let end = now() + timeouts.repetition
    var count = 0
    var isInDoubt = false
    while true {
      count += 1
      do throws(DatabaseError) {
        return try use(work)
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
      // Of many who meet again and again, each soon finds a moment of its own.
      usleep(.random(in: 0...UInt32(1_000 << min(count, 6))))
      return true
    case .lost(_, let isUndone): return count <= 3 && (isUndone || isRepeatable)
    case .stale: return count <= 3
    case .refused: return false
    }
  }
}

extension StorageError {
  /// The same about something that may have been done before.
  var inDoubt: StorageError {
    switch self {
    case .busy, .full, .unavailable: .unanswered(description)
    // These tell how it is now.
    case .damaged, .changed, .tooLarge, .tooMany, .tooOften, .unanswered: self
    }
  }
}

extension ConnectionPool {
  /// Runs one statement as `run` does, and tells whether it was begun more than once: then it may
  /// find done what it did itself.
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

  /// Does something that works out anew what to write, until it gets there before others do.
  ///
  /// - Throws: what `work` throws; `.busy` if that takes too long.
  func whileOthersAreFaster<Result>(
    _ work: () throws(StorageError) -> Result?
  ) throws(StorageError) -> Result {
    let end = now() + timeouts.repetition
    repeat {
      if let result = try work() { return result }
    } while now() < end
    throw .busy
  }
}
