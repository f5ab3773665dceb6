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
  /// What the server knows a hall's connections by, unless the address says otherwise, and those that
  /// copy one.
  static let name = "dicehall"
  static let copyName = "dicehall copy"
  /// An answer that never came may still come, so the connection can't be used again.
  var isLost = false

  /// Connects; with several hosts, to the first that will have us.
  ///
  /// - Throws: `DatabaseError`.
  init(
    _ address: DatabaseAddress, _ timeouts: Timeouts, name: String = Connection.name
  ) throws(DatabaseError) {
    let library: PQFunctions
    do { library = try LibPQ.load() } catch { throw .refused(error) }
    // What the address says comes later, so it counts.
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
    // The library would print what the server only remarks on.
    _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
    guard library.setnonblocking(handle, 1) == 0 else { throw lost(isUndone: true) }
    try execute(
      """
      SET statement_timeout = \(timeouts.statement);
      SET idle_in_transaction_session_timeout = \(timeouts.idleTransaction)
      """)
  }

  deinit { library.finish(handle) }

  /// Whether the server is still there, as far as one can tell without asking it.
  var isAlive: Bool {
    guard !isLost, library.status(handle) == CONNECTION_OK else { return false }
    // Between statements a server only speaks up to say goodbye.
    var socket = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
    return poll(&socket, 1, 0) == 0
  }

  /// Runs a statement, in one round trip from the second time on.
  @discardableResult
  func run(_ statement: Statement, _ values: [Parameter] = []) throws(DatabaseError) -> Rows {
    let name = try prepared(statement, values)
    var buffer: [UInt8] = []
    var ends: [Int] = []
    for value in values {
      value.encode(into: &buffer)
      ends.append(buffer.count)
    }
    // Where there are no bytes at all there would be no address, which means null.
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

  /// Runs statements without values, as one transaction unless they say otherwise; the last
  /// answer's values are texts.
  @discardableResult
  func execute(_ sql: String) throws(DatabaseError) -> Rows {
    try answer(isSent: library.sendQuery(handle, sql) == 1)
  }

  /// Runs `work` as one transaction, and undoes all its changes if it throws.
  func transaction<Result>(
    _ work: (Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let result: Result
    do throws(DatabaseError) {
      try execute("BEGIN")
      result = try work(self)
    } catch {
      if !isLost { _ = try? execute("ROLLBACK") }
      // Only a commit leaves a doubt.
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
}
