import Rooms
import Site
import Storage
import Web

/// The addresses of rooms, below the mount.
let roomPath = "/room"

extension RoomCode {
  /// Of the room's own page, or of another below it.
  func path(_ rest: String = "") -> String {
    "\(roomPath)/\(signs)\(rest.isEmpty ? "" : "/")\(rest)"
  }
}

extension Visit {
  /// The rooms of the hall, in frames too.
  var rooms: RoomDesk {
    guard let rooms = desk as? RoomDesk else { preconditionFailure("a hall without rooms") }
    return rooms
  }

  /// The room with a code that somebody has typed or came with, in whatever case.
  ///
  /// Only codes that never existed count, so no class whose room was deleted is shut out. A client
  /// with too many wrong codes is refused for a while, even with a right one. A seat or the host's
  /// secret still works.
  /// - Throws: `RoomRefusal.noRoom` or `.tooManyCodes`, `StorageError`.
  func room(_ typed: String, host: HostSecret? = nil) throws -> OpenRoom {
    guard let code = RoomCode(typed) else { throw RoomRefusal.noRoom }
    guard let open = try rooms.room(code, now: now) else { throw try noRoom(code) }
    if let seconds = secondsToNextCode,
      seat(in: open) == nil, !open.isLed(by: host)
    {
      throw RoomRefusal.tooManyCodes(seconds: seconds)
    }
    return open
  }

  /// The rooms with these codes that there are, `nil` for damaged ones.
  ///
  /// A code that never existed counts, and ends the list: a list of old rooms shuts nobody out, and
  /// nobody tries many codes for the price of one.
  /// - Throws: `RoomRefusal.tooManyCodes`, `StorageError`.
  func openRooms(_ codes: [RoomCode]) throws -> [(code: RoomCode, room: OpenRoom?)] {
    if let seconds = secondsToNextCode { throw RoomRefusal.tooManyCodes(seconds: seconds) }
    var found: [(code: RoomCode, room: OpenRoom?)] = []
    for code in codes {
      do {
        if let open = try rooms.room(code, now: now) {
          found.append((code, open))
        } else if try !rooms.isTaken(code) {
          _ = try noRoom(code)
          break
        }
      } catch StorageError.damaged {
        found.append((code, nil))
      }
    }
    return found
  }

  /// The number of the newest record of the room with that code, for watchers who ask all the time.
  /// - Throws: `RoomRefusal.noRoom` or `.tooManyCodes`, `StorageError`.
  func newestNumber(_ typed: String, host: HostSecret? = nil) throws -> (
    code: RoomCode, number: Int
  ) {
    guard let code = RoomCode(typed) else { throw RoomRefusal.noRoom }
    guard secondsToNextCode == nil else {
      return (code, try room(typed, host: host).number)
    }
    guard let number = try rooms.newestNumber(of: code) else { throw try noRoom(code) }
    return (code, number)
  }

  /// Counts a code that leads nowhere, unless it did once: the pages of a room that is gone still ask.
  private func noRoom(_ code: RoomCode) throws(StorageError) -> RoomRefusal {
    guard try !rooms.isTaken(code) else { return .noRoom }
    let wait = limiter.flatMap { $0.spend($0.limits.wrongRoomCodes, by: request.client) }
    return wait.map { .tooManyCodes(seconds: $0) } ?? .noRoom
  }

  /// How long a client has to wait that has tried too many wrong codes; `nil` if it needn't.
  private var secondsToNextCode: Int? {
    limiter.flatMap { $0.wait($0.limits.wrongRoomCodes, by: request.client) }
  }

  /// Leads to a room; `nil` if nobody names the host.
  func qrCode(of room: RoomCode) -> QRCode? {
    addresses.flatMap { rooms.qrCode($0.page(room.path()), code) }
  }

  /// Whether the visitor has a seat in a room that nobody has removed.
  func hasSeat(in room: OpenRoom) -> Bool {
    seat(in: room)?.isRemoved == false
  }

  /// The visitor's seat, removed or not; without one in this session, that of whoever brought a
  /// character from this browser's vault, which lives longer.
  func seat(in room: OpenRoom) -> RoomSeat? {
    let own = room.seat(of: session[SeatSecret.self])
    if let own, !own.isRemoved { return own }
    guard let members = room.room.campaign?.members, let mark = vaultMark(in: room.code) else {
      return own
    }
    return members.first { $0.vault == mark }.flatMap { room.room.seat($0.seat) } ?? own
  }

  /// What a table knows the browser's vault by; `nil` without a vault.
  func vaultMark(in code: RoomCode) -> [UInt8]? {
    vaultKey.map { roomKey("vault", code.signs + $0.text) }
  }

  /// Draws the visitor's secret, and sends the browser to the same address with the same form, so
  /// that the second press of a double click comes with the secret too.
  ///
  /// A browser that doesn't bring it then keeps no cookies; `page` is what it wanted to see.
  mutating func withSecret(to address: String, else page: String) -> Answer {
    guard request.query["again"] == nil else { return .withoutCookies(on: page) }
    _ = seatSecret()
    return .sendAgain("\(address)?again=yes")
  }

  /// The visitor's secret, kept from the first join on.
  ///
  /// `offered` is what the page with the form has drawn, so that a double click, whose two requests may
  /// both come without a session, gets one seat. It is drawn here if the page is everybody's.
  mutating func seatSecret(offered: String? = nil) -> SeatSecret {
    if let secret = session[SeatSecret.self] { return secret }
    let secret = offered.flatMap(SeatSecret.init) ?? SeatSecret()
    session[SeatSecret.self] = secret
    return secret
  }
}
