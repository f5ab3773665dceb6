import Games
import Testing

@testable import Rooms

@Suite struct RoomRecordTests {
  @Test(arguments: 0..<7, [1, 2, 3] as [UInt64])
  func `a record replayed, and a snapshot, are the room`(kind: Int, seed: UInt64) throws {
    let played = try RandomRoom(RandomRoom.settings()[kind], seed: seed, acts: 150)
    #expect(played.events.count > 10)
    #expect(played.refusals > 10)
    let record = try RoomRecord(played.record)
    #expect(record.room == played.room)
    #expect(record.damages == 0)
    #expect(record.wholeBytes == played.record.count)
    let snapshot = try #require(Room(snapshot: played.room.snapshot))
    #expect(snapshot == played.room)
    #expect(snapshot.snapshot == played.room.snapshot)
  }

  @Test(arguments: 0..<7)
  func `a snapshot in the middle and the lines after it are the room`(kind: Int) throws {
    let played = try RandomRoom(RandomRoom.settings()[kind], seed: 4, acts: 80)
    let half = played.events.count / 2
    let before = try RoomRecord(played.events[..<half].flatMap(\.line))
    let room = try #require(Room(snapshot: before.room.snapshot))
    let rest = played.events[half...].flatMap(\.line)
    #expect(RoomRecord(from: room, then: rest).room == played.room)
  }

  @Test(arguments: 0..<7)
  func `every event is read as it was written`(kind: Int) throws {
    for event in try RandomRoom(RandomRoom.settings()[kind], seed: 5, acts: 80).events {
      let line = event.line
      #expect(line.allSatisfy { $0 == 10 || 0x20..<0x7F ~= $0 })
      #expect(RoomEvent(line: line.dropLast()) == event)
    }
  }

  @Test(arguments: 0..<7)
  func `a record cut at any byte keeps the whole events before`(kind: Int) throws {
    let played = try RandomRoom(RandomRoom.settings()[kind], seed: 6, acts: 20)
    let bytes = played.record
    var room: Room?
    var whole = 0
    var next = 0
    for cut in 0...bytes.count {
      if next < played.events.count, cut == whole + played.events[next].line.count {
        whole = cut
        if next == 0 {
          room = try Room(opening: played.events[0])
        } else {
          try room?.apply(played.events[next])
        }
        next += 1
      }
      let record = try? RoomRecord(Array(bytes.prefix(cut)))
      #expect(record?.room == room, "\(cut)")
      #expect(record?.wholeBytes ?? 0 == whole)
    }
    #expect(next == played.events.count)
  }

  @Test func `a damaged line is told and left out, and the rest stands`() throws {
    var random = SeededGenerator(seed: 7)
    let played = try RandomRoom(RandomRoom.settings()[0], seed: 7, acts: 60)
    let first = played.events[0].line.count
    for _ in 0..<100 {
      var bytes = played.record
      bytes[Int.random(in: first..<bytes.count, using: &random)] ^= 2
      let record = try RoomRecord(bytes)
      guard bytes.last == UInt8(ascii: "\n") else { continue }
      #expect(record.damages >= 1)
      #expect(record.damagedLines.count == record.damages)
      #expect(record.room.seats.count <= played.room.seats.count)
      #expect(record.room.rolls <= played.room.rolls)
    }
  }

  @Test func `who joined after a damaged line keeps the seat`() throws {
    let settings = try RandomRoom.settings()[1]
    var room = try Room(
      opening: Room.opening(settings, key: RandomRoom.bytes(1, count: 16), at: 0))
    _ = try room.join("Ann", key: RandomRoom.bytes(2, count: 16), at: 0)
    var random = SeededGenerator(seed: 1)
    var other = room
    let bob = try #require(try room.join("Bob", key: RandomRoom.bytes(3, count: 16), at: 0))
    let eve = try #require(try room.join("Eve", key: RandomRoom.bytes(4, count: 16), at: 0))
    let roll = try room.play(.roll, by: .seat(3), press: 1, at: 0, using: &random)
    var lines = bob.line + eve.line + roll.line
    lines[3] ^= 2
    let record = RoomRecord(from: other, then: lines)
    #expect(record.damagedLines == [1])
    #expect(record.room.seats.map(\.number) == [1, 3])
    #expect(record.room.rolls == 5)
    other = record.room
    #expect(Room(snapshot: other.snapshot) == other)
  }

  @Test func `random bytes are no event and no snapshot`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(RoomEvent(line: bytes[...]) == nil)
      #expect(Room(snapshot: bytes) == nil)
      // With a checksum that fits.
      #expect(RoomEvent(line: (bytes + FieldWriter.sum(bytes))[...]) == nil)
      #expect(Room(snapshot: bytes + FieldWriter.sum(bytes) + [10]) == nil)
    }
  }

  /// The check value of CRC-32 in the catalogue of Cook, and of zip.
  @Test func `the checksum is that of zip`() {
    #expect(Checksum.value(of: "123456789".utf8) == 0xcbf4_3926)
  }
}
