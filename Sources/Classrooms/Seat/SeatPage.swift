import Games
import Mustache
import Rooms
import Site
import Storage
import Web

final class SeatPage: Page {
  static let templates = ["rooms/seat"]
  let title: String
  let description = "Your seat in a room in Dicehall."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  let guestStylesheets: [String]
  private let opened: OpenRoom
  private let seat: RoomSeat
  private let problem: Problem?
  private let experiment: SeatExperiment?
  private let table: SeatTable?
  private let match: SeatMatch?
  private let league: SeatLeague?
  /// The number of the next press on it.
  private let press: Int
  /// Whether this browser also leads the room.
  private let leads: Bool

  init(_ opened: OpenRoom, _ seat: RoomSeat, in visit: Visit, problem: Problem?) {
    self.opened = opened
    self.seat = seat
    self.problem = problem
    guestStylesheets = opened.guestStylesheets
    experiment = SeatExperiment(opened, seat, in: visit, problem: problem)
    table = opened.room.table.map {
      SeatTable(
        table: $0, opened: opened, seat: seat,
        named: visit.session[NamedRolls.self] ?? NamedRolls(), problem: problem)
    }
    match = SeatMatch(opened, seat: seat.number)
    league = opened.room.league.map {
      SeatLeague(league: $0, opened: opened, seat: seat.number, problem: problem)
    }
    leads = visit.leading(opened) != nil
    press = opened.press(onPageOf: .seat(seat.number))
    title = gameTitle(
      RoomWords.what(opened.room.settings),
      outcome: experiment?.headline ?? match?.headline ?? league?.headline ?? opened.said(),
      problem: problem)
  }

  static func declare(_ field: inout Fields<SeatPage>) {
    field("room") { RoomView(opened: $0.opened, seat: $0.seat.number) }
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.problem?.notice?.sentence }
    field("seatName") { $0.seat.name.isolated }
    field("seenAs") { $0.seenAs }
    field("leads") { $0.leads }
    field("press") { $0.press }
    field("canDownload") { $0.opened.room.switches.contains(.data) }
    field("experiment") { $0.experiment }
    field("table") { $0.table }
    field("match") { $0.match }
    field("league") { $0.league }
    field.object("pairs", { $0.opened.room.pairs }) { pairs in
      pairs("headline") { _ in PairsWords.noGame }
      pairs("standing") { PairsWords.standing($0, of: $1.seat.number) }
      pairs("hasNoGame") { $0.index(of: $1.seat.number) == nil }
      pairs("canTakePlace") { !$1.opened.isClosed && !$1.opened.room.isPaused }
    }
    field("campaign") { SeatCampaign($0.opened, seat: $0.seat.number) }
    field("charactersLink") { page in
      let members = page.opened.room.campaign?.members ?? []
      return page.opened.isClosed || members.contains { $0.seat == page.seat.number }
        ? "Your characters here" : "Bring a character"
    }
  }

  /// The seat's name for others while names are hidden; `nil` in a class, where nobody is named.
  private var seenAs: String? {
    guard table != nil || match != nil || league != nil, opened.hidesNames(onWall: false) else {
      return nil
    }
    return RoomWords.seenAs(seat.number)
  }
}

/// The page of a room for somebody without a seat: how to join, and what is stored.
final class JoinPage: Page {
  static let templates = ["rooms/join"]
  let title: String
  let description = "Join a room in Dicehall by its code."
  let section: Section? = .game(RoomGame.self)
  /// Only an answer to a form is personal: people pass the page's address on to others.
  var isPersonal: Bool { problem != nil }
  let isUnlisted = true
  private let opened: OpenRoom
  private let isRemoved: Bool
  private let problem: Problem?
  private var isTable: Bool { opened.room.settings == .table }
  /// A secret offered to a visitor without one, so that a double click gets one seat.
  private let visitor: String?
  private let givenName: String?

  init(_ opened: OpenRoom, isRemoved: Bool, isKnown: Bool, givenName: String?, problem: Problem?) {
    self.givenName = givenName
    self.opened = opened
    self.isRemoved = isRemoved
    self.problem = problem
    visitor = isKnown ? nil : SeatSecret().text
    title = gameTitle(RoomWords.name(opened.code), outcome: nil as String?, problem: problem)
  }

  static func declare(_ field: inout Fields<JoinPage>) {
    field("room") { RoomView(opened: $0.opened) }
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.problem?.notice?.sentence }
    field("invitation") { RoomWords.invitation($0.opened.room) }
    field("isRemoved") { $0.isRemoved }
    field("isLeague") { $0.opened.room.league != nil }
    field("visitor") { $0.visitor }
    // In a match, the link has the name of the missing player.
    field.input(
      "name", value: { $0.opened.match(onWall: false).flatMap(MatchWords.missing) ?? $0.givenName },
      in: { $0.problem }, longest: 2 * Player.longestName)
    field("keptFor") { $0.opened.terms.keptDays.counted("day", "days") }
    field("mayHaveCharacters") { $0.isTable }
    field("keptWithCharacters") {
      $0.isTable && !$0.opened.isCampaign ? RoomWords.keptWithCharacters : nil
    }
  }
}
