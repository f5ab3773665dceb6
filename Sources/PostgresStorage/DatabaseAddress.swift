import CPQ
import Storage

/// The address of a database.
///
/// It is `postgres://…` or a connection string such as `service=hall`. libpq reads it, so its
/// password file and TLS options work too.
package struct DatabaseAddress: Sendable, CustomStringConvertible {
  let text: String
  /// The database and host without user or password, for logs.
  package let description: String

  /// Returns whether the text looks like a database's address rather than a folder.
  package static func isAddress(_ text: String) -> Bool {
    isURL(text) || text.prefix { $0 != "/" }.contains("=")
  }

  private static func isURL(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// - Throws: `StorageError.unavailable` if libpq can't read the address or isn't installed. The
  ///   message never quotes the address, which may hold a password.
  package init(_ text: String) throws(StorageError) {
    let library = try LibPQ.load()
    guard DatabaseAddress.isAddress(text), !DatabaseAddress.isAmbiguous(text) else {
      throw DatabaseAddress.unreadable
    }
    guard let options = library.conninfoParse(text, nil) else { throw DatabaseAddress.unreadable }
    defer { library.conninfoFree(options) }
    var values: [String: String] = [:]
    var next = options
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      next += 1
    }
    let ports = values["port"]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    guard ports.allSatisfy({ $0.isEmpty || UInt16($0) != nil }) else {
      throw DatabaseAddress.unreadable
    }
    self.text = text
    description = DatabaseAddress.describe(values)
  }

  /// Returns whether an unescaped character in a name or password would make libpq read part of it
  /// as the host, which messages show.
  private static func isAmbiguous(_ text: String) -> Bool {
    guard isURL(text), let start = text.firstRange(of: "://")?.upperBound else { return false }
    let place = text[start...].prefix { $0 != "?" }
    guard let sign = place.lastIndex(of: "@") else { return false }
    let account = place[..<sign]
    return account.contains { "@/#".contains($0) } || account.count { $0 == ":" } > 1
  }

  private static let unreadable = StorageError.unavailable(
    "The store's address can't be read. Write postgres://USER@HOST:PORT/DATABASE, with signs like "
      + "@, : and / in a name or password as %40, %3A and %2F, or a connection string such as "
      + "service=NAME.")

  private static func describe(_ values: [String: String]) -> String {
    if let service = values["service"] { return "database of service \(service)" }
    let database = values["dbname"].map { "database \($0)" } ?? "database"
    return (values["host"] ?? values["hostaddr"]).map { "\(database) on \($0)" } ?? database
  }
}
