import Glibc
import Storage

struct VaultFileArchive: PieceArchive {
  let folder: StateFolder

  var place: String { folder.path }

  func place(of name: VaultPieceName) -> String {
    let path = folder.path(of: name.vault.text)
    return name.entry.map { "\(path)/\($0.text)" } ?? path
  }

  func names(from slice: Int) throws(StorageError) -> NamePage<VaultPieceName> {
    var names: [VaultPieceName] = []
    for vault in try folder.hashes(slice: slice) {
      names.append(VaultPieceName(vault: vault, entry: nil))
      guard try isFolder(vault) == true else { continue }
      let path = folder.path(of: vault.text)
      let present = try folder.names(in: path).compactMap(EntryID.init)
      let all = Set(present).union(try removed(from: vault).map(\.id))
      names += all.sorted { $0.text < $1.text }.map { VaultPieceName(vault: vault, entry: $0) }
    }
    return NamePage(names: names, slice: slice)
  }

  /// Returns whether a vault is a folder, as it should be; `nil` if there is none.
  private func isFolder(_ vault: StoredName) throws(StorageError) -> Bool? {
    do throws(StorageError) {
      _ = try OpenFile(folder.path(of: vault.text), O_RDONLY | O_DIRECTORY)
      return true
    } catch {
      if error.meansMissing { return nil }
      guard error.meansNoFile else { throw error }
      return false
    }
  }

  private func removedPath(of vault: StoredName) -> String {
    "\(folder.path(of: vault.text))/removed"
  }

  private func removed(from vault: StoredName) throws(StorageError) -> [RemovedName] {
    try folder.names(in: removedPath(of: vault)).compactMap(RemovedName.init)
  }

  func read(_ names: [VaultPieceName]) throws(StorageError) -> PieceBatch<VaultPiece> {
    var batch = PieceBatch<VaultPiece>()
    for name in names {
      do throws(StorageError) {
        var found = try read(name)
        // It may just have moved to a place that has already been searched.
        if found == nil { found = try read(name) }
        guard let (piece, isWhole) = found else { continue }
        batch.found[name] = piece
        if !isWhole { batch.cut.insert(name) }
      } catch .damaged {
        batch.damaged.insert(name)
      }
    }
    return batch
  }

  private func read(
    _ name: VaultPieceName
  ) throws(StorageError) -> (piece: VaultPiece, isWhole: Bool)? {
    guard let isFolder = try isFolder(name.vault) else { return nil }
    guard isFolder else { throw .damaged }
    guard let id = name.entry else { return (VaultPiece(name: name, entry: nil), isWhole: true) }
    var removed: RemovedName?
    var found = try VaultEntry.read(id, at: place(of: name))
    if found == nil {
      removed = try self.removed(from: name.vault).first { $0.id == id }
      guard let text = removed?.text else { return nil }
      found = try VaultEntry.read(id, at: "\(removedPath(of: name.vault))/\(text)")
    }
    guard let (entry, isWhole) = found else { return nil }
    let kept = VaultPiece.Entry(bytes: entry.bytes, saved: entry.saved, removed: removed?.moment)
    return (VaultPiece(name: name, entry: kept), isWhole)
  }

  func put(_ pieces: [VaultPiece]) throws(StorageError) {
    for piece in pieces {
      let vault = piece.name.vault
      let path = folder.path(of: vault.text)
      try folder.make(folder.shard(of: vault.text))
      try folder.make(path)
      if let id = piece.name.entry, let entry = piece.entry { try put(entry, as: id, in: vault) }
    }
  }

  private func put(
    _ entry: VaultPiece.Entry, as id: EntryID, in vault: StoredName
  ) throws(StorageError) {
    let path = folder.path(of: vault.text)
    let old = try removed(from: vault).filter { $0.id == id }.map(\.text)
    var name = id.text
    if let moment = entry.removed {
      name = "removed/\(RemovedName(id: id, moment: moment).text)"
      try folder.make(removedPath(of: vault))
    }
    try folder.put(
      VaultEntry.encode(entry.bytes, saved: entry.saved), at: "\(path)/\(name)",
      draft: "\(path)/new-\(id.text)")
    // The old file is deleted last; until then it counts.
    let others = [id.text] + old.map { "removed/\($0)" }
    for other in others where other != name { _ = unlink("\(path)/\(other)") }
  }
}
