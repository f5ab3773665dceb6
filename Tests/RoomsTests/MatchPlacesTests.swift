import DiceLanguage
import Games
import Testing

@testable import Rooms

/// Who plays in a match, and who plays on for somebody who was removed.
@Suite struct MatchPlacesTests {
  private var random = SeededGenerator(seed: 2)
  private var room: Room

  init() throws {
    let key = RandomRoom.bytes(1, count: 16)
    room = try Room(opening: Room.opening(.match(goal: 20, coach: .off), key: key, at: 0))
    for name in ["Ann", "Bob", "Cleo"] { try join(name) }
  }

  private mutating func join(_ name: String) throws {
    let number = room.seats.count + 1
    _ = try room.join(name, key: RandomRoom.bytes(10 + number, count: 16), at: number)
    #expect(Room(snapshot: room.snapshot) == room)
  }

  private mutating func remove(_ seat: Int) throws { try act(.removed(seat), by: .host) }

  private mutating func act(_ act: RoomAct, by actor: RoomEvent.Actor) throws {
    _ = try room.play(
      .act(act), by: actor, press: room.nextPress(of: actor) ?? 1, at: 9, using: &random)
    #expect(Room(snapshot: room.snapshot) == room)
  }

  /// Plays dice that somebody has chosen.
  private mutating func roll(_ values: Int..., by seat: Int) throws {
    for value in values {
      try room.apply(
        RoomEvent(
          number: room.lastNumber + 1, time: 9, actor: .seat(seat),
          press: room.nextPress(of: .seat(seat)) ?? 1, act: .moved(.roll(value))))
    }
  }

  private var match: PigMatch {
    get throws {
      guard case .match(let match) = room.play else { throw RoomRefusal.otherKind }
      return match
    }
  }

  private func players() throws -> [Int?] { try Seat.allCases.map { try match[$0] } }
  private func names() throws -> [String?] {
    try [match.game?.first.name, match.game?.second.name]
  }

  @Test mutating func `whoever joins next plays on, with the points and the turn total`() throws {
    try roll(6, 5, by: 1)
    try act(.moved(.hold), by: .seat(1))
    try roll(1, by: 2)
    try roll(4, by: 1)
    try remove(1)
    #expect(try players() == [nil, 2] && match.isWaiting && match.seatToMove == nil)
    try join("Dora")
    #expect(try players() == [4, 2] && !match.isWaiting && match.seatToMove == 4)
    #expect(try names() == ["Dora", "Bob"])
    #expect(try match.game?.first.score == 11 && match.game?.turnTotal == 4)
    #expect(try match.log?.entries.last?.event == .renamed(.first, name: "Dora"))
    try roll(5, by: 4)
    try act(.moved(.hold), by: .seat(4))
    #expect(try match.game?.winner == .first)
    let other = try match.renamed { $0 == "Ann" ? "Seat 1" : "Seat \($0 == "Dora" ? 4 : 2)" }
    #expect(other.log?.start.first.name == "Seat 1" && other.game?.first.name == "Seat 4")
    #expect(try other.log?.entries.count == match.log?.entries.count)
  }

  @Test mutating func `while a place is free nobody moves, and no die is rolled`() throws {
    try roll(6, by: 1)
    try remove(2)
    let chance = random
    for move in [RoomMove.roll, .act(.moved(.hold)), .act(.playedAgain)] {
      #expect(throws: RoomRefusal.noGame) {
        try room.play(move, by: .seat(1), press: 2, at: 9, using: &random)
      }
    }
    #expect(random == chance)
    // A record of before places could be taken has such moves.
    try roll(2, by: 1)
    #expect(try match.game?.turnTotal == 8)
  }

  @Test mutating func `a watcher takes a free place, and only one does`() throws {
    try join("Dora")
    try roll(6, by: 1)
    #expect(throws: RoomRefusal.placeTaken) { try act(.tookPlace, by: .seat(3)) }
    try remove(1)
    #expect(throws: RoomRefusal.placeTaken) { try act(.tookPlace, by: .seat(2)) }
    try act(.tookPlace, by: .seat(3))
    #expect(try players() == [3, 2] && names() == ["Cleo", "Bob"])
    #expect(throws: RoomRefusal.placeTaken) { try act(.tookPlace, by: .seat(4)) }
    #expect(throws: RoomRefusal.notYours) { try act(.tookPlace, by: .host) }
    // Who only watches frees nothing.
    try remove(4)
    #expect(try players() == [3, 2])
  }

  @Test mutating func `both places can be free, and are taken one after the other`() throws {
    try roll(6, 3, by: 1)
    try remove(2)
    try remove(1)
    try act(.tookPlace, by: .seat(3))
    #expect(try players() == [3, nil] && match.isWaiting)
    try join("Dora")
    #expect(try players() == [3, 4] && names() == ["Cleo", "Dora"])
    #expect(try match.seatToMove == 3 && match.game?.turnTotal == 9)
  }

  @Test mutating func `before the first roll the game begins anew with whoever comes`() throws {
    try remove(1)
    #expect(try match.log == nil && !match.isWaiting && match.freePlaces == [.first])
    try join("Dora")
    #expect(try players() == [4, 2] && names() == ["Dora", "Bob"])
    #expect(try match.log?.entries.count == 1)
  }

  @Test mutating func `after a game whoever comes plays the next one`() throws {
    try roll(6, 6, 6, 2, by: 1)
    try act(.moved(.hold), by: .seat(1))
    try remove(1)
    #expect(try match.game?.winner == .first && names() == ["Ann", "Bob"])
    try join("Dora")
    #expect(try names() == ["Dora", "Bob"] && match.seatToMove == 2 && match.game?.isOver == false)
  }

  @Test mutating func `who is removed before the match has begun leaves the place`() throws {
    room = try Room(
      opening: Room.opening(
        .match(goal: 20, coach: .off), key: RandomRoom.bytes(1, count: 16), at: 0))
    try join("Ann")
    try remove(1)
    try join("Bob")
    try join("Cleo")
    #expect(try players() == [2, 3] && names() == ["Bob", "Cleo"])
  }

  @Test mutating func `a snapshot of before places could be taken has seats 1 and 2 in them`()
    throws
  {
    try roll(6, by: 1)
    func old(_ players: String) throws -> PigMatch? {
      let text = String(decoding: room.snapshot, as: UTF8.self)
        .replacing("room7", with: "room2").replacing(players, with: " 1 1 1 0 0 ")
      // Nor were there characters, whose hit points could be shown.
      let old = text.replacing(#/ 0 (\d+) 1 =Ann/#) { " \($0.output.1) 1 =Ann" }
      guard case .match(let match)? = Room(snapshot: Array(old.utf8))?.play else { return nil }
      return match
    }
    #expect(try old(" 1 2 1 1 1 0 0 ") == match)
    try remove(2)
    #expect(try old(" 1 0 1 1 1 0 0 ") == match)
    // A seat that isn't there, or the same twice, has no place.
    for wrong in [" 1 9 ", " 1 1 ", " 0 2 "] {
      let text = String(decoding: room.snapshot, as: UTF8.self)
        .replacing(" 1 0 1 1 1 0 0 ", with: "\(wrong)1 1 1 0 0 ")
      #expect(Room(snapshot: Array(text.utf8)) == nil, "\(wrong)")
    }
  }
}
