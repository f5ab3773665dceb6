/// What the program keeps for the hall besides sessions, handed in as functions: the site itself
/// knows no files.
package struct Stores: Sendable {
  /// Whether sessions can be saved; asked by a health check only.
  let canSave: @Sendable () -> Bool
  /// The session of a framed game by its key; `nil` where there is none.
  let framed: @Sendable (String) throws(Trouble) -> [UInt8]?
  let vault: Vault
  let cloud: Cloud

  package init(
    canSave: @escaping @Sendable () -> Bool,
    framed: @escaping @Sendable (String) throws(Trouble) -> [UInt8]?, vault: Vault, cloud: Cloud
  ) {
    self.canSave = canSave
    self.framed = framed
    self.vault = vault
    self.cloud = cloud
  }

  /// For pages that need no state: nothing can be saved, and nothing is there.
  package static let none = Stores(
    canSave: { true }, framed: { (_) throws(Trouble) in nil }, vault: .none, cloud: .none)
}

/// Why a store could not do what it was asked; what was there before is as it was.
package enum Trouble: Error, Equatable, Sendable {
  /// The vault has as many characters as it may.
  case tooMany(limit: Int)
  /// The bytes are more than one character may have.
  case tooLarge
  /// The disk is full.
  case full
  /// It holds something else by now than the visitor saw.
  case changed
  /// Somebody else is at it for too long.
  case busy
  /// What was stored cannot be read any more; it was put aside for the operator.
  case damaged
  case unavailable
}
