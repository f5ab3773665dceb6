import Mustache
import Rooms
import Site
import Storage
import Web

/// The codes of the rooms that a browser leads, newest first, in a cookie without secrets.
///
/// It opens none of them: each room's own cookie decides who leads it.
struct LedRooms {
  /// The most rooms; the oldest are forgotten.
  static let most = 30

  let codes: [RoomCode]
  private let cookie: SecretCookie

  init(_ request: borrowing Request) {
    cookie = SecretCookie("dicehall-rooms", request, below: roomPath)
    var codes: [RoomCode] = []
    for text in (cookie.value ?? "").split(separator: ".").prefix(LedRooms.most) {
      if let code = RoomCode(String(text)), !codes.contains(code) { codes.append(code) }
    }
    self.codes = codes
  }

  /// Returns a `Set-Cookie` header with this room first, and the others that `isKept` keeps.
  func adding(_ code: RoomCode, where isKept: (RoomCode) -> Bool) -> String {
    let all = [code] + codes.filter { $0 != code && isKept($0) }
    return cookie.holding(
      all.prefix(LedRooms.most).map(\.signs).joined(separator: "."),
      for: SecretCookie.longestDays * 86_400)
  }
}

extension Visit {
  /// Makes this browser a room's host, and leads to the host's page.
  func lead(_ code: RoomCode, _ secret: HostSecret) -> Answer {
    .seeOther(
      code.path("host"),
      cookies: [
        SecretCookie(hostOf: code, request).holding(secret),
        // A code that can't be looked up now may be right.
        LedRooms(request).adding(code) { (try? rooms.isTaken($0)) != false },
      ])
  }
}

/// The page that lists the rooms that this browser leads.
struct MyRoomsPage: Page {
  static let templates = ["rooms/mine"]
  static let path = "\(roomPath)/mine"
  let title = "My rooms – Dicehall"
  let description = "The rooms that this browser leads in Dicehall."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  let isUnlisted = true
  /// The rooms, `nil` for damaged ones.
  private let rooms: [(code: RoomCode, room: OpenRoom?)]

  /// - Throws: `RoomRefusal.tooManyCodes`, or `Refusal` if rooms can't be read now.
  init(_ visit: Visit) throws {
    do {
      rooms = try visit.openRooms(LedRooms(visit.request).codes)
    } catch let error as StorageError {
      throw error.refusal(of: "Rooms")
    }
  }

  static func declare(_ field: inout Fields<MyRoomsPage>) {
    field.rows("rooms", { $0.rooms }) { room in
      room("code") { $0.code.signs }
      room("codeText") { $0.code.text }
      room.object("room", { $0.room }) { room in
        room("what") { RoomWords.what($0.room.settings) }
        room("isClosed") { $0.isClosed }
        room("lastDay") { $0.lastDay }
      }
    }
    field("most") { _ in LedRooms.most }
  }
}
