import Glibc
import Storage
import StoredSecrets

extension VaultFiles {
  /// Makes a code and stores the vault's key in a file, which only the code opens.
  ///
  /// Each quarter of an hour has its own folder, so that expired codes are removed a folder at a
  /// time.
  func makeTransferCode(for vault: VaultID, now: Int) throws(StorageError) -> TransferCode? {
    guard try open(vault) != nil else { return nil }
    try place.removeNumbered(in: codesPath, below: now / StorageLimits.codeSeconds - 1)
    var random = SystemRandomNumberGenerator()
    let code = TransferCode(using: &random)
    let sealed = code.seal(vault, until: now + StorageLimits.codeSeconds)
    let folder = codeFolder(now: now)
    try place.make(codesPath)
    try place.make(folder)
    let path = "\(folder)/\(hex(code.hash))"
    do throws(StorageError) {
      let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL)
      try file.write(sealed, at: 0)
    } catch {
      _ = unlink(path)
      throw error
    }
    return code
  }

  func redeem(_ code: TransferCode, now: Int) throws(StorageError) -> VaultID? {
    for path in paths(of: code, now: now) {
      guard let sealed = try readCode(path) else { continue }
      // If several callers read the file, only the one that deletes it gets the key.
      guard unlink(path) == 0 else {
        if errno == ENOENT { return nil }
        throw .last(doing: "use up a transfer code")
      }
      return code.open(sealed, now: now)
    }
    return nil
  }

  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    for path in paths(of: code, now: now) where try readCode(path) != nil { return true }
    return false
  }

  private var codesPath: String { "\(place.path)/codes" }

  private func codeFolder(now: Int) -> String { "\(codesPath)/\(now / StorageLimits.codeSeconds)" }

  /// Returns the paths where the file of an unexpired code can be.
  private func paths(of code: TransferCode, now: Int) -> [String] {
    [now, now - StorageLimits.codeSeconds].map { "\(codeFolder(now: $0))/\(hex(code.hash))" }
  }

  /// Reads a code's file; `nil` if it does not exist or is not a regular file.
  private func readCode(_ path: String) throws(StorageError) -> [UInt8]? {
    do throws(StorageError) {
      let file = try OpenFile(path, O_RDONLY)
      return try file.status().isRegular ? try file.read(200, at: 0) : nil
    } catch .unavailable(_, ENOENT) {
      try place.check()
    } catch .unavailable(_, ELOOP), .unavailable(_, ENXIO) {
    }
    return nil
  }
}
