import Glibc
import Storage
import StoredSecrets

/// Rooms as files in one folder.
///
/// A room is the file `ab/abcd…`, named by the hash of its code. Each event appends one record with
/// one write; see `RoomRecord`. A snapshot, if there is one, is `abcd….snapshot`. An empty file
/// keeps the code of a deleted room from being reused. Writers hold the file's lock; readers need
/// none, as an incomplete record at the end doesn't count. Values of this type share the folder
/// and, for speed only, `RoomMarks`.
struct RoomFiles: RoomStorage {
  let place: StateFolder
  let durability: Durability
  let patience: Duration
  /// The most rooms that one client may open in a UTC day; `nil` means no limit.
  let openingsPerDay: Int?
  let marks = RoomMarks()

  /// Sets up room storage in that folder without touching the disk.
  ///
  /// `patience` is how long to wait for another's lock. A whole class may press at once.
  init(
    _ place: StateFolder, _ durability: Durability, patience: Duration = .seconds(2),
    openingsPerDay: Int? = StorageLimits.openingsPerDay
  ) {
    self.place = place
    self.durability = durability
    self.patience = patience
    self.openingsPerDay = openingsPerDay
  }

  func place(of room: RoomCode) -> String { path(of: room) }

  func newestNumber(of room: RoomCode) throws(StorageError) -> Int? {
    // Records are never removed, so a file of the same size has the same newest record.
    if let mark = marks.newest(in: room.fileName), let status = FileStatus(of: path(of: room)),
      status.isRegular, status.size == mark.end
    {
      return mark.number
    }
    return try terms(of: room)?.number
  }

  func isTaken(_ room: RoomCode) -> Bool { FileStatus(of: path(of: room)) != nil }

  /// Returns the room's terms after its newest record.
  func terms(of room: RoomCode) throws(StorageError) -> RoomTerms? {
    guard let file = try open(room, O_RDONLY) else { return nil }
    let size = try size(of: file, room)
    guard size > 0 else { return nil }
    if let last = try last(of: room.fileName, file, size) { return last.place.terms }
    return try lock(room)?.last.place.terms
  }

  func events(of room: RoomCode, after number: Int) throws(StorageError) -> EventPage? {
    guard let file = try open(room, O_RDONLY) else { return nil }
    let size = try size(of: file, room)
    guard size > 0 else { return nil }
    if let page = try page(of: room, file, after: number, size) { return page }
    // If nothing is intact, the room has just been deleted or is damaged; locking shows which.
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
    try changeTerms(of: room, now: now) { (StorageLimits.nearestKeptDays(days), $0.isClosed) }
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
    // Nothing changes, so nobody has to be notified.
    guard keptDays != terms.keptDays || isClosed != terms.isClosed else { return true }
    let next = RoomRecord(
      after: terms, event: nil, keptDays: keptDays, isClosed: isClosed, now: now)
    try add(
      next, to: locked, room, limit: StorageLimits.roomRecords + StorageLimits.roomTermsReserve)
    return true
  }

  func path(of room: RoomCode) -> String { path(of: room.fileName) }

  func path(of name: String) -> String { place.path(of: name) }
}

extension RoomCode {
  /// The name of the room's file.
  ///
  /// The hash keeps codes out of listings and logs; anyone who may read the folder can find the
  /// code by trying them all.
  var fileName: String { hashedName(of: signs) }
}

extension RoomFiles {
  /// Deletes the rooms past their last day whose file names start with the byte `slice`.
  ///
  /// Rooms written within a day aren't even opened, and locked ones stay until the next sweep. So
  /// do files that don't look like rooms.
  func sweep(slice: UInt8, now: Int) throws(StorageError) -> Int {
    let prefix = hex([slice])
    let shard = "\(place.path)/\(prefix)"
    var removed = 0
    try place.forEachName(in: shard) { (name) throws(StorageError) in
      guard name.hasPrefix(prefix) else { return }
      let path = "\(shard)/\(name)"
      if name.utf8.count == 64 {
        if try removeOld(path, name, now: now) { removed += 1 }
      } else if name.dropFirst(64).hasPrefix(".snapshot-new-"), let status = FileStatus(of: path),
        status.lastWritten <= now - 86_400
      {
        // Left by a process that died while writing it.
        _ = unlink(path)
      }
    }
    return removed
  }

  /// Deletes a room if its last day is over, or forgets its code; returns whether there was a room.
  private func removeOld(_ path: String, _ name: String, now: Int) throws(StorageError) -> Bool {
    guard let seen = FileStatus(of: path), seen.isRegular, seen.lastWritten <= now - 86_400,
      let file = try? OpenFile(path, O_RDWR), try file.tryLock()
    else { return false }
    let status = try file.status()
    guard status.hasName else { return false }
    if status.size == 0 {
      if status.lastWritten <= now - StorageLimits.codeRestDays * 86_400 { try file.remove(path) }
      return false
    }
    // A file without an intact record is kept as long as any room could be.
    var lastDay = status.lastWritten / 86_400 + StorageLimits.keptDays.upperBound
    try file.forEachRecord(from: 0, to: status.size) { found in
      lastDay = found.place.terms.lastDay
      return true
    }
    guard now / 86_400 > lastDay else { return false }
    try erase(file, name)
    return true
  }
}
