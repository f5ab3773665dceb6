import DiceLanguage
import Games
import Testing

@testable import Rooms

@Suite struct RoomTests {
  private var random = SeededGenerator(seed: 1)

  private func room(_ settings: RoomSettings, seats: Int = 2) throws -> Room {
    let key = RandomRoom.bytes(1, count: 16)
    var room = try Room(opening: Room.opening(settings, key: key, at: 0))
    for seat in 0..<seats {
      _ = try room.join("Ann", key: RandomRoom.bytes(2 + seat, count: 16), at: seat)
    }
    return room
  }

  private func craps(atPress: Int = 10, ofSeat: Int = 25) throws -> RoomSettings {
    .experiment(
      try ExperimentSettings(
        .crapsGames, rollsAtPress: atPress, rollsOfSeat: ofSeat, guessing: .secret))
  }

  @Test func `the same name twice gets a number`() throws {
    #expect(try room(.table, seats: 3).seats.map(\.name) == ["Ann", "Ann 2", "Ann 3"])
    let long = String(repeating: "x", count: 30)
    let second = try SeatName.free(long, besides: [long])
    #expect(second == String(repeating: "x", count: 28) + " 2")
  }

  @Test func `who joins twice keeps the seat`() throws {
    var room = try room(.table)
    let before = room
    #expect(try room.join("Bob", key: RandomRoom.bytes(2, count: 16), at: 9) == nil)
    #expect(room == before)
  }

  @Test mutating func `who was removed joins anew, unless the host takes in nobody`() throws {
    var room = try room(.table)
    let key = RandomRoom.bytes(2, count: 16)
    func press(_ act: RoomAct, _ number: Int) throws {
      _ = try room.play(.act(act), by: .host, press: number, at: 0, using: &random)
    }
    try press(.switched(.joining, false), 1)
    #expect(try room.join("Ann", key: key, at: 9) == nil)
    #expect(throws: RoomRefusal.notJoining) {
      try room.join("Bob", key: RandomRoom.bytes(9, count: 16), at: 9)
    }
    try press(.removed(1), 2)
    #expect(throws: RoomRefusal.notJoining) { try room.join("Bob", key: key, at: 9) }
    try press(.switched(.joining, true), 3)
    #expect(try room.join("Bob", key: key, at: 9) != nil)
    #expect(try room.join("Bob", key: key, at: 9) == nil)
    #expect(room.seats.map(\.name) == ["Ann", "Ann 2", "Bob"])
    #expect(room.seat(key: key)?.number == 3)
    #expect(Room(snapshot: room.snapshot) == room)
  }

  @Test mutating func `nobody guesses who sees what to expect`() throws {
    var room = try room(craps())
    let guess = RoomMove.act(.guessed(Guess(.mean, .zero)))
    #expect(throws: RoomRefusal.noGuesses) {
      try room.play(guess, by: .seat(1), press: 1, at: 0, using: &random)
    }
    let hide = RoomMove.act(.switched(.expectation, false))
    _ = try room.play(hide, by: .host, press: 1, at: 0, using: &random)
    _ = try room.play(guess, by: .seat(1), press: 1, at: 0, using: &random)
  }

  @Test mutating func `guesses end when they are revealed, and begin again with the class`() throws
  {
    var room = try room(craps())
    func press(_ act: RoomAct, _ number: Int, by actor: RoomEvent.Actor = .host) throws {
      _ = try room.play(.act(act), by: actor, press: number, at: 0, using: &random)
    }
    let guess = RoomAct.guessed(Guess(.mean, .zero))
    try press(.switched(.expectation, false), 1)
    try press(guess, 1, by: .seat(1))
    #expect(throws: RoomRefusal.notYours) { try press(.revealedGuesses, 2, by: .seat(1)) }
    try press(.revealedGuesses, 2)
    #expect(throws: RoomRefusal.nothingThere) { try press(.revealedGuesses, 3) }
    #expect(throws: RoomRefusal.noGuesses) { try press(guess, 1, by: .seat(2)) }
    #expect(Room(snapshot: room.snapshot) == room)
    try press(.startedOver(), 3)
    try press(guess, 1, by: .seat(2))
    #expect(Room(snapshot: room.snapshot) == room)
  }

  @Test mutating func `where a guess comes first, a seat guesses or skips before it rolls`() throws
  {
    let craps = Experiment.crapsFirstRolls
    let event = try #require(ExperimentEvent("win", of: craps))
    let asked = try ExperimentSettings(craps, guessing: .first, question: .chance, event: event)
    var room = try room(.experiment(ExperimentSettings(craps)))
    func press(_ move: RoomMove, _ number: Int, by actor: RoomEvent.Actor) throws {
      _ = try room.play(move, by: actor, press: number, at: 0, using: &random)
      #expect(Room(snapshot: room.snapshot) == room)
    }
    #expect(throws: RoomRefusal.noGuesses) { try press(.act(.skippedGuess), 1, by: .seat(1)) }
    try press(.roll, 1, by: .seat(1))
    // Starting over with a guess hides what to expect.
    try press(.act(.startedOver(asked)), 1, by: .host)
    #expect(!room.switches.contains(.expectation))
    #expect(throws: RoomRefusal.guessFirst) { try press(.roll, 2, by: .seat(1)) }
    #expect(throws: RoomRefusal.otherKind) {
      try press(.act(.guessed(Guess(.mostFrequent, .zero))), 2, by: .seat(1))
    }
    try press(.act(.guessed(Guess(.chance, .zero))), 2, by: .seat(1))
    try press(.act(.guessed(Guess(.chance, Total(small: 1)))), 3, by: .seat(1))
    try press(.act(.skippedGuess), 1, by: .seat(2))
    for seat in 1...2 { try press(.roll, seat == 1 ? 4 : 2, by: .seat(seat)) }
    guard case .experiment(let play) = room.play else { throw RoomRefusal.otherKind }
    #expect(play.guesses.count == 1 && play.first.runningShare?.rolls == 2)
    #expect(play.first.runningShare?.sum == Double(play.first.tally[Total(small: 1)]))
    #expect(throws: RoomRefusal.noGuesses) {
      try press(.act(.guessed(Guess(.chance, .zero))), 5, by: .seat(1))
    }
    // Nobody waits for a guess that can't be made any more.
    try press(.act(.startedOver()), 2, by: .host)
    try press(.act(.revealedGuesses), 3, by: .host)
    try press(.roll, 5, by: .seat(1))
    let other = try ExperimentSettings(.crapsGames)
    #expect(throws: RoomRefusal.otherKind) { try press(.act(.startedOver(other)), 4, by: .host) }
  }

  @Test mutating func `one press rolls both experiments, and counts which was higher`() throws {
    let event = try ExperimentEvent("at least 10", of: .expression(Expression(parsing: "2d6")))
    let settings = try ExperimentSettings(
      .expression(Expression(parsing: "2d6")), second: .expression(Expression(parsing: "1d12")),
      rollsAtPress: 10, guessing: .first, question: .likelier, event: event)
    var room = try room(.experiment(settings))
    let guess = RoomAct.guessed(Guess(.likelier, Total(small: 2)))
    let hidden = RoomAct.switched(.expectation, false)
    _ = try room.play(.act(hidden), by: .host, press: 1, at: 0, using: &random)
    _ = try room.play(.act(guess), by: .seat(1), press: 1, at: 0, using: &random)
    let before = room
    let rolled = try room.play(.roll, by: .seat(1), press: 2, at: 0, using: &random)
    guard case .experiment(let play) = room.play, case .rolled(let first, let second) = rolled.act
    else { throw RoomRefusal.otherKind }
    #expect(first.count == 10 && second.count == 10)
    let pairs = zip(first.map(\.total), second.map(\.total))
    #expect(play.higher.first == pairs.count { $0 > $1 })
    #expect(play.higher.second == pairs.count { $0 < $1 })
    #expect(play.second?.runningShare?.sum == Double(second.count { $0.total.numerator >= 10 }))
    #expect(play.rollsLeft(of: 1) == 90 && room.rolls == 10)
    #expect(Room(snapshot: room.snapshot) == room)
    // Neither alone, nor more of one, nor what its dice can't show.
    let wrong = PlayedRoll(dice: [13], total: Total(small: 13))
    for rolls in [[], Array(second.dropLast()), second.dropLast() + [wrong]] {
      var room = before
      let event = RoomEvent(
        number: rolled.number, time: 0, actor: .seat(1), press: 2,
        act: .rolled(first, second: Array(rolls)))
      #expect(throws: RoomRefusal.impossibleRoll) { try room.apply(event) }
      #expect(room == before)
    }
  }

  @Test func `two hundred seats are all`() throws {
    var room = try room(.table, seats: 200)
    #expect(throws: RoomRefusal.tooManySeats(200)) {
      try room.join("Bob", key: RandomRoom.bytes(999, count: 16), at: 999)
    }
  }

  @Test mutating func `a press counts once`() throws {
    var room = try room(craps())
    _ = try room.play(.roll, by: .seat(1), press: 1, at: 0, using: &random)
    let before = room
    let chance = random
    let presses = [(1, RoomRefusal.pressRepeated), (0, .pressRepeated), (3, .pressAhead)]
    for (press, refusal) in presses {
      #expect(throws: refusal) {
        try room.play(.roll, by: .seat(1), press: press, at: 0, using: &random)
      }
    }
    #expect(room == before)
    #expect(room.rolls == 10)
    #expect(random == chance)
  }

  @Test mutating func `a seat rolls no more than it may`() throws {
    var room = try room(craps())
    for press in 1...3 {
      _ = try room.play(.roll, by: .seat(2), press: press, at: 0, using: &random)
    }
    #expect(room.rolls == 25)
    #expect(throws: RoomRefusal.seatHasRolled) {
      try room.play(.roll, by: .seat(2), press: 4, at: 0, using: &random)
    }
  }

  @Test mutating func `nobody rolls while the room is paused or from a removed seat`() throws {
    var room = try room(craps())
    let host = RoomEvent.Actor.host
    _ = try room.play(.act(.switched(.paused, true)), by: host, press: 1, at: 0, using: &random)
    #expect(throws: RoomRefusal.paused) {
      try room.play(.roll, by: .seat(1), press: 1, at: 0, using: &random)
    }
    _ = try room.play(.act(.switched(.paused, false)), by: host, press: 2, at: 0, using: &random)
    _ = try room.play(.act(.removed(1)), by: host, press: 3, at: 0, using: &random)
    #expect(throws: RoomRefusal.noSeat) {
      try room.play(.roll, by: .seat(1), press: 1, at: 0, using: &random)
    }
    #expect(throws: RoomRefusal.notYours) {
      try room.play(.act(.removed(1)), by: .seat(2), press: 1, at: 0, using: &random)
    }
  }

  @Test mutating func `two hundred presses fit in a second`() throws {
    var room = try room(craps(atPress: 1, ofSeat: 1_000))
    for press in 1...200 {
      _ = try room.play(.roll, by: .seat(1), press: press, at: 5, using: &random)
    }
    #expect(throws: RoomRefusal.tooBusy) {
      try room.play(.roll, by: .seat(2), press: 1, at: 5, using: &random)
    }
    _ = try room.play(.roll, by: .seat(2), press: 1, at: 6, using: &random)
    #expect(room.rolls == 201)
  }

  @Test mutating func `two hundred thousand rolls are all, in each kind of room`() throws {
    #expect(RoomLimits.rolls == 200_000)
    var room = try room(craps())
    room.rolls = 199_997
    _ = try room.play(.roll, by: .seat(1), press: 1, at: 0, using: &random)
    // The last press brings as many as are left.
    #expect(room.rolls == 200_000)
    let chance = random
    #expect(throws: RoomRefusal.tooManyRolls) {
      try room.play(.roll, by: .seat(2), press: 1, at: 0, using: &random)
    }
    let die = try RollExpression(parsing: "1d20")
    room = try self.room(.table)
    room.rolls = 200_000
    #expect(throws: RoomRefusal.tooManyRolls) {
      try room.play(
        .throwDice(die, label: "", answers: 0), by: .host, press: 1, at: 0, using: &random)
    }
    room = try self.room(.match(goal: 10, coach: .off))
    room.rolls = 200_000
    #expect(throws: RoomRefusal.tooManyRolls) {
      try room.play(.roll, by: .seat(1), press: 1, at: 0, using: &random)
    }
    #expect(random == chance)
  }

  @Test mutating func `nobody names the dice`() throws {
    var room = try room(craps())
    let roll = PlayedRoll(dice: [3, 4], total: Total(small: 1))
    #expect(throws: RoomRefusal.otherKind) {
      try room.play(.act(.rolled([roll])), by: .seat(1), press: 1, at: 0, using: &random)
    }
  }

  @Test mutating func `the other player of Pig waits`() throws {
    var room = try room(.match(goal: 10, coach: .off), seats: 3)
    #expect(throws: RoomRefusal.notYourTurn) {
      try room.play(.roll, by: .seat(2), press: 1, at: 0, using: &random)
    }
    #expect(throws: RoomRefusal.nothingToHold) {
      try room.play(.act(.moved(.hold)), by: .seat(1), press: 1, at: 0, using: &random)
    }
    _ = try room.play(.roll, by: .seat(1), press: 1, at: 0, using: &random)
    #expect(room.rolls == 1)
  }

  @Test mutating func `a hidden roll is revealed once`() throws {
    var room = try room(.table)
    let secret = RandomRoom.bytes(9, count: 32)
    let hidden = try Room.hiddenRoll(
      RollExpression(parsing: "1d20"), secret: secret, using: &random)
    let act = RoomAct.rolledHidden(hidden, commitment: secret)
    let event = try room.play(.act(act), by: .host, press: 1, at: 0, using: &random)
    let reveal = RoomMove.act(.revealed(event.number))
    _ = try room.play(reveal, by: .host, press: 2, at: 0, using: &random)
    #expect(throws: RoomRefusal.nothingThere) {
      try room.play(reveal, by: .host, press: 3, at: 0, using: &random)
    }
  }

  @Test mutating func `what the host has done already is told from what was overtaken`() throws {
    var room = try room(.table)
    let die = try RollExpression(parsing: "1d20")
    let other = try RollExpression(parsing: "2d6")
    func hidden(_ expression: RollExpression) throws -> RoomMove {
      let bytes = RandomRoom.bytes(9, count: 32)
      let roll = try Room.hiddenRoll(expression, secret: bytes, using: &random)
      return .act(.rolledHidden(roll, commitment: bytes))
    }
    let moves: [(done: RoomMove, other: RoomMove)] = [
      (try hidden(die), try hidden(other)),
      (.act(.revealed(4)), .act(.removed(1))),
      (.throwDice(die, label: "", answers: 0), .throwDice(other, label: "", answers: 0)),
      (.act(.switched(.watch, false)), .act(.switched(.names, false))),
      (.act(.removed(2)), .act(.startedOver())),
    ]
    for (index, move) in moves.enumerated() {
      #expect(!room.hasDone(move.other, by: .host, press: 1))
      let event = try room.play(move.done, by: .host, press: index + 1, at: 0, using: &random)
      func isDone(_ move: RoomMove) -> Bool {
        event.act.comes(of: move) || room.hasDone(move, by: .host, press: index + 1)
      }
      #expect(isDone(move.done), "\(index)")
      #expect(!isDone(move.other), "\(index)")
    }
  }

  @Test mutating func `a roll at a table comes of the same expression, label and answer`() throws {
    var room = try room(.table)
    func throwing(_ text: String, as label: String = "", answers: Int = 0) throws -> RoomMove {
      .throwDice(try RollExpression(parsing: text), label: label, answers: answers)
    }
    let plain = try room.play(
      try throwing("1d4"), by: .seat(1), press: 1, at: 0, using: &random)
    #expect(try plain.act.comes(of: throwing("1d4")))
    #expect(try !plain.act.comes(of: throwing("1d6")))
    #expect(try !plain.act.comes(of: throwing("1d4", answers: 3)))
    #expect(room.hasCountedLast(1, of: .seat(1)) && !room.hasCountedLast(1, of: .seat(2)))
    let bow = try room.play(
      try throwing("1d8", as: " Bow "), by: .seat(1), press: 2, at: 0, using: &random)
    #expect(room.hasCountedLast(2, of: .seat(1)) && !room.hasCountedLast(1, of: .seat(1)))
    #expect(try bow.act.comes(of: throwing("1d8", as: "Bow")))
    for label in ["Sling", "", "\u{7}"] {
      #expect(try !bow.act.comes(of: throwing("1d8", as: label)))
    }
  }

  @Test mutating func `a seat answers once what it is asked`() throws {
    var room = try room(.table)
    let die = try RollExpression(parsing: "1d20")
    func ask(_ seats: [Int]) -> RoomMove { .act(.asked(die, seats: seats)) }
    let asked = try room.play(ask([]), by: .host, press: 1, at: 0, using: &random)
    let answer = RoomMove.throwDice(die, label: "", answers: asked.number)
    _ = try room.play(answer, by: .seat(2), press: 1, at: 0, using: &random)
    room = try #require(Room(snapshot: room.snapshot))
    let chance = random
    #expect(throws: RoomRefusal.nothingThere) {
      try room.play(answer, by: .seat(2), press: 2, at: 0, using: &random)
    }
    #expect(random == chance && room.rolls == 1)
    _ = try room.play(answer, by: .seat(1), press: 1, at: 0, using: &random)
    _ = try room.play(ask([2]), by: .host, press: 2, at: 0, using: &random)
    guard case .table(let table) = room.play else { throw RoomRefusal.otherKind }
    #expect(table.question?.asks(2) == true && table.question?.asks(1) == false)
  }

  @Test mutating func `a hidden roll lies on the table until it is revealed`() throws {
    var room = try room(.table)
    let die = try RollExpression(parsing: "1d20")
    let secret = RandomRoom.bytes(9, count: 32)
    let hidden = try Room.hiddenRoll(die, secret: secret, using: &random)
    let act = RoomAct.rolledHidden(hidden, commitment: secret)
    let event = try room.play(.act(act), by: .host, press: 1, at: 0, using: &random)
    func numbers() -> [Int] {
      guard case .table(let table) = room.play else { return [] }
      return table.entries.map(\.number)
    }
    for press in 2...202 {
      let roll = RoomMove.throwDice(die, label: "", answers: 0)
      _ = try room.play(roll, by: .host, press: press, at: 0, using: &random)
    }
    let first = event.number
    #expect(numbers() == [first] + (first + 3...first + 201))
    _ = try room.play(.act(.revealed(first)), by: .host, press: 203, at: 0, using: &random)
    let roll = RoomMove.throwDice(die, label: "", answers: 0)
    _ = try room.play(roll, by: .host, press: 204, at: 0, using: &random)
    #expect(numbers().first == first + 3)
  }
}
