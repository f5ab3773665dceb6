import Glibc

extension VaultStore {
  /// For how many seconds a transfer code leads to its vault.
  package static let transferSeconds = 900

  /// A code that leads to the vault once within 15 minutes, in groups of signs that are easy to
  /// type; `nil` when there is no such vault.
  ///
  /// The vault's id is kept sealed with a key that only the code gives, in a folder for each quarter
  /// of an hour: whoever reads the file learns nothing, and old codes go by the folder.
  ///
  /// - Throws: `StoreError.full`, `.damaged` or `.unavailable`.
  package func makeTransferCode(for vault: VaultID, now: Int) throws(StoreError) -> String? {
    guard try open(vault) != nil else { return nil }
    try removeOldCodes(now: now)
    let code = TransferCode()
    var link: [UInt8] = []
    link.append(littleEndian: Int64(now + Self.transferSeconds))
    link += Array(vault.text.utf8)
    guard let sealed = code.seal(link) else {
      throw .unavailable(EIO, doing: "seal a transfer code")
    }
    let folder = codeFolder(now: now)
    try place.make(codesPath)
    try place.make(folder)
    let path = "\(folder)/\(code.fileName)"
    do throws(StoreError) {
      let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL)
      try file.write(sealed, at: 0)
    } catch {
      _ = unlink(path)
      throw error
    }
    return code.text
  }

  /// The vault that a typed code leads to, for the first who asks; `nil` for all others, and when
  /// the code is unknown, too old or no code.
  ///
  /// - Throws: `StoreError.unavailable`.
  package func redeem(_ text: String, now: Int) throws(StoreError) -> VaultID? {
    guard let code = TransferCode(text) else { return nil }
    for path in paths(of: code, now: now) {
      guard let sealed = try readCode(path) else { continue }
      // Of several who read it, the one who removes it has it.
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

  /// Whether a code that was made here leads to its vault still, as far as time goes.
  ///
  /// - Throws: `StoreError.unavailable`.
  package func isUnused(_ text: String, now: Int) throws(StoreError) -> Bool {
    guard let code = TransferCode(text) else { return false }
    for path in paths(of: code, now: now) where try readCode(path) != nil { return true }
    return false
  }

  private var codesPath: String { "\(place.path)/codes" }

  private func codeFolder(now: Int) -> String { "\(codesPath)/\(now / Self.transferSeconds)" }

  /// Where the file of a code may lie that is not too old.
  private func paths(of code: TransferCode, now: Int) -> [String] {
    [now, now - Self.transferSeconds].map { "\(codeFolder(now: $0))/\(code.fileName)" }
  }

  /// A code's file; `nil` when there is none, or something else in its place.
  private func readCode(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) {
      let file = try OpenFile(path, O_RDONLY)
      return try file.status().isRegular ? try file.read(200, at: 0) : nil
    } catch .unavailable(ENOENT, _) {
      try place.check()
    } catch .unavailable(ELOOP, _), .unavailable(ENXIO, _) {
    }
    return nil
  }

  private func removeOldCodes(now: Int) throws(StoreError) {
    let current = now / Self.transferSeconds
    for name in try place.names(in: codesPath) {
      guard let quarter = Int(name), quarter < current - 1 else { continue }
      for code in try place.names(in: "\(codesPath)/\(name)") {
        _ = unlink("\(codesPath)/\(name)/\(code)")
      }
      _ = rmdir("\(codesPath)/\(name)")
    }
  }
}
