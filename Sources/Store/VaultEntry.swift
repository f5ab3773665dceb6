/// One thing kept in a vault.
package struct VaultEntry: Equatable, Sendable {
  package let id: EntryID
  package let bytes: [UInt8]
  /// When it was saved, in seconds since 1970.
  package let saved: Int
}

/// What a removed entry's file is called: `SECONDS-ID`, with the seconds of removing.
struct VaultRemoval: Comparable {
  let id: EntryID
  /// In seconds since 1970.
  let moment: Int

  var name: String { "\(moment)-\(id.text)" }

  init(_ id: EntryID, at moment: Int) {
    self.id = id
    self.moment = moment
  }

  init?(_ name: String) {
    let parts = name.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let moment = Int(parts[0]), let id = EntryID(String(parts[1])) else {
      return nil
    }
    self.init(id, at: moment)
  }

  static func < (one: VaultRemoval, other: VaultRemoval) -> Bool {
    (one.moment, one.id.text) < (other.moment, other.id.text)
  }
}

/// What a vault holds.
package struct VaultListing: Equatable, Sendable {
  /// The newest first; of one second, the one added last.
  package var entries: [VaultEntry]
  /// The names under which damaged files were just put aside, for the log.
  package var damaged: [String]
}

/// What became of copying one vault into another.
package struct VaultMerge: Equatable, Sendable {
  package var copied: Int
  /// How many of the oldest there was no room for.
  package var left: Int
  /// The names under which damaged files were just put aside, for the log.
  package var damaged: [String]
}

extension VaultEntry {
  /// Bytes of a file's header, which the bytes that are kept follow.
  ///
  /// Magic (4), format (4), seconds (8), length (4), CRC-32 of all but itself (4); numbers have
  /// their low byte first.
  static let headerSize = 24
  private static let magic: UInt32 = 0x7456_6844  // "DhVt"
  private static let format: UInt32 = 1

  /// The whole of a file that keeps the bytes.
  static func encode(_ bytes: [UInt8], saved: Int) -> [UInt8] {
    var file: [UInt8] = []
    file.reserveCapacity(headerSize + bytes.count)
    file.append(littleEndian: magic)
    file.append(littleEndian: format)
    file.append(littleEndian: Int64(saved))
    file.append(littleEndian: UInt32(bytes.count))
    file.append(littleEndian: checksum(file, bytes))
    return file + bytes
  }

  /// What a file keeps, or `nil` unless it is whole and nothing more.
  init?(_ id: EntryID, file: [UInt8]) {
    guard file.count >= Self.headerSize,
      file.littleEndian(at: 0, as: UInt32.self) == Self.magic,
      file.littleEndian(at: 4, as: UInt32.self) == Self.format,
      Int(file.littleEndian(at: 16, as: UInt32.self)) == file.count - Self.headerSize
    else { return nil }
    let bytes = Array(file[Self.headerSize...])
    guard checksum(Array(file[..<20]), bytes) == file.littleEndian(at: 20, as: UInt32.self) else {
      return nil
    }
    self.init(id: id, bytes: bytes, saved: Int(file.littleEndian(at: 8, as: Int64.self)))
  }
}
