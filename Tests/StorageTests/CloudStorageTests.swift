import Fakes
import Storage
import Testing

/// What every engine keeps to with the cloud.
@Suite struct CloudStorageTests {
  private let place = TemporaryPlace()

  @Test(arguments: Engine.lasting)
  func `what was added is read, whatever the case of its id`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    let added = record(10, name: "Zoë\0 \u{301}🐉", isCompatible: false, bytes: [0, 255, 0])
    _ = try store.add(added)
    #expect(try store.read(cloudID(10)) == added)
    #expect(try store.read(#require(CloudID("AAAAaaaa-0000-4000-8000-00000000000A"))) == added)
    #expect(added.id.text == "AAAAAAAA-0000-4000-8000-00000000000A")
    #expect(try store.read(cloudID(11)) == nil)
  }

  @Test(arguments: Engine.lasting)
  func `many are read at once, those that there are`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    var found: [CloudRecord] = []
    try store.read([cloudID(1)]) { found.append($0) }
    #expect(found.isEmpty)
    var secret = ""
    for number in 1...40 {
      let added = try store.add(record(number))
      if number == 7, case .created(let told) = added { secret = told }
    }
    #expect(try store.delete(cloudID(7), secret: secret))
    try store.read((5...500).map { cloudID($0) }) { found.append($0) }
    #expect(found.sorted { $0.id.text < $1.id.text } == ([5, 6] + (8...40)).map { record($0) })
    try store.read([]) { _ in Issue.record("nothing was asked for") }
  }

  @Test(arguments: Engine.lasting)
  func `the same again is the same, other bytes are a conflict`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    guard case .created(let secret) = try store.add(record(1)) else {
      Issue.record("not created")
      return
    }
    #expect(secret.utf8.count == 26)
    #expect(try store.add(record(1)) == .same)
    #expect(try store.add(record(1, bytes: [1])) == .conflict)
    #expect(try store.read(cloudID(1)) == record(1))
    #expect(try store.count() == 1)
  }

  @Test(arguments: Engine.lasting)
  func `who knows the secret replaces a record, which keeps its place`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    let old = record(1, name: "Nim of the Hill", bytes: [1])
    guard case .created(let secret) = try store.add(old) else {
      Issue.record("not created")
      return
    }
    _ = try store.add(record(2, name: "Odo"))
    let new = record(1, name: "Nim Mirrors", isCompatible: false, bytes: [2])
    #expect(try !store.replace(new, secret: secret + "x"))
    #expect(try !store.replace(record(3), secret: secret))
    #expect(throws: StorageError.self) {
      let large = record(1, bytes: [UInt8](repeating: 0, count: 64 * 1024 + 1))
      return try store.replace(large, secret: secret)
    }
    #expect(try store.read(cloudID(1)) == old)
    // The same content twice, as after an answer that was lost.
    for _ in 1...2 { #expect(try store.replace(new, secret: secret)) }
    #expect(try store.read(cloudID(1)) == new)
    #expect(try store.count() == 2)
    let names = { (query: CloudQuery) in try store.list(query)?.records.map(\.name) }
    #expect(try names(CloudQuery()) == ["Odo", "Nim Mirrors"])
    #expect(try names(CloudQuery(words: "nim mir")) == ["Nim Mirrors"])
    #expect(try names(CloudQuery(words: "hill")) == [])
    #expect(try names(CloudQuery(onlyCompatible: true)) == ["Odo"])
    #expect(try store.delete(cloudID(1), secret: secret))
    #expect(try !store.replace(new, secret: secret))
    #expect(try names(CloudQuery(words: "nim")) == [])
  }

  @Test(arguments: Engine.lasting)
  func `a deleted id can be taken again, with another secret`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    guard case .created(let first) = try store.add(record(1, bytes: [1])) else { return }
    _ = try store.add(record(2))
    #expect(try store.delete(cloudID(1), secret: first))
    guard case .created(let second) = try store.add(record(1, bytes: [2])) else {
      Issue.record("not created")
      return
    }
    #expect(try store.list(CloudQuery())?.records == [record(1, bytes: [2]), record(2)])
    #expect(try !store.delete(cloudID(1), secret: first))
    #expect(try store.delete(cloudID(1), secret: second))
  }

  @Test(arguments: Engine.lasting)
  func `the largest record fits and a larger one is refused`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    let name = String(repeating: "abcdefg ", count: 128)
    let bytes = [UInt8](repeating: 9, count: 65_536)
    let classID = String(repeating: "c", count: 64)
    let largest = record(1, name: name, classID: classID, bytes: bytes)
    _ = try store.add(largest)
    #expect(try store.list(CloudQuery(words: "abcdefg"))?.records == [largest])
    for (record, count) in [
      (record(2, bytes: bytes + [9]), 65_537), (record(2, name: name + "a"), 1025),
      (record(2, classID: classID + "c"), 65), (record(2, classID: ""), 0),
    ] {
      #expect(throws: StorageError.tooLarge(count: count)) { try store.add(record) }
    }
    #expect(try store.count() == 1)
  }

  @Test(arguments: Engine.lasting)
  func `an empty name and no bytes are kept too`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    _ = try store.add(record(1, name: "", bytes: []))
    #expect(try store.add(record(1, name: "", bytes: [])) == .same)
    #expect(try store.list(CloudQuery())?.records == [record(1, name: "", bytes: [])])
  }

  @Test(arguments: Engine.lasting)
  func `only the secret permits to delete`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    guard case .created(let secret) = try store.add(record(1, name: "Able Baker")),
      case .created(let other) = try store.add(record(2, name: "Able"))
    else {
      Issue.record("not created")
      return
    }
    #expect(secret != other)
    for wrong in ["", other, secret.uppercased(), secret + " ", String(secret.dropLast()), "\0"] {
      #expect(try !store.permits(cloudID(1), secret: wrong))
      #expect(try !store.delete(cloudID(1), secret: wrong))
    }
    #expect(try store.permits(cloudID(1), secret: secret))
    #expect(try !store.wasDeleted(cloudID(1)))
    #expect(try !store.delete(cloudID(3), secret: secret))
    #expect(try store.delete(cloudID(1), secret: secret))
    #expect(try !store.delete(cloudID(1), secret: secret))
    #expect(try !store.permits(cloudID(1), secret: ""))
    #expect(try store.read(cloudID(1)) == nil)
    #expect(try store.wasDeleted(cloudID(1)))
    #expect(try !store.wasDeleted(cloudID(3)))
    #expect(try store.count() == 1)
    for words in ["", "able", "b"] {
      let page = try store.list(CloudQuery(words: words))
      #expect(page?.records == (words == "b" ? [] : [record(2, name: "Able")]))
    }
  }

  @Test(arguments: Engine.lasting)
  func `a cloud without records has nothing to show`(engine: Engine) throws {
    let store = try engine.make(in: place).cloud
    #expect(try store.read(cloudID(1)) == nil)
    #expect(try store.count() == 0)
    #expect(try !store.delete(cloudID(1), secret: ""))
    #expect(try !store.permits(cloudID(1), secret: ""))
    #expect(try !store.wasDeleted(cloudID(1)))
    #expect(try store.list(CloudQuery()) == CloudListing(records: [], hasMore: false))
    #expect(try store.list(CloudQuery(after: cloudID(1))) == nil)
  }
}
