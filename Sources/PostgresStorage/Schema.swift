import Storage

/// The tables, and the steps that made them: a database has gone through the first so many.
///
/// Steps are only ever added. Each may be done again after it was done in part, as not every
/// database undoes changes of its tables with the rest of a transaction.
enum Schema {
  static let steps: [[String]] = [
    SessionTables.first + VaultTables.first + CloudTables.first + RoomTables.first,
    VaultTables.visits,
    CloudTables.care,
  ]

  static var version: Int { steps.count }

  /// How far the database is.
  static func state(_ connection: Connection) throws(DatabaseError) -> SchemaState {
    do throws(DatabaseError) {
      let rows = try connection.run(Statement("SELECT version FROM dicehall_schema WHERE part = 1"))
      return SchemaState(after: rows.count == 1 ? rows.integer(0, 0) : nil)
    } catch .refused(_, state: "42P01") {
      return .missing
    }
  }

  /// - Throws: `.refused` unless the database is as this program needs it.
  static func check(_ connection: Connection) throws(DatabaseError) {
    guard let sentence = try state(connection).sentence else { return }
    throw .refused(.unavailable(sentence))
  }
}
