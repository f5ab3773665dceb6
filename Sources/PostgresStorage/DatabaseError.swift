import Storage

enum DatabaseError: Error {
  /// Another transaction changed the same rows. Nothing was done, and the whole transaction may be
  /// retried.
  case conflict
  /// The connection is lost. If `isUndone`, nothing was done; otherwise the outcome is unknown.
  case lost(String, isUndone: Bool)
  /// The connection, or what it has prepared, can't be used again. Nothing was done, and a new
  /// connection may succeed. `reason` is the server's message.
  case stale(reason: String, state: String)
  /// Nothing was done. `state` is the SQLSTATE if the server refused.
  case refused(StorageError, state: String = "")

  /// Classifies a server's error by its code; see appendix A of PostgreSQL's documentation.
  init(state: String, message: String) {
    switch state {
    case "40001", "40P01": self = .conflict
    // 25006: the server has become read-only, so another one has taken over. 26000 and 0A000: a
    // proxy or a change of the schema has invalidated prepared statements, though 0A000 can also
    // mean that the server doesn't support the statement at all.
    case "25006", "26000", "0A000": self = .stale(reason: message, state: state)
    case "57014", "55P03": self = .refused(.busy, state: state)
    case "53100": self = .refused(.full, state: state)
    // The server doesn't know the outcome; the connection broke; the server is shutting down.
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

  /// The error that callers of the engine get once there are no more retries.
  var forCaller: StorageError {
    switch self {
    case .conflict: .busy
    case .lost(let reason, _): .unavailable("The database was lost: \(reason)")
    case .stale(let reason, let state): DatabaseError.refusal(reason, state)
    case .refused(let error, _): error
    }
  }
}
