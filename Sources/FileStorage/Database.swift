import CSQLite
import Glibc
import Storage

enum DatabaseError: Error {
  /// The file is damaged or not a database.
  case damaged
  /// One record is damaged; the ID is as the file has it.
  case damagedRecord(String)
  case other(StorageError)
}

/// A connection to an SQLite file, with its prepared statements.
///
/// It is `@unchecked Sendable` because the pool gives it to only one thread at a time.
final class Database: @unchecked Sendable {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens an existing file.
  ///
  /// `patience` is how long a statement waits for other writers.
  init(_ path: String, patience: Duration) throws(DatabaseError) {
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nil)
    guard let opened else { throw .other(.refused(ENOMEM, doing: "open the database")) }
    handle = opened
    guard result == SQLITE_OK else { throw error(result, doing: "open the database") }
    sqlite3_busy_timeout(handle, Int32(clamping: patience.milliseconds))
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Whether the connection is outside any transaction.
  var isAtRest: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs statements that take no values and return no rows.
  func execute(_ sql: String) throws(DatabaseError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result, doing: "set up the database") }
  }

  /// Runs a statement, passes each row to `forEachRow`, and caches the statement.
  func run(
    _ sql: String, _ values: [SQLValue] = [],
    forEachRow: (Row) throws(DatabaseError) -> Void = { (_) throws(DatabaseError) in }
  ) throws(DatabaseError) {
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let result = value.bind(to: statement, at: Int32(index + 1))
      guard result == SQLITE_OK else { throw error(result, doing: "fill in a statement") }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try forEachRow(Row(statement: statement))
      case SQLITE_DONE: return
      case let result: throw error(result, doing: "use the database")
      }
    }
  }

  /// Runs a statement, and returns the result of `read` for its last row; `nil` if it has none.
  func value<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ read: (Row) -> Value
  ) throws(DatabaseError) -> Value? {
    var value: Value?
    try run(sql, values) { (row) throws(DatabaseError) in value = read(row) }
    return value
  }

  /// Runs `work` while nobody else can write; if it throws, undoes all its changes.
  func transaction<Result>(
    _ work: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      let result = try work()
      try run("COMMIT")
      return result
    } catch {
      // This may fail: SQLite may have rolled back already, for example because the disk is full.
      try? run("ROLLBACK")
      throw error
    }
  }

  private func statement(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    // Every statement fits the tables as they were created, so the tables must be damaged.
    guard result & 0xff != SQLITE_ERROR else { throw .damaged }
    guard result == SQLITE_OK, let prepared else {
      throw error(result, doing: "prepare a statement")
    }
    statements[sql] = prepared
    return prepared
  }

  private func error(_ result: Int32, doing: String) -> DatabaseError {
    // SQLite records the system error for most failures; for the rest, use `errno`.
    let left = errno
    let noted = sqlite3_system_errno(handle)
    let code = noted == 0 ? left : noted
    switch result & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: return .other(.busy)
    case SQLITE_FULL: return .other(.full)
    case SQLITE_READONLY: return .other(.refused(EROFS, doing: doing))
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      if StorageError.meansFull(code) { return .other(.full) }
      return .other(.refused(code == 0 ? EIO : code, doing: doing))
    default: return .other(.refused(ENOTSUP, doing: doing))
    }
  }
}

/// A value for a `?` in a statement.
enum SQLValue {
  case integer(Int)
  case text(String)
  case blob([UInt8])

  fileprivate func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    switch self {
    case .integer(let number): return sqlite3_bind_int64(statement, place, Int64(number))
    case .text(let text):
      // Pass the length, because the text may contain a NUL.
      return sqlite3_bind_text64(
        statement, place, text, UInt64(text.utf8.count), sqlite3_transient(), UInt8(SQLITE_UTF8))
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, place, 0) }
      return sqlite3_bind_blob64(statement, place, bytes, UInt64(bytes.count), sqlite3_transient())
    }
  }
}

/// A statement's current row.
struct Row {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let text = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Returns the bytes in that column; empty if it is NULL.
  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
