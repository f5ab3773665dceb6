/// A visitor's session.
package struct SessionPiece: ArchivedPiece, Equatable {
  package let name: StoredName
  /// The number of saves; of two states of a session, the one with more is newer.
  package let revision: UInt64
  /// The time of its last save or load, in seconds since 1970.
  package let used: Int
  package let bytes: [UInt8]

  package init(name: StoredName, revision: UInt64, used: Int, bytes: [UInt8]) {
    self.name = name
    self.revision = revision
    self.used = used
    self.bytes = bytes
  }

  // Reading a session doesn't change its content.
  package var content: [UInt8] { littleEndian(Int(clamping: revision)) + bytes }

  package func isNewer(than other: SessionPiece) -> Bool {
    (revision, used) > (other.revision, other.used)
  }
}

/// A vault, or an entry in one.
package struct VaultPiece: ArchivedPiece, Equatable {
  package let name: VaultPieceName
  /// The entry; `nil` for the vault itself.
  package let entry: Entry?

  package struct Entry: Equatable, Sendable {
    package let bytes: [UInt8]
    /// The time of its last save or replacement, in seconds since 1970.
    package let saved: Int
    /// The time of its removal, in seconds since 1970, if it was removed.
    package let removed: Int?

    package init(bytes: [UInt8], saved: Int, removed: Int? = nil) {
      self.bytes = bytes
      self.saved = saved
      self.removed = removed
    }

    fileprivate var changed: Int { max(saved, removed ?? saved) }

    /// Returns whether it is the rest of a damaged entry: the first of the other's two parts.
    fileprivate func isBeginning(of other: Entry) -> Bool {
      bytes.last == VaultEntry.lineEnd && bytes.count < other.bytes.count
        && other.bytes.starts(with: bytes)
    }
  }

  package init(name: VaultPieceName, entry: Entry?) {
    self.name = name
    self.entry = entry
  }

  package var content: [UInt8] {
    guard let entry else { return [] }
    return littleEndian(entry.saved) + littleEndian(entry.removed ?? .min) + entry.bytes
  }

  package func isNewer(than other: VaultPiece) -> Bool {
    guard let entry, let otherEntry = other.entry else { return false }
    guard entry.changed == otherEntry.changed else { return entry.changed > otherEntry.changed }
    return entry.removed == otherEntry.removed && otherEntry.isBeginning(of: entry)
  }
}

/// The name of a vault, or of an entry in it.
package struct VaultPieceName: Hashable, Sendable {
  package let vault: StoredName
  /// The entry's ID; `nil` for the vault itself.
  package let entry: EntryID?

  package init(vault: StoredName, entry: EntryID?) {
    self.vault = vault
    self.entry = entry
  }
}

/// A record of the cloud, or what is left of a deleted one.
package struct CloudPiece: ArchivedPiece, Equatable {
  package let name: CloudID
  /// The record's content; `nil` if it was deleted.
  package let kept: Kept?

  package struct Kept: Equatable, Sendable {
    package let record: CloudRecord
    /// The hash of the secret for deleting it.
    package let secretHash: [UInt8]
    /// Whether an operator has hidden it from everyone.
    package let isBlocked: Bool
    /// A hash for each client that reported it, sorted.
    package let reports: [[UInt8]]

    package init(
      record: CloudRecord, secretHash: [UInt8], isBlocked: Bool = false, reports: [[UInt8]] = []
    ) {
      self.record = record
      self.secretHash = secretHash
      self.isBlocked = isBlocked
      self.reports = reports
    }
  }

  package init(name: CloudID, kept: Kept?) {
    self.name = name
    self.kept = kept
  }

  package var content: [UInt8] {
    guard let kept else { return [] }
    let record = kept.record
    var content = littleEndian(record.saved) + [record.isCompatible ? 1 : 0]
    for part in [
      Array(record.name.utf8), Array(record.classID.utf8), kept.secretHash, record.bytes,
    ] { content += littleEndian(part.count) + part }
    if kept.isBlocked { content.append(1) }
    return content + kept.reports.flatMap { $0 }
  }

  /// Returns whether it is newer: a deletion always is, and then a block or more reports.
  package func isNewer(than other: CloudPiece) -> Bool {
    guard let there = other.kept else { return false }
    guard let kept else { return true }
    func rank(_ kept: Kept) -> (Int, Int, Int) {
      (kept.record.saved, kept.isBlocked ? 1 : 0, kept.reports.count)
    }
    return rank(kept) > rank(there)
  }
}

private func littleEndian(_ number: Int) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
