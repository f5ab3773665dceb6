import Fakes
import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

@Suite struct CloudCrowdTests {
  let scratch = Scratch()

  @Test func `eight threads with stores of their own begin at once and lose nothing`() throws {
    let folder = try scratch.cloud().file.place.path
    let next = Atomic(0)
    try onThreads(8) { _ in
      let store = CloudDatabase(StateFolder(folder), .process, patience: .seconds(60))
      for _ in 0..<15 {
        let number = next.add(1, ordering: .relaxed).newValue
        _ = try store.add(record(number))
        let isThere = try store.read(cloudID(number)) == record(number)
        #expect(isThere)
      }
    }
    let store = try scratch.cloud()
    #expect(try store.count() == 120)
    #expect(Set(try store.list(CloudQuery())?.records.map(\.id) ?? []).count == 120)
    #expect(!files(folder).contains { $0.hasPrefix("new") })
  }

  @Test func `several processes lose nothing`() async throws {
    let store = try scratch.cloud()
    await withTaskGroup { group in
      for process in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [folder = store.file.place.path as String, process = process as Int] in
            let store = CloudDatabase(
              StateFolder(folder), .process, patience: .seconds(60))
            for number in 0..<30 { _ = try store.add(record(1000 * process + number)) }
          }
        }
      }
    }
    #expect(try store.count() == 90)
    #expect(try store.list(CloudQuery(words: "n"))?.records.count == 90)
  }

  @Test func `a process that is killed at any moment leaves whole records`() async throws {
    let store = try scratch.cloud()
    for round in 0..<4 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [folder = store.file.place.path as String, round = round as Int] in
        let store = CloudDatabase(StateFolder(folder), .process, patience: .seconds(60))
        try onThreads(2) { _ in
          var number = Int(pthread_self() % 1_000_000_007) * 100_000 + 10_000 * round
          while true {
            _ = try store.add(record(number))
            number += 1
          }
        } meanwhile: {
          usleep(.random(in: 0...60_000))
          kill(getpid(), SIGKILL)
        }
      }
      let listed = try #require(try store.list(CloudQuery())).records
      #expect(try store.count() >= listed.count)
      #expect(try listed.allSatisfy { try store.read($0.id) == $0 })
      #expect(try store.list(CloudQuery(words: "name"))?.records == listed)
    }
    _ = try store.add(record(1))
    #expect(try store.read(cloudID(1)) != nil)
  }

  @Test func `a long write makes other writers busy, but not readers`() throws {
    let store = try scratch.cloud(patience: .milliseconds(30))
    _ = try store.add(record(1))
    let other = try Database(store.file.path, patience: .seconds(1))
    try other.execute("BEGIN IMMEDIATE; DELETE FROM record;")
    #expect(throws: StorageError.busy) { try store.add(record(2)) }
    #expect(throws: StorageError.busy) { try store.admit("a", now: 0) }
    #expect(try store.read(cloudID(1)) == record(1))
    try other.execute("ROLLBACK")
    _ = try store.add(record(2))
    #expect(try store.count() == 2)
  }
}
