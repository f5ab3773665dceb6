import Storage

extension Schema {
  /// Takes the steps that are missing; of several who do this at once, one takes them and the
  /// others wait.
  ///
  /// - Returns: how far the database was.
  /// - Throws: `.refused` if a newer program has changed it.
  static func bringUp(_ connection: Connection) throws(DatabaseError) -> SchemaState {
    try makeVersionTable(connection)
    return try connection.transaction { (connection) throws(DatabaseError) in
      let rows = try connection.run(
        Statement("SELECT version FROM dicehall_schema WHERE part = 1 FOR UPDATE"))
      let done = rows.count == 1 ? rows.integer(0, 0) : 0
      let before = SchemaState(after: done)
      if case .newer = before, let sentence = before.sentence {
        throw .refused(.unavailable(sentence))
      }
      for step in steps.dropFirst(done) {
        for statement in step { try connection.execute(statement) }
      }
      try connection.run(
        Statement("UPDATE dicehall_schema SET version = $1 WHERE part = 1"), [.integer(version)])
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
      // Somebody else made it in the same moment.
      throw .conflict
    }
    try connection.run(
      Statement(
        "INSERT INTO dicehall_schema (part, version) VALUES (1, 0) ON CONFLICT (part) DO NOTHING"))
  }
}
