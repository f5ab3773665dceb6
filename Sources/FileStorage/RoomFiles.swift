import Glibc
import Storage

/// Rooms as files in one folder.
///
/// A room is the file `ab/abcd…`, named by the hash of its code, and grows by one record and one
/// write for each event; see `RoomRecord`. Beside it may be its snapshot, `abcd….snapshot`. An empty
/// file keeps the code of a room that is gone from being used again. Who writes holds the file's lock;
/// readers need none, as what is torn at the end counts only once it is whole. Values of this type
/// share the folder, and for speed only, `RoomMarks`.
struct RoomFiles: RoomStorage {
  let place: StateFolder
  let durability: Durability
  private let patience: Duration
  let marks = RoomMarks()

  /// Sets up room storage in that folder without touching the disk.
  ///
  /// `patience`: how long to wait for somebody else's lock. All of a class may press at once.
  init(_ place: StateFolder, _ durability: Durability, patience: Duration = .seconds(2)) {
    self.place = place
    self.durability = durability
    self.patience = patience
  }

  func place(of room: RoomCode) -> String { path(of: room) }

  func newestNumber(of room: RoomCode) throws(StorageError) -> Int? {
    // Records are never taken back, so a file that is as long as before has the same newest record.
    if let mark = marks.newest(in: room.fileName), let status = FileStatus(of: path(of: room)),
      status.isRegular, status.size == mark.end
    {
      return mark.number
    }
    return try terms(of: room)?.number
  }

  func isTaken(_ room: RoomCode) -> Bool { FileStatus(of: path(of: room)) != nil }

  /// What is true of the room after its newest record.
  func terms(of room: RoomCode) throws(StorageError) -> RoomTerms? {
    guard let file = try open(room, O_RDONLY) else { return nil }
    let size = try size(of: file, room)
    guard size > 0 else { return nil }
    if let last = try last(of: room, file, size) { return last.place.terms }
    return try lock(room)?.last.place.terms
  }

  func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage? {
    guard let file = try open(room, O_RDONLY) else { return nil }
    let size = try size(of: file, room)
    guard size > 0 else { return nil }
    if let page = try page(of: room, file, after: number, size) { return page }
    // If nothing is intact, somebody has just deleted the room, or it is damaged. Locking shows which.
    guard let locked = try lock(room) else { return nil }
    return try page(of: room, locked.file, after: number, locked.last.end)
  }

  func append(
    to room: RoomCode, after known: @autoclosure () -> Int, now: Int,
    _ decide: (EventPage) -> [UInt8]?
  ) throws(StorageError) -> RoomAppend? {
    guard let locked = try lock(room) else { return nil }
    let terms = locked.last.place.terms
    guard !terms.isClosed else { return .closed }
    let known = known()
    var page = EventPage(events: [], missing: [], terms: terms, isLast: true)
    if known < terms.number {
      guard let found = try self.page(of: room, locked.file, after: known, locked.last.end) else {
        throw .changed
      }
      page = found
    }
    guard page.isLast, page.through >= known else { throw .changed }
    guard let bytes = decide(page) else { return .declined }
    guard locked.last.end + RoomRecord.headerSize + bytes.count <= StorageLimits.roomBytes else {
      throw .tooMany(limit: terms.number)
    }
    let next = RoomRecord(after: terms, event: bytes, keptDays: terms.keptDays, now: now)
    try add(next, to: locked, room, limit: StorageLimits.roomRecords)
    return .added(StoredEvent(number: next.terms.number, time: now, bytes: bytes))
  }

  func keep(_ room: RoomCode, days: Int, now: Int) throws(StorageError) -> Bool {
    try changeTerms(of: room, now: now) { (days.kept, $0.isClosed) }
  }

  func close(_ room: RoomCode, now: Int) throws(StorageError) -> Bool {
    try changeTerms(of: room, now: now) { ($0.keptDays, true) }
  }

  func delete(_ room: RoomCode) throws(StorageError) -> Bool {
    guard let locked = try lock(room) else { return false }
    try erase(locked.file, room.fileName)
    return true
  }

  private func changeTerms(
    of room: RoomCode, now: Int, _ change: (RoomTerms) -> (keptDays: Int, isClosed: Bool)
  ) throws(StorageError) -> Bool {
    guard let locked = try lock(room) else { return false }
    let terms = locked.last.place.terms
    let (keptDays, isClosed) = change(terms)
    // Repeating it is no act: nothing changes, so nobody has to be told.
    guard keptDays != terms.keptDays || isClosed != terms.isClosed else { return true }
    let next = RoomRecord(
      after: terms, event: nil, keptDays: keptDays, isClosed: isClosed, now: now)
    try add(
      next, to: locked, room, limit: StorageLimits.roomRecords + StorageLimits.roomTermsReserve)
    return true
  }
}

/// A room's open, locked file; nobody else can add to it while this value exists.
struct LockedRoom: ~Copyable {
  let file: OpenFile
  /// The newest record.
  let last: FoundRecord
  /// The size of the file in bytes; whatever comes after the last record is torn.
  let size: Int
}

extension RoomFiles {
  /// Writes a record behind the last one, and waits for the disk if this is to survive a power failure.
  ///
  /// It waits without the lock: of many who press at once, each would otherwise wait for the flushes
  /// of all before, while the kernel can do them together. Nobody's record is flushed without those
  /// before it, so what others have decided on is never lost alone. After a failed flush, the record
  /// stays, because others may have seen it.
  private func add(
    _ record: RoomRecord, to locked: borrowing LockedRoom, _ room: RoomCode, limit: Int
  ) throws(StorageError) {
    guard record.terms.number <= limit else { throw .tooMany(limit: limit) }
    let bytes = try record.encoded()
    let end = locked.last.end
    if locked.size > end {
      try locked.file.cut(to: end)
      // One interrupted write leaves less than a record; more is the disk's damage.
      if locked.size - end >= RoomRecord.mostBytes {
        place.tell("\(path(of: room)) lost its last \(locked.size - end) bytes, which were damaged")
      }
    }
    do throws(StorageError) {
      try locked.file.write(bytes, at: end)
    } catch {
      // Less than a record is never read as one. If cutting fails too, the next writer cuts.
      try? locked.file.cut(to: end)
      throw error
    }
    let mark = RoomMark(number: record.terms.number, start: end, end: end + bytes.count)
    marks.remember([mark], in: room.fileName)
    if durability == .power {
      try locked.file.unlock()
      try locked.file.synchronize()
    }
  }

  /// One page of events after a number, from the first `size` bytes of the file; `nil` if no record is
  /// intact.
  private func page(
    of room: RoomCode, _ file: borrowing OpenFile, after number: Int, _ size: Int
  ) throws(StorageError) -> EventPage? {
    var events: [StoredEvent] = []
    var missing: [ClosedRange<Int>] = []
    var terms: RoomTerms?
    var (records, bytes, isLast) = (0, 0, true)
    try scan(room, file, upTo: number, size) { found in
      if found.number > number {
        bytes += found.place.payload.count
        if records == StorageLimits.roomPageRecords
          || (records > 0 && bytes > StorageLimits.roomPageBytes)
        {
          isLast = false
          return false
        }
        records += 1
        let first = max(terms?.number ?? 0, number) + 1
        if first < found.number { missing.append(first...(found.number - 1)) }
        if let event = found.event { events.append(event) }
      }
      terms = found.place.terms
      return true
    }
    for numbers in missing where marks.isNew(numbers, in: room.fileName) {
      place.tell(
        "\(path(of: room)) is damaged: \(numbers.lowerBound) to \(numbers.upperBound) are missing")
    }
    return terms.map {
      EventPage(events: events, missing: missing, terms: $0, isLast: isLast)
    }
  }

  /// The newest record in the first `size` bytes of the file; `nil` if none is intact.
  func last(
    of room: RoomCode, _ file: borrowing OpenFile, _ size: Int
  ) throws(StorageError) -> FoundRecord? {
    var last: FoundRecord?
    try scan(room, file, upTo: .max, size) {
      last = $0
      return true
    }
    return last
  }

  /// Passes records to `body` until it returns `false`, beginning with a known one up to that number
  /// or with the first.
  func scan(
    _ room: RoomCode, _ file: borrowing OpenFile, upTo number: Int, _ size: Int,
    _ body: (FoundRecord) -> Bool
  ) throws(StorageError) {
    let name = room.fileName
    var seen: [RoomMark] = []
    var newest: RoomMark?
    var isFinished = true
    func pass(_ found: FoundRecord) -> Bool {
      let mark = RoomMark(number: found.number, start: found.start, end: found.end)
      if RoomMarks.isWorthKeeping(mark.number, after: seen.last?.number ?? 0) { seen.append(mark) }
      newest = mark
      if !body(found) { isFinished = false }
      return isFinished
    }
    defer {
      marks.remember(
        seen + (newest.map { [$0] } ?? []), in: name, endingAt: isFinished ? size : nil)
    }
    var mark = marks.last(upTo: number, in: name)
    // A process that is new to the room goes on from the snapshot.
    if mark == nil, marks.newest(in: name) == nil { mark = snapshotMark(of: room) }
    if let mark, mark.number <= number {
      var isThere: Bool?
      if mark.end <= size {
        try file.forEachRecord(from: mark.start, to: size) { found in
          if isThere == nil { isThere = found.start == mark.start && found.number == mark.number }
          return isThere == true && pass(found)
        }
      }
      if isThere == true { return }
      marks.forget(name)
    }
    try file.forEachRecord(from: 0, to: size, pass)
  }

  /// Locks a room against other writers; `nil` if it does not exist.
  func lock(_ room: RoomCode) throws(StorageError) -> LockedRoom? {
    guard let file = try open(room, O_RDWR) else { return nil }
    try file.lock(patience: patience)
    let status = try file.status()
    // The room was deleted, perhaps during the wait.
    guard status.hasName, !status.isRegular || status.size > 0 else { return nil }
    guard status.isRegular, let last = try last(of: room, file, status.size) else {
      try quarantine(room)
      return nil
    }
    return LockedRoom(file: file, last: last, size: status.size)
  }

  func open(_ room: RoomCode, _ access: Int32) throws(StorageError) -> OpenFile? {
    do throws(StorageError) {
      return try OpenFile(path(of: room), access)
    } catch .unavailable(_, ENOENT) {
      try place.check()
    } catch .unavailable(_, ELOOP), .unavailable(_, EISDIR), .unavailable(_, ENXIO) {
      // It is a link, a directory or a socket.
      try quarantine(room)
    }
    return nil
  }

  /// The size of an open room in bytes; 0 if it is gone.
  func size(of file: borrowing OpenFile, _ room: RoomCode) throws(StorageError) -> Int {
    let status = try file.status()
    if !status.isRegular { try quarantine(room) }
    return status.isRegular ? status.size : 0
  }

  private func quarantine(_ room: RoomCode) throws(StorageError) {
    guard try place.putAside(path(of: room), as: room.fileName) != nil else { return }
    _ = unlink(snapshotPath(of: room))
    // The code stays taken.
    _ = try? OpenFile(path(of: room), O_WRONLY | O_CREAT | O_EXCL)
    throw .damaged
  }

  /// Deletes everything of a room whose file is open and locked here, and leaves the file empty.
  func erase(_ file: borrowing OpenFile, _ name: String) throws(StorageError) {
    let shard = "\(place.path)/\(name.prefix(2))"
    marks.forget(name)
    // The record goes last: if this process dies before, the room is still there as a whole.
    try place.forEachName(in: shard) { (other) throws(StorageError) in
      if other.hasPrefix("\(name).") { _ = unlink("\(shard)/\(other)") }
    }
    try file.cut(to: 0)
    if durability == .power {
      try file.synchronize()
      try StateFolder.synchronize(shard)
    }
  }

  /// The folder of the room's files, one of 256 because huge folders are slow to list.
  func shard(of room: RoomCode) -> String { "\(place.path)/\(room.fileName.prefix(2))" }

  func path(of room: RoomCode) -> String { "\(shard(of: room))/\(room.fileName)" }
}

extension RoomCode {
  /// The name of the room's file.
  ///
  /// The hash keeps codes out of listings and logs; whoever may read the
  /// folder can find the code by trying them all.
  var fileName: String { hashedName(of: signs) }
}

extension Int {
  /// The nearest number of days that a room may be kept.
  var kept: Int {
    Swift.min(
      Swift.max(self, StorageLimits.keptDays.lowerBound), StorageLimits.keptDays.upperBound)
  }
}
