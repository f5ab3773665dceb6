import Storage

extension Schema {
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
    (
      "dicehall_room",
      "hash last last_act kept_days is_closed size snapshot token gone is_erased"
    ),
    (
      "dicehall_room_record",
      "room number time last_act kept_days is_closed size token content"
    ),
    ("dicehall_room_snapshot", "room number content"),
    ("dicehall_room_opening", "client day number"),
  ].map { ($0, $1.split(separator: " ").map(String.init)) }

  /// Looks whether every column of every table can be read and changed, and changes none.
  ///
  /// - Throws: `.refused` with a sentence about the first table that can't be used.
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
