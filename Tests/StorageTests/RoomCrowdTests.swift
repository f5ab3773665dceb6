import Fakes
import Storage
import Synchronization
import Testing

/// What every engine keeps to when a whole class presses at once.
@Suite struct RoomCrowdTests {
  private let place = TemporaryPlace()

  @Test(arguments: Engine.lasting)
  func `forty who press at once are all counted, each after all before`(engine: Engine) throws {
    let stores = try (0..<4).map { _ in try engine.make(in: place).rooms }
    let room = try stores[0].openRoom()
    try onThreads(40) { thread in
      for _ in 0..<10 { try stores[thread % 4].count(in: room) }
    }
    for store in stores {
      #expect(try store.all(room).events == (0...400).map { [UInt8($0 % 251)] })
    }
  }

  @Test(arguments: Engine.lasting)
  func `when many open the same room at once, one opens it and is counted`(engine: Engine) throws {
    let stores = try (0..<8).map { _ in try engine.make(in: place).rooms }
    let codes = try ["KFH3QD", "KFH3QE"].map { try #require(RoomCode($0)) }
    for code in codes {
      let opened = Mutex<[Int]>([])
      try onThreads(8) { thread in
        if try stores[thread].openRoom(
          [UInt8(thread)], as: code, by: "a", keptDays: 30, now: 100)
        {
          opened.withLock { $0.append(thread) }
        }
      }
      let openers = opened.withLock { $0 }
      #expect(openers.count == 1)
      #expect(try stores[0].all(code).events == openers.map { [UInt8($0)] })
    }
    for _ in 0..<98 { _ = try stores[0].openRoom([1], by: "a", keptDays: 30, now: 100) }
    #expect(throws: StorageError.tooMany(limit: 100)) {
      try stores[0].openRoom([1], by: "a", keptDays: 30, now: 100)
    }
  }

  @Test(arguments: Engine.lasting)
  func `a client who opens many rooms at once opens no more than a hundred`(engine: Engine) throws {
    let store = try engine.make(in: place).rooms
    let opened = Mutex(0)
    try onThreads(8) { _ in
      for _ in 0..<15 {
        do {
          _ = try store.openRoom([1], by: "a", keptDays: 30, now: 100)
          opened.withLock { $0 += 1 }
        } catch StorageError.tooMany(100) {}
      }
    }
    #expect(opened.withLock { $0 } == 100)
  }

  @Test(arguments: Engine.lasting)
  func `whatever was decided on before others were faster is as if it had never been`(
    engine: Engine
  ) throws {
    let stores = try (0..<2).map { _ in try engine.make(in: place).rooms }
    let room = try stores[0].openRoom()
    try onThreads(2) { thread in
      var known = 1
      for _ in 0..<50 {
        let result = try stores[thread].append(to: room, after: known, now: 0) { page in
          #expect(page.events.map(\.number) == Array(known..<page.through).map { $0 + 1 })
          known = page.through
          return [UInt8(thread)]
        }
        guard case .added(let event) = result else { throw StorageError.changed }
        #expect(event.number == known + 1)
      }
    }
    #expect(try stores[0].newestNumber(of: room) == 101)
  }
}
