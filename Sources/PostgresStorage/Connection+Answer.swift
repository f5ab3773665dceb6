import CPQ
import Glibc

extension Connection {
  /// Waits for the answer to what was sent; for several statements, the last one's.
  @discardableResult
  func answer(isSent: Bool) throws(DatabaseError) -> Rows {
    guard isSent else { throw lost(isUndone: true) }
    let end = now() + timeouts.answer
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

  /// Marks the connection as lost, and says why.
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
      // A server that has to speak before it can listen is heard.
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

/// Milliseconds of a clock that nobody sets.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
