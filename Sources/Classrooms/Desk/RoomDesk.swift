import Rooms
import Site
import Storage
import Synchronization

/// The rooms of the hall: pages reach their records only through it.
///
/// It caches the rooms used lately as of their newest known record, and reads only what came after.
/// The record decides: a move is made on its state at that moment, so any number of threads and
/// processes may make moves at once. Each room has its own lock, so a busy room doesn't delay
/// others.
package final class RoomDesk: Sendable {
  /// The most rooms in the cache.
  static let entries = 256
  /// The approximate limit of their memory, in bytes.
  static let memory = 64_000_000
  /// The number of records after which a new snapshot is kept.
  static let snapshotDistance = 1_000

  /// A cached room, with the number of the record at its last snapshot.
  fileprivate struct Known: Sendable {
    var open: OpenRoom
    var snapshot = 0
  }

  /// A cached room's place, with its own lock.
  final class Slot: Sendable {
    fileprivate let known = Mutex<Known?>(nil)

    var open: OpenRoom? { known.withLock { $0?.open } }
    /// The number of the newest known record; 0 for an unknown room.
    var number: Int { known.withLock { $0?.open.number } ?? 0 }
  }

  let storage: any RoomStorage
  private let slots = Mutex(
    RecentlyUsed<RoomCode, Slot>(entries: RoomDesk.entries, memory: RoomDesk.memory))

  /// Locked while a download is made, as a long one takes many megabytes and seconds.
  let downloading = Mutex(())

  let leagues: LeagueSolver

  /// The expectations by the heading of the experiment.
  let expectations = Mutex(
    RecentlyUsed<String, Expectation>(
      entries: RoomDesk.expectations, memory: RoomDesk.expectedOutcomes))

  /// The QR codes by their text; a wall shows the same one again and again.
  private let qrCodes = Mutex(
    RecentlyUsed<String, QRCode>(entries: RoomDesk.entries, memory: RoomDesk.entries))

  /// Creates a desk; `pause` and `background` are those of `Site`, for leagues.
  init(
    _ storage: any RoomStorage, pause: @escaping Pause = { 5 },
    background: @escaping Background = { $1() }
  ) {
    self.storage = storage
    leagues = LeagueSolver(pause: pause, background: background)
  }

  /// Returns the room as of its newest record; `now` is in seconds since 1970.
  /// - Returns: `nil` if there is no such room, or its last day is over.
  func room(_ code: RoomCode, now: Int) throws(StorageError) -> OpenRoom? {
    guard let slot = try slot(of: code), let open = try newest(code, slot),
      !open.terms.isOver(now)
    else { return nil }
    return open
  }

  /// Returns the number of the newest record; cheap, as watchers ask all the time.
  /// - Returns: `nil` if there is no such room.
  func newestNumber(of code: RoomCode) throws(StorageError) -> Int? {
    try storage.newestNumber(of: code)
  }

  /// Returns the QR code of an address, made once.
  func qrCode(_ address: String, _ make: (String) -> QRCode?) -> QRCode? {
    if let known = qrCodes.withLock({ $0.recall(address) }) { return known }
    let made = make(address)
    if let made { qrCodes.withLock { $0.keep(made, for: address, size: 1) } }
    return made
  }

  /// Returns whether a room has this code or had it lately.
  func isTaken(_ code: RoomCode) throws(StorageError) -> Bool { try storage.isTaken(code) }

  /// Returns a page of the events after a number, in order, or from the start for 0.
  ///
  /// Damaged and meaningless records are left out. The next page begins after `through`.
  /// - Returns: `nil` if there is no such room.
  func events(
    of code: RoomCode, after number: Int
  ) throws(StorageError) -> (events: [RoomEvent], through: Int, isLast: Bool)? {
    guard let page = try storage.events(of: code, after: number) else { return nil }
    return (page.events.compactMap(RoomEvent.init), page.through, page.isLast)
  }

  // MARK: In memory

  func forget(_ code: RoomCode) {
    slots.withLock { $0.recall(code) }?.known.withLock { $0 = nil }
  }

  /// Returns the cached place of a room.
  /// - Returns: `nil` if there is no such room, so that wrong codes displace none.
  func slot(of code: RoomCode) throws(StorageError) -> Slot? {
    if let slot = slots.withLock({ $0.recall(code) }) { return slot }
    guard try storage.newestNumber(of: code) != nil else { return nil }
    return slots.withLock { slots in
      // Another thread may have been faster.
      if let slot = slots.recall(code) { return slot }
      let slot = Slot()
      slots.keep(slot, for: code, size: 0)
      return slot
    }
  }

  /// Returns a room as of its newest record.
  ///
  /// Other threads wait meanwhile, so the record is read only once.
  func newest(_ code: RoomCode, _ slot: Slot) throws(StorageError) -> OpenRoom? {
    let before = slot.number
    let open = try slot.known.withLock { known throws(StorageError) -> OpenRoom? in
      try update(&known, code)
      return known?.open
    }
    if let open, open.number != before { remember(open, slot) }
    return open
  }

  /// Reads the records that aren't known yet; a failure halfway changes nothing.
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

  /// Caches a room, and keeps a snapshot if much has happened since the last.
  func remember(_ open: OpenRoom, _ slot: Slot) {
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
    // A snapshot only saves time, and the storage has logged the failure.
    _ = try? storage.save(
      StoredSnapshot(number: open.number, bytes: open.room.snapshot), of: open.code)
  }

  /// The most cached distributions, each of at most `Experiment.mostOutcomes` outcomes.
  static let expectations = 64
  /// The most outcomes of all of them together, each about 24 bytes.
  static let expectedOutcomes = 250_000

  /// Returns an experiment's exact chances, computed once, as that may take a third of a second.
  /// - Returns: `nil` if they aren't known.
  func expectation(of experiment: Experiment) -> Expectation? {
    if let known = expectations.withLock({ $0.recall(experiment.code) }) { return known }
    guard let expectation = try? experiment.expectation() else { return nil }
    expectations.withLock {
      $0.keep(expectation, for: experiment.code, size: expectation.totals.count)
    }
    return expectation
  }
}
