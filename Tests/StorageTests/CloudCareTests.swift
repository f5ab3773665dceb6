import Fakes
import Storage
import Testing

/// What every engine keeps to when somebody looks after the cloud.
@Suite struct CloudCareTests {
  private let place = TemporaryPlace()

  private func ids(_ entries: [CloudEntry]?) -> [CloudID]? { entries?.map(\.record.id) }

  @Test(arguments: Engine.lasting)
  func `each client's report of a record counts once`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    #expect(try store.report(cloudID(1), by: "192.0.2.1") == nil)
    for number in 1...3 { _ = try store.add(record(number)) }
    #expect(try store.report(cloudID(2), by: "192.0.2.1") == true)
    #expect(try store.report(cloudID(2), by: "192.0.2.1") == false)
    #expect(try store.report(cloudID(2), by: "192.0.2.2") == true)
    #expect(try store.report(cloudID(3), by: "192.0.2.1") == true)
    #expect(try store.report(cloudID(4), by: "192.0.2.1") == nil)
    #expect(try store.entry(cloudID(2)) == CloudEntry(record(2), reports: 2, isBlocked: false))
    #expect(try store.entry(cloudID(1))?.reports == 0)
    #expect(try store.entry(cloudID(4)) == nil)
    #expect(
      try ids(store.entries(.reported, limit: 10, after: nil)) == [cloudID(2), cloudID(3)])
    #expect(try ids(store.entries(.reported, limit: 1, after: nil)) == [cloudID(2)])
  }

  @Test(arguments: Engine.lasting)
  func `entries come newest first, page by page`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    #expect(try store.entries(.all, limit: 10, after: nil) == [])
    for number in 1...5 { _ = try store.add(record(number)) }
    #expect(try store.block(cloudID(4)) == true)
    #expect(
      try ids(store.entries(.all, limit: 3, after: nil)) == [cloudID(5), cloudID(4), cloudID(3)])
    #expect(
      try ids(store.entries(.all, limit: 3, after: cloudID(3))) == [cloudID(2), cloudID(1)])
    #expect(try ids(store.entries(.all, limit: 3, after: cloudID(4)))?.first == cloudID(3))
    #expect(try store.entries(.all, limit: 3, after: cloudID(9)) == nil)
    #expect(try ids(store.entries(.blocked, limit: 3, after: nil)) == [cloudID(4)])
    #expect(try store.entries(.all, limit: 0, after: nil) == [])
  }

  @Test(arguments: Engine.lasting)
  func `a blocked record is hidden everywhere, and its id stays taken`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    guard case .created(let secret) = try store.add(record(1, name: "Able Baker")) else { return }
    _ = try store.add(record(2, name: "Able"))
    #expect(try store.block(cloudID(1)) == true)
    #expect(try store.block(cloudID(1)) == false)
    #expect(try store.block(cloudID(3)) == nil)
    #expect(try store.read(cloudID(1)) == nil)
    #expect(try store.count() == 1)
    for words in ["", "able", "b"] {
      let page = try store.list(CloudQuery(words: words))
      #expect(page?.records == (words == "b" ? [] : [record(2, name: "Able")]))
    }
    var found: [CloudRecord] = []
    try store.read([cloudID(1), cloudID(2)]) { found.append($0) }
    #expect(found.map(\.id) == [cloudID(2)])
    #expect(try !store.permits(cloudID(1), secret: secret))
    #expect(try !store.delete(cloudID(1), secret: secret))
    #expect(try store.report(cloudID(1), by: "x") == nil)
    for bytes in [[1, 2, 3], record(1).bytes] as [[UInt8]] {
      #expect(try store.add(record(1, name: "Able Baker", bytes: bytes)) == .conflict)
    }
    #expect(try store.entry(cloudID(1))?.isBlocked == true)
    // Going on after it works as before.
    #expect(try store.list(CloudQuery(after: cloudID(2)))?.records == [])
    #expect(try store.list(CloudQuery(after: cloudID(1)))?.records == [])
  }

  @Test(arguments: Engine.lasting)
  func `a restored record is back in its old place with its old secret, and without reports`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: place).cloud
    _ = try store.add(record(1))
    let other = record(2, name: "Zoë Zimt", classID: "thief", isCompatible: false)
    guard case .created(let secret) = try store.add(other) else { return }
    _ = try store.add(record(3))
    _ = try store.report(cloudID(2), by: "x")
    #expect(try store.block(cloudID(2)) == true)
    #expect(try store.entry(cloudID(2)) == CloudEntry(other, reports: 1, isBlocked: true))
    #expect(try store.unblock(cloudID(2)) == true)
    #expect(try store.entry(cloudID(2)) == CloudEntry(other, reports: 0, isBlocked: false))
    #expect(try store.unblock(cloudID(2)) == false)
    #expect(try store.unblock(cloudID(9)) == nil)
    #expect(try store.count() == 3)
    #expect(try store.list(CloudQuery())?.records == [record(3), other, record(1)])
    #expect(try store.list(CloudQuery(words: "zim", classID: "thief"))?.records == [other])
    #expect(try store.list(CloudQuery(onlyCompatible: true))?.records == [record(3), record(1)])
    #expect(try store.permits(cloudID(2), secret: secret))
    #expect(try store.add(other) == .same)
    // Reports of one that isn't blocked are forgotten too, and may be made anew.
    _ = try store.report(cloudID(3), by: "x")
    #expect(try store.unblock(cloudID(3)) == true)
    #expect(try store.report(cloudID(3), by: "x") == true)
    #expect(try store.delete(cloudID(2), secret: secret))
  }

  @Test(arguments: Engine.lasting)
  func `an operator deletes without a secret, and the id can be taken again`(engine: Engine) throws
  {
    let store = try engine.make(in: place).cloud
    for number in 1...3 { _ = try store.add(record(number)) }
    _ = try store.report(cloudID(1), by: "x")
    _ = try store.block(cloudID(2))
    #expect(try store.discard(cloudID(1)))
    #expect(try store.discard(cloudID(2)))
    #expect(try !store.discard(cloudID(2)))
    #expect(try !store.discard(cloudID(7)))
    #expect(try store.count() == 1)
    #expect(try ids(store.entries(.all, limit: 9, after: nil)) == [cloudID(3)])
    #expect(try store.wasDeleted(cloudID(1)))
    for number in 1...2 {
      guard case .created = try store.add(record(number)) else {
        Issue.record("not created")
        return
      }
      #expect(try store.entry(cloudID(number))?.reports == 0)
    }
    #expect(try store.list(CloudQuery())?.records == [record(2), record(1), record(3)])
  }

  @Test(arguments: Engine.lasting)
  func `whoever deletes with the secret takes the reports away too`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    guard case .created(let secret) = try store.add(record(1)) else { return }
    _ = try store.report(cloudID(1), by: "x")
    #expect(try store.delete(cloudID(1), secret: secret))
    _ = try store.add(record(1))
    #expect(try store.entry(cloudID(1))?.reports == 0)
  }

  @Test(arguments: Engine.lasting)
  func `what one process changed another one sees`(engine: Engine) throws {
    let first = try engine.make(in: place).cloud
    let second = try engine.make(in: place).cloud
    _ = try first.add(record(1))
    #expect(try second.block(cloudID(1)) == true)
    #expect(try first.read(cloudID(1)) == nil)
    #expect(try first.unblock(cloudID(1)) == true)
    #expect(try second.read(cloudID(1)) == record(1))
  }
}
