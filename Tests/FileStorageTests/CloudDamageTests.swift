import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct CloudDamageTests {
  let scratch = Scratch()

  /// A database with these records, which nobody has open; the path of its file.
  private func filled(_ records: [CloudRecord]) throws -> String {
    let store = try scratch.cloud()
    for record in records { _ = try store.add(record) }
    return store.file.path
  }

  /// What the work gives, and whether it met no damage; that may be the version that the file names.
  private func outcome<Result>(_ work: () throws -> Result) -> (result: Result?, isWhole: Bool) {
    do {
      return (try work(), true)
    } catch {
      switch error as? StorageError {
      case .damaged, .unavailable: break
      default: Issue.record(error)
      }
      return (nil, false)
    }
  }

  private func run(_ sql: String, in path: String) throws {
    try Database(path, patience: .zero).execute(sql)
  }

  @Test(arguments: [
    "bytes = x'7b7d'", "bytes = NULL", "name = 'Nobody'", "class = 'thief'", "compatible = 0",
    "saved = 1", "checksum = 7", "id = '\(cloudID(9).text)'",
  ])
  func `a record that is not as it was saved is not shown, and is reported once`(
    change: String
  ) throws {
    let path = try filled([record(1), record(2)])
    try run("UPDATE record SET \(change) WHERE place = 1", in: path)
    let store = try scratch.cloud()
    let id = cloudID(change.hasPrefix("id") ? 9 : 1)
    for _ in 0..<2 {
      #expect(throws: StorageError.damaged) { try store.read(id) }
      #expect(try store.list(CloudQuery())?.records == [record(2)])
      var found: [CloudRecord] = []
      try store.read([id, cloudID(2)]) { found.append($0) }
      #expect(found == [record(2)])
    }
    #expect(throws: StorageError.damaged) { try store.add(record(id == cloudID(9) ? 9 : 1)) }
    #expect(scratch.damaged == ["cloud.sqlite: the record \(id.text) is damaged"])
    #expect(try store.read(cloudID(2)) == record(2))
    _ = try store.add(record(3))
    #expect(try store.list(CloudQuery())?.records == [record(3), record(2)])
  }

  @Test func `a record under an id that isn't its own is not shown`() throws {
    let path = try filled([record(1), record(2)])
    // As if the index of ids led to the other row.
    try run(
      """
      UPDATE record SET id = 'x' WHERE place = 1;
      UPDATE record SET id = '\(cloudID(1).text)' WHERE place = 2;
      """, in: path)
    let store = try scratch.cloud()
    #expect(throws: StorageError.damaged) { try store.read(cloudID(1)) }
    #expect(
      scratch.damaged == ["cloud.sqlite: the record \(cloudID(1).text) is damaged"])
    #expect(try store.list(CloudQuery())?.records == [])
    #expect(scratch.damaged.last == "cloud.sqlite: the record without an id is damaged")
  }

  @Test func `a database from before there were checksums is read, and gets them`() throws {
    let path = try filled([record(1), record(2)])
    try run("ALTER TABLE record DROP COLUMN checksum", in: path)
    let store = try scratch.cloud()
    #expect(try store.list(CloudQuery())?.records == [record(2), record(1)])
    _ = try store.add(record(3))
    #expect(try store.rows("record WHERE checksum IS NOT NULL") == 1)
    #expect(try scratch.cloud().read(cloudID(3)) == record(3))
    #expect(try scratch.cloud().read(cloudID(1)) == record(1))
  }

  @Test func `a changed byte anywhere gives no record that nobody saved`() throws {
    let records = (0..<6).map {
      record($0, name: "Nim \($0)", bytes: [UInt8](repeating: UInt8($0), count: 100 * $0 + 1))
    }
    let path = try filled(records)
    let whole = try contents(path)
    var outcomes = [0, 0, 0]
    // Each page is met at different places.
    for place in stride(from: 0, to: whole.count, by: 61) {
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      var bytes = whole
      bytes[place] ^= [0x01, 0x80, 0xFF][place % 3]
      close(creat(path, 0o600))
      try overwrite(path, bytes)
      let store = try scratch.cloud()
      var found: [CloudRecord] = []
      var isDamaged = false
      for number in records.indices {
        let (record, isWhole) = outcome { try store.read(cloudID(number)) }
        found += [record].compactMap { $0 ?? nil }
        isDamaged = isDamaged || !isWhole
      }
      for words in ["", "nim"] {
        let (listing, isWhole) = outcome { try store.list(CloudQuery(words: words)) }
        found += (listing ?? nil)?.records ?? []
        isDamaged = isDamaged || !isWhole
      }
      isDamaged = !outcome { try store.add(record(100)) }.isWhole || isDamaged
      #expect(found.allSatisfy { records.contains($0) }, "byte \(place)")
      outcomes[isDamaged ? 0 : found.count == 18 ? 1 : 2] += 1
    }
    // Most bytes are free space, or lists that are not asked for.
    #expect(outcomes[0] > 10 && outcomes[1] > 10, "\(outcomes)")
  }
}
