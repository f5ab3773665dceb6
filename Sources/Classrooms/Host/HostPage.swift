import Mustache
import Rooms
import Site
import Storage
import Web

final class HostPage: Page {
  static let templates = ["rooms/host"]
  let title: String
  let description = "Lead a room in Dicehall."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  let guestStylesheets: [String]
  let refreshSeconds: Int?
  private let refreshChoice, place: String?
  private let opened: OpenRoom
  private let address, secretAddress: String
  private let sharing: Sharing?
  private let frameLine: String?
  private let qrCode: QRCode?
  private let now: Int
  private let hasSeat: Bool
  private let desk: RoomDesk
  private let problem: Problem?
  /// The number of the next press on it.
  private let press: Int

  private var room: Room { opened.room }

  init(_ opened: OpenRoom, _ secret: HostSecret, in visit: Visit, problem: Problem? = nil) {
    self.opened = opened
    self.problem = problem
    press = opened.press(onPageOf: .host)
    guestStylesheets = opened.guestStylesheets
    now = visit.now
    hasSeat = visit.hasSeat(in: opened)
    desk = visit.rooms
    // At a table the host types dice, which would be lost, and in a closed room nothing changes;
    // there, the page doesn't refresh by default. Elsewhere only the last day is typed.
    let isLively = opened.room.settings != .table && !opened.isClosed
    refreshChoice = visit.refreshChoice
    place = visit.request.query["at"]
    refreshSeconds = problem == nil ? visit.refreshSeconds(usually: isLively) : nil
    let path = opened.code.path()
    address = visit.shortAddress(path)
    secretAddress =
      visit.addresses?.page("\(path)/host/\(secret.text)")
      ?? "\(visit.request.mount)\(path)/host/\(secret.text)"
    // Nobody could join it or play in it.
    frameLine =
      opened.isClosed
      ? nil
      : visit.addresses.map {
        FrameLine("/embed\(path)", called: RoomWords.name(opened.code), $0).html
      }
    sharing =
      opened.takesSeats
      ? Sharing(path, called: RoomWords.name(opened.code), visit.addresses) : nil
    qrCode = opened.takesSeats ? visit.qrCode(of: opened.code) : nil
    title = gameTitle("You lead \(opened.code.text)", outcome: opened.said(), problem: problem)
  }

  /// Expressions that aren't part of the heading.
  private var expressions: [String] {
    guard case .experiment(let settings) = room.settings else { return [] }
    let all: [Experiment] = [settings.experiment] + [settings.second].compactMap(\.self)
    return all.filter { $0.heading != $0.code }.map(\.code)
  }

  static func declare(_ field: inout Fields<HostPage>) {
    field("room") { RoomView(opened: $0.opened) }
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.problem?.notice?.sentence }
    field("press") { $0.press }
    field("latest") { LatestRoll($0.opened) }
    field.rows("expressions", { $0.expressions }) { expression in
      expression("code") { $0 }
      expression("query") { PercentCoding.encode([("x", $0)]) }
    }
    field("refreshChoice") { $0.refreshChoice }
    field("address") { $0.address }
    field("secretAddress") { $0.secretAddress }
    field("sharing") { $0.sharing }
    field("frameLine") { $0.frameLine }
    field("qrCode") { $0.qrCode }
    field.object("playing", { $0.playing }) { player in
      player("name") { $0 }
    }
    field.rows("switches", { $0.switches }) { button in
      button("move") { which, page in
        which == .paused ? (page.room.isPaused ? "go-on" : "pause") : "switch"
      }
      button("which") { $0.rawValue }
      button("next") { $1.isOn($0) ? "no" : "yes" }
      button("isOn") { $1.isOn($0) != ($0 == .paused) }
      button("name") { $0.words.name }
      button("label") { $1.isOn($0) ? $0.words.turnOff : $0.words.turnOn }
      button("state") { $0.state(in: $1.room) }
    }
    field("hasSecretGuesses") { $0.room.experiment?.hasSecretGuesses == true }
    field("seatCount") { page in page.room.seats.count { !$0.isRemoved } }
    field("rollCount") { ($0.room.league?.strategies.count ?? $0.room.rolls).groupedText }
    // All rolls in the record, including those before starting over.
    field("rollCountName") { page in
      page.room.league == nil
        ? "\(page.room.settings.experiment?.rollsName ?? "Rolls") in all" : "Strategies"
    }
    field.input(
      "days", value: { $0.opened.terms.keptDays }, in: { $0.problem },
      limits: { $0.opened.daysToKeep })
    field("isExperiment") { $0.room.settings.experiment != nil }
    field("seats") { HostSeats($0.opened, $0.desk) }
    field("results") { ClassResults($0.opened, $0.desk) }
    field("table") { page in
      page.room.table.map { HostTable(table: $0, opened: page.opened, problem: page.problem) }
    }
    field("campaign") { page in
      page.room.table.map {
        HostCampaign(table: $0, opened: page.opened, place: page.place, problem: page.problem)
      }
    }
    field("pairs") { PairsView($0.opened, onWall: false) }
    field("league") { LeagueView($0.opened, onWall: false) }
    field("match") { SeatMatch($0.opened, seat: 0) }
    field("looked") {
      PageRefresh(
        view: "host", now: $0.now, refreshes: $0.refreshSeconds != nil, choice: $0.refreshChoice)
    }
  }

  /// The name under which the host, who has no seat yet, may replace a missing player.
  private var playing: String? {
    hasSeat ? nil : opened.match(onWall: false).flatMap(MatchWords.missing)
  }

  private var switches: [RoomSwitch] {
    switch room.settings {
    case .experiment: [.paused, .joining, .names, .expectation, .watch, .watchNames, .data]
    case .table:
      [.paused, .joining, .names, .watch, .watchNames, .data]
        + (opened.isCampaign ? [.hitPoints] : [])
    case .match: [.paused, .joining, .watch, .watchNames, .data]
    case .pairs, .league: [.paused, .joining, .names, .watch, .watchNames, .data]
    }
  }

  private func isOn(_ which: RoomSwitch) -> Bool { room.switches.contains(which) }
}

/// The labels and states of the host's switches.
extension RoomSwitch {
  /// The name of the switch (for `paused`, of the opposite), and its buttons.
  fileprivate var words: (name: String, turnOn: String, turnOff: String) {
    switch self {
    case .paused: ("Play", "Pause", "Go on")
    case .names: ("Names", "Show names", "Hide names")
    case .expectation: ("Expectation", "Show expectation", "Hide expectation")
    case .watch: ("Large view", "Open large view", "Close large view")
    case .data: ("Downloads", "Let seats download", "Stop seats downloading")
    case .joining: ("Joining", "Let people join", "Stop joining")
    case .watchNames:
      ("Names in large view", "Show names in large view", "Hide names in large view")
    case .hitPoints: ("Hit points", "Show hit points", "Hide hit points")
    }
  }

  func state(in room: Room) -> String {
    let (settings, isOn) = (room.settings, room.switches.contains(self))
    return switch self {
    case .paused: isOn ? "Nobody can play now." : "Everyone can play."
    // A class's pages show no other names.
    case .names where settings.experiment != nil:
      isOn
        ? settings.takesGuesses
          ? "Pages name whose guess came closest, downloads name all." : "Downloads name all."
        : "Nobody but you sees a name; downloads have Seat 1, Seat 2."
    case .names:
      isOn ? "Everyone sees the names." : "Only you see names; others read Seat 1, Seat 2."
    case .expectation where settings.takesGuesses:
      isOn
        ? "The chart shows what to expect, so guessing is over."
        : "Seats can guess what the chart doesn’t show yet."
    case .expectation:
      isOn ? "The chart shows what to expect." : "The chart doesn’t show what to expect."
    case .watch: isOn ? "Whoever has the code may watch." : "Only seats see what happens."
    case .data: isOn ? "Seats may download the record." : "Only you can download the record."
    case .joining: isOn ? "Whoever has the code can join." : "Nobody new can join."
    case .hitPoints:
      isOn
        ? "Everyone sees each character’s hit points and conditions."
        : "Others see the names of the characters and nothing else."
    case .watchNames:
      // No names there are hidden everywhere.
      switch (settings.experiment != nil, isOn && room.switches.contains(.names)) {
      case (true, true): "The large view names who guessed closest."
      case (true, false): "The large view doesn’t name who guessed closest."
      case (false, true): "The large view has names."
      case (false, false): "The large view has Seat 1, Seat 2 for names."
      }
    }
  }
}

extension RoomSettings {
  /// Whether seats guess before they roll.
  fileprivate var takesGuesses: Bool {
    if case .experiment(let settings) = self { settings.guessing != .none } else { false }
  }
}
