import Mustache
import Rooms
import Site
import Storage

/// What every page of a room says about it.
struct RoomView: Fielded {
  let opened: OpenRoom
  /// Whose page it is, if it is a seat's.
  var seat: Int?
  private var room: Room { opened.room }

  /// A class that is busy all the time is told of now and then, in seconds; a game at once.
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

  /// Of whatever is pressed on one page of an actor’s.
  func press(onPageOf actor: RoomEvent.Actor) -> Int {
    var random = SystemRandomNumberGenerator()
    return room.press(onPageOf: actor, using: &random) ?? 0
  }

  /// Whether somebody new can join.
  var takesSeats: Bool { !isClosed && room.switches.contains(.joining) }

  /// A match looks like a game of Pig.
  var guestStylesheets: [String] {
    switch room.settings {
    case .match, .pairs: [PigGame.stylesheet].compactMap(\.self)
    default: []
    }
  }
}
