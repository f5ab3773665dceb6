import Storage
import Synchronization

/// A session's open, locked file; nobody else can change the session while this object exists.
final class LockedSession: Sendable {
  private let file: OpenFile
  private let newest: Mutex<SessionSlot>

  init(_ file: consuming OpenFile, _ newest: SessionSlot) {
    self.file = file
    self.newest = Mutex(newest)
  }

  /// The last saved state.
  var slot: SessionSlot { newest.withLock { $0 } }

  /// Saves the bytes if the session is still at that revision.
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

  /// Deletes the session's file, which must be at `path`.
  func remove(_ path: String) throws(StorageError) { try file.remove(path) }
}
