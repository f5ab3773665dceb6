import Fakes
import Storage
import Synchronization
import Testing

/// What every engine keeps to when many use the cloud at once.
@Suite struct CloudCrowdTests {
  private let place = TemporaryPlace()

  @Test(arguments: Engine.lasting)
  func `one store serves eight threads`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    let next = Atomic(0)
    try onThreads(8) { _ in
      for _ in 0..<15 {
        let number = next.add(1, ordering: .relaxed).newValue
        guard case .created(let secret) = try store.add(record(number)) else { return }
        let page = try store.list(CloudQuery(words: "name", limit: 5))
        #expect(page?.records.isEmpty == false)
        if number % 3 == 0 { _ = try store.delete(cloudID(number), secret: secret) }
      }
    }
    #expect(try store.count() == 80)
    #expect(try store.list(CloudQuery())?.records.count == 80)
  }

  @Test(arguments: Engine.lasting)
  func `when many add the same id, one creates it`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    for isEqual in [true, false] {
      let outcomes = Mutex<[String]>([])
      let next = Atomic<UInt8>(0)
      try onThreads(8) { _ in
        let byte = next.add(1, ordering: .relaxed).newValue
        let outcome =
          switch try store.add(record(isEqual ? 1 : 2, bytes: [isEqual ? 0 : byte])) {
          case .created: "created"
          case .same: "same"
          case .conflict: "conflict"
          }
        outcomes.withLock { $0.append(outcome) }
      }
      let others = [String](repeating: isEqual ? "same" : "conflict", count: 7)
      #expect(outcomes.withLock { $0.sorted() } == (["created"] + others).sorted())
    }
  }

  @Test(arguments: Engine.lasting)
  func `eight threads that begin at once, each with an engine of its own, lose nothing`(
    engine: Engine
  ) throws {
    let stores = try (0..<8).map { _ in try engine.make(in: place).cloud }
    try onThreads(8) { thread in
      for number in 0..<15 {
        let added = record(100 * thread + number)
        _ = try stores[thread].add(added)
        let isThere = try stores[thread].read(added.id) == added
        #expect(isThere)
      }
    }
    #expect(try stores[0].count() == 120)
    #expect(Set(try stores[0].list(CloudQuery())?.records.map(\.id) ?? []).count == 120)
  }

  @Test(arguments: Engine.lasting)
  func `a client may add a hundred and twenty records in ten minutes, one every five seconds`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: place).cloud
    let start = 1_800_000_000
    for _ in 0..<120 { #expect(try store.admit("192.0.2.1", now: start) == nil) }
    var waits: [Int?] = []
    for second in [0, 1, 4, 5, 5, 9, 10, 600] {
      waits.append(try store.admit("192.0.2.1", now: start + second))
    }
    #expect(waits == [5, 4, 1, nil, 5, 1, nil, nil])
    // Clients don't count for each other, and all who use the same store count together.
    #expect(try store.admit("192.0.2.2", now: start) == nil)
    #expect(try store.admit("", now: start) == nil)
    for _ in 0..<120 { _ = try engine.make(in: place).cloud.admit("a", now: start) }
    #expect(try store.admit("a", now: start) == 5)
    // After a clock went back, nobody is told to wait for long.
    for _ in 0..<120 { _ = try store.admit("b", now: start + 1_000_000) }
    #expect(try store.admit("b", now: start) == 5)
    #expect(try store.admit("b", now: start + 1_000_005) == nil)
  }

  @Test(arguments: Engine.lasting)
  func `no more than a hundred and twenty of many at once are admitted`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    let admitted = Mutex(0)
    try onThreads(8) { _ in
      for _ in 0..<20 where try store.admit("a", now: 1_800_000_000) == nil {
        admitted.withLock { $0 += 1 }
      }
    }
    #expect(admitted.withLock { $0 } == 120)
  }
}
