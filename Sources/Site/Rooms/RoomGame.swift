import Storage
import Web

/// Rooms as frames and pages know them: like a game, but none of the hall's, as what is played in a
/// room is not in anybody's session.
enum RoomGame: Game {
  /// A room keeps nothing of itself in a session.
  struct State: RevisedPart {
    static let tag: UInt8 = 10
    var revision = 0

    init() {}
    init?(_ fields: PackedFields) {}
    func pack(into packer: inout Packer) {}
    static func notice(of expiry: FormExpiry) -> Problem.Notice { expiry.ofGame }
  }

  static let slug = "room"
  static let name = "Rooms"
  static let noun = "room"
  static let summary = RoomWords.summary
  static let picture = PreviewPicture.hall
  static let card = GameCard(
    // A screen, and a phone on either side.
    .path("M9 0h15v11h-15zm5 13h5v2h-5zM0 5h7v13h-7zm26 0h7v13h-7z"),
    "One code, and everybody rolls on their own device.")
  static let stylesheet: String? = "rooms.css"
  static let script: String? = "room.js"
  static let rules: String? = "/rules/rooms"
  static let routes = roomRoutes
  static let pages: [any Page.Type] = [
    RoomsPage.self, RoomRulesPage.self, JoinPage.self, SeatPage.self, HostPage.self,
    HostQuestionPage.self,
    MyRoomsPage.self, LeadPage.self, NotHostPage.self, WatchPage.self, VerifyPage.self,
  ]
  static let options: [EmbedOption] = []

  static func begin(_ state: inout State, _ options: inout OptionReader) {}

  /// Frames have seats and, with the secret, the host's page, but nothing that takes a room away.
  static func offers(_ path: String) -> Bool {
    let parts = path.split(separator: "/").dropFirst()
    guard let first = parts.first, RoomCode(String(first)) != nil else { return false }
    let rest = parts.dropFirst()
    return rest.isEmpty || rest.count == 1 && framed.contains(String(rest.last ?? ""))
      || rest.count == 2 && rest.first == "host"
  }

  /// A room's own page.
  static func isEntrance(_ rest: String) -> Bool {
    rest.first == "/" && RoomCode(String(rest.dropFirst())) != nil
  }

  private static let framed = Set(
    (seatMoves + hostMoves + tableMoves + campaignMoves + roomDownloads).compactMap {
      $0.path.split(separator: "/").last
    }
    .map(String.init)
  ).union(["join", "state", "host", "lead"]).subtracting(["delete", "deleted"])
}
