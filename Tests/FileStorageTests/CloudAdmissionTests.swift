import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

@Suite struct CloudAdmissionTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

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
