/// Where everything that outlives a request is kept.
///
/// An engine stores bytes under keys and knows nothing of games. It never prints: it throws, and the
/// caller decides who hears of it.
package protocol StorageEngine: Sendable {
  var sessions: any SessionStorage { get }
  var vaults: any VaultStorage { get }
  var cloud: any CloudStorage { get }
  var rooms: any RoomStorage { get }

  /// Makes whatever is missing; for the program's start.
  func prepare() throws(StorageError)

  /// Throws what an operator has to put right; makes and changes nothing.
  func check() throws(StorageError)
}

/// An engine that is all four parts itself.
extension StorageEngine where Self: SessionStorage & VaultStorage & CloudStorage & RoomStorage {
  package var sessions: any SessionStorage { self }
  package var vaults: any VaultStorage { self }
  package var cloud: any CloudStorage { self }
  package var rooms: any RoomStorage { self }
}
