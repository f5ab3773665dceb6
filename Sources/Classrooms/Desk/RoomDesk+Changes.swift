import Rooms
import Site
import Storage
import Web

/// Opening, changing and ending rooms; each change is recorded before anybody sees it.
extension RoomDesk {
  /// The number of times to try a press again if more came in between than fits on a page.
  private static let attempts = 5
  /// The number of codes to try for a new room.
  static let codesTried = 20
  /// The most events between a press and the same sent again: a page of the record, which is five
  /// seconds of the busiest room.
  private static let sentAgain = StorageLimits.roomPageRecords

  /// Opens a room for a client.
  ///
  /// `client` is that of the request, and a trusted one isn't counted. The room is kept for this
  /// many days after the last act; `off` are switches turned off that are on by default. It checks
  /// whether the odds of an experiment are known, which may take a third of a second. Codes are
  /// drawn until one is free, or belongs to a room of the same host in which nothing has happened,
  /// which is then the room.
  /// - Throws: `RoomRefusal`, `StorageError`.
  func open(
    _ settings: RoomSettings, off: Set<RoomSwitch> = [], hostKey: [UInt8], by client: String?,
    isTrusted: Bool = false, keptDays: Int = StorageLimits.defaultKeptDays, now: Int,
    drawing draw: () -> RoomCode
  ) throws -> RoomCode {
    let event = try Room.opening(settings, key: hostKey, off: off, at: now)
    do throws(StorageError) {
      // With a million codes taken, twenty in a row are taken once in 10⁵⁸ times.
      for _ in 0..<RoomDesk.codesTried {
        let code = draw()
        // A trusted client counts as another one for each room, so it reaches no limit.
        let name = isTrusted ? "room \(code.signs)" : AddressBlock.network(of: client ?? "")
        let isNew = try storage.openRoom(
          event.bytes, as: code, by: name, keptDays: keptDays, now: now)
        if isNew { return code }
        if try isUntouched(code, of: hostKey, now: now) { return code }
      }
    } catch .tooMany(let limit) {
      throw RoomRefusal.tooManyOpenings(limit: limit, seconds: 86_400 - now % 86_400)
    } catch {
      throw error.told(ifTooMuch: .tooManyEvents)
    }
    throw StorageError.full
  }

  /// Returns whether a room has this host, and nothing has happened in it.
  func isUntouched(_ code: RoomCode, of hostKey: [UInt8], now: Int) throws(StorageError) -> Bool {
    guard let open = try room(code, now: now) else { return false }
    return open.room.hostKey == hostKey && open.number == 1
  }

  /// Gives a visitor a seat; one who has a seat keeps it, whatever the name.
  /// - Throws: `RoomRefusal`, `StorageError`; then nothing has changed.
  @discardableResult
  func join(_ name: String, key: [UInt8], in code: RoomCode, now: Int) throws -> OpenRoom {
    try change(code, now: now) { room, number throws(RoomRefusal) in
      try room.join(name, key: key, number: number, at: now)
    }
  }

  /// Plays a press, whose number was on the page, and returns once it is recorded.
  /// - Throws: `RoomRefusal`, `StorageError`. Then nothing has changed, except that after
  ///   `.unanswered`, `.unavailable` or `.full` the press may have counted; its number shows
  ///   whether it has.
  @discardableResult
  func play(
    _ move: RoomMove, by actor: RoomEvent.Actor, press: Int, in code: RoomCode, now: Int,
    using random: inout any RandomNumberGenerator
  ) throws -> OpenRoom {
    try change(code, now: now) { room, number throws(RoomRefusal) in
      try room.play(move, by: actor, press: press, number: number, at: now, using: &random)
    }
  }

  /// Returns whether an uncounted press has nothing left to change, or is the last that counted and
  /// did so lately, as after a double click.
  func hasDone(
    _ move: RoomMove, by actor: RoomEvent.Actor, press: Int, in open: OpenRoom
  ) throws(StorageError) -> Bool {
    if open.room.hasDone(move, by: actor, press: press) { return true }
    guard open.room.hasCountedLast(press, of: actor) else { return false }
    let lately = try events(of: open.code, after: max(0, open.number - RoomDesk.sentAgain))
    return lately?.events.contains {
      $0.actor == actor && $0.press == press && $0.act.comes(of: move)
    } ?? false
  }

  /// Adds an act of a seat on the pages of a character, decided by the current state; nothing for
  /// `nil`.
  /// - Throws: `RoomRefusal`, `StorageError`, as `play` does.
  @discardableResult
  func note(
    by seat: Int, in code: RoomCode, now: Int, _ act: (Room) throws(RoomRefusal) -> RoomAct?
  ) throws -> OpenRoom {
    try change(code, now: now) { room, number throws(RoomRefusal) in
      guard let act = try act(room) else { return nil }
      return try room.note(act, by: seat, number: number, at: now)
    }
  }

  /// Closes a room for good; its pages stay until its last day.
  ///
  /// Doing so twice is harmless.
  /// - Throws: `RoomRefusal`, `StorageError`.
  func close(_ code: RoomCode, now: Int) throws {
    try changeTerms(of: code, now: now, storage.close(code, now: now))
  }

  /// Sets the number of days for which a room is kept after its last act, in
  /// `StorageLimits.keptDays`.
  /// - Throws: `RoomRefusal`, `StorageError`.
  func keep(_ code: RoomCode, days: Int, now: Int) throws {
    try changeTerms(of: code, now: now, storage.keep(code, days: days, now: now))
  }

  /// Deletes a room with everything in it at once.
  /// - Throws: `RoomRefusal.noRoom`, `StorageError`.
  func delete(_ code: RoomCode) throws {
    let wasThere = try storage.delete(code)
    forget(code)
    guard wasThere else { throw RoomRefusal.noRoom }
  }

  private func changeTerms(
    of code: RoomCode, now: Int, _ change: @autoclosure () throws(StorageError) -> Bool
  ) throws {
    var isThere = try room(code, now: now) != nil
    do throws(StorageError) {
      if isThere { isThere = try change() }
    } catch {
      throw error.told(ifTooMuch: .tooManyEvents)
    }
    guard isThere else { throw RoomRefusal.noRoom }
  }

  /// Adds the events that `act` makes of the current state.
  ///
  /// It works on a copy, so nothing is visible that isn't recorded. If others are faster, it acts
  /// again on the state that they left.
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
  /// The error to report on pages.
  func told(ifTooMuch refusal: RoomRefusal) -> any Error {
    switch self {
    case .tooMany, .tooLarge: refusal
    default: self
    }
  }
}
