import Mustache
import Rooms
import Site
import Storage
import Web

/// The rooms that a browser leads, newest first: their codes, in a cookie without any secret.
///
/// It opens none of them: each room's own cookie decides who leads.
struct LedRooms {
  /// The oldest are forgotten when there are more.
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

  /// `Set-Cookie` with one more room, or one that is led again, and of the others those that are kept.
  func adding(_ code: RoomCode, where isKept: (RoomCode) -> Bool) -> String {
    let all = [code] + codes.filter { $0 != code && isKept($0) }
    return cookie.holding(
      all.prefix(LedRooms.most).map(\.signs).joined(separator: "."),
      for: SecretCookie.longestDays * 86_400)
  }
}

extension Visit {
  /// Makes this browser a room's host, and leads there.
  func lead(_ code: RoomCode, _ secret: HostSecret) -> Answer {
    .seeOther(
      code.path("host"),
      cookies: [
        SecretCookie(hostOf: code, request).holding(secret),
        // A code that can't be looked up now may well lead somewhere.
        LedRooms(request).adding(code) { (try? rooms.isTaken($0)) != false },
      ])
  }
}

/// Lists the rooms that this browser leads.
struct MyRoomsPage: Page {
  static let templates = ["rooms/mine"]
  static let path = "\(roomPath)/mine"
  let title = "My rooms – Dicehall"
  let description = "The rooms that this browser leads in Dicehall."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  let isUnlisted = true
  /// A room is `nil` if it's damaged.
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
