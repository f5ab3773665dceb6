import Mustache
import Rooms
import Site
import Storage

/// The fields that every page of a room has.
struct RoomView: Fielded {
  let opened: OpenRoom
  /// The number of the seat, on a seat's page.
  var seat: Int?
  private var room: Room { opened.room }

  /// The least seconds between updates: some in a class that is always busy, none in a game.
  private var calm: Int {
    switch room.settings {
    case .experiment, .league: 15
    case .pairs where seat == nil: 15
    default: 0
    }
  }

  static func declare(_ field: inout Fields<RoomView>) {
    field("what") { RoomWords.what($0.room.settings) }
    field("code") { $0.opened.code.signs }
    field("codeText") { $0.opened.code.text }
    field("number") { $0.opened.number(for: $0.seat) }
    field("calm") { $0.calm }
    field("isOpen") { !$0.opened.isClosed }
    field("isPaused") { $0.room.isPaused && !$0.opened.isClosed }
    field("canWatch") { $0.room.switches.contains(.watch) }
    field("damage") { RoomWords.damage($0.opened.missing) }
    field("takesSeats") { $0.opened.takesSeats }
    field("lastDay") { $0.opened.lastDay }
  }
}

extension OpenRoom {
  var lastDay: Text { Moment(seconds: terms.lastDay * 86_400).date }

  /// Returns the number of the next press on an actor’s page.
  func press(onPageOf actor: RoomEvent.Actor) -> Int {
    var random = SystemRandomNumberGenerator()
    return room.press(onPageOf: actor, using: &random) ?? 0
  }

  /// Whether somebody new can join.
  var takesSeats: Bool { !isClosed && room.switches.contains(.joining) }

  /// The stylesheets of a game of Pig, for a match.
  var guestStylesheets: [String] {
    switch room.settings {
    case .match, .pairs: [PigGame.stylesheet].compactMap(\.self)
    default: []
    }
  }
}
