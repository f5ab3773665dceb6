import Storage

extension SessionID {
  /// A new key.
  package init() {
    var random = SystemRandomNumberGenerator()
    self.init(using: &random)
  }
}

extension VaultID {
  /// A new key.
  package init() {
    var random = SystemRandomNumberGenerator()
    self.init(using: &random)
  }
}

extension VaultStorage {
  /// What a vault holds, the newest first; nothing if there is none.
  package func bytes(of vault: VaultID) throws -> [[UInt8]] {
    try entries(of: vault)?.map(\.bytes) ?? []
  }

  /// Adds something whatever the vault holds.
  package func add(_ bytes: [UInt8], to vault: VaultID?, now: Int) throws -> (
    vault: VaultID, entry: EntryID
  ) { try add(bytes, to: vault, holding: nil, now: now) }

  /// The vault that a typed text leads to.
  package func redeem(_ text: String, now: Int) throws -> VaultID? {
    try TransferCode(text).flatMap { try redeem($0, now: now) }
  }
}

extension RoomStorage {
  /// Opens a room under a code that is drawn.
  package func openRoom(
    _ first: [UInt8], by client: String, keptDays: Int, now: Int
  ) throws -> RoomCode {
    var random = SystemRandomNumberGenerator()
    let room = RoomCode(using: &random)
    guard try openRoom(first, as: room, by: client, keptDays: keptDays, now: now) else {
      throw StorageError.busy
    }
    return room
  }

  /// Opens a room whose first event is the byte 0, for a client of its own.
  package func openRoom(keptDays: Int = 30, now: Int = 0) throws -> RoomCode {
    try openRoom([0], by: "\(UInt64.random(in: .min ... .max))", keptDays: keptDays, now: now)
  }

  /// Adds an event whatever happened before.
  package func add(_ bytes: [UInt8], to room: RoomCode, now: Int = 0) throws {
    let newest = try newestNumber(of: room) ?? 0
    let result = try append(to: room, after: newest, now: now) { _ in bytes }
    guard case .added = result else { throw StorageError.changed }
  }

  /// Adds an event with the number after the newest event's, decided on with that in view.
  ///
  /// The numbers begin with the 0 of `openRoom`, and a byte says each modulo 251.
  package func count(in room: RoomCode) throws {
    let known = max(0, (try newestNumber(of: room) ?? 0) - 1)
    let result = try append(to: room, after: known, now: 0) { page in
      page.events.last.map { [UInt8((Int($0.bytes[0]) + 1) % 251)] }
    }
    guard case .added = result else { throw StorageError.changed }
  }

  /// The bytes of all events, page by page, and the numbers that are missing.
  package func all(
    _ room: RoomCode
  ) throws -> (events: [[UInt8]], missing: [ClosedRange<Int>]) {
    var (events, missing): ([[UInt8]], [ClosedRange<Int>]) = ([], [])
    var through = 0
    while true {
      guard let page = try self.events(of: room, after: through) else {
        throw StorageError.changed
      }
      events += page.events.map(\.bytes)
      missing += page.missing
      if page.isLast { return (events, missing) }
      through = page.through
    }
  }

  /// Sweeps all slices; returns how many rooms are gone.
  package func sweepAll(now: Int) throws -> Int {
    try (UInt8.min...UInt8.max).reduce(0) { $0 + (try sweep(slice: $1, now: now)) }
  }
}

/// The id of the record of that number.
package func cloudID(_ number: Int) -> CloudID {
  let digits = String(number, radix: 16)
  let zeros = String(repeating: "0", count: 12 - digits.utf8.count)
  guard let id = CloudID("aaaaaaaa-0000-4000-8000-\(zeros)\(digits)") else {
    preconditionFailure("a number of at most 48 bits")
  }
  return id
}

/// A record of that number, with a name, a class and bytes that follow from it.
package func record(
  _ number: Int, name: String = "Name", classID: String = "fighter", isCompatible: Bool = true,
  bytes: [UInt8]? = nil
) -> CloudRecord {
  CloudRecord(
    id: cloudID(number), name: name, classID: classID,
    isCompatible: isCompatible, bytes: bytes ?? Array("{\(number)}".utf8), saved: 1_800_000_000)
}
