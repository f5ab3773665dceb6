import Storage

/// What a vault held when it was looked at.
struct VaultState {
  let revision: Int
  let present: Set<EntryID>
  /// The moments of removal, in seconds since 1970.
  let removed: [EntryID: Int]

  private static let reading = Statement(
    """
    SELECT v.revision, e.id, e.removed FROM dicehall_vault v
    LEFT JOIN dicehall_vault_entry e ON e.vault = v.hash WHERE v.hash = $1
    """)

  /// Looks at a vault; `nil` if there is none.
  init?(of vault: VaultID, in pool: ConnectionPool) throws(StorageError) {
    let rows = try pool.run(VaultState.reading, [.blob(vault.hash)])
    guard rows.count > 0 else { return nil }
    var present: Set<EntryID> = []
    var removed: [EntryID: Int] = [:]
    for row in 0..<rows.count {
      guard let id = EntryID(rows.text(row, 1)) else { continue }
      if rows.isNull(row, 2) { present.insert(id) } else { removed[id] = rows.integer(row, 2) }
    }
    revision = rows.integer(0, 0)
    self.present = present
    self.removed = removed
  }

  /// How many entries more the vault can hold.
  var room: Int { max(0, StorageLimits.vaultEntries - present.count) }

  /// Whether it was ever put in, and is there or can still be restored.
  func knows(_ id: EntryID) -> Bool { present.contains(id) || removed[id] != nil }

  /// So many new ids, each of which sorts after all before.
  func newIDs(_ count: Int) -> [EntryID] {
    var random = SystemRandomNumberGenerator()
    var last = Array(present) + removed.keys
    return (0..<count).map { _ in
      let id = EntryID(after: last, using: &random)
      last = [id]
      return id
    }
  }
}
