import Cryptography
import Storage

extension SessionStorage {
  /// Takes a launch whose token was verified, so that nobody can use it again.
  ///
  /// What was used within a day is kept in 256 records, each with the halves of hashes.
  ///
  /// - Returns: whether it had not been used.
  /// - Throws: `StorageError`; `.tooLarge` after a million launches in a day.
  package func use(_ login: Login) throws -> Bool {
    let length = SHA256.length / 2
    let mark = SHA256.hash(login.nonce).prefix(length)
    let record = "lti used \(login.began / 86_400) \(mark[0])"
    return try changeRecord(record) { used in
      let known = used ?? []
      let isKnown = stride(from: 0, to: known.count, by: length).contains {
        known[$0...].prefix(length).elementsEqual(mark)
      }
      if !isKnown { used = known + mark }
      return !isKnown
    }
  }
}
