import Fakes
import Rooms
import Storage
import Testing

@testable import Classrooms
@testable import Site

/// What a desk makes of others who are faster, and of storage that fails in between.
@Suite struct RoomRaceTests {
  @Test(arguments: [false, true])
  func `whoever is outrun decides anew on what the others did`(isSameDesk: Bool) throws {
    let storage = FakeStorage()
    let desk = RoomDesk(storage)
    let code = try desk.open(.twoDice())
    for name in ["Ann", "Bob"] { try desk.join(name, in: code) }
    // On the same desk, the room in memory is further than the page by the time it is decided.
    let other = isSameDesk ? desk : RoomDesk(storage)
    for press in 1...2 {
      storage.interrupt { _ = try? other.play(.roll, by: .seat(2), press: press, in: code) }
      let open = try desk.play(.roll, by: .seat(1), press: press, in: code)
      #expect(open.number == 3 + 2 * press && open.room.rolls == 2 * press)
    }
    // The second press of a double click is faster.
    storage.interrupt { _ = try? other.play(.roll, by: .seat(1), press: 3, in: code) }
    #expect(throws: RoomRefusal.pressRepeated) {
      try desk.play(.roll, by: .seat(1), press: 3, in: code)
    }
    storage.interrupt { try? other.close(code, now: 0) }
    #expect(throws: RoomRefusal.closed) { try desk.play(.roll, by: .seat(1), press: 4, in: code) }
    let replayed = try #require(try RoomDesk(storage).room(code, now: 0))
    #expect(replayed.room.rolls == 5 && replayed.missing == 0)
    #expect(try desk.room(code, now: 0)?.room == replayed.room)
  }

  @Test func `a failure in the middle of reading leaves no half of a room`() throws {
    let storage = FakeStorage()
    let code = try RoomDesk(storage).open(.twoDice())
    let open = try RoomDesk(storage).join("Ann", in: code)
    let isSaved = try storage.rooms.save(
      StoredSnapshot(number: 2, bytes: open.room.snapshot), of: code)
    #expect(isSaved)
    let desk = RoomDesk(storage)
    storage.failEvents(with: .busy)
    #expect(throws: StorageError.busy) { try desk.room(code, now: 0) }
    storage.failEvents(with: nil)
    #expect(try desk.room(code, now: 0)?.terms == open.terms)
  }
}
