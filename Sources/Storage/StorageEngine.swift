/// A store for everything that outlives a request.
///
/// An engine stores bytes under keys and knows nothing of games. It throws rather than prints, and
/// the caller decides whom to tell.
package protocol StorageEngine: Sendable {
  var sessions: any SessionStorage { get }
  var vaults: any VaultStorage { get }
  var cloud: any CloudStorage { get }
  var rooms: any RoomStorage { get }

  /// Creates whatever is missing when the program starts.
  func prepare() throws(StorageError)

  /// Throws whatever an operator has to fix; changes nothing.
  func check() throws(StorageError)
}

/// An engine that implements all four parts itself.
extension StorageEngine where Self: SessionStorage & VaultStorage & CloudStorage & RoomStorage {
  package var sessions: any SessionStorage { self }
  package var vaults: any VaultStorage { self }
  package var cloud: any CloudStorage { self }
  package var rooms: any RoomStorage { self }
}
