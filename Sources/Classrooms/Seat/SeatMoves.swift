import DiceLanguage
import Games
import Rooms
import Site
import Web

let seatMoves: [Route] = [
  seatMove("roll") { _, _ in .roll },
  seatMove("report", reportFace),
  seatMove("guess", readGuess),
  seatMove("skip") { room, visit in
    _ = try asked(in: room, visit)
    return .act(.skippedGuess)
  },
  seatMove("hold") { _, _ in .act(.moved(.hold)) },
  seatMove("again") { _, _ in .act(.playedAgain) },
  seatMove("strategy") { room, visit in
    guard case .league(let goal) = room.room.settings else { throw RoomRefusal.otherKind }
    return .act(.wrote(try WrittenStrategy(visit.form, goal: goal)))
  },
  seatMove("take-place") { _, _ in .act(.tookPlace) },
]

/// Returns the route of a press by a seat.
private func seatMove(
  _ name: String, _ read: @escaping @Sendable (OpenRoom, Visit) throws -> RoomMove
) -> Route {
  .post("\(roomPath)/*/\(name)") { visit in try visit.playAsSeat(read) }
}

extension Visit {
  /// Plays a press of the visitor's seat, and leads back to the seat's page.
  mutating func playAsSeat(_ read: (OpenRoom, Visit) throws -> RoomMove) throws -> Answer {
    let room = try room()
    do {
      guard let seat = seat(in: room), !seat.isRemoved else { throw RoomRefusal.noSeat }
      let move = try read(room, self)
      let actor = RoomEvent.Actor.seat(seat.number)
      // Two tabs may have sent different moves with one number; the page would show only the first.
      guard try press(move, by: actor, in: room) else {
        throw Problem([.init(RoomWords.stale)], form: form, status: .conflict)
      }
      return .seeOther(room.code.path() + (showsClass ? "?view=class" : ""))
    } catch {
      let problem = try Problem(ofRoom: error, form: form)
      let page = ownPage(of: try self.room(), problem: problem)
      return .page(page, problem.status, retryAfter: problem.retryAfter)
    }
  }

  /// Whether a narrow page shows the class's results instead of the seat's, by a link or before the
  /// last press.
  var showsClass: Bool { (request.query["view"] ?? form["view"]) == "class" }

  /// The number of the press in the form; 0 never counts.
  var sentPress: Int { form["press"].flatMap { Int($0) } ?? 0 }

  /// Plays the press in the form.
  ///
  /// - Returns: whether it counted, or has nothing left to change.
  mutating func press(
    _ move: RoomMove, by actor: RoomEvent.Actor, in room: OpenRoom
  ) throws -> Bool {
    let press = sentPress
    do {
      try rooms.play(move, by: actor, press: press, in: room.code, now: now, using: &roomRandom)
      return true
    } catch RoomRefusal.pressRepeated, RoomRefusal.pressAhead {
      return try rooms.hasDone(move, by: actor, press: press, in: self.room())
    }
  }

  /// Returns this visitor's page of a room: the seat's page, or how to join.
  func ownPage(of room: OpenRoom, problem: Problem? = nil) -> any Page {
    let seat = seat(in: room)
    guard let seat, !seat.isRemoved else {
      return JoinPage(
        room, isRemoved: seat != nil, isKnown: session[SeatSecret.self] != nil,
        givenName: session[GivenName.self]?.text, problem: problem)
    }
    return SeatPage(room, seat, in: self, problem: problem)
  }
}

@Sendable private func reportFace(_ room: OpenRoom, _ visit: Visit) throws(Problem) -> RoomMove {
  guard let face = visit.form["face"].flatMap(TypedNumber.init), !face.wasRounded else {
    throw Problem("Press the number that your die showed.")
  }
  return .report(face: face.number)
}

/// Returns the question that a guess answers; the host may have started over with another question
/// since the page was made.
private func asked(in room: OpenRoom, _ visit: Visit) throws -> ExperimentSettings {
  guard case .experiment(let settings) = room.room.settings else { throw RoomRefusal.otherKind }
  if let about = visit.form["about"], about != SeatWords.guessLabel(settings) {
    throw Problem([.init(RoomWords.stale)], form: visit.form, status: .conflict)
  }
  return settings
}

@Sendable private func readGuess(_ room: OpenRoom, _ visit: Visit) throws -> RoomMove {
  let settings = try asked(in: room, visit)
  return .act(
    .guessed(
      try Guess(visit.form, of: settings, among: visit.rooms.expectation(of: settings.experiment))))
}

extension Total {
  /// Reads a typed number: `7`, `-2`, `3.5`, `3,5`, `7/2`.
  init?(typed: String) {
    let text = typed.trimmingBlanks.replacing(",", with: ".")
    guard text.utf8.count <= 20 else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first else { return nil }
    guard parts.count == 2 else {
      guard let number = Rational(text: text) else { return nil }
      self.init(number)
      return
    }
    let places = parts[1].utf8
    let tenths = "1" + String(repeating: "0", count: places.count)
    guard 1...6 ~= places.count, places.allSatisfy({ (48...57).contains($0) }),
      let number = Rational(text: "\(whole)\(parts[1])/\(tenths)")
    else { return nil }
    self.init(number)
  }
}
