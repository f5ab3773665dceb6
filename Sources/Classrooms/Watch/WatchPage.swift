import Mustache
import Rooms
import Site
import Storage
import Web

/// A room for a projector: large, without a seat.
final class WatchPage: Page {
  static let templates = ["rooms/watch"]
  let title: String
  let description = "A room in Dicehall, to be seen from afar."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  let refreshSeconds: Int?
  let guestStylesheets: [String]
  private let opened: OpenRoom
  private let joinAddress: String
  private let qrCode: QRCode?
  private let now: Int
  private let results: ClassResults?

  init(_ opened: OpenRoom, in visit: Visit) {
    self.opened = opened
    guestStylesheets = opened.guestStylesheets
    results = ClassResults(opened, visit.rooms, onWall: true)
    now = visit.now
    joinAddress = visit.shortAddress(roomPath)
    qrCode = opened.takesSeats ? visit.qrCode(of: opened.code) : nil
    refreshSeconds = visit.refreshSeconds(usually: true)
    title = gameTitle(
      RoomWords.what(opened.room.settings), outcome: opened.said(onWall: true), problem: nil)
  }

  /// Whether nothing has begun, so that the code fills the screen.
  private var isWaiting: Bool {
    switch opened.room.play {
    case .match, .pairs: opened.room.rolls == 0
    case .experiment, .table: opened.said(onWall: true) == nil
    case .league(let league): league.result == nil
    }
  }

  /// Without seats, all readers see the same; the address shows where the site is mounted.
  var version: String? {
    "\(joinAddress)/\(opened.code.signs) \(opened.number) \(now) \(refreshSeconds ?? 0)"
  }

  static func declare(_ field: inout Fields<WatchPage>) {
    field("room") { RoomView(opened: $0.opened) }
    field("joinHost") { String($0.joinAddress.dropLast(roomPath.count)) }
    field("qrCode") { $0.qrCode }
    field("isWaiting") { $0.isWaiting }
    field("latest") { LatestRoll($0.opened) }
    field("said") { page in
      let said =
        page.opened.said(onWall: true)
        ?? RoomWords.joined(page.opened.room.seats.count { !$0.isRemoved })
      // The results say it too, once they are shown.
      return [said, page.isWaiting ? page.results?.guessed : nil, page.results?.answer]
        .compactMap(\.self)
        .joined(separator: " ")
    }
    field("results") { $0.results }
    field("table") { page in
      page.opened.room.table.map { TableView($0, in: page.opened, for: .wall) }
    }
    field("campaign") { SeatCampaign($0.opened, seat: 0) }
    field("pairs") { PairsView($0.opened, onWall: true) }
    field("league") { LeagueView($0.opened, onWall: true) }
    field("match") { SeatMatch($0.opened, seat: 0, onWall: true) }
    field("looked") {
      PageRefresh(view: "watch", now: $0.now, refreshes: $0.refreshSeconds != nil, choice: "no")
    }
  }
}

/// When a page that refreshes itself was made, and how to stop that.
struct PageRefresh: Fielded {
  /// The last part of the page's address.
  let view: String
  let now: Int
  let refreshes: Bool
  /// The reader's choice, which refreshing keeps.
  let choice: String?

  static func declare(_ field: inout Fields<PageRefresh>) {
    field("view") { $0.view }
    field("iso") { Moment(seconds: $0.now).iso }
    field("lookedAt") { Moment(seconds: $0.now).clockWithSeconds }
    field("refreshes") { $0.refreshes }
    field("choice") { $0.choice }
  }
}

extension Visit {
  /// Returns the seconds after which a page without scripts refreshes itself; `nil` for never.
  ///
  /// `usually` is the default until somebody chooses.
  func refreshSeconds(usually: Bool) -> Int? {
    refreshChoice.map { $0 == "yes" } ?? usually ? 5 : nil
  }

  /// `yes` or `no` once somebody has chosen, by a link or before the last press.
  var refreshChoice: String? {
    let choice = request.query["refresh"] ?? form["refresh"] ?? ""
    return ["yes", "no"].contains(choice) ? choice : nil
  }

  /// Returns an address without `https://`, as people type it; a path if no host is known.
  func shortAddress(_ path: String) -> String {
    let whole = addresses?.page(path) ?? request.mount + path
    return whole.firstRange(of: "://").map { String(whole[$0.upperBound...]) } ?? whole
  }
}

/// A class's latest roll, in words and pictures.
struct LatestRoll: Fielded {
  /// The most pictures; more dice are described only in words.
  private static let mostFaces = 4

  let settings: ExperimentSettings
  let roll: PlayedRoll
  private var experiment: Experiment { settings.experiment }

  /// - Returns: `nil` before the first roll, and for two experiments.
  init?(_ opened: OpenRoom) {
    guard let play = opened.room.experiment, play.second == nil, let roll = play.lastRoll else {
      return nil
    }
    settings = play.settings
    self.roll = roll
  }

  static func declare(_ field: inout Fields<LatestRoll>) {
    field("unit") { $0.experiment.unit(1) }
    field("result") { $0.experiment.name(of: $0.roll.total) }
    field("things") { ThingPictures($0.roll, in: $0.settings) }
    field("faces") { latest in
      latest.roll.dice.count > mostFaces ? [] : latest.experiment.faces(of: latest.roll)
    }
  }
}
