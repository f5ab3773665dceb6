import CDeflate
import Storage

/// A record in the file of a room: a 32-byte header and the bytes of an event.
///
/// The header's fields, little-endian, with their sizes in bytes: magic (4), length of the event
/// (4), number (8), seconds since 1970 (8), kept days (2), flags (2), CRC-32 of all the rest (4).
/// The file consists of such records, with rising numbers. Each one contains the room's terms, so
/// the last is enough to know them. If the clock was set back, so that the last act was later than
/// this record, the time of the last act (8) comes between header and event, and counts towards the
/// length.
package struct RoomRecord {
  let terms: RoomTerms
  /// The time when it was added, by the clock of that moment.
  let time: Int
  /// The event; `nil` if only the terms changed.
  let event: [UInt8]?

  static let headerSize = 32
  /// The bytes of the largest record.
  static let mostBytes = headerSize + latestSize + StorageLimits.eventBytes
  private static let latestSize = 8
  private static let numbers = 1...Int64(StorageLimits.roomRecords + StorageLimits.roomTermsReserve)
  /// The first bytes of each record; the last of them is the format.
  ///
  /// The first two bytes never occur in UTF-8 text. So text that visitors wrote can't look like a
  /// record when a search continues after damage.
  private static let magic: UInt32 = 0x0152_feff
  static let firstByte: UInt8 = 0xff
  private static let closedFlag: UInt16 = 1
  private static let eventFlag: UInt16 = 2
  private static let latestFlag: UInt16 = 4

  /// - Throws: `StorageError.tooLarge`.
  func encoded() throws(StorageError) -> [UInt8] {
    let event = event ?? []
    guard event.count <= StorageLimits.eventBytes else { throw .tooLarge(count: event.count) }
    var payload: [UInt8] = []
    if isLate { payload.append(littleEndian: Int64(terms.lastAct)) }
    payload += event
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerSize + payload.count)
    bytes.append(littleEndian: Self.magic)
    bytes.append(littleEndian: UInt32(payload.count))
    bytes.append(littleEndian: Int64(terms.number))
    bytes.append(littleEndian: Int64(time))
    bytes.append(littleEndian: UInt16(terms.keptDays))
    bytes.append(littleEndian: flags)
    bytes.append(littleEndian: checksum(bytes, count: 28, payload))
    return bytes + payload
  }

  /// Whether the last act was later than this record.
  private var isLate: Bool { time < terms.lastAct }

  private var flags: UInt16 {
    (terms.isClosed ? Self.closedFlag : 0) | (event == nil ? 0 : Self.eventFlag)
      | (isLate ? Self.latestFlag : 0)
  }

  /// The place of an intact record among some bytes.
  package struct Place {
    package let terms: RoomTerms
    /// The time when it was added.
    let time: Int
    let hasEvent: Bool
    /// The bytes of the event; the record ends with them.
    package let payload: Range<Int>

    /// The record that begins at `start`; `nil` if it is missing, incomplete or damaged.
    package init?(in bytes: [UInt8], at start: Int) {
      guard bytes.count - start >= headerSize,
        bytes.littleEndian(at: start, as: UInt32.self) == magic
      else { return nil }
      let length = Int(bytes.littleEndian(at: start + 4, as: UInt32.self))
      let first = start + headerSize
      guard length <= latestSize + StorageLimits.eventBytes, bytes.count - first >= length,
        bytes.checksum(of: start..<(start + 28), first..<(first + length))
          == bytes.littleEndian(at: start + 28, as: UInt32.self)
      else { return nil }
      let flags = bytes.littleEndian(at: start + 26, as: UInt16.self)
      let isLate = flags & latestFlag != 0
      let event = isLate ? first + latestSize : first
      let number = bytes.littleEndian(at: start + 8, as: Int64.self)
      guard event <= first + length, RoomRecord.numbers ~= number else { return nil }
      time = Int(bytes.littleEndian(at: start + 16, as: Int64.self))
      terms = RoomTerms(
        number: Int(number),
        lastAct: isLate ? Int(bytes.littleEndian(at: first, as: Int64.self)) : time,
        keptDays: Int(bytes.littleEndian(at: start + 24, as: UInt16.self)),
        isClosed: flags & closedFlag != 0)
      hasEvent = flags & eventFlag != 0
      payload = event..<(first + length)
    }
  }
}

extension RoomRecord {
  /// Creates a record that follows another in the same room.
  init(after last: RoomTerms, event: [UInt8]?, keptDays: Int, isClosed: Bool = false, now: Int) {
    let terms = RoomTerms(
      number: last.number + 1, lastAct: max(now, last.lastAct), keptDays: keptDays,
      isClosed: isClosed)
    self.init(terms: terms, time: now, event: event)
  }

  /// Creates the first record of a room.
  init(opening event: [UInt8], keptDays: Int, now: Int) {
    let terms = RoomTerms(number: 1, lastAct: now, keptDays: keptDays, isClosed: false)
    self.init(terms: terms, time: now, event: event)
  }
}

extension [UInt8] {
  /// Returns the CRC-32 of two ranges, one after the other.
  fileprivate func checksum(of first: Range<Int>, _ second: Range<Int>) -> UInt32 {
    withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      let start = libdeflate_crc32(0, base + first.lowerBound, first.count)
      return libdeflate_crc32(start, base + second.lowerBound, second.count)
    }
  }
}

/// A record found in a room's file.
struct FoundRecord {
  let place: RoomRecord.Place
  /// The offset at which it begins in the file, in bytes.
  let start: Int
  /// The offset at which it ends.
  let end: Int
  /// The bytes that were read with it.
  private let chunk: [UInt8]

  /// Creates a record from `chunk`, which was read from the offset `chunkStart` on.
  init(_ place: RoomRecord.Place, start: Int, chunk: [UInt8], from chunkStart: Int) {
    self.place = place
    self.start = start
    end = chunkStart + place.payload.upperBound
    self.chunk = chunk
  }

  var number: Int { place.terms.number }

  /// The event; `nil` if only the terms changed.
  var event: StoredEvent? {
    guard place.hasEvent else { return nil }
    return StoredEvent(number: number, time: place.time, bytes: Array(chunk[place.payload]))
  }
}

extension OpenFile {
  /// Passes the intact records between two offsets to `body`, until it returns `false`.
  ///
  /// It skips anything that isn't a record or whose number doesn't rise, and reads at most as much
  /// as two of the largest records take at a time.
  func forEachRecord(
    from start: Int, to end: Int, _ body: (FoundRecord) -> Bool
  ) throws(StorageError) {
    var chunk: [UInt8] = []
    var chunkStart = start
    var offset = start
    var end = end
    var last = 0
    while offset < end {
      if chunkStart + chunk.count < min(offset + RoomRecord.mostBytes, end) {
        let wanted = min(2 * RoomRecord.mostBytes, end - offset)
        chunk = try read(wanted, at: offset)
        chunkStart = offset
        // The room was deleted in the meantime.
        if chunk.count < wanted { end = offset + chunk.count }
      }
      let local = offset - chunkStart
      if let place = RoomRecord.Place(in: chunk, at: local), place.terms.number > last {
        last = place.terms.number
        let found = FoundRecord(place, start: offset, chunk: chunk, from: chunkStart)
        guard body(found) else { return }
        offset = found.end
      } else if local < chunk.count {
        let next = chunk[(local + 1)...].firstIndex(of: RoomRecord.firstByte)
        offset = chunkStart + (next ?? chunk.count)
      } else {
        return
      }
    }
  }
}
