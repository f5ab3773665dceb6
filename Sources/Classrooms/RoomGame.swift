import Site
import Storage
import Web

/// Rooms as a game for frames and pages; not one of the hall's games, as no session holds its play.
package enum RoomGame: SharedGame {
  /// An empty part of a session.
  package struct State: RevisedPart {
    package static let tag: UInt8 = 10
    package var revision = 0

    package init() {}
    package init?(_ fields: PackedFields) {}
    package func pack(into packer: inout Packer) {}
    package static func notice(of expiry: FormExpiry) -> Problem.Notice { expiry.ofGame }
  }

  package static let slug = "room"
  package static let name = "Rooms"
  package static let noun = "room"
  package static let summary = RoomWords.summary
  package static let picture = PreviewPicture.hall
  package static let card = GameCard(
    // A screen, and a phone on either side.
    .path("M9 0h15v11h-15zm5 13h5v2h-5zM0 5h7v13h-7zm26 0h7v13h-7z"),
    "One code, and everybody rolls on their own device.")
  package static let stylesheet: String? = "rooms.css"
  package static let script: String? = "room.js"
  package static let rules: String? = "/rules/rooms"
  package static let routes = roomRoutes + lessonRoutes + ltiRoutes
  package static let pages: [any Page.Type] =
    [
      RoomsPage.self, RoomRulesPage.self, JoinPage.self, SeatPage.self, HostPage.self,
      HostQuestionPage.self, MyRoomsPage.self, LeadPage.self, NotHostPage.self, WatchPage.self,
      VerifyPage.self,
    ] + lessonPages + ltiPages
  package static let options: [EmbedOption] = []

  package static func begin(_ state: inout State, _ options: inout OptionReader) {}

  /// Returns whether frames show a path: seats and, with the secret, the host's page, but nothing
  /// that deletes a room.
  package static func offers(_ path: String) -> Bool {
    let parts = path.split(separator: "/").dropFirst()
    guard let first = parts.first, RoomCode(String(first)) != nil else { return false }
    let rest = parts.dropFirst()
    return rest.isEmpty || rest.count == 1 && framed.contains(String(rest.last ?? ""))
      || rest.count == 2 && rest.first == "host"
  }

  /// What the path of each room begins with.
  private static let pathStart = "\(roomPath)/"

  /// Returns the game that a lesson is about, or a room, whose address is the same in the hall and
  /// in frames.
  package static func pasted(_ path: String) -> PastedAddress.Kind? {
    if path.hasPrefix("/lessons/"),
      let sheet = LessonSheet.all.first(where: { path == $0.path })
    {
      return .page(sheet.name, sheet.game, options: sheet.options)
    }
    let room = path.hasPrefix("/embed/") ? String(path.dropFirst("/embed".count)) : path
    guard room.hasPrefix(pathStart), let code = RoomCode(String(room.dropFirst(pathStart.count)))
    else { return nil }
    return .begun(RoomWords.name(code), code.path(), of: RoomGame.self)
  }

  package static func desk(
    _ storage: any StorageEngine, pause: @escaping Pause, background: @escaping Background
  ) -> RoomDesk {
    RoomDesk(storage.rooms, pause: pause, background: background)
  }

  /// Returns whether the address ends as that of a room's own page.
  package static func isEntrance(_ rest: String) -> Bool {
    rest.first == "/" && RoomCode(String(rest.dropFirst())) != nil
  }

  private static let framed = Set(
    (seatMoves + hostMoves + tableMoves + campaignMoves + roomDownloads).compactMap {
      $0.path.split(separator: "/").last
    }
    .map(String.init)
  ).union(["join", "state", "host", "lead"]).subtracting(["delete", "deleted"])
}
