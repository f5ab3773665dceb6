import Games
import Testing

@testable import Rooms

/// A class whose strategies meet: what the record has of it.
@Suite struct StrategyLeagueTests {
  private var random = SeededGenerator(seed: 5)
  private var room: Room

  init() throws {
    room = try Room(
      opening: Room.opening(.league(goal: 10), key: RandomRoom.bytes(1, count: 16), at: 0))
    for name in ["Ann", "Bob"] {
      _ = try room.join(name, key: RandomRoom.bytes(10 + room.seats.count, count: 16), at: 0)
    }
  }

  private var league: StrategyLeague {
    get throws {
      guard case .league(let league) = room.play else { throw RoomRefusal.otherKind }
      return league
    }
  }

  /// Presses, and checks that the record and a snapshot lead to the same.
  @discardableResult
  private mutating func play(_ act: RoomAct, by seat: Int) throws -> RoomEvent {
    let actor = seat == 0 ? RoomEvent.Actor.host : .seat(seat)
    let event = try room.play(
      .act(act), by: actor, press: room.nextPress(of: actor) ?? 1, at: 1, using: &random)
    #expect(RoomEvent(bytes: event.bytes, number: event.number, time: event.time) == event)
    #expect(Room(snapshot: room.snapshot) == room)
    return event
  }

  private func result(goal: Int = 10) throws -> StrategyLeague.Result {
    let entries = try league.entries()
    return StrategyLeague.Result(
      seats: entries.map(\.seat),
      league: try PigLeague(of: entries.map(\.strategy), goal: goal))
  }

  @Test mutating func `a run has the strategies of its moment, and later changes wait`() throws {
    #expect(throws: RoomRefusal.noStrategies) { try league.entries() }
    let (five, six) = (try WrittenStrategy(.holdAt, [5]), try WrittenStrategy(.holdAt, [6]))
    try play(.wrote(five), by: 2)
    try play(.wrote(six), by: 1)
    try play(.wrote(five), by: 1)
    #expect(try league.strategies == [1: five, 2: five])
    let found = try result()
    #expect(try !league.isUpToDate)
    let event = try play(.ran(found), by: 0)
    #expect(try league.result == found && league.runs == 1 && league.isUpToDate)
    #expect(found.player(of: 2) == 1 && found.seat(of: 2) == nil && found.seat(of: 0) == 1)
    #expect(room.hasDone(.act(.ran(found)), by: .host, press: 1))
    #expect(event.act.comes(of: .act(.ran(found))))
    try play(.wrote(six), by: 2)
    #expect(try league.result == found && !league.isUpToDate)
    #expect(!room.hasDone(.act(.ran(found)), by: .host, press: 1))
    #expect(room.hasDone(.act(.wrote(six)), by: .seat(2), press: 1))
    #expect(!room.hasDone(.act(.wrote(five)), by: .seat(2), press: 1))
    #expect(try league.number(for: 1) == event.number)
    #expect(try league.number(for: 2) == room.lastNumber)
    // Who leaves takes the strategy along, not what a run has found.
    try play(.removed(2), by: 0)
    #expect(try league.seats == [1] && league.result == found)
  }

  @Test mutating func `a strategy that is saved while a league is worked out waits for the next`()
    throws
  {
    let (five, six) = (try WrittenStrategy(.holdAt, [5]), try WrittenStrategy(.holdAt, [6]))
    try play(.wrote(five), by: 1)
    let found = try result()
    try play(.wrote(six), by: 1)
    try play(.wrote(five), by: 2)
    try play(.ran(found), by: 0)
    #expect(try league.result == found && !league.isUpToDate)
    #expect(try league.strategies == [1: six, 2: five])
    let next = try result()
    try play(.ran(next), by: 0)
    #expect(try league.result == next && league.isUpToDate && league.runs == 2)
  }

  @Test mutating func `a snapshot with a damaged league is read as none, whatever is damaged`()
    throws
  {
    try play(.wrote(WrittenStrategy(.holdAt, [5])), by: 1)
    try play(.wrote(WrittenStrategy(.fourNumbers, [5, 6, 7, 8])), by: 2)
    try play(.ran(result()), by: 0)
    let fields = String(decoding: room.snapshot, as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    let league = try #require(fields.firstIndex(of: "hold-at"))
    #expect(fields.count > league + 20)
    for place in fields.indices.dropFirst(league) {
      for damage in ["", "x", "-1", "9999999999999999999"] where fields[place] != damage {
        var damaged = fields.map(String.init)
        damaged[place] = damage
        let read = Room(snapshot: Array(damaged.joined(separator: " ").utf8))
        #expect(read == nil, "\(place): \(fields[place]) as \(damage)")
      }
    }
  }

  @Test mutating func `a league takes no more than sixty, and runs so often`() throws {
    var league = try StrategyLeague(goal: 10)
    let strategy = try WrittenStrategy(.holdAt, [5])
    for seat in 1...60 { league.strategies[seat] = strategy }
    #expect(try league.entries().count == 60)
    league.strategies[61] = strategy
    #expect(throws: RoomRefusal.tooManyStrategies(61)) { try league.entries() }
    league.strategies = [1: strategy]
    league.runs = StrategyLeague.mostRuns
    #expect(throws: RoomRefusal.tooManyRuns) { try league.entries() }
    #expect(throws: RoomRefusal.setting) { try StrategyLeague(goal: 101) }
    try play(.wrote(strategy), by: 1)
    let other = try result(goal: 11)
    #expect(throws: RoomRefusal.otherKind) { try play(.ran(other), by: 0) }
    #expect(throws: RoomRefusal.notYours) { try play(.ran(try result()), by: 1) }
    #expect(throws: RoomRefusal.notYours) { try play(.wrote(strategy), by: 0) }
  }

  @Test func `the longest run is no longer than a record's line may be`() throws {
    let strategy = try WrittenStrategy(.table, Array(repeating: 200, count: 25))
    let slip = PigSlip(
      own: 80, other: 99, turnTotal: 19, choice: .hold, roll: 0.999_999_999_999, hold: 0.1)
    let result = StrategyLeague.Result(
      seats: Array(141...200),
      league: PigLeague(
        goal: 100, strategies: Array(repeating: strategy, count: 60),
        chances: Array(repeating: Array(repeating: 1, count: 62), count: 62),
        slips: Array(repeating: slip, count: 60)))
    let event = RoomEvent(number: 9, time: 0, actor: .host, press: 3, act: .ran(result))
    #expect(event.bytes.count <= 64_000)
    #expect(RoomEvent(bytes: event.bytes, number: 9, time: 0) == event)
  }

  @Test(
    arguments: [
      "hold-at 0 ", "hold-at 201 ", "hold-at 5", "hold-at 5 5 ", "four-numbers 5 5 5 ", "holdAt 5 ",
      "four-numbers 5 5 5 201 ", "table \(String(repeating: "5 ", count: 24))",
    ])
  func `a damaged strategy is none`(line: String) {
    let read = RoomEvent(bytes: Array("1 1 strategy \(line)".utf8), number: 3, time: 0)
    #expect(read == nil)
  }

  @Test mutating func `a damaged run is none`() throws {
    try play(.wrote(WrittenStrategy(.holdAt, [2])), by: 1)
    let whole = String(decoding: try play(.ran(result()), by: 0).bytes, as: UTF8.self)
    let start = "0 1 league 10 1 1 hold-at 2 "
    #expect(whole.hasPrefix(start))
    for other in [
      "0 1 league 9 1 1 hold-at 2 ", "0 1 league 10 0 ", "0 1 league 10 1 0 hold-at 2 ",
      "0 1 league 10 2 1 hold-at 2 1 hold-at 2 ",
    ] {
      let line = other + whole.dropFirst(start.count)
      #expect(RoomEvent(bytes: Array(line.utf8), number: 9, time: 0) == nil, "\(other)")
    }
  }
}
