import CPQ
import Glibc
import Storage

/// PostgreSQL's client library, loaded on first use, so that a hall that keeps its games in files
/// doesn't need it.
enum LibPQ {
  private static let file = "libpq.so.5"

  /// The library's functions; `nil` if the library or one of them is missing.
  private static let functions: PQFunctions? = {
    let functions = UnsafeMutablePointer<PQFunctions>.allocate(capacity: 1)
    defer { functions.deallocate() }
    guard PQFunctions_load(functions, file) == nil else { return nil }
    return functions.pointee
  }()

  /// - Throws: `StorageError.unavailable` if there is no such library.
  static func load() throws(StorageError) -> PQFunctions {
    if let functions { return functions }
    throw .unavailable(
      "A store in a database needs PostgreSQL's client library \(file), which is not installed "
        + "(Debian's package libpq5).",
      code: ENOENT)
  }
}

extension PQFunctions {
  /// Returns the connection's most recent error message, on one line.
  func lastMessage(of connection: OpaquePointer?) -> String {
    oneLine(errorMessage(connection).map { String(cString: $0) } ?? "")
  }
}

/// Joins the lines of a message, so that it fits a log.
func oneLine(_ message: String) -> String {
  message.split(whereSeparator: \.isNewline)
    .map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
}
