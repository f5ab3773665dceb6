import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

@Suite struct CloudAdmissionTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

  @Test func `three at once, then one every twenty seconds`() throws {
    let store = try scratch.cloud()
    var waits: [Int?] = []
    for second in [0, 0, 0, 0, 1, 19, 20, 20, 39, 40, 200, 200, 200, 200] {
      waits.append(try store.admit("192.0.2.1", now: now + second))
    }
    #expect(
      waits == [nil, nil, nil, 20, 19, 1, nil, 20, 1, nil, nil, nil, nil, 20])
  }

  @Test func `clients do not count for each other, and all stores of a folder count together`()
    throws
  {
    let store = try scratch.cloud()
    for _ in 0..<3 { #expect(try scratch.cloud().admit("a", now: now) == nil) }
    #expect(try store.admit("a", now: now) == 20)
    #expect(try store.admit("b", now: now) == nil)
    #expect(try store.admit("", now: now) == nil)
  }

  @Test func `no more than three of many at once are admitted`() throws {
    let store = try scratch.cloud(patience: .seconds(60))
    let admitted = Mutex(0)
    try onThreads(8) {
      for _ in 0..<5 where try store.admit("a", now: 1_800_000_000) == nil {
        admitted.withLock { $0 += 1 }
      }
    }
    #expect(admitted.withLock { $0 } == 3)
  }

  @Test func `a clock that goes back keeps nobody out for long`() throws {
    let store = try scratch.cloud()
    for _ in 0..<3 { _ = try store.admit("a", now: now + 1_000_000) }
    #expect(try store.admit("a", now: now) == 20)
    #expect(try store.admit("a", now: now + 1_000_060) == nil)
  }

  @Test func `clients are kept as hashes and forgotten when they count no more`() throws {
    let store = try scratch.cloud()
    for number in 0..<50 { _ = try store.admit("client-\(number)", now: now) }
    #expect(try store.rows("client") == 50)
    let bytes = try files(store.file.place.path).map {
      try contents("\(store.file.place.path)/\($0)")
    }
    #expect(bytes.contains { $0.count > 1000 })
    #expect(!bytes.contains { String(decoding: $0, as: UTF8.self).contains("client-") })
    _ = try store.admit("other", now: now + 20)
    #expect(try store.rows("client") == 1)
  }

  @Test func `waiting writes nothing`() throws {
    let store = try scratch.cloud()
    for _ in 0..<3 { _ = try store.admit("a", now: now) }
    let log = store.file.path + "-wal"
    let before = try contents(log)
    #expect(!before.isEmpty)
    for _ in 0..<10 { #expect(try store.admit("a", now: now) == 20) }
    #expect(try contents(log) == before)
  }
}
