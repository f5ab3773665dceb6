import Rooms
import Storage
import Synchronization
import Web

/// Where rooms are opened, played in and looked at: the only way from pages to their record.
///
/// It remembers the rooms that were used lately as of the newest record that it knows, and reads only
/// what came after. The record decides: whatever is played is played on what it says at that moment,
/// so any number of threads and processes may do so at once. Each room has a lock of its own, so a
/// busy one keeps no other waiting.
final class RoomDesk: Sendable {
  /// How many rooms are remembered.
  static let entries = 256
  /// About how much memory they may take together, in bytes.
  static let memory = 64_000_000
  /// Records after which a new snapshot is kept.
  static let snapshotDistance = 1_000
  /// How often a press is tried anew when more came in between than fits on a page.
  private static let attempts = 5

  /// A room in memory, with the number up to which somebody here keeps a snapshot.
  private struct Known: Sendable {
    var open: OpenRoom
    var snapshot = 0
  }

  private final class Slot: Sendable {
    let known = Mutex<Known?>(nil)

    var open: OpenRoom? { known.withLock { $0?.open } }
    /// The number of the newest record that is known, 0 for a room that isn't.
    var number: Int { known.withLock { $0?.open.number } ?? 0 }
  }

  let storage: any RoomStorage
  private let slots = Mutex(
    RecentlyUsed<RoomCode, Slot>(entries: RoomDesk.entries, memory: RoomDesk.memory))

  /// Held by whoever makes a download, as a long one takes many megabytes and seconds.
  let downloading = Mutex(())

  /// By the heading of what is rolled.
  let expectations = Mutex(
    RecentlyUsed<String, Expectation>(
      entries: RoomDesk.expectations, memory: RoomDesk.expectations))

  /// By what they say; a wall shows its room's again and again.
  private let qrCodes = Mutex(
    RecentlyUsed<String, QRCode>(entries: RoomDesk.entries, memory: RoomDesk.entries))

  init(_ storage: any RoomStorage) { self.storage = storage }

  /// The room as of its newest record, `now` in seconds since 1970.
  /// - Returns: `nil` if there is no such room, or its last day is over.
  func room(_ code: RoomCode, now: Int) throws(StorageError) -> OpenRoom? {
    guard let slot = try slot(of: code), let open = try newest(code, slot),
      !open.terms.isOver(now)
    else { return nil }
    return open
  }

  /// The number of the newest record, as cheap as can be because watchers ask all the time.
  /// - Returns: `nil` if there is no such room.
  func newestNumber(of code: RoomCode) throws(StorageError) -> Int? {
    try storage.newestNumber(of: code)
  }

  /// The QR code of an address, made once.
  func qrCode(_ address: String, _ make: (String) -> QRCode?) -> QRCode? {
    if let known = qrCodes.withLock({ $0.recall(address) }) { return known }
    let made = make(address)
    if let made { qrCodes.withLock { $0.keep(made, for: address, size: 1) } }
    return made
  }

  /// Whether a room has that code or had it lately.
  func isTaken(_ code: RoomCode) throws(StorageError) -> Bool { try storage.isTaken(code) }

  /// A page of what happened after a number, 0 for all, in order.
  ///
  /// What is damaged or tells nothing is left out. The next page begins after `through`.
  /// - Returns: `nil` if there is no such room.
  func events(
    of code: RoomCode, after number: Int
  ) throws(StorageError) -> (events: [RoomEvent], through: Int, isLast: Bool)? {
    guard let page = try storage.events(of: code, after: number) else { return nil }
    return (page.events.compactMap(RoomEvent.init), page.through, page.isLast)
  }

  /// Gives a visitor a seat; who has one keeps it, whatever the name.
  /// - Throws: `RoomRefusal`, `StorageError`; nothing has changed then.
  @discardableResult
  func join(_ name: String, key: [UInt8], in code: RoomCode, now: Int) throws -> OpenRoom {
    try change(code, now: now) { room, number throws(RoomRefusal) in
      try room.join(name, key: key, number: number, at: now)
    }
  }

  /// Plays a press, whose number was on the page; when this returns it is in the record.
  /// - Throws: `RoomRefusal`, `StorageError`. Nothing has changed then, except that after
  ///   `.unavailable` or `.full` it is open whether the press counts; its number tells.
  @discardableResult
  func play(
    _ move: RoomMove, by actor: RoomEvent.Actor, press: Int, in code: RoomCode, now: Int,
    using random: inout any RandomNumberGenerator
  ) throws -> OpenRoom {
    try change(code, now: now) { room, number throws(RoomRefusal) in
      try room.play(move, by: actor, press: press, number: number, at: now, using: &random)
    }
  }

  /// Closes a room for good: it can be looked at until its last day.
  ///
  /// Doing so twice does no harm.
  /// - Throws: `RoomRefusal`, `StorageError`.
  func close(_ code: RoomCode, now: Int) throws {
    try changeTerms(of: code, now: now) { () throws(StorageError) in
      try storage.close(code, now: now)
    }
  }

  /// Changes how many days after its last act a room is kept, in `StorageLimits.keptDays`.
  /// - Throws: `RoomRefusal`, `StorageError`.
  func keep(_ code: RoomCode, days: Int, now: Int) throws {
    try changeTerms(of: code, now: now) { () throws(StorageError) in
      try storage.keep(code, days: days, now: now)
    }
  }

  /// Deletes everything of a room at once.
  /// - Throws: `RoomRefusal.noRoom`, `StorageError`.
  func delete(_ code: RoomCode) throws {
    let wasThere = try storage.delete(code)
    slots.withLock { $0.recall(code) }?.known.withLock { $0 = nil }
    guard wasThere else { throw RoomRefusal.noRoom }
  }

  private func changeTerms(
    of code: RoomCode, now: Int, _ change: () throws(StorageError) -> Bool
  ) throws {
    var isThere = try room(code, now: now) != nil
    do throws(StorageError) {
      if isThere { isThere = try change() }
    } catch {
      throw error.told(ifTooMuch: .tooManyEvents)
    }
    guard isThere else { throw RoomRefusal.noRoom }
  }

  // MARK: In memory

  /// Where a room is remembered.
  /// - Returns: `nil` if there is no such room, so that wrong codes drive none out.
  private func slot(of code: RoomCode) throws(StorageError) -> Slot? {
    if let slot = slots.withLock({ $0.recall(code) }) { return slot }
    guard try storage.newestNumber(of: code) != nil else { return nil }
    return slots.withLock { slots in
      // Somebody else may have been faster.
      if let slot = slots.recall(code) { return slot }
      let slot = Slot()
      slots.keep(slot, for: code, size: 0)
      return slot
    }
  }

  /// Brings a room up to its newest record.
  ///
  /// Who comes meanwhile waits, so that a room is read only once.
  private func newest(_ code: RoomCode, _ slot: Slot) throws(StorageError) -> OpenRoom? {
    let before = slot.number
    let open = try slot.known.withLock { known throws(StorageError) -> OpenRoom? in
      try update(&known, code)
      return known?.open
    }
    if let open, open.number != before { remember(open, slot) }
    return open
  }

  /// Reads what is not known yet; a failure in the middle changes nothing.
  private func update(_ known: inout Known?, _ code: RoomCode) throws(StorageError) {
    guard let newest = try storage.newestNumber(of: code) else {
      known = nil
      return
    }
    var found = known
    if let number = found?.open.number {
      if number == newest { return }
      // The record has lost its end.
      if number > newest { found = nil }
    }
    if found == nil, let snapshot = try storage.snapshot(of: code) {
      found = OpenRoom(code, snapshot).map { Known(open: $0, snapshot: snapshot.number) }
    }
    var isLast = false
    while !isLast {
      guard let page = try storage.events(of: code, after: found?.open.number ?? 0) else {
        known = nil
        return
      }
      if found == nil {
        guard let open = OpenRoom(code, opening: page) else { throw .damaged }
        found = Known(open: open)
      } else {
        found?.open.take(page)
      }
      isLast = page.isLast
    }
    known = found
  }

  /// Keeps a room in memory, and a snapshot of it if much has happened since the last.
  private func remember(_ open: OpenRoom, _ slot: Slot) {
    let isDue = slot.known.withLock { known in
      if known?.open.number ?? 0 < open.number {
        known = Known(open: open, snapshot: known?.snapshot ?? 0)
      }
      guard let last = known?.snapshot, open.number - last >= RoomDesk.snapshotDistance else {
        return false
      }
      known?.snapshot = open.number
      return true
    }
    slots.withLock { $0.keep(slot, for: open.code, size: open.room.size) }
    guard isDue else { return }
    // It only saves time: the storage has told the log if it can't be kept.
    _ = try? storage.save(
      StoredSnapshot(number: open.number, bytes: open.room.snapshot), of: open.code)
  }

  // MARK: Into the record

  /// Adds what `act` makes of the room as it is after everything before.
  ///
  /// It works on a copy, so that what never gets into the record is nowhere. If others are faster, it
  /// acts again on what they have made of the room.
  private func change(
    _ code: RoomCode, now: Int,
    _ act: (inout Room, _ number: Int) throws(RoomRefusal) -> RoomEvent?
  ) throws -> OpenRoom {
    guard let slot = try slot(of: code) else { throw RoomRefusal.noRoom }
    var isBehind = false
    for _ in 0..<RoomDesk.attempts {
      // Otherwise what came since is on the page that is decided on.
      if isBehind || slot.open == nil, try newest(code, slot) == nil { throw RoomRefusal.noRoom }
      // What the page goes on from: the slot may be further by the time the page is there.
      var base: OpenRoom?
      func number() -> Int {
        base = slot.open
        return base?.number ?? 0
      }
      var result: Result<OpenRoom, RoomRefusal>?
      do throws(StorageError) {
        let added = try storage.append(to: code, after: number(), now: now) { page in
          result = nil
          guard var open = base else { return nil }
          open.take(page)
          do throws(RoomRefusal) {
            guard !open.terms.isOver(now) else { throw .noRoom }
            let event = try act(&open.room, page.through + 1)
            result = .success(open)
            return event?.bytes
          } catch {
            result = .failure(error)
            return nil
          }
        }
        switch added {
        case nil: result = .failure(.noRoom)
        case .closed: result = .failure(.closed)
        case .declined: break
        case .added(let stored):
          result = result?.map { open in
            var open = open
            open.settle(stored)
            return open
          }
        }
      } catch {
        guard error == .changed else { throw error.told(ifTooMuch: .tooManyEvents) }
        // More than a page has come since, or the record has lost its end.
        isBehind = true
        continue
      }
      // Somebody has emptied the slot: the room is read again.
      guard let open = try result?.get() else { continue }
      remember(open, slot)
      return open
    }
    throw StorageError.busy
  }
}

extension StorageError {
  /// The error as pages are to hear of it.
  func told(ifTooMuch refusal: RoomRefusal) -> any Error {
    switch self {
    case .tooMany, .tooLarge: refusal
    default: self
    }
  }
}
