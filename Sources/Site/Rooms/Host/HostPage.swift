import Mustache
import Rooms
import Storage
import Web

/// The page of whoever leads a room.
final class HostPage: Page {
  static let templates = ["rooms/host"]
  let title: String
  let description = "Lead a room in Dicehall."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  let guestStylesheet: String?
  let refreshSeconds: Int?
  private let refreshChoice: String?
  private let opened: OpenRoom
  private let address, secretAddress: String
  private let frameLine: String?
  private let qrCode: QRCode?
  private let now: Int
  private let expectation: Expectation?
  private let problem: Problem?
  private var room: Room { opened.room }

  init(_ opened: OpenRoom, _ secret: HostSecret, in visit: Visit, problem: Problem? = nil) {
    self.opened = opened
    self.problem = problem
    guestStylesheet = opened.guestStylesheet
    now = visit.now
    expectation = visit.rooms.expectation(of: opened)
    // At a table the host types dice, which would be lost, and in a closed room nothing changes: there,
    // not until the host wishes. Elsewhere there is only the last day to type.
    let isLively = opened.room.settings != .table && !opened.isClosed
    refreshChoice = visit.refreshChoice
    refreshSeconds = problem == nil ? visit.refreshSeconds(usually: isLively) : nil
    let path = opened.code.path()
    address = visit.shortAddress(path)
    secretAddress =
      visit.addresses?.page("\(path)/host/\(secret.text)")
      ?? "\(visit.request.mount)\(path)/host/\(secret.text)"
    // Nobody could join or play in it any more.
    frameLine =
      opened.isClosed
      ? nil
      : visit.addresses.map {
        FrameLine(
          address: $0.page("/embed\(path)"),
          title: "Room \(opened.code.text) in Dicehall", width: nil,
          height: EmbedPlan.defaultHeight
        ).html
      }
    qrCode = opened.takesSeats ? visit.qrCode(of: opened.code) : nil
    title = gameTitle(
      "You lead \(opened.code.text)", outcome: opened.said(), problem: problem)
  }

  static func declare(_ field: inout Fields<HostPage>) {
    field("room") { RoomView(opened: $0.opened) }
    field("problem") { $0.problem?.inForm }
    field("notice") { $0.problem?.notice?.sentence }
    field("press") { $0.room.hostPress + 1 }
    field("refreshChoice") { $0.refreshChoice }
    field("address") { $0.address }
    field("secretAddress") { $0.secretAddress }
    field("frameLine") { $0.frameLine }
    field("qrCode") { $0.qrCode }
    field("switches") { HostSwitch.all(of: $0.room) }
    field("seatCount") { page in page.room.seats.count { !$0.isRemoved } }
    field("rollCount") { $0.room.rolls.groupedText }
    field("rollCountName") { HostWords.rollCount(of: $0.room.settings) }
    field("days") { $0.opened.terms.keptDays }
    field("daysProblem") { $0.problem?["days"]?.sentence }
    field("daysLowest") { _ in StorageLimits.keptDays.lowerBound }
    field("daysHighest") { _ in StorageLimits.keptDays.upperBound }
    field("canStartOver") { $0.canStartOver }
    field("isExperiment") { $0.room.settings.experiment != nil }
    field("seats") { HostSeats($0.opened, $0.expectation) }
    field("results") { ClassResults($0.opened, $0.expectation) }
    field("table") { HostTable($0.opened, problem: $0.problem, refreshChoice: $0.refreshChoice) }
    field("match") { SeatMatch($0.opened, seat: 0) }
    field("looked") {
      LookedAt(
        view: "host", now: $0.now, refreshes: $0.refreshSeconds != nil, choice: $0.refreshChoice)
    }
  }

  private var canStartOver: Bool {
    if case .experiment = room.play { !opened.isClosed } else { false }
  }
}

/// A button that switches something on or off.
private struct HostSwitch: Fielded {
  let which: RoomSwitch
  let isOn: Bool
  let settings: RoomSettings

  /// Those that matter in a room.
  static func all(of room: Room) -> [HostSwitch] {
    let chosen: [RoomSwitch] =
      switch room.settings {
      case .experiment: [.paused, .joining, .names, .expectation, .watch, .data]
      case .table: [.paused, .joining, .names, .watch, .watchNames, .data]
      case .match: [.paused, .joining, .watch, .watchNames, .data]
      }
    return chosen.map {
      HostSwitch(which: $0, isOn: room.switches.contains($0), settings: room.settings)
    }
  }

  static func declare(_ field: inout Fields<HostSwitch>) {
    field("move") { button in
      button.which == .paused ? (button.isOn ? "go-on" : "pause") : "switch"
    }
    field("which") { $0.which.rawValue }
    field("next") { $0.isOn ? "no" : "yes" }
    field("label") { $0.which.button(isOn: $0.isOn) }
    field("state") { $0.which.state(isOn: $0.isOn, in: $0.settings) }
  }
}
