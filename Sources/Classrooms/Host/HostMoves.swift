import Rooms
import Site
import Storage
import Web

let hostMoves: [Route] = [
  hostMove("pause") { _ in .act(.switched(.paused, true)) },
  hostMove("go-on") { _ in .act(.switched(.paused, false)) },
  hostMove("switch", readSwitch),
  hostQuestion("remove") { room, visit in
    let seat = visit.request.query["seat"].flatMap { Int($0) }.flatMap(room.room.seat)
    return seat.map {
      .remove(
        $0, isMatch: room.match(of: $0.number, onWall: false) != nil,
        isLeague: room.room.league != nil)
    }
  },
  hostMove("remove") { visit in .act(.removed(try visit.number("seat"))) },
  hostQuestion("next-round") { room, _ in
    guard let pairs = room.room.pairs, !room.isClosed else { return nil }
    return .nextRound(pairs)
  },
  hostMove("next-round") { visit in
    let round = try visit.number("round")
    // A game may have begun since the page was made, so the host is asked about it.
    if visit.form["areOver"] != nil, let pairs = try visit.room().room.pairs,
      pairs.unfinished > 0, pairs.round + 1 == round
    {
      throw Problem([.init(RoomWords.stale)], form: visit.form, status: .conflict)
    }
    return .act(.paired(round: round, []))
  },
  hostMove("substitute") { visit in
    .act(
      .substituted(game: try visit.number("game"), seat: try visit.number("seat"), turn: []))
  },
  hostMove("run") { visit in .act(.ran(try visit.runLeague())) },
  hostMove("reveal-guesses") { _ in .act(.revealedGuesses) },
  hostQuestion("start-over") { room, _ in
    guard case .experiment(let settings) = room.room.settings, !room.isClosed else { return nil }
    return .startOver(settings)
  },
  hostMove("start-over") { visit in
    guard case .experiment(let settings) = try visit.room().room.settings else {
      throw RoomRefusal.otherKind
    }
    return .act(.startedOver(try RoomForm.startingOver(visit.form, settings)))
  },
  hostAct("keep", keepRoom),
  hostQuestion("close") { room, _ in
    room.isClosed ? nil : .close(hiddenRolls: room.room.hiddenRolls)
  },
  hostAct("close") { room, visit in
    try visit.rooms.close(room.code, now: visit.now)
    return .seeOther(visit.hostPath(of: room))
  },
  hostQuestion("delete") { room, _ in .delete(room.room.campaign) },
  hostAct("delete") { room, visit in
    try visit.rooms.delete(room.code)
    return .seeOther(room.code.path("deleted"))
  },
  .get("\(roomPath)/*/deleted", usesSession: false, showDeleted),
]

/// Returns the route of an act that only the host may do.
private func hostAct(
  _ name: String, _ act: @escaping @Sendable (OpenRoom, inout Visit) throws -> Answer
) -> Route {
  .post("\(roomPath)/*/\(name)") { visit in try visit.actAsHost(act) }
}

/// Returns the route of a host's press.
func hostMove(
  _ name: String, _ read: @escaping @Sendable (inout Visit) throws -> RoomMove
) -> Route {
  .post("\(roomPath)/*/\(name)") { visit in try visit.playAsHost(read) }
}

extension Visit {
  /// Does an act that only the host may do.
  fileprivate mutating func actAsHost(
    _ act: (OpenRoom, inout Visit) throws -> Answer
  ) throws -> Answer {
    let room = try room()
    guard let secret = leading(room) else { return notHost(room) }
    do {
      return try act(room, &self)
    } catch {
      let problem = try Problem(ofRoom: error, form: form)
      let page = HostPage(try self.room(), secret, in: self, problem: problem)
      return .page(page, problem.status, retryAfter: problem.retryAfter)
    }
  }

  /// Plays a press of the host, and leads back to the host's page.
  ///
  /// A room may have several hosts: a press from a page that another's press has outdated is
  /// reported, but not the second press of a double click.
  mutating func playAsHost(_ read: (inout Visit) throws -> RoomMove) throws -> Answer {
    try actAsHost { room, visit in
      let move = try read(&visit)
      guard try visit.press(move, by: .host, in: room) else {
        throw Problem([.init(RoomWords.stale)], form: visit.form, status: .conflict)
      }
      return .seeOther(visit.hostPath(of: room), cookies: visit.hostCookies(of: room))
    }
  }
}

/// Returns the route of a question to the host; the question is `nil` if there is nothing left to
/// ask.
private func hostQuestion(
  _ name: String, _ question: @escaping @Sendable (OpenRoom, Visit) -> HostQuestion?
) -> Route {
  roomView("/\(name)") { room, visit in
    guard visit.leading(room) != nil else { return notHost(room) }
    guard let question = question(room, visit) else { return .seeOther(visit.hostPath(of: room)) }
    return .page(HostQuestionPage(room, question, refreshChoice: visit.refreshChoice))
  }
}

extension Visit {
  /// Returns the host's page at the place that was pressed, with the host's choice about
  /// refreshing.
  fileprivate func hostPath(of room: OpenRoom) -> String {
    let place = pressedAt
    // Only rolls have a result to show there.
    let fields = [
      ("refresh", refreshChoice), ("at", form["roll"] == nil ? nil : place),
    ].compactMap { name, value in
      value.map { "\(name)=\($0)" }
    }
    return room.code.path("host") + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
      + (place.map { "#\($0)" } ?? "")
  }

  /// The foe of the form, unless it is gone, or the button of the host's own roll.
  private var pressedAt: String? {
    if request.path.hasSuffix("/foe-gone") { return nil }
    return form["foe"].flatMap { Int($0) }.map { "foe-\($0)" }
      ?? form["roll"].flatMap(HostRoll.init).map { "referee-\($0.rawValue)" }
  }

  /// Returns cookies that keep the browser the host for as long as the room may be kept; none in a
  /// frame, whose session has the secret.
  fileprivate func hostCookies(of room: OpenRoom) -> [String] {
    guard !session.isFramed, let secret = leading(room) else { return [] }
    return [SecretCookie(hostOf: room.code, request).holding(secret)]
  }

  /// Returns the secret with which this browser leads a room; `nil` if it doesn't.
  func leading(_ room: OpenRoom) -> HostSecret? {
    hostSecret(of: room.code).flatMap { room.isLed(by: $0) ? $0 : nil }
  }
}

func showHost(_ room: OpenRoom, _ visit: inout Visit) -> Answer {
  guard let secret = visit.leading(room) else { return notHost(room) }
  return .page(HostPage(room, secret, in: visit))
}

/// Shows that a room was deleted, only to its former host.
private func showDeleted(_ visit: inout Visit) throws -> Answer {
  guard let code = RoomCode(visit.parameter) else { throw RoomRefusal.noRoom }
  guard visit.hostSecret(of: code) != nil else { return .seeOther(roomPath) }
  do {
    return .seeOther(try visit.room().code.path("host"))
  } catch RoomRefusal.noRoom {
    return .page(RoomsPage(wasDeleted: true))
  }
}

private func notHost(_ room: OpenRoom) -> Answer { .page(NotHostPage(opened: room), .forbidden) }

/// Answers the secret link, which changes nothing until its button is pressed.
func askToLead(_ visit: inout Visit) throws -> Answer {
  let secret = HostSecret(visit.parameters[1])
  let room = try visit.room(visit.parameter, host: secret)
  guard let secret, room.isLed(by: secret) else { throw Refusal.wrongSecret }
  return .page(LeadPage(opened: room, secret: secret))
}

func leadRoom(_ visit: inout Visit) throws -> Answer {
  let secret = visit.form["secret"].flatMap(HostSecret.init)
  let room = try visit.room(visit.parameter, host: secret)
  guard let secret, room.isLed(by: secret) else { throw Refusal.wrongSecret }
  guard !visit.session.isFramed else {
    visit.session[LedRoom.self] = LedRoom(secret: secret)
    return .seeOther(room.code.path("host"))
  }
  // With it, the browser shows whether it keeps cookies.
  _ = visit.seatSecret()
  return visit.lead(room.code, secret)
}

@Sendable private func readSwitch(_ visit: inout Visit) throws -> RoomMove {
  guard let which = visit.form["which"].flatMap(RoomSwitch.init), which != .paused,
    let isOn = ["yes": true, "no": false][visit.form["on"] ?? ""]
  else { throw RoomRefusal.setting }
  return .act(.switched(which, isOn))
}

extension Visit {
  /// Reads a number sent by a button of the host's page.
  func number(_ name: String) throws(RoomRefusal) -> Int {
    guard let number = form[name].flatMap({ Int($0) }) else { throw .nothingThere }
    return number
  }
}

private func keepRoom(_ room: OpenRoom, _ visit: inout Visit) throws -> Answer {
  let limits = room.daysToKeep
  guard let days = TypedNumber(visit.form["days"] ?? ""), !days.wasRounded, limits ~= days.number
  else {
    throw Problem(
      [
        .init(
          "Days to keep must be a whole number from \(limits.lowerBound) to \(limits.upperBound).",
          field: "days")
      ], form: visit.form)
  }
  try visit.rooms.keep(room.code, days: days.number, now: visit.now)
  return .seeOther(visit.hostPath(of: room))
}

extension Refusal {
  /// A secret link that is incomplete or belongs to another room.
  static let wrongSecret = Refusal(
    .notFound, "This secret link isn’t complete, or isn’t this room’s.",
    heading: "This doesn’t lead the room")
}
