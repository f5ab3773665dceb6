import Storage
import Synchronization

/// A session that nobody else can change until this object is gone: its open, locked file.
final class LockedSession: Sendable {
  private let file: OpenFile
  private let newest: Mutex<SessionSlot>

  init(_ file: consuming OpenFile, _ newest: SessionSlot) {
    self.file = file
    self.newest = Mutex(newest)
  }

  /// What was saved last.
  var slot: SessionSlot { newest.withLock { $0 } }

  /// Saves the bytes if the session still has that revision.
  func save(
    _ bytes: [UInt8], over revision: UInt64, _ durability: Durability
  ) throws(StorageError) {
    try newest.withLock { newest throws(StorageError) in
      guard newest.revision == revision else { throw .changed }
      guard bytes != newest.payload else { return }
      let next = newest.next(bytes)
      try file.write(next, durability)
      newest = next
    }
  }

  /// Removes the file, which that path must lead to.
  func remove(_ path: String) throws(StorageError) { try file.remove(path) }
}
