import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct CloudFailureTests {
  let scratch = Scratch()

  /// A database with that many records, which nobody has open; the path of its file.
  private func filled(_ count: Int = 40) throws -> String {
    let store = try scratch.cloud()
    for number in 0..<count {
      _ = try store.add(record(number, bytes: [UInt8](repeating: 1, count: 1000)))
    }
    return store.file.path
  }

  private func expectFreshStart(_ store: CloudDatabase) throws {
    #expect(try store.read(cloudID(1)) == nil)
    #expect(try store.count() == 0)
    #expect(try store.list(CloudQuery())?.records == [])
    _ = try store.add(record(1))
    #expect(try store.read(cloudID(1)) == record(1))
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: ["pipe", "folder", "link", "link to nothing", "socket"])
  func `anything but a plain file is put aside without being followed`(kind: String) throws {
    let store = try scratch.cloud()
    let elsewhere = scratch.path + "/elsewhere"
    close(creat(elsewhere, 0o600))
    try replace(store.file.path, by: kind, linkTo: elsewhere)
    let name = try scratch.damage { _ = try store.read(cloudID(1)) }
    #expect(permissions("\(store.file.place.path)/damaged/\(name)") != 0)
    try expectFreshStart(store)
    #expect(try contents(elsewhere).isEmpty)
  }

  @Test(arguments: ["empty", "text", "zeros", "half", "huge", "other database", "first page"])
  func `a file that isn't a cloud is put aside, and an empty one begins`(kind: String) throws {
    let path = try filled()
    let size = try contents(path).count
    switch kind {
    case "empty": truncate(path, 0)
    case "text": try overwrite(path, Array("a:1:{s:4:\"user\"}".utf8))
    case "zeros": try overwrite(path, [UInt8](repeating: 0, count: 100_000))
    case "half": truncate(path, size / 2 / 4096 * 4096)
    case "huge":
      truncate(path, 0)
      truncate(path, 1 << 30)
    case "first page":
      try OpenFile(path, O_WRONLY).write([UInt8](repeating: 7, count: 4000), at: 96)
    default:
      unlink(path)
      close(creat(path, 0o600))
      try Database(path, patience: .zero).execute("CREATE TABLE record (id)")
    }
    let store = try scratch.cloud()
    let name = try scratch.damage { _ = try store.list(CloudQuery()) }
    #expect(name.hasPrefix("cloud.sqlite-"))
    #expect(permissions("\(store.file.place.path)/damaged/\(name)") == 0o600)
    try expectFreshStart(store)
  }

  @Test func `open databases notice damage and report it once`() throws {
    let path = try filled()
    let stores = try (0..<3).map { _ in try scratch.cloud() }
    for store in stores { #expect(try store.count() == 40) }
    try OpenFile(path, O_WRONLY).write([UInt8](repeating: 7, count: 100_000), at: 4096)
    var told = 0
    for store in stores + stores {
      for number in 0..<40 {
        do {
          _ = try store.read(cloudID(number))
        } catch StorageError.damaged {
          told += 1
        }
      }
    }
    #expect(told == 1)
    for store in stores { #expect(try store.count() == 0) }
    _ = try stores[0].add(record(1))
    for store in stores { #expect(try store.read(cloudID(1)) == record(1)) }
  }

  @Test func `what belongs to a database goes aside with it`() throws {
    let store = try scratch.cloud()
    _ = try store.add(record(1))
    let database = try Database(store.file.path, patience: .zero)
    try database.execute("PRAGMA application_id = 7; PRAGMA wal_checkpoint(TRUNCATE);")
    let other = try scratch.cloud()
    let name = try scratch.damage { _ = try other.read(cloudID(1)) }
    #expect(
      files(store.file.place.path + "/damaged") == [name, name + "-shm", name + "-wal"])
    #expect(files(store.file.place.path).count == 3)
    try expectFreshStart(other)
    #expect(try store.count() == 1)
  }

  @Test func `files of random damage are read or put aside, and work goes on`() throws {
    var random = SplitMix(state: 31)
    let whole = try contents(try filled(12))
    var outcomes = [0, 0]
    for round in 0..<60 {
      let store = try scratch.cloud()
      let path = store.file.path
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
      unlink(path)
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      close(creat(path, 0o600))
      try overwrite(path, bytes)
      do {
        _ = try store.list(CloudQuery(words: "na"))
        for number in 0..<12 { _ = try store.read(cloudID(number)) }
        _ = try store.add(record(1000 + round))
        outcomes[0] += 1
      } catch {
        guard case StorageError.damaged = error else { continue }
        outcomes[1] += 1
        // First one record may be damaged, and then all of the file.
        if (try? store.add(record(1000 + round))) == nil {
          _ = try store.add(record(1000 + round))
        }
      }
    }
    #expect(outcomes.allSatisfy { $0 > 0 })
  }

  @Test func `a database of a later version is left alone`() throws {
    let path = try filled(1)
    try Database(path, patience: .zero).execute("PRAGMA user_version = 2")
    let store = try scratch.cloud()
    let refusal = StorageError.refused(ENOTSUP, doing: "use a database of another version")
    #expect(throws: refusal) { try store.read(cloudID(0)) }
    #expect(throws: refusal) { try store.add(record(1)) }
    try Database(path, patience: .zero).execute("PRAGMA user_version = 1")
    #expect(try store.count() == 1)
  }

  @Test func `a read-only folder refuses and recovers`() async throws {
    let path = try filled(1)
    chmod(path, 0o400)
    chmod(scratch.path + "/cloud", 0o500)
    await #expect(processExitsWith: .success) {
      [scratch = scratch.path as String] in
      try becomeNobody(owning: scratch)
      let store = CloudDatabase(StateFolder(scratch + "/cloud"), .process)
      for work in [
        { _ = try store.read(cloudID(0)) }, { _ = try store.add(record(1)) },
        { _ = try store.admit("a", now: 0) },
      ] {
        let error = #expect(throws: StorageError.self) { try work() }
        guard case .unavailable = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      chmod(scratch + "/cloud", 0o700)
      chmod(scratch + "/cloud/cloud.sqlite", 0o600)
      _ = try store.add(record(1))
      #expect(try store.count() == 2)
    }
  }

  @Test func `a full disk costs no record, and adding goes on when there is room`() async throws {
    let store = try scratch.cloud()
    await #expect(processExitsWith: .success) {
      [folder = store.file.place.path as String] in
      let store = CloudDatabase(StateFolder(folder), .process)
      limitFiles(to: 3000)
      #expect(throws: StorageError.full) { try store.add(record(1)) }
      #expect(files(folder).isEmpty)
      limitFiles(to: 1 << 20)
      var added = 0
      let error = #expect(throws: StorageError.self) {
        while true {
          _ = try store.add(record(added, bytes: [UInt8](repeating: 1, count: 10_000)))
          added += 1
        }
      }
      #expect(error == .full)
      #expect(added > 10)
      #expect(try store.count() == added)
      #expect(try store.read(cloudID(added)) == nil)
      #expect(try store.list(CloudQuery())?.records.count == min(200, added))
      limitFiles(to: 1 << 24)
      _ = try store.add(record(added))
      #expect(try store.count() == added + 1)
    }
    #expect(try store.count() > 10)
  }

  @Test func `a database that is replaced is the one that counts`() throws {
    let store = try scratch.cloud()
    _ = try store.add(record(1))
    for suffix in ["", "-wal", "-shm"] {
      rename(store.file.path + suffix, scratch.path + "/old" + suffix)
    }
    #expect(try store.read(cloudID(1)) == nil)
    _ = try store.add(record(2))
    #expect(try store.list(CloudQuery())?.records == [record(2)])
  }
}
