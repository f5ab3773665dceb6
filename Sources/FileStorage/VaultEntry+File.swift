import Storage

extension VaultEntry {
  /// The size of a file's header; the entry's bytes follow it.
  ///
  /// Fields, little-endian, with their sizes in bytes: magic (4), format (4), seconds (8), length
  /// (4), CRC-32 of all the rest (4).
  static let headerSize = 24
  private static let magic: UInt32 = 0x7456_6844  // "DhVt"
  private static let format: UInt32 = 1

  /// Encodes the bytes as a complete file.
  package static func encode(_ bytes: [UInt8], saved: Int) -> [UInt8] {
    var file: [UInt8] = []
    file.reserveCapacity(headerSize + bytes.count)
    file.append(littleEndian: magic)
    file.append(littleEndian: format)
    file.append(littleEndian: Int64(saved))
    file.append(littleEndian: UInt32(bytes.count))
    file.append(littleEndian: checksum(file, count: file.count, bytes))
    return file + bytes
  }

  /// Decodes a file; `nil` if anything is missing, damaged or extra.
  package init?(_ id: EntryID, file: [UInt8]) {
    guard file.count >= Self.headerSize,
      file.littleEndian(at: 0, as: UInt32.self) == Self.magic,
      file.littleEndian(at: 4, as: UInt32.self) == Self.format,
      Int(file.littleEndian(at: 16, as: UInt32.self)) == file.count - Self.headerSize
    else { return nil }
    let bytes = Array(file[Self.headerSize...])
    guard checksum(file, count: 20, bytes) == file.littleEndian(at: 20, as: UInt32.self) else {
      return nil
    }
    self.init(id: id, bytes: bytes, saved: Int(file.littleEndian(at: 8, as: Int64.self)))
  }
}

/// The file name of a removed entry, `SECONDS-ID`.
struct RemovedName: Comparable {
  let id: EntryID
  /// When the entry was removed, in seconds since 1970.
  let moment: Int

  var text: String { "\(moment)-\(id.text)" }

  init(_ id: EntryID, at moment: Int) {
    self.id = id
    self.moment = moment
  }

  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let moment = Int(parts[0]), let id = EntryID(String(parts[1])) else {
      return nil
    }
    self.init(id, at: moment)
  }

  static func < (one: RemovedName, other: RemovedName) -> Bool {
    (one.moment, one.id.text) < (other.moment, other.id.text)
  }
}
