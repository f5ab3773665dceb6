import Storage

struct VaultTableArchive: PieceArchive {
  let pool: ConnectionPool
  let database: String

  var place: String { "\(database), vaults" }

  func place(of name: VaultPieceName) -> String {
    let vault = "\(database), vault \(name.vault.text)"
    return name.entry.map { "\(vault), entry \($0.text)" } ?? vault
  }

  private static let listing: Statement = """
    SELECT v.hash, e.id FROM dicehall_vault v LEFT JOIN dicehall_vault_entry e ON e.vault = v.hash
    WHERE v.hash >= $1 AND v.hash < $2 ORDER BY v.hash, e.id
    """

  func names(from slice: Int) throws(StorageError) -> NamePage<VaultPieceName> {
    let range = HashRange(slice: UInt8(clamping: slice))
    let rows = try pool.run(Self.listing, [range.start, range.end])
    var names: [VaultPieceName] = []
    for row in rows {
      let vault = StoredName(hash: row.blob(0))
      if names.last?.vault != vault { names.append(VaultPieceName(vault: vault, entry: nil)) }
      guard let id = EntryID(row.text(1)) else { continue }
      names.append(VaultPieceName(vault: vault, entry: id))
    }
    return NamePage(names: names, slice: slice)
  }

  private static let finding: Statement = "SELECT hash FROM dicehall_vault WHERE hash = ANY($1)"
  private static let reading: Statement = """
    SELECT e.vault, e.id, e.saved, e.removed, e.content
    FROM unnest($1, $2) AS wanted(vault, id)
    JOIN dicehall_vault_entry e ON e.vault = wanted.vault AND e.id = wanted.id
    """

  func read(_ names: [VaultPieceName]) throws(StorageError) -> PieceBatch<VaultPiece> {
    var batch = PieceBatch<VaultPiece>()
    let wanted = names.compactMap { name in name.entry.map { (name.vault.hash, $0.text) } }
    let vaults = names.filter { $0.entry == nil }
    if !vaults.isEmpty {
      for row in try pool.run(Self.finding, [.blobs(vaults.map(\.vault.hash))]) {
        let name = VaultPieceName(vault: StoredName(hash: row.blob(0)), entry: nil)
        batch.found[name] = VaultPiece(name: name, entry: nil)
      }
    }
    guard !wanted.isEmpty else { return batch }
    for row in try pool.run(Self.reading, [.blobs(wanted.map(\.0)), .texts(wanted.map(\.1))]) {
      guard let id = EntryID(row.text(1)) else { continue }
      let name = VaultPieceName(vault: StoredName(hash: row.blob(0)), entry: id)
      batch.found[name] = VaultPiece(
        name: name,
        entry: .init(
          bytes: row.blob(4), saved: row.integer(2),
          removed: row.isNull(3) ? nil : row.integer(3)))
    }
    return batch
  }

  private static let writingVaults: Statement = """
    INSERT INTO dicehall_vault AS kept (hash, revision) SELECT hash, 1 FROM unnest($1) AS given(hash)
    ON CONFLICT (hash) DO UPDATE SET revision = kept.revision + 1
    """
  /// A negative `removed` means that the entry isn't removed.
  private static let writingEntries: Statement = """
    INSERT INTO dicehall_vault_entry (vault, id, saved, removed, token, content)
    SELECT vault, id, saved, CASE WHEN removed < 0 THEN NULL ELSE removed END, 0, content
    FROM unnest($1, $2, $3, $4, $5) AS given(vault, id, saved, removed, content)
    ON CONFLICT (vault, id) DO UPDATE SET saved = excluded.saved, removed = excluded.removed,
      token = 0, content = excluded.content
    """

  func put(_ pieces: [VaultPiece]) throws(StorageError) {
    let vaults = Set(pieces.map(\.name.vault.hash))
    try pool.run(Self.writingVaults, [.blobs(Array(vaults))])
    let entries = pieces.compactMap { piece in
      piece.name.entry.flatMap { id in piece.entry.map { (piece.name.vault.hash, id, $0) } }
    }
    guard !entries.isEmpty else { return }
    try pool.run(
      Self.writingEntries,
      [
        .blobs(entries.map(\.0)), .texts(entries.map(\.1.text)), .integers(entries.map(\.2.saved)),
        .integers(entries.map { $0.2.removed ?? -1 }), .blobs(entries.map(\.2.bytes)),
      ])
  }
}
