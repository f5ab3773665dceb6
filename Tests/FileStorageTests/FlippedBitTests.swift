import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

/// Each bit of each kind of file turned over, and each length.
@Suite struct FlippedBitTests {
  let scratch = Scratch()

  /// Calls the closure with the bytes, one bit of one of them turned over, for each bit of those places.
  private func forEachFlip(
    of bytes: [UInt8], at places: some Sequence<Int>, _ body: ([UInt8], Int) throws -> Void
  ) rethrows {
    var bytes = bytes
    for place in places {
      for bit in 0..<8 {
        bytes[place] ^= 1 << bit
        try body(bytes, place)
        bytes[place] ^= 1 << bit
      }
    }
  }

  @Test func `a slot of a session with a flipped bit is none`() throws {
    let whole = try SessionSlot(revision: 7, index: 0, payload: [1, 2, 3]).encoded()
    func isKept(_ bytes: [UInt8]) -> Bool {
      guard let start = SessionSlot.Start(bytes), let payload = start.payload else { return false }
      return start.isKept(by: payload)
    }
    #expect(isKept(whole))
    forEachFlip(of: whole, at: whole.indices) { bytes, place in
      #expect(!isKept(bytes), "byte \(place)")
    }
    for count in whole.indices { #expect(!isKept(Array(whole[..<count])), "\(count) bytes") }
  }

  @Test func `a session with a flipped bit in either slot has one of its states`() throws {
    let store = try scratch.sessions()
    let id = try store.create([1, 1, 1])
    try store.change(id, to: [2, 2])
    let path = store.path(of: id)
    let whole = try contents(path)
    let older = 0..<27
    let newer = 65_536..<65_562
    #expect(whole.count == newer.upperBound)
    try forEachFlip(of: whole, at: [older, newer].joined()) { bytes, place in
      try overwrite(path, bytes)
      let told = scratch.damaged.count
      let other = try scratch.sessions()
      let state: [UInt8] = older ~= place ? [2, 2] : [1, 1, 1]
      #expect(try other.read(id) == state, "byte \(place)")
      #expect(try other.lockedBytes(id) == state, "byte \(place)")
      // What an older state holds is not even read.
      let isSeen = newer ~= place || place < 8
      if isSeen || place >= 24 {
        #expect(scratch.damaged.count == told + (isSeen ? 1 : 0), "byte \(place)")
      }
    }
    #expect(files(scratch.path).count == 1)
  }

  @Test func `a session cut anywhere has one of its states, or is put aside`() throws {
    let store = try scratch.sessions()
    let id = try store.create([1, 1, 1])
    try store.change(id, to: [2, 2])
    let path = store.path(of: id)
    let whole = try contents(path)
    let lengths =
      Array(0..<100) + stride(from: 100, to: 65_500, by: 509) + (65_500..<whole.count)
    for length in lengths {
      if FileStatus(of: path) == nil { try store.create([0], as: id) }
      try overwrite(path, Array(whole[..<length]))
      if length < 27 {
        _ = try scratch.damage { _ = try store.read(id) }
      } else {
        #expect(try store.read(id) == [1, 1, 1], "\(length) bytes")
      }
    }
  }

  @Test func `an entry of a vault with a flipped bit, cut or longer is none`() throws {
    var random = SplitMix(state: 1)
    let id = EntryID(after: [], using: &random)
    let whole = VaultEntry.encode([1, 2, 3, 4], saved: 1_800_000_000)
    #expect(VaultEntry.decode(whole, of: id)?.entry.bytes == [1, 2, 3, 4])
    forEachFlip(of: whole, at: whole.indices) { bytes, place in
      #expect(VaultEntry.decode(bytes, of: id) == nil, "byte \(place)")
    }
    for count in whole.indices { #expect(VaultEntry.decode(Array(whole[..<count]), of: id) == nil) }
    #expect(VaultEntry.decode(whole + [0], of: id) == nil)
  }

  /// 24 bytes of header, four of the first line, four of checksum, three of the second line.
  @Test func `damage after the first line of an entry costs only what is there`() throws {
    var random = SplitMix(state: 1)
    let id = EntryID(after: [], using: &random)
    let whole = VaultEntry.encode([1, 2, 3, 10, 4, 10, 5], saved: 1_800_000_000)
    #expect(whole.count == 35)
    let entry = VaultEntry(id: id, bytes: [1, 2, 3, 10, 4, 10, 5], saved: 1_800_000_000)
    let firstLine = VaultEntry(id: id, bytes: [1, 2, 3, 10], saved: 1_800_000_000)
    let found = try #require(VaultEntry.decode(whole, of: id))
    #expect(found == (entry, true))
    func expectFirstLine(of file: [UInt8], _ comment: Comment) {
      let found = VaultEntry.decode(file, of: id)
      #expect(found?.entry == firstLine, comment)
      #expect(found?.isWhole == false, comment)
    }
    forEachFlip(of: whole, at: 0..<28) { bytes, place in
      #expect(VaultEntry.decode(bytes, of: id) == nil, "byte \(place)")
    }
    forEachFlip(of: whole, at: 28..<35) { expectFirstLine(of: $0, "byte \($1)") }
    for count in 0..<28 { #expect(VaultEntry.decode(Array(whole[..<count]), of: id) == nil) }
    for count in 28..<35 { expectFirstLine(of: Array(whole[..<count]), "\(count) bytes") }
    for added: [UInt8] in [[0], [10], [5, 5]] {
      expectFirstLine(of: whole + added, "\(added) at the end")
    }
  }

  @Test func `what is left of an entry is reported once, and can be changed`() throws {
    let store = try scratch.vaults()
    let (vault, id) = try store.add([1, 10, 2], to: nil, now: 1000)
    let path = "\(store.path(of: vault))/\(id.text)"
    var bytes = try contents(path)
    bytes[bytes.count - 1] ^= 1
    try overwrite(path, bytes)
    #expect(try store.bytes(of: vault) == [[1, 10]])
    #expect(try store.read(id, of: vault)?.bytes == [1, 10])
    let line = "\(id.text) was damaged after its first line, and is read without the rest"
    #expect(scratch.damaged == [line])
    #expect(throws: StorageError.changed) {
      try store.replace(id, of: vault, with: [3], over: [1, 10, 2], now: 1001)
    }
    #expect(try store.replace(id, of: vault, with: [1, 10, 3], over: [1, 10], now: 1001))
    #expect(try store.bytes(of: vault) == [[1, 10, 3]])
  }

  @Test func `an entry that was saved without its second part is whole`() throws {
    let store = try scratch.vaults()
    let (vault, id) = try store.add([1, 10], to: nil, now: 1000)
    #expect(try store.read(id, of: vault)?.bytes == [1, 10])
    #expect(scratch.damaged.isEmpty)
  }

  @Test func `an entry as it was before it had parts is read as it is`() throws {
    var random = SplitMix(state: 1)
    let id = EntryID(after: [], using: &random)
    // Magic, format 1, 2 seconds, 3 bytes, and the CRC-32 of those and of "a\nb".
    let header: [UInt8] = [0x44, 0x68, 0x56, 0x74, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]
    let file = header + [0xe4, 0x83, 0x79, 0x1a] + [97, 10, 98]
    let found = try #require(VaultEntry.decode(file, of: id))
    #expect(found == (VaultEntry(id: id, bytes: [97, 10, 98], saved: 2), true))
  }

  @Test func `a record of a room with a flipped bit or cut is none`() throws {
    let last = RoomTerms(number: 4, lastAct: 2000, keptDays: 30, isClosed: false)
    // The second was made with the clock set back.
    for now in [3000, 1000] {
      let record = RoomRecord(after: last, event: [1, 2, 3], keptDays: 30, now: now)
      let whole = try record.encoded()
      let place = try #require(RoomRecord.Place(in: whole, at: 0))
      #expect(place.terms == record.terms && place.time == now)
      forEachFlip(of: whole, at: whole.indices) { bytes, place in
        #expect(RoomRecord.Place(in: bytes, at: 0) == nil, "byte \(place)")
      }
      for count in whole.indices {
        #expect(RoomRecord.Place(in: Array(whole[..<count]), at: 0) == nil)
      }
    }
  }

  @Test func `a room with a flipped bit lacks one record and has no other`() throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    try store.add([1, 1], to: room)
    try store.add([2, 2, 2], to: room)
    let path = store.path(of: room)
    let whole = try contents(path)
    let events: [[UInt8]] = [[0], [1, 1], [2, 2, 2]]
    try forEachFlip(of: whole, at: whole.indices) { bytes, place in
      try overwrite(path, bytes)
      let lost = place < 33 ? 0 : place < 67 ? 1 : 2
      let found = try scratch.rooms().all(room)
      #expect(found.events == events.enumerated().filter { $0.offset != lost }.map(\.element))
      // Nobody knows of a last one.
      #expect(found.missing == (lost < 2 ? [(lost + 1)...(lost + 1)] : []))
    }
  }

  @Test func `a snapshot with a flipped bit, cut or longer is none`() throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    try store.add([1, 1], to: room)
    let isSaved = try store.save(StoredSnapshot(number: 2, bytes: [4, 5, 6]), of: room)
    #expect(isSaved)
    let path = store.snapshotPath(of: room)
    let whole = try contents(path)
    try forEachFlip(of: whole, at: whole.indices) { bytes, place in
      try overwrite(path, bytes)
      #expect(try scratch.rooms().snapshot(of: room) == nil, "byte \(place)")
    }
    for count in whole.indices {
      try overwrite(path, Array(whole[..<count]))
      #expect(try scratch.rooms().snapshot(of: room) == nil, "\(count) bytes")
    }
    #expect(try scratch.rooms().all(room).events == [[0], [1, 1]])
  }

  @Test func `a transfer code with a flipped bit or cut opens no vault`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: 1000)
    var path: String?
    var whole: [UInt8] = []
    func seal() throws -> TransferCode {
      let code = try #require(try store.makeTransferCode(for: vault, now: 1000))
      let name = try #require(files("\(store.place.path)/codes").first)
      path = "\(store.place.path)/codes/\(1000 / StorageLimits.codeSeconds)/\(name)"
      whole = try contents(try #require(path))
      return code
    }
    let code = try seal()
    let file = try #require(path)
    try forEachFlip(of: whole, at: whole.indices) { bytes, place in
      close(creat(file, 0o600))
      try overwrite(file, bytes)
      #expect(try store.redeem(code, now: 1000) == nil, "byte \(place)")
    }
    for count in whole.indices {
      close(creat(file, 0o600))
      try overwrite(file, Array(whole[..<count]))
      #expect(try store.redeem(code, now: 1000) == nil, "\(count) bytes")
    }
    close(creat(file, 0o600))
    try overwrite(file, whole)
    #expect(try store.redeem(code, now: 1000) == vault)
  }
}
