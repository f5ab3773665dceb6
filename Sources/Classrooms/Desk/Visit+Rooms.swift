import Rooms
import Site
import Storage
import Web

/// The path of all rooms, below the mount.
let roomPath = "/room"

extension RoomCode {
  /// Returns the path of the room's own page, or of another page below it.
  func path(_ rest: String = "") -> String {
    "\(roomPath)/\(signs)\(rest.isEmpty ? "" : "/")\(rest)"
  }
}

extension Visit {
  /// The rooms of the hall, in frames too.
  var rooms: RoomDesk { desk(of: RoomGame.self) }

  /// Returns the room with a code, typed or linked, in upper or lower case.
  ///
  /// Only codes that never existed count as wrong, so a class whose room was deleted isn't shut
  /// out. A client with too many wrong codes is refused for a while, even with a right one, unless
  /// it has a seat or the host's secret.
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

  /// Returns the existing rooms with these codes, and `nil` for damaged ones.
  ///
  /// A code that never existed counts as wrong and ends the list, so a list of old rooms shuts
  /// nobody out, and nobody can try many codes for the price of one.
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

  /// Returns the number of a room's newest record, for watchers, who ask all the time.
  /// - Throws: `RoomRefusal.noRoom` or `.tooManyCodes`, `StorageError`.
  func newestNumber(_ typed: String, host: HostSecret? = nil) throws -> (
    code: RoomCode, number: Int
  ) {
    guard let code = RoomCode(typed) else { throw RoomRefusal.noRoom }
    guard secondsToNextCode == nil else { return (code, try room(typed, host: host).number) }
    guard let number = try rooms.newestNumber(of: code) else { throw try noRoom(code) }
    return (code, number)
  }

  /// Counts a wrong code, unless it was once right: pages of deleted rooms keep asking.
  private func noRoom(_ code: RoomCode) throws(StorageError) -> RoomRefusal {
    guard try !rooms.isTaken(code) else { return .noRoom }
    let wait = limiter.flatMap { $0.spend($0.limits.wrongRoomCodes, by: request.client) }
    return wait.map { .tooManyCodes(seconds: $0) } ?? .noRoom
  }

  /// The seconds until a client with too many wrong codes may try again; `nil` if it may.
  private var secondsToNextCode: Int? {
    limiter.flatMap { $0.wait($0.limits.wrongRoomCodes, by: request.client) }
  }

  /// Returns the QR code for a room's address; `nil` if no host is known.
  func qrCode(of room: RoomCode) -> QRCode? {
    addresses.flatMap { rooms.qrCode($0.page(room.path()), code) }
  }

  /// Returns whether the visitor has a seat in a room that wasn't removed.
  func hasSeat(in room: OpenRoom) -> Bool { seat(in: room)?.isRemoved == false }

  /// Returns the visitor's seat, removed or not.
  ///
  /// Without one in this session, it is the seat that a character was brought from, as this
  /// browser's vault lives longer than its session.
  func seat(in room: OpenRoom) -> RoomSeat? {
    let own = room.seat(of: session[SeatSecret.self])
    if let own, !own.isRemoved { return own }
    guard let members = room.room.campaign?.members, let mark = vaultMark(in: room.code) else {
      return own
    }
    return members.first { $0.vault == mark }.flatMap { room.room.seat($0.seat) } ?? own
  }

  /// Returns the mark of the browser's vault at a table; `nil` without a vault.
  func vaultMark(in code: RoomCode) -> [UInt8]? {
    vaultKey.map { roomKey("vault", code.signs + $0.text) }
  }

  /// Draws the visitor's secret, and sends the browser back with the same form, so that the second
  /// press of a double click has the secret, too.
  ///
  /// A browser that returns without it keeps no cookies; `page` is the page that it wanted.
  mutating func withSecret(to address: String, else page: String) -> Answer {
    guard request.query["again"] == nil else { return .withoutCookies(on: page) }
    _ = seatSecret()
    return .sendAgain("\(address)?again=yes")
  }

  /// Returns the visitor's secret, kept from the first join on.
  ///
  /// `offered` was drawn for the page with the form, so that a double click gets one seat even if
  /// neither of its requests has a session. Without it, the secret is drawn here.
  mutating func seatSecret(offered: String? = nil) -> SeatSecret {
    if let secret = session[SeatSecret.self] { return secret }
    let secret = offered.flatMap(SeatSecret.init) ?? SeatSecret()
    session[SeatSecret.self] = secret
    return secret
  }
}
