import FileStorage
import Storage

/// Reads any bytes as what a file of the store may hold; the first says of which kind, and whether
/// the rest gets the checksum that it ought to have.
/// - Throws: a `Finding` if something is read that is not as long as it says, or breaks its limits.
public func checkStored(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  guard let first = bytes.first else { return }
  var file = Array(bytes.dropFirst())
  switch first % 4 {
  case 0:
    seal(&file, at: 20, if: first)
    guard let start = SessionSlot.Start(file) else { return }
    try expect(start.length <= StorageLimits.sessionBytes, "\(start.length) bytes of a session")
    guard let payload = start.payload, start.isKept(by: payload) else { return }
    let slot = SessionSlot(revision: start.revision, index: 0, payload: payload)
    try expect((try? slot.encoded()) == Array(file.prefix(24 + payload.count)), "a slot is itself")
  case 1:
    sealEntry(&file, if: first)
    var random = Steps()
    let id = EntryID(after: [], using: &random)
    guard let entry = VaultEntry.decode(file, of: id)?.entry else { return }
    try expect(entry.bytes.count <= file.count - 24, "an entry of its size")
    let whole = VaultEntry.encode(entry.bytes, saved: entry.saved)
    let isItself = VaultEntry.decode(whole, of: id).map { $0 == (entry, true) }
    try expect(isItself == true, "an entry is itself")
  case 2:
    seal(&file, at: 28, if: first)
    guard let place = RoomRecord.Place(in: file, at: 0) else { return }
    try expect(place.payload.upperBound <= file.count, "a record ends within its file")
    try expect(place.payload.count <= StorageLimits.eventBytes + 8, "an event of its size")
    let numbers = 1...(StorageLimits.roomRecords + StorageLimits.roomTermsReserve)
    try expect(numbers ~= place.terms.number, "record \(place.terms.number)")
  default:
    seal(&file, at: 36, if: first)
    guard let start = SnapshotStart(Array(file.prefix(SnapshotStart.size))) else { return }
    try expect(start.mark.start < start.mark.end, "a record has an end")
    try expect(start.length <= StorageLimits.snapshotBytes, "\(start.length) bytes of a snapshot")
    let rest = Array(file.dropFirst(SnapshotStart.size))
    guard start.isKept(by: rest) else { return }
    try expect(SnapshotStart.encode(start.mark, rest) == file, "a snapshot is itself")
  }
}

/// The same for an entry, in which each of two parts has its own.
private func sealEntry(_ file: inout [UInt8], if first: UInt8) {
  let length = file.count < 24 ? 0 : Int(file[16]) | Int(file[17]) << 8
  guard file.count >= 28 + length, file[4] == 2 else { return seal(&file, at: 20, if: first) }
  var start = Array(file[..<(24 + length)])
  var rest = Array(file[(24 + length)...])
  seal(&start, at: 20, if: first)
  seal(&rest, at: 0, if: first)
  file = start + rest
}

/// Makes the checksum right, as nearly no bytes have one by chance.
private func seal(_ file: inout [UInt8], at offset: Int, if first: UInt8) {
  guard first >= 0x80, file.count >= offset + 4 else { return }
  var sum = ~UInt32(0)
  for byte in file[..<offset] + file[(offset + 4)...] {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  for place in 0..<4 { file[offset + place] = UInt8(truncatingIfNeeded: ~sum >> (8 * place)) }
}

/// Numbers that are the same in every run.
private struct Steps: RandomNumberGenerator {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return state
  }
}
