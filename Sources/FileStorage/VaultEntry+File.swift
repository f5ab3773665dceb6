import Glibc
import Storage

extension VaultEntry {
  /// The size of a file's header; the entry's first part follows it.
  ///
  /// Fields, little-endian, with their sizes in bytes: magic (4), number of parts (4), seconds (8),
  /// length of the first part (4), CRC-32 of all that and the first part (4). After the first part
  /// come the CRC-32 of the second (4) and the second itself, if there is one.
  static let headerSize = 24
  static let largestFile = headerSize + StorageLimits.entryBytes + sumSize
  private static let sumSize = 4
  private static let magic: UInt32 = 0x7456_6844  // "DhVt"

  /// Encodes the bytes as a complete file.
  package static func encode(_ bytes: [UInt8], saved: Int) -> [UInt8] {
    let parts = parts(bytes)
    let first = parts.map { Array($0.firstLine) } ?? bytes
    var file: [UInt8] = []
    file.reserveCapacity(headerSize + bytes.count + sumSize)
    file.append(littleEndian: magic)
    file.append(littleEndian: UInt32(parts == nil ? 1 : 2))
    file.append(littleEndian: Int64(saved))
    file.append(littleEndian: UInt32(first.count))
    file.append(littleEndian: checksum(file, count: file.count, first))
    file += first
    if let rest = parts?.rest {
      file.append(littleEndian: checksum([], count: 0, Array(rest)))
      file += rest
    }
    return file
  }

  /// Decodes a file; `nil` if anything is missing, damaged or extra.
  ///
  /// If only the second part is damaged, the entry has just the first and isn't whole.
  package static func decode(
    _ file: [UInt8], of id: EntryID
  ) -> (entry: VaultEntry, isWhole: Bool)? {
    guard file.count >= headerSize, file.littleEndian(at: 0, as: UInt32.self) == magic else {
      return nil
    }
    let count = file.littleEndian(at: 4, as: UInt32.self)
    let end = headerSize + Int(file.littleEndian(at: 16, as: UInt32.self))
    guard count == 1 ? end == file.count : count == 2 && end <= file.count else { return nil }
    var bytes = Array(file[headerSize..<end])
    guard checksum(file, count: 20, bytes) == file.littleEndian(at: 20, as: UInt32.self) else {
      return nil
    }
    var rest: [UInt8]? = []
    if count == 2 {
      guard bytes.firstIndex(of: lineEnd) == bytes.count - 1 else { return nil }
      rest = secondPart(of: file, from: end)
      bytes += rest ?? []
    }
    let saved = Int(file.littleEndian(at: 8, as: Int64.self))
    return (VaultEntry(id: id, bytes: bytes, saved: saved), rest != nil)
  }

  /// Returns the part after its checksum; `nil` if it is damaged.
  private static func secondPart(of file: [UInt8], from place: Int) -> [UInt8]? {
    guard file.count >= place + sumSize else { return nil }
    let rest = Array(file[(place + sumSize)...])
    let isWhole = checksum([], count: 0, rest) == file.littleEndian(at: place, as: UInt32.self)
    return isWhole ? rest : nil
  }

  /// Reads the entry in the file at that path, and whether it is whole; `nil` if there is none.
  ///
  /// A visit touches the file once a day, which is enough to know when the vault was last visited.
  ///
  /// - Throws: `StorageError.damaged` if nothing of it can be read; the file stays as it is.
  static func read(
    _ id: EntryID, at path: String, isVisit: Bool = false
  ) throws(StorageError) -> (entry: VaultEntry, isWhole: Bool)? {
    do throws(StorageError) {
      let file = try OpenFile(path, O_RDONLY)
      let status = try file.status()
      guard status.isRegular, status.size <= largestFile,
        let found = decode(try file.read(status.size, at: 0), of: id)
      else { throw .damaged }
      if isVisit, status.lastWritten < time(nil) - 86_400 { file.touch() }
      return found
    } catch .unavailable(_, ENOENT) {
      return nil
    } catch .unavailable(_, ELOOP), .unavailable(_, ENXIO) {
      // It is a link or a socket.
      throw .damaged
    }
  }
}

/// The file name of a removed entry, `SECONDS-ID`.
struct RemovedName: Comparable {
  let id: EntryID
  /// The time of its removal, in seconds since 1970.
  let moment: Int

  var text: String { "\(moment)-\(id.text)" }

  static func < (one: RemovedName, other: RemovedName) -> Bool {
    (one.moment, one.id.text) < (other.moment, other.id.text)
  }
}

extension RemovedName {
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let moment = Int(parts[0]), let id = EntryID(String(parts[1])) else {
      return nil
    }
    self.init(id: id, moment: moment)
  }
}
