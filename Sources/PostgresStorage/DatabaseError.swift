import Storage

/// Why something could not be done in the database.
enum DatabaseError: Error {
  /// Others were at the same rows: nothing was done, and the whole may be tried again.
  case conflict
  /// The connection is gone. `isUndone`: certainly nothing was done; else nobody knows.
  case lost(String, isUndone: Bool)
  /// The connection, or what it has prepared, is of no more use, and nothing was done; in another one
  /// the same may succeed. `reason` is the server's sentence.
  case stale(reason: String, state: String)
  /// Nothing was done; `state` is the SQLSTATE if it was the server that refused.
  case refused(StorageError, state: String = "")

  /// What a server's error means; its codes are in PostgreSQL's documentation, appendix A.
  init(state: String, message: String) {
    switch state {
    case "40001", "40P01": self = .conflict
    // A server that only reads now has lost its place to another one. 26000 and 0A000: somebody
    // between us and the server, or a change of the schema, has made prepared statements useless;
    // but 0A000 is also what a server says that can't do it at all.
    case "25006", "26000", "0A000": self = .stale(reason: message, state: state)
    case "57014", "55P03": self = .refused(.busy, state: state)
    case "53100": self = .refused(.full, state: state)
    // A server that doesn't know itself, connection trouble, and a server that is going down.
    case _ where state == "40003" || state.hasPrefix("08") || state.hasPrefix("57P"):
      self = .lost(message, isUndone: false)
    default: self = .refused(DatabaseError.refusal(message, state), state: state)
    }
  }

  private static func refusal(_ message: String, _ state: String) -> StorageError {
    .unavailable("The database refused a statement: \(message) (\(state)).")
  }

  /// Whether the connection can't be used again.
  var endsConnection: Bool {
    switch self {
    case .lost, .stale: true
    case .conflict, .refused: false
    }
  }

  /// What callers of the engine learn when nothing more is tried.
  var forCaller: StorageError {
    switch self {
    case .conflict: .busy
    case .lost(let reason, _): .unavailable("The database was lost: \(reason)")
    case .stale(let reason, let state): DatabaseError.refusal(reason, state)
    case .refused(let error, _): error
    }
  }
}
