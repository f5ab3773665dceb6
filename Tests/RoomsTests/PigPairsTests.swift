import Games
import Testing

@testable import Rooms

/// A class that plays Pig in pairs: who plays whom, and what the record has of it.
@Suite struct PigPairsTests {
  private var random = SeededGenerator(seed: 5)
  private var room: Room
  private var events: [RoomEvent] = []

  init() throws {
    let opening = try Room.opening(
      .pairs(PigPairs.Settings(goal: 20, strategy: .holdAt(10))),
      key: RandomRoom.bytes(1, count: 16), at: 0)
    room = try Room(opening: opening)
    events = [opening]
  }

  private var pairs: PigPairs {
    get throws {
      guard case .pairs(let pairs) = room.play else { throw RoomRefusal.otherKind }
      return pairs
    }
  }

  /// The seats at each table, 0 for the computer.
  private func tables() throws -> [[Int?]] {
    try pairs.games.map { game in
      Seat.allCases.map { game.match.computer == $0 ? 0 : game.match[$0] }
    }
  }

  private func game(_ index: Int = 0) throws -> Pig {
    try #require(try pairs.games[index].match.game)
  }

  private mutating func join(_ names: String...) throws {
    for name in names {
      let key = RandomRoom.bytes(10 + room.seats.count, count: 16)
      events.append(try #require(try room.join(name, key: key, at: events.count)))
    }
  }

  /// Presses, and checks that the record and a snapshot lead to the same.
  private mutating func play(_ move: RoomMove, by seat: Int) throws {
    let actor = seat == 0 ? RoomEvent.Actor.host : .seat(seat)
    let event = try room.play(
      move, by: actor, press: room.nextPress(of: actor) ?? 1, at: events.count, using: &random)
    events.append(event)
    #expect(RoomEvent(bytes: event.bytes, number: event.number, time: event.time) == event)
    #expect(Room(snapshot: room.snapshot) == room)
  }

  /// Plays dice that somebody has chosen.
  private mutating func play(_ moves: PigMatch.Move..., answer: [PigMatch.Move] = [], by seat: Int)
    throws
  {
    for (index, move) in moves.enumerated() {
      let event = RoomEvent(
        number: room.lastNumber + 1, time: 9, actor: .seat(seat),
        press: room.nextPress(of: .seat(seat)) ?? 1,
        act: .moved(move, answer: index == moves.count - 1 ? answer : []))
      try room.apply(event)
      events.append(event)
    }
  }

  private func replayed() throws -> Room {
    var room = try Room(opening: events[0])
    for event in events.dropFirst() { try room.apply(event) }
    return room
  }

  /// What a record leads to without one of its lines.
  private func replayed(without index: Int) throws -> PigPairs {
    var room = try Room(opening: events[0])
    for (other, event) in events.enumerated().dropFirst() where other != index {
      try room.apply(event)
    }
    #expect(Room(snapshot: room.snapshot) == room)
    guard case .pairs(let pairs) = room.play else { throw RoomRefusal.otherKind }
    return pairs
  }

  @Test mutating func `a line that is lost takes no round with it`() throws {
    try join("Ann", "Bob", "Cleo", "Dora", "Edda")
    try play(.roll(6), .roll(6), .roll(6), .roll(2), .hold, by: 1)
    for round in 2...4 { try play(.act(.paired(round: round, [])), by: 0) }
    let mover = try #require(try pairs.games[0].match.seatToMove)
    try play(.roll(3), by: mover)
    let whole = try pairs
    func places(_ pairs: PigPairs) -> [[Int?]] {
      pairs.games.map { game in Seat.allCases.map { game.match[$0] } }
    }
    for (index, event) in events.enumerated() {
      switch event.act {
      case .joined where event.actor.number < 5: break
      case .paired(let round, _) where round < 4: break
      default: continue
      }
      let pairs = try replayed(without: index)
      #expect(pairs.round == 4 && places(pairs) == places(whole))
      #expect(pairs.standings == whole.standings && pairs.games[0].match.game?.turnTotal == 3)
    }
  }

  @Test mutating func `who has met is remembered when a place changes hands`() throws {
    try join("Ann", "Bob", "Cleo", "Dora")
    try play(.roll(4), by: 1)
    try play(.act(.substituted(game: 0, seat: 1, turn: [])), by: 0)
    try join("Edda")
    try play(.act(.tookPlace), by: 1)
    #expect(try tables() == [[5, 2], [3, 4], [1, 0]])
    #expect(try pairs.met == [1: [2], 2: [0, 1]])
    // At a table where nobody has rolled, nobody has met.
    try play(.act(.substituted(game: 1, seat: 4, turn: [])), by: 0)
    #expect(try pairs.met == [1: [2], 2: [0, 1]])
    #expect(try replayed() == room)
    for _ in 0..<20 {
      let next = try pairs.nextPairs(of: room.seats, using: &random)
      #expect(!next.contains { Set([$0.first, $0.second]) == [1, 2] })
    }
  }

  @Test mutating func `whoever joins plays the computer until the next one comes`() throws {
    try join("Ann")
    #expect(try tables() == [[1, 0]] && game().second.name == "Computer")
    try play(.roll(6), .hold, answer: [.roll(5), .roll(5), .hold], by: 1)
    #expect(try game().first.score == 6 && game().second.score == 10 && game().turn == .first)
    // Nobody is called as the computer is.
    try join("computer")
    #expect(try tables() == [[1, 2]] && game().second.name == "computer 2")
    #expect(try game().second.score == 10 && room.rolls == 3)
    try join("Cleo", "Dora", "Edda")
    #expect(try tables() == [[1, 2], [3, 4], [5, 0]])
    try play(.roll(6), .hold, by: 1)
    try play(.roll(6), .roll(4), .hold, by: 2)
    // A game in which the computer has played tells nothing of who begins.
    #expect(try pairs.tally.games == 0 && pairs.standing(of: 2) == .init(played: 1, won: 1))
    #expect(try pairs.standing(of: 1) == .init(played: 1, won: 0))
    #expect(try replayed() == room && Room(snapshot: room.snapshot) == room)
  }

  @Test mutating func `the computer answers in the same act, as its strategy says`() throws {
    try join("Ann")
    for _ in 0..<60 {
      guard try !game().isOver else { break }
      try play(try game().turnTotal < 8 ? .roll : .act(.moved(.hold)), by: 1)
      #expect(try game().isOver || game().turn == .first)
    }
    #expect(try game().isOver && pairs.standing(of: 1).played == 1)
    var turns = 0
    for case .moved(_, let answer) in events.map(\.act) where !answer.isEmpty {
      turns += 1
      let total = answer.dropLast().reduce(0) { $0 + $1.number }
      #expect(answer.last == .hold ? total > 1 : answer.last == .roll(1))
      #expect(answer.dropLast(answer.last == .hold ? 2 : 1).reduce(0) { $0 + $1.number } < 10)
    }
    #expect(turns > 1)
    #expect(try replayed() == room)
    let counted = events.map { event in
      guard case .moved(let move, let answer) = event.act else { return 0 }
      return ([move] + answer).count { $0 != .hold }
    }
    #expect(room.rolls == counted.reduce(0, +))
  }

  @Test mutating func `a record whose computer does more or less than its turn is none`() throws {
    try join("Ann")
    let before = room
    for answer in [[], [.roll(3)], [.hold], [.roll(1), .roll(1)], [.roll(2), .hold, .hold]]
      as [[PigMatch.Move]]
    {
      #expect(throws: RoomRefusal.self) { try play(.roll(1), answer: answer, by: 1) }
      #expect(room == before)
    }
    #expect(throws: RoomRefusal.notYourTurn) {
      try play(.roll(2), answer: [.roll(1)], by: 1)
    }
    #expect(room == before)
  }

  @Test mutating func `the computer plays on for a seat that has left, which takes a place again`()
    throws
  {
    try join("Ann", "Bob", "Cleo", "Dora")
    try play(.roll(4), .roll(3), by: 1)
    try play(.act(.substituted(game: 0, seat: 1, turn: [])), by: 0)
    #expect(try tables() == [[0, 2], [3, 4]] && game().turn == .second)
    guard case .substituted(0, 1, let turn)? = events.last?.act else { throw RoomRefusal.noGame }
    #expect(turn.count > 1)
    // Neither again, nor for the other, nor at another table.
    for (game, seat) in [(0, 1), (0, 2), (1, 2), (0, 0), (9, 0), (-1, 0)] {
      #expect(throws: RoomRefusal.placeTaken) {
        try play(.act(.substituted(game: game, seat: seat, turn: [])), by: 0)
      }
    }
    #expect(room.hasDone(.act(.substituted(game: 0, seat: 1, turn: [])), by: .host, press: 1))
    #expect(throws: RoomRefusal.noGame) { try play(.roll, by: 1) }
    try play(.act(.tookPlace), by: 1)
    #expect(try tables() == [[1, 2], [3, 4]] && game().first.name == "Ann")
    #expect(throws: RoomRefusal.placeTaken) { try play(.act(.tookPlace), by: 1) }
    #expect(throws: RoomRefusal.notYours) {
      try play(.act(.substituted(game: 0, seat: 1, turn: [])), by: 3)
    }
    // Of those who are removed, the first to be missed by somebody is followed first.
    try play(.act(.removed(4)), by: 0)
    #expect(throws: RoomRefusal.noGame) { try play(.roll, by: 3) }
    try play(.act(.substituted(game: 1, seat: 0, turn: [])), by: 0)
    #expect(try tables() == [[1, 2], [3, 0]])
    try play(.act(.removed(3)), by: 0)
    try join("Edda")
    #expect(try tables() == [[1, 2], [5, 0]] && game(1).turn == .first)
    #expect(try replayed() == room)
  }

  @Test mutating func `a round counts what was played, and the next one has new pairs`() throws {
    try join("Ann", "Bob", "Cleo", "Dora", "Edda")
    try play(.roll(6), .roll(1), by: 1)
    try play(.roll(6), .roll(6), .roll(6), .roll(2), .hold, by: 2)
    try play(.roll(5), .roll(5), .roll(5), .roll(5), .hold, by: 3)
    #expect(
      try pairs.tally
        == .init(games: 2, beginnerWon: 1, holds: 2, banked: 40, ones: 1, lost: 6))
    #expect(throws: RoomRefusal.otherKind) { try play(.act(.playedAgain), by: 1) }
    let next = RoomMove.act(.paired(round: 2, []))
    #expect(!room.hasDone(next, by: .host, press: 1))
    #expect(throws: RoomRefusal.notYours) { try play(next, by: 1) }
    try play(next, by: 0)
    #expect(room.hasDone(next, by: .host, press: 1))
    // Another host's press for the same round changes nothing.
    let before = room
    for round in [2, 1, 4] {
      #expect(throws: RoomRefusal.outOfOrder) { try play(.act(.paired(round: round, [])), by: 0) }
    }
    #expect(room == before)
    let tables = try tables().map { $0.compactMap(\.self).sorted() }
    #expect(tables.contains([2, 3]) && !tables.contains([0, 5]) && tables.joined().count == 6)
    #expect(try pairs.round == 2 && pairs.standing(of: 2) == .init(played: 1, won: 1))
    try play(.act(.removed(1)), by: 0)
    for round in 3...9 { try play(.act(.paired(round: round, [])), by: 0) }
    #expect(try !self.tables().joined().contains(1) && pairs.games.count == 2)
    #expect(try replayed() == room)
  }

  @Test mutating func `rounds that can't be are none`() throws {
    try join("Ann", "Bob")
    try play(.act(.removed(2)), by: 0)
    let before = room
    for (first, second) in [(1, 1), (1, 2), (1, 3), (0, 1), (0, 0)] {
      let pair = PigPairs.Pair(first: first, second: second)
      #expect(throws: RoomRefusal.self) {
        try room.apply(
          RoomEvent(
            number: room.lastNumber + 1, time: 0, actor: .host, press: room.hostPress + 1,
            act: .paired(round: 2, [pair])))
      }
      #expect(room == before)
    }
  }

  @Test mutating func `a hundred seats are fifty games, and while they pause nobody moves`() throws
  {
    for number in 1...100 { try join("Pupil \(number)") }
    #expect(try pairs.games.count == 50 && tables().allSatisfy { !$0.contains(0) })
    #expect(throws: RoomRefusal.tooManySeats(100)) { try join("Late") }
    try play(.act(.switched(.paused, true)), by: 0)
    let before = room
    #expect(throws: RoomRefusal.paused) { try play(.roll, by: 1) }
    #expect(throws: RoomRefusal.paused) { try play(.act(.moved(.hold)), by: 1) }
    #expect(room == before)
    for round in 2...4 { try play(.act(.paired(round: round, [])), by: 0) }
    #expect(try pairs.games.count == 50 && Set(tables().joined()).count == 100)
    // A seat's page has news of its own game and of what the host does.
    try play(.act(.switched(.paused, false)), by: 0)
    let told = room.lastNumber
    let mover = try #require(try pairs.games[0].match.seatToMove)
    try play(.roll, by: mover)
    let other = try #require(try pairs.games[1].match.seatToMove)
    #expect(try pairs.number(for: mover) == told + 1 && pairs.number(for: other) == told)
  }

  @Test func `settings are those of the game`() {
    #expect(throws: RoomRefusal.setting) { try PigPairs.Settings(goal: 9) }
    #expect(throws: RoomRefusal.setting) {
      try PigPairs.Settings(goal: 50, strategy: .keepPaceEndRace)
    }
  }
}
