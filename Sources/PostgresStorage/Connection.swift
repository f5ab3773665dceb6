import CPQ
import Glibc
import Storage

/// One connection to the database, with the statements that it has prepared.
///
/// It is `@unchecked Sendable` because the pool gives it to only one thread at a time.
final class Connection: @unchecked Sendable {
  let library: PQFunctions
  let handle: OpaquePointer
  let timeouts: Timeouts
  private var names: [String: String] = [:]
  /// The application names that the server shows for a hall's connections and for those that copy a
  /// hall, unless the address sets one.
  static let name = "dicehall"
  static let copyName = "dicehall copy"
  /// Whether the connection must not be used again: an answer that is overdue may still arrive.
  var isLost = false
  /// The time after which the caller can't wait for an answer, in milliseconds.
  var deadline = Int.max

  /// Connects; if the address names several hosts, to the first that accepts.
  init(
    _ address: DatabaseAddress, _ timeouts: Timeouts, name: String = Connection.name
  ) throws(DatabaseError) {
    let library: PQFunctions
    do { library = try LibPQ.load() } catch { throw .refused(error) }
    // The address comes last, so its settings override these.
    let settings = [
      ("connect_timeout", "\(timeouts.connect / 1000)"), ("tcp_user_timeout", "\(timeouts.answer)"),
      ("keepalives_idle", "10"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
      ("client_encoding", "UTF8"), ("fallback_application_name", name),
      ("dbname", address.text),
    ]
    let opened = Connection.withStrings(settings.map(\.0)) { keywords in
      Connection.withStrings(settings.map(\.1)) { library.connectdbParams(keywords, $0, 1) }
    }
    guard let opened, library.status(opened) == CONNECTION_OK else {
      let reason = library.lastMessage(of: opened)
      library.finish(opened)
      throw .refused(.unavailable("The \(address) can't be reached: \(reason)", code: ENOTCONN))
    }
    self.library = library
    handle = opened
    self.timeouts = timeouts
    // By default libpq prints the server's notices to standard error.
    _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
    guard library.setnonblocking(handle, 1) == 0 else { throw lost(isUndone: true) }
    try execute(
      """
      SET statement_timeout = \(timeouts.statement);
      SET idle_in_transaction_session_timeout = \(timeouts.idleTransaction)
      """)
  }

  deinit { library.finish(handle) }

  /// Whether the connection seems usable; checked without a round trip to the server.
  var isAlive: Bool {
    guard !isLost, library.status(handle) == CONNECTION_OK else { return false }
    // Between statements a server sends something only when it closes the connection.
    var socket = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
    return poll(&socket, 1, 0) == 0
  }

  /// Runs a statement.
  ///
  /// The first run takes two round trips, each later one a single trip.
  @discardableResult
  func run(_ statement: Statement, _ values: [Parameter] = []) throws(DatabaseError) -> Rows {
    let name = try prepared(statement, values)
    var buffer: [UInt8] = []
    var ends: [Int] = []
    for value in values {
      value.encode(into: &buffer)
      ends.append(buffer.count)
    }
    // An empty buffer has no address, and libpq would read that as NULL.
    buffer.append(0)
    let starts = [0] + ends.dropLast()
    let lengths = zip(starts, ends).map { Int32($1 - $0) }
    let formats = [Int32](repeating: 1, count: values.count)
    let isSent = buffer.withUnsafeBytes { bytes in
      let texts = bytes.bindMemory(to: CChar.self)
      let pointers = starts.prefix(values.count).map { start in
        texts.baseAddress.map { UnsafePointer($0 + start) }
      }
      return library.sendQueryPrepared(
        handle, name, Int32(values.count), pointers, lengths, formats, 1)
    }
    return try answer(isSent: isSent == 1)
  }

  /// Runs statements without parameters, as one transaction unless they begin their own.
  ///
  /// Values in the last answer are text.
  @discardableResult
  func execute(_ sql: String) throws(DatabaseError) -> Rows {
    try answer(isSent: library.sendQuery(handle, sql) == 1)
  }

  /// Runs `work` in a transaction, which is rolled back if `work` throws.
  func transaction<Result>(
    _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let result: Result
    do throws(DatabaseError) {
      try execute("BEGIN")
      result = try work(self)
    } catch {
      if !isLost { _ = try? execute("ROLLBACK") }
      // Only an unanswered commit leaves the outcome unknown.
      guard case .lost(let reason, _) = error else { throw error }
      throw .lost(reason, isUndone: true)
    }
    try execute("COMMIT")
    return result
  }

  private func prepared(
    _ statement: Statement, _ values: [Parameter]
  ) throws(DatabaseError) -> String {
    if let name = names[statement.sql] { return name }
    let name = "s\(names.count)"
    let types = values.map(\.type)
    let isSent = library.sendPrepare(handle, name, statement.sql, Int32(types.count), types) == 1
    do throws(DatabaseError) {
      try answer(isSent: isSent)
    } catch .lost(let reason, _) {
      throw .lost(reason, isUndone: true)
    }
    names[statement.sql] = name
    return name
  }

  private static func withStrings<Result>(
    _ strings: [String], _ work: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return work(copies.map { UnsafePointer($0) } + [nil])
  }

  /// Returns the answer to what was sent; for several statements, the last answer.
  @discardableResult
  func answer(isSent: Bool) throws(DatabaseError) -> Rows {
    guard isSent else { throw lost(isUndone: true) }
    let end = min(now() + timeouts.answer, deadline)
    try flush(until: end)
    var last: Rows?
    var failure: DatabaseError?
    while let result = try nextResult(until: end) {
      let rows = Rows(result, library)
      switch library.resultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK: last = rows
      default: failure = failure ?? error(result)
      }
    }
    guard library.status(handle) == CONNECTION_OK else { throw lost(isUndone: false) }
    if let failure {
      if failure.endsConnection { isLost = true }
      throw failure
    }
    guard let last else { throw lost(isUndone: false) }
    return last
  }

  /// Marks the connection as lost, and returns the reason.
  func lost(_ reason: String? = nil, isUndone: Bool) -> DatabaseError {
    isLost = true
    return .lost(reason ?? library.lastMessage(of: handle), isUndone: isUndone)
  }

  private func flush(until end: Int) throws(DatabaseError) {
    while true {
      switch library.flush(handle) {
      case 0: return
      case 1: break
      default: throw lost(isUndone: false)
      }
      // The server may have to send before it can receive, so read what it sends.
      let ready = try wait(for: Int16(POLLIN | POLLOUT), until: end)
      if ready & Int16(POLLIN) != 0, library.consumeInput(handle) == 0 {
        throw lost(isUndone: false)
      }
    }
  }

  private func nextResult(until end: Int) throws(DatabaseError) -> OpaquePointer? {
    while library.isBusy(handle) != 0 {
      _ = try wait(for: Int16(POLLIN), until: end)
      guard library.consumeInput(handle) == 1 else { throw lost(isUndone: false) }
    }
    return library.getResult(handle)
  }

  private func wait(for events: Int16, until end: Int) throws(DatabaseError) -> Int16 {
    while true {
      var socket = pollfd(fd: library.socket(handle), events: events, revents: 0)
      let count = poll(&socket, 1, Int32(clamping: max(0, end - now())))
      if count > 0 { return socket.revents }
      guard count < 0, errno == EINTR else {
        throw lost("the server did not answer in time", isUndone: false)
      }
    }
  }

  private func error(_ result: OpaquePointer) -> DatabaseError {
    func field(_ sign: Character) -> String {
      library.resultErrorField(result, Int32(sign.asciiValue ?? 0))
        .map { oneLine(String(cString: $0)) } ?? ""
    }
    return DatabaseError(state: field("C"), message: field("M"))
  }
}

/// Returns the time of the monotonic clock, in milliseconds.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
