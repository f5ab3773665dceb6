import Crypto
import Glibc
import Storage

extension VaultFiles {
  /// Makes a code and stores the vault's key in a file, encrypted with a key derived from the code.
  ///
  /// Reading the file without the code reveals nothing. Each quarter of an hour has its own folder,
  /// so expired codes are removed a folder at a time.
  func makeTransferCode(for vault: VaultID, now: Int) throws(StorageError) -> TransferCode? {
    guard try open(vault) != nil else { return nil }
    try removeOldCodes(now: now)
    var random = SystemRandomNumberGenerator()
    let code = TransferCode(using: &random)
    var link: [UInt8] = []
    link.append(littleEndian: Int64(now + StorageLimits.codeSeconds))
    link += Array(vault.text.utf8)
    guard let sealed = code.seal(link) else {
      throw .refused(EIO, doing: "seal a transfer code")
    }
    let folder = codeFolder(now: now)
    try place.make(codesPath)
    try place.make(folder)
    let path = "\(folder)/\(code.fileName)"
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
      // If several callers read the file, only the one who deletes it gets the key.
      guard unlink(path) == 0 else {
        if errno == ENOENT { return nil }
        throw .last(doing: "use up a transfer code")
      }
      guard let link = code.open(sealed), link.count > 8,
        link.littleEndian(at: 0, as: Int64.self) >= now
      else { return nil }
      return VaultID(String(decoding: link[8...], as: UTF8.self))
    }
    return nil
  }

  func isUnused(_ code: TransferCode, now: Int) throws(StorageError) -> Bool {
    for path in paths(of: code, now: now) where try readCode(path) != nil { return true }
    return false
  }

  private var codesPath: String { "\(place.path)/codes" }

  private func codeFolder(now: Int) -> String { "\(codesPath)/\(now / StorageLimits.codeSeconds)" }

  /// The paths where the file of an unexpired code can be.
  private func paths(of code: TransferCode, now: Int) -> [String] {
    [now, now - StorageLimits.codeSeconds].map { "\(codeFolder(now: $0))/\(code.fileName)" }
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

  private func removeOldCodes(now: Int) throws(StorageError) {
    let current = now / StorageLimits.codeSeconds
    for name in try place.names(in: codesPath) {
      guard let quarter = Int(name), quarter < current - 1 else { continue }
      for code in try place.names(in: "\(codesPath)/\(name)") {
        _ = unlink("\(codesPath)/\(name)/\(code)")
      }
      _ = rmdir("\(codesPath)/\(name)")
    }
  }
}

extension TransferCode {
  /// The name of the code's file, which does not reveal the code.
  var fileName: String { derived(for: "name").withUnsafeBytes { hex($0) } }

  /// Encrypts the bytes with a key derived from the code.
  func seal(_ bytes: [UInt8]) -> [UInt8]? {
    (try? ChaChaPoly.seal(bytes, using: derived(for: "key"))).map { Array($0.combined) }
  }

  /// Decrypts what was sealed with this code; `nil` if it was not.
  func open(_ sealed: [UInt8]) -> [UInt8]? {
    let box = try? ChaChaPoly.SealedBox(combined: sealed)
    return box.flatMap { try? ChaChaPoly.open($0, using: derived(for: "key")) }.map { Array($0) }
  }

  private func derived(for purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(signs.utf8)), info: Array(purpose.utf8),
      outputByteCount: 32)
  }
}
