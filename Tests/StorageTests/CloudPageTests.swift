import Fakes
import Storage
import Synchronization
import Testing

/// How every engine lists the cloud.
@Suite struct CloudPageTests {
  private let place = TemporaryPlace()

  /// All pages of a query, one after the other.
  private func pages(
    _ query: CloudQuery, of store: any CloudStorage, between: () throws -> Void = {}
  ) throws -> [[CloudID]] {
    var query = query
    var pages: [[CloudID]] = []
    while true {
      let page = try #require(try store.list(query))
      pages.append(page.records.map(\.id))
      guard page.hasMore, pages.count < 1000 else { return pages }
      query.after = try #require(page.records.last).id
      try between()
    }
  }

  @Test(arguments: Engine.lasting)
  func `the newest come first, page after page`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    for number in 0..<7 { _ = try store.add(record(number)) }
    let sizes = [1: [1, 1, 1, 1, 1, 1, 1], 3: [3, 3, 1], 6: [6, 1], 7: [7], 8: [7]]
    for (limit, expected) in sizes {
      let found = try pages(CloudQuery(limit: limit), of: store)
      #expect(found.map(\.count) == expected)
      #expect(found.flatMap { $0 } == (0..<7).reversed().map(cloudID))
    }
    let last = try store.list(CloudQuery(after: cloudID(0)))
    #expect(last == CloudListing(records: [], hasMore: false))
  }

  @Test(arguments: Engine.lasting)
  func `an id to go on after must have been added once`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    var secrets: [String] = []
    for number in 0..<4 {
      if case .created(let secret) = try store.add(record(number)) { secrets.append(secret) }
    }
    #expect(try store.list(CloudQuery(after: cloudID(9))) == nil)
    #expect(try store.list(CloudQuery(words: "x", after: cloudID(9))) == nil)
    _ = try store.delete(cloudID(2), secret: secrets[2])
    let page = try store.list(CloudQuery(limit: 1, after: cloudID(2)))
    #expect(page == CloudListing(records: [record(1)], hasMore: true))
  }

  @Test(arguments: Engine.lasting)
  func `a page has at least one and at most two hundred records`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    for number in 0..<202 { _ = try store.add(record(number)) }
    for (limit, count) in [
      (.min, 1), (-1, 1), (0, 1), (1, 1), (199, 199), (200, 200), (201, 200), (.max, 200),
    ] {
      let page = try #require(try store.list(CloudQuery(limit: limit)))
      #expect(page.records.count == count)
      #expect(page.hasMore)
    }
  }

  @Test(arguments: Engine.lasting)
  func `lists are of a class, of the compatible, of both, of all`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    // Numbers that 2 divides are elves, those that 3 divides compatible.
    for number in 0..<60 {
      _ = try store.add(
        record(
          number, name: "N\(number)", classID: number % 2 == 0 ? "elf" : "dwarf",
          isCompatible: number % 3 == 0))
    }
    for classID in [nil, "elf", "dwarf", "", "Elf", "elf' OR 1=1--", "elf\0"] {
      for onlyCompatible in [false, true] {
        for words in ["", "n1"] {
          let query = CloudQuery(
            words: words, classID: classID, onlyCompatible: onlyCompatible, limit: 7)
          let expected = (0..<60).reversed().filter { number in
            (classID == nil || classID == (number % 2 == 0 ? "elf" : "dwarf"))
              && (!onlyCompatible || number % 3 == 0)
              && (words == "" || "\(number)".hasPrefix("1"))
          }
          #expect(try pages(query, of: store).flatMap { $0 } == expected.map(cloudID))
        }
      }
    }
  }

  @Test(arguments: Engine.lasting)
  func `pages together are what was there at the start, each once, while others add`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: place).cloud
    let other = try engine.make(in: place).cloud
    for number in 0..<150 { _ = try store.add(record(number, name: "N\(number % 3)")) }
    let isDone = Mutex(false)
    var added = 1000
    try onThreads(2) { thread in
      var number = 10_000 * (thread + 1)
      while !isDone.withLock({ $0 }) {
        _ = try other.add(record(number, name: "N\(number % 3)"))
        number += 1
      }
    } meanwhile: {
      defer { isDone.withLock { $0 = true } }
      for limit in [1, 7, 50] {
        let start = try #require(try store.list(CloudQuery(limit: 1))).records
        var query = CloudQuery(limit: limit, after: nil)
        // What is newer than this start belongs to the adding threads.
        query.after = try #require(start.first).id
        let found = try pages(query, of: store) {
          _ = try store.add(record(added))
          added += 1
        }.flatMap { $0 }
        #expect(Set(found).count == found.count)
        #expect(found.suffix(150) == (0..<150).reversed().map(cloudID)[...])
        query.words = "n1"
        let matching = try pages(query, of: store).flatMap { $0 }
        let old = (0..<150).reversed().filter { $0 % 3 == 1 }.map(cloudID)
        #expect(matching.suffix(50) == old[...])
      }
    }
  }
}
