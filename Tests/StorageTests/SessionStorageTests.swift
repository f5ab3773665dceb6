import Dispatch
import Storage
import Testing

/// What every engine's sessions keep to.
@Suite struct SessionStorageTests {
  private let place = TemporaryPlace()
  private static let ways = Engine.allCases.flatMap { engine in
    [SessionUse.reading, .changing, .acting].map { (engine, $0) }
  }

  private func key() -> SessionID {
    var random = SystemRandomNumberGenerator()
    return SessionID(using: &random)
  }

  /// A session that is there.
  private func create(_ bytes: [UInt8], in sessions: any SessionStorage) throws -> SessionID {
    let id = key()
    try sessions.create(bytes, as: id)
    return id
  }

  @Test(arguments: ways)
  func `what was saved over a load is loaded next`(engine: Engine, use: SessionUse) throws {
    let sessions = try engine.make(in: place).sessions
    let states = (0...9).map { [UInt8](repeating: 7, count: $0) }
    let id = try create(states[0], in: sessions)
    var revisions: Set<UInt64> = []
    for count in 0..<9 {
      let loaded = try #require(try sessions.load(id, for: use))
      #expect(loaded.bytes == states[count])
      revisions.insert(loaded.revision)
      try sessions.save(states[count + 1], over: loaded)
    }
    #expect(revisions.count == 9)
    #expect(try sessions.load(id, for: .reading)?.bytes == states[9])
  }

  @Test(arguments: ways)
  func `only one save over the same load succeeds`(engine: Engine, use: SessionUse) throws {
    let sessions = try engine.make(in: place).sessions
    let id = try create([1], in: sessions)
    let loaded = try #require(try sessions.load(id, for: use))
    try sessions.save([2], over: loaded)
    for bytes: [UInt8] in [[3], [2], [1]] {
      #expect(throws: StorageError.changed) { try sessions.save(bytes, over: loaded) }
    }
    #expect(try sessions.load(id, for: .reading)?.bytes == [2])
  }

  @Test(arguments: Engine.allCases)
  func `a load is outdated when somebody else saves`(engine: Engine) throws {
    let sessions = try engine.make(in: place).sessions
    let id = try create([1], in: sessions)
    let mine = try #require(try sessions.load(id, for: .reading))
    let other = try #require(try sessions.load(id, for: .reading))
    #expect(mine.revision == other.revision)
    try sessions.save([2], over: other)
    #expect(throws: StorageError.changed) { try sessions.save([3], over: mine) }
    let anew = try #require(try sessions.load(id, for: .changing))
    #expect(anew.bytes == [2])
    try sessions.save([3], over: anew)
    #expect(try sessions.load(id, for: .reading)?.bytes == [3])
  }

  @Test(arguments: Engine.allCases)
  func `saving the same bytes changes nothing`(engine: Engine) throws {
    let sessions = try engine.make(in: place).sessions
    let id = try create([1], in: sessions)
    let loaded = try #require(try sessions.load(id, for: .reading))
    try sessions.save([1], over: loaded)
    #expect(try sessions.load(id, for: .reading)?.revision == loaded.revision)
  }

  @Test(arguments: ways)
  func `many who change a session at once lose no change`(engine: Engine, use: SessionUse) throws {
    let sessions = try engine.make(in: place).sessions
    let id = try create([0, 0], in: sessions)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      var count = 0
      while count < 25 {
        do {
          guard let loaded = try sessions.load(id, for: use) else { return }
          let sum = 256 * Int(loaded.bytes[0]) + Int(loaded.bytes[1]) + 1
          try sessions.save([UInt8(sum / 256), UInt8(sum % 256)], over: loaded)
          count += 1
        } catch StorageError.changed {
          continue
        } catch {
          Issue.record(error)
          return
        }
      }
    }
    #expect(try sessions.load(id, for: .reading)?.bytes == [0, 100])
  }

  @Test(arguments: Engine.allCases)
  func `a deleted session is gone, and nothing is saved over it`(engine: Engine) throws {
    let sessions = try engine.make(in: place).sessions
    let id = try create([1], in: sessions)
    let loaded = try #require(try sessions.load(id, for: .reading))
    #expect(try sessions.delete(id))
    #expect(try !sessions.delete(id))
    #expect(throws: StorageError.changed) { try sessions.save([2], over: loaded) }
    #expect(try sessions.load(id, for: .reading) == nil)
    #expect(try sessions.load(id, for: .changing) == nil)
  }

  @Test(arguments: Engine.allCases)
  func `there is no session under a key that nobody was given`(engine: Engine) throws {
    let sessions = try engine.make(in: place).sessions
    #expect(try sessions.load(key(), for: .reading) == nil)
    #expect(try sessions.load(key(), for: .changing) == nil)
    #expect(try !sessions.delete(key()))
  }

  @Test(arguments: ways)
  func `the largest session fits, and a larger one changes nothing`(
    engine: Engine, use: SessionUse
  ) throws {
    let sessions = try engine.make(in: place).sessions
    let largest = [UInt8](repeating: 9, count: StorageLimits.sessionBytes)
    let error = StorageError.tooLarge(count: largest.count + 1)
    let id = try create([1], in: sessions)
    let loaded = try #require(try sessions.load(id, for: use))
    #expect(throws: error) { try sessions.save(largest + [9], over: loaded) }
    try sessions.save(largest, over: loaded)
    #expect(try sessions.load(id, for: .reading)?.bytes == largest)
    #expect(throws: error) { try create(largest + [9], in: sessions) }
  }

  @Test(arguments: Engine.allCases)
  func `a sweep of all slices deletes what is idle, and only that`(engine: Engine) throws {
    let sessions = try engine.make(in: place).sessions
    let ids = try (0..<20).map { try create([$0], in: sessions) }
    func sweep(now: Int) throws -> Int {
      try (UInt8.min...UInt8.max).reduce(0) { count, slice in
        count + (try sessions.sweep(slice: slice, idleFor: 60, now: now))
      }
    }
    #expect(try sweep(now: 60) == 0)
    #expect(try sessions.load(ids[0], for: .reading)?.bytes == [0])
    #expect(try sweep(now: Int(Int32.max)) == 20)
    #expect(try sessions.load(ids[0], for: .reading) == nil)
  }

  @Test(arguments: Engine.allCases)
  func `an engine that is ready can save`(engine: Engine) throws {
    let storage = try engine.make(in: place)
    try storage.sessions.checkSaving()
    try storage.check()
  }
}
