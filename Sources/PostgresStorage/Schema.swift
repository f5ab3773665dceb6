import Storage

/// The schema, as the steps that create it.
///
/// A database's version is the number of steps it has gone through.
///
/// Steps are only ever added. Each can be repeated after it was interrupted, as not every database
/// rolls back schema changes.
enum Schema {
  static let steps: [[String]] = [
    SessionTables.first + VaultTables.first + CloudTables.first + RoomTables.first,
    VaultTables.visits,
    CloudTables.moderation,
  ]

  static var version: Int { steps.count }

  static func state(_ connection: Connection) throws(DatabaseError) -> SchemaState {
    do throws(DatabaseError) {
      let rows = try connection.run("SELECT version FROM dicehall_schema WHERE part = 1")
      return SchemaState(after: rows.first?.integer(0))
    } catch .refused(_, state: "42P01") {
      return .missing
    }
  }

  /// - Throws: `.refused` unless the schema is this program's.
  static func check(_ connection: Connection) throws(DatabaseError) {
    guard let sentence = try state(connection).sentence else { return }
    throw .refused(.unavailable(sentence))
  }

  /// Runs the missing steps.
  ///
  /// If several programs do so at once, one runs them and the others wait.
  ///
  /// - Returns: the state before.
  /// - Throws: `.refused` if a newer program has changed the schema.
  static func migrate(_ connection: Connection) throws(DatabaseError) -> SchemaState {
    try makeVersionTable(connection)
    return try connection.transaction { (connection) throws(DatabaseError) in
      let rows = try connection.run("SELECT version FROM dicehall_schema WHERE part = 1 FOR UPDATE")
      let done = rows.first?.integer(0) ?? 0
      let before = SchemaState(after: done)
      if case .newer = before, let sentence = before.sentence {
        throw .refused(.unavailable(sentence))
      }
      for step in steps.dropFirst(done) {
        for statement in step { try connection.execute(statement) }
      }
      try connection.run(
        "UPDATE dicehall_schema SET version = $1 WHERE part = 1", [.integer(version)])
      return before
    }
  }

  private static func makeVersionTable(_ connection: Connection) throws(DatabaseError) {
    do throws(DatabaseError) {
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS dicehall_schema (
          part bigint PRIMARY KEY,
          version bigint NOT NULL
        )
        """)
    } catch .refused(_, let state) where ["23505", "42P07", "42710"].contains(state) {
      // Someone else created it at the same moment.
      throw .conflict
    }
    try connection.run(
      Statement(
        "INSERT INTO dicehall_schema (part, version) VALUES (1, 0) ON CONFLICT (part) DO NOTHING"))
  }

  /// The tables that play needs, and their columns.
  static let tables: [(name: String, columns: [String])] = [
    ("dicehall_session", "hash revision token used claim claimed_until content"),
    ("dicehall_probe", "part used"),
    ("dicehall_vault", "hash revision visited"),
    ("dicehall_vault_entry", "vault id saved removed token content"),
    ("dicehall_transfer", "name expires redeemer content"),
    ("dicehall_cloud_number", "name value"),
    ("dicehall_cloud_record", "id place name class is_compatible saved secret content"),
    ("dicehall_cloud_word", "beginning class is_compatible place"),
    ("dicehall_cloud_client", "hash used_until"),
    ("dicehall_cloud_blocked", "id place name class is_compatible saved secret content"),
    ("dicehall_cloud_report", "id client"),
    ("dicehall_room", "hash last last_act kept_days is_closed size snapshot token gone is_erased"),
    ("dicehall_room_record", "room number time last_act kept_days is_closed size token content"),
    ("dicehall_room_snapshot", "room number content"),
    ("dicehall_room_opening", "client day number"),
  ].map { ($0, $1.split(separator: " ").map(String.init)) }

  /// Checks that every column of every table can be read and changed, without changing any.
  ///
  /// - Throws: `.refused` with a message about the first table that can't be used.
  static func checkTables(_ connection: Connection) throws(DatabaseError) {
    for (table, columns) in tables {
      let all = columns.joined(separator: ", ")
      let same = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
      do throws(DatabaseError) {
        try connection.execute(
          """
          INSERT INTO \(table) (\(all)) SELECT \(all) FROM \(table) WHERE false;
          UPDATE \(table) SET \(same) WHERE false;
          DELETE FROM \(table) WHERE false
          """)
      } catch .refused(.unavailable(let reason, _), let state) where !state.isEmpty {
        throw .refused(.unavailable("The table \(table) can't be used. \(reason)"), state: state)
      }
    }
  }
}

/// The version of a database's schema, compared with this program's.
package enum SchemaState: Equatable, Sendable {
  case current
  /// It has no Dicehall tables.
  case missing
  /// It has gone through this many of the steps, but not all.
  case older(Int)
  /// A newer program has changed it.
  case newer(Int)

  /// The state after a number of steps, or `nil` for none.
  init(after steps: Int?) {
    switch steps {
    case nil, 0: self = .missing
    case Schema.version: self = .current
    case let steps? where steps < Schema.version: self = .older(steps)
    case let steps?: self = .newer(steps)
    }
  }

  /// A message for the operator; `nil` if all is well.
  package var sentence: String? {
    switch self {
    case .current: nil
    case .missing: "The database has no tables for Dicehall; make them with dicehall store init."
    case .older(let steps):
      "The database's tables have version \(steps), and this program needs \(Schema.version); "
        + "change them with dicehall store migrate."
    case .newer(let steps):
      "The database's tables have version \(steps), which is newer than this program's "
        + "\(Schema.version); install a newer program."
    }
  }
}
