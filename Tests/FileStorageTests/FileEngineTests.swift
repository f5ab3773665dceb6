import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct FileEngineTests {
  let scratch = Scratch()

  private var engine: FileEngine {
    FileEngine(folder: scratch.path + "/state", durability: .process) { _ in }
  }

  @Test func `a check makes nothing, misses what is not there, and passes what was prepared`()
    throws
  {
    let error = #expect(throws: StorageError.self) { try engine.check() }
    #expect(error?.description.contains("\(scratch.path)/state/sessions") == true)
    #expect(everything(scratch.path).isEmpty)
    try engine.prepare()
    try engine.check()
    #expect(everything(scratch.path) == ["cloud", "rooms", "sessions", "state", "vault"])
  }

  @Test(arguments: ["sessions", "vault", "cloud", "rooms"])
  func `a check finds a folder that others may look into`(name: String) throws {
    try engine.prepare()
    chmod("\(scratch.path)/state/\(name)", 0o750)
    let error = #expect(throws: StorageError.self) { try engine.check() }
    #expect(error?.description.contains("chmod 700") == true)
  }

  @Test func `a missing folder is an error, not one without content, until it is back`() throws {
    let (sessions, vaults, cloud) = (
      try scratch.sessions(), try scratch.vaults(), try scratch.cloud()
    )
    let id = try sessions.create([1])
    let (vault, entry) = try vaults.add([1], to: nil, now: 0)
    _ = try cloud.add(record(1))
    let places = [sessions.place, vaults.place, cloud.file.place].map(\.path)
    for place in places { rename(place, place + "-away") }
    for (doing, work) in [
      ("find \(places[0])", { _ = try sessions.read(id) }),
      ("find \(places[0])", { _ = try sessions.lockedBytes(id) }),
      ("find \(places[0])", { _ = try sessions.sweep(slice: 0, idleFor: 0, now: 0) }),
      ("make \(places[0])/", { _ = try sessions.create([2]) }),
      ("find \(places[1])", { _ = try vaults.entries(of: vault) }),
      ("find \(places[1])", { _ = try vaults.read(entry, of: vault) }),
      ("find \(places[1])", { _ = try vaults.add([2], to: vault, now: 0) }),
      ("find \(places[1])", { _ = try vaults.redeem("0000-0000-0000", now: 0) }),
      ("find \(places[2])", { _ = try cloud.read(cloudID(1)) }),
      ("find \(places[2])", { _ = try cloud.list(CloudQuery()) }),
      ("find \(places[2])", { _ = try cloud.add(record(2)) }),
      ("find \(places[2])", { _ = try cloud.admit("a", now: 0) }),
    ] as [(String, () throws -> Void)] {
      let error = #expect(throws: StorageError.self) { try work() }
      #expect(error?.description.hasPrefix("Cannot \(doing)") == true)
    }
    #expect(throws: StorageError.self) { try sessions.checkSaving() }
    #expect(throws: StorageError.self) { try vaults.add([2], to: nil, now: 0) }
    for place in places { rename(place + "-away", place) }
    #expect(try sessions.read(id) == [1])
    #expect(try sessions.read(try sessions.create([2])) == [2])
    try sessions.checkSaving()
    #expect(try vaults.bytes(of: vault) == [[1]])
    _ = try vaults.add([2], to: nil, now: 0)
    #expect(try cloud.read(cloudID(1)) == record(1))
    _ = try cloud.add(record(2))
  }

  @Test func `a check finds that the folder cannot be made`() throws {
    close(creat(scratch.path + "/state", 0o600))
    #expect(throws: StorageError.self) { try engine.check() }
    #expect(throws: StorageError.self) { try engine.prepare() }
  }
}
