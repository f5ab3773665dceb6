import Glibc
import Storage

/// Sessions, for copying.
struct SessionFileArchive: PieceArchive {
  let folder: StateFolder

  var place: String { folder.path }

  func place(of name: StoredName) -> String { folder.path(of: name.text) }

  func names(from slice: Int) throws(StorageError) -> NamePage<StoredName> {
    NamePage(names: try folder.hashes(slice: slice), slice: slice)
  }

  func read(_ names: [StoredName]) throws(StorageError) -> PieceBatch<SessionPiece> {
    var batch = PieceBatch<SessionPiece>()
    for name in names {
      do throws(StorageError) {
        batch.found[name] = try read(name)
      } catch {
        guard error == .damaged || error.meansNoFile else { throw error }
        batch.damaged.insert(name)
      }
    }
    return batch
  }

  private func read(_ name: StoredName) throws(StorageError) -> SessionPiece? {
    do throws(StorageError) {
      let file = try OpenFile(unseen: place(of: name))
      let status = try file.status()
      // Whoever saves at the moment writes the other slot.
      guard status.isRegular, let slot = try file.newestSlot(isLocked: true)?.slot else {
        throw .damaged
      }
      return SessionPiece(
        name: name, revision: slot.revision, used: status.lastUsed, bytes: slot.payload)
    } catch .unavailable(_, ENOENT) {
      return nil
    }
  }

  func put(_ pieces: [SessionPiece]) throws(StorageError) {
    for piece in pieces {
      let slot = SessionSlot(revision: piece.revision, index: 0, payload: piece.bytes)
      try folder.put(try slot.encoded(), as: piece.name, moment: piece.used)
    }
  }
}
