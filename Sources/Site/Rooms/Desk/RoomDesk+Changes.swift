import Rooms
import Storage

/// What changes a room, or ends it: each change is in the record before anybody hears of it.
extension RoomDesk {
  /// How often a press is tried anew when more came in between than fits on a page.
  private static let attempts = 5

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
  ///   `.unanswered`, `.unavailable` or `.full` it is open whether the press counts; its number
  ///   tells.
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
    forget(code)
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
  /// The error as pages should see it.
  func told(ifTooMuch refusal: RoomRefusal) -> any Error {
    switch self {
    case .tooMany, .tooLarge: refusal
    default: self
    }
  }
}
