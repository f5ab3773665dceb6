import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct CloudDatabaseTests {
  let scratch = Scratch()

  @Test func `no word of a deleted record is left`() throws {
    let store = try scratch.cloud()
    guard case .created(let secret) = try store.add(record(1, name: "Able Baker")) else {
      Issue.record("not created")
      return
    }
    // The class and all, the compatible and all, and of each the 9 beginnings and the empty one.
    #expect(try store.rows("word WHERE place = 1") == 40)
    #expect(try store.delete(cloudID(1), secret: secret))
    #expect(try store.rows("word WHERE place = 1") == 0)
  }

  @Test func `looking makes no file`() throws {
    let store = try scratch.cloud()
    #expect(try store.read(cloudID(1)) == nil)
    #expect(try store.count() == 0)
    #expect(try !store.delete(cloudID(1), secret: ""))
    #expect(try !store.permits(cloudID(1), secret: ""))
    #expect(try !store.wasDeleted(cloudID(1)))
    #expect(try store.list(CloudQuery()) == CloudListing(records: [], hasMore: false))
    #expect(try store.list(CloudQuery(after: cloudID(1))) == nil)
    #expect(everything(scratch.path) == ["cloud"])
  }

  @Test func `the files are the owner's alone, also while they are open`() throws {
    let store = try scratch.cloud()
    _ = try store.add(record(1))
    let names = files(store.file.place.path)
    #expect(names == ["cloud.sqlite", "cloud.sqlite-shm", "cloud.sqlite-wal"])
    #expect(permissions(store.file.place.path) == 0o700)
    for name in names { #expect(permissions("\(store.file.place.path)/\(name)") == 0o600) }
  }

  @Test func `records can survive a loss of power, also in a folder that is a link`() throws {
    mkdir(scratch.path + "/real", 0o700)
    symlink("real", scratch.path + "/cloud")
    let store = try scratch.cloud(.power)
    _ = try store.add(record(1))
    #expect(try store.read(cloudID(1)) == record(1))
    #expect(try scratch.cloud(.power).read(cloudID(1)) == record(1))
  }

  @Test func `a database from before reports and blocks gets its tables when they are needed`()
    throws
  {
    for work in [
      { store, _ in _ = try store.report(cloudID(1), by: "x") },
      { store, _ in _ = try store.entries(.all, limit: 1, after: nil) },
      { store, _ in _ = try store.block(cloudID(1)) },
      { store, _ in _ = try store.unblock(cloudID(1)) },
      { store, _ in _ = try store.discard(cloudID(1)) },
      { store, _ in _ = try store.add(record(2)) },
      { store, secret in _ = try store.delete(cloudID(1), secret: secret) },
    ] as [(CloudDatabase, String) throws -> Void] {
      let store = try Scratch().cloud()
      guard case .created(let secret) = try store.add(record(1)) else { return }
      _ = try store.file.use(makes: false) { (database) throws(DatabaseError) in
        try database.execute("DROP TABLE blocked; DROP TABLE report")
      }
      #expect(try store.read(cloudID(1)) == record(1))
      try work(store, secret)
      #expect(try store.rows("sqlite_schema WHERE name IN ('blocked', 'report')") == 2)
    }
  }
}
