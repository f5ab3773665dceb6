/// Characters that one browser keeps, found by the secret key in its cookie.
///
/// A key or an id from outside may be any text; what has not the form of one is no one's.
package struct Vault: Sendable {
  /// A character as it is kept.
  package struct Entry: Equatable, Sendable {
    /// Fit for an address.
    package let id: String
    package let bytes: [UInt8]
    /// Seconds since 1970, UTC.
    package let saved: Int

    package init(id: String, bytes: [UInt8], saved: Int) {
      self.id = id
      self.bytes = bytes
      self.saved = saved
    }
  }

  /// What came of putting one vault's characters into another.
  package struct Merge: Equatable, Sendable {
    package let copied: Int
    /// For which there was no room.
    package let left: Int

    package init(copied: Int, left: Int) {
      self.copied = copied
      self.left = left
    }
  }

  /// The newest first; `nil` where there is no such vault.
  package let entries: @Sendable (_ key: String) throws(Trouble) -> [Entry]?
  package let read: @Sendable (_ id: String, _ key: String) throws(Trouble) -> Entry?
  /// Without a key, or with one of no vault, a new vault is made; `known` are the ids of all that the
  /// vault holds as far as the visitor knows, and `Trouble.changed` is thrown where it holds others.
  package let add:
    @Sendable (_ bytes: [UInt8], _ key: String?, _ known: Set<String>, _ now: Int) throws(Trouble)
      -> (key: String, id: String)
  /// `false` where it was not there.
  package let remove: @Sendable (_ id: String, _ key: String, _ now: Int) throws(Trouble) -> Bool
  /// What was removed in the last ten minutes and can be taken back, the last removed first.
  package let removals: @Sendable (_ key: String, _ now: Int) throws(Trouble) -> [Entry]
  /// Takes back a removal of the last ten minutes; `false` where it is gone for good, `true`
  /// also where it is back already.
  package let restore: @Sendable (_ id: String, _ key: String, _ now: Int) throws(Trouble) -> Bool
  /// A code that leads another browser to the vault, once and within fifteen minutes.
  package let makeTransferCode: @Sendable (_ key: String, _ now: Int) throws(Trouble) -> String?
  /// Whether a code that was made here was not redeemed yet.
  package let isUnused: @Sendable (_ code: String, _ now: Int) throws(Trouble) -> Bool
  /// The key that a code stands for, which is used up by that.
  package let redeem: @Sendable (_ code: String, _ now: Int) throws(Trouble) -> String?
  /// Copies all characters of one vault into another; `nil` where there is no such other.
  package let merge:
    @Sendable (_ from: String, _ into: String, _ now: Int) throws(Trouble) -> Merge?

  package init(
    entries: @escaping @Sendable (String) throws(Trouble) -> [Entry]?,
    read: @escaping @Sendable (String, String) throws(Trouble) -> Entry?,
    add:
      @escaping @Sendable ([UInt8], String?, Set<String>, Int) throws(Trouble) -> (
        key: String, id: String
      ),
    remove: @escaping @Sendable (String, String, Int) throws(Trouble) -> Bool,
    removals: @escaping @Sendable (String, Int) throws(Trouble) -> [Entry],
    restore: @escaping @Sendable (String, String, Int) throws(Trouble) -> Bool,
    makeTransferCode: @escaping @Sendable (String, Int) throws(Trouble) -> String?,
    isUnused: @escaping @Sendable (String, Int) throws(Trouble) -> Bool,
    redeem: @escaping @Sendable (String, Int) throws(Trouble) -> String?,
    merge: @escaping @Sendable (String, String, Int) throws(Trouble) -> Merge?
  ) {
    self.entries = entries
    self.read = read
    self.add = add
    self.remove = remove
    self.removals = removals
    self.restore = restore
    self.makeTransferCode = makeTransferCode
    self.isUnused = isUnused
    self.redeem = redeem
    self.merge = merge
  }

  static let none = Vault(
    entries: { _ in nil }, read: { _, _ in nil },
    add: { _, _, _, _ throws(Trouble) in throw .unavailable }, remove: { _, _, _ in false },
    removals: { _, _ in [] }, restore: { _, _, _ in false }, makeTransferCode: { _, _ in nil },
    isUnused: { _, _ in false }, redeem: { _, _ in nil },
    merge: { _, _, _ in nil })
}
