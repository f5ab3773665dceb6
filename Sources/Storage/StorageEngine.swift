/// Where everything that outlives a request is kept.
///
/// An engine stores bytes under keys and knows nothing of games. It never prints: it throws, and the
/// caller decides who hears of it. `RoomStorage` becomes a fourth part beside these three as soon as
/// pages ask for it.
package protocol StorageEngine: Sendable {
  var sessions: any SessionStorage { get }
  var vaults: any VaultStorage { get }
  var cloud: any CloudStorage { get }

  /// Makes whatever is missing; for the program's start.
  func prepare() throws(StorageError)

  /// Throws what an operator has to put right; makes and changes nothing.
  func check() throws(StorageError)
}

/// An engine that is all three parts itself.
extension StorageEngine where Self: SessionStorage & VaultStorage & CloudStorage {
  package var sessions: any SessionStorage { self }
  package var vaults: any VaultStorage { self }
  package var cloud: any CloudStorage { self }
}
