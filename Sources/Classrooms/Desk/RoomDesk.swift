import Rooms
import Site
import Storage
import Synchronization

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

  /// A room in memory, with the number up to which somebody here keeps a snapshot.
  fileprivate struct Known: Sendable {
    var open: OpenRoom
    var snapshot = 0
  }

  /// A place for a room in memory, with a lock of its own.
  final class Slot: Sendable {
    fileprivate let known = Mutex<Known?>(nil)

    var open: OpenRoom? { known.withLock { $0?.open } }
    /// The number of the newest record that is known, 0 for a room that isn't.
    var number: Int { known.withLock { $0?.open.number } ?? 0 }
  }

  let storage: any RoomStorage
  private let slots = Mutex(
    RecentlyUsed<RoomCode, Slot>(entries: RoomDesk.entries, memory: RoomDesk.memory))

  /// Held by whoever makes a download, as a long one takes many megabytes and seconds.
  let downloading = Mutex(())

  let leagues: LeagueDesk

  /// By the heading of what is rolled.
  let expectations = Mutex(
    RecentlyUsed<String, Expectation>(
      entries: RoomDesk.expectations, memory: RoomDesk.expectedOutcomes))

  /// By what they say; a wall shows its room's again and again.
  private let qrCodes = Mutex(
    RecentlyUsed<String, QRCode>(entries: RoomDesk.entries, memory: RoomDesk.entries))

  /// For leagues, `pause` and `aside` are those of `Site`.
  init(
    _ storage: any RoomStorage, pause: @escaping Pause = { 5 }, aside: @escaping Aside = { $1() }
  ) {
    self.storage = storage
    leagues = LeagueDesk(pause: pause, aside: aside)
  }

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

  // MARK: In memory

  func forget(_ code: RoomCode) {
    slots.withLock { $0.recall(code) }?.known.withLock { $0 = nil }
  }

  /// Where a room is remembered.
  /// - Returns: `nil` if there is no such room, so that wrong codes drive none out.
  func slot(of code: RoomCode) throws(StorageError) -> Slot? {
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
  func newest(_ code: RoomCode, _ slot: Slot) throws(StorageError) -> OpenRoom? {
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
    // It only saves time: the storage has told the log if it can't be kept.
    _ = try? storage.save(
      StoredSnapshot(number: open.number, bytes: open.room.snapshot), of: open.code)
  }
}

extension RoomDesk {
  /// How many distributions are remembered, each of at most `Experiment.mostOutcomes` outcomes.
  static let expectations = 64
  /// How many outcomes all of them may have together, each of some 24 bytes.
  static let expectedOutcomes = 250_000

  /// The exact chances of what a class rolls, worked out once, as it may take a third of a second.
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
