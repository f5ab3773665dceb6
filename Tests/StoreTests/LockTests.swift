import Glibc
import Synchronization
import Testing

@testable import Store

@Suite struct LockTests {
  let scratch = Scratch()

  @Test func `eight threads lose no change, and readers always see a whole state`() throws {
    let store = try scratch.store()
    let id = try store.create(state(0))
    let faults = Mutex<[String]>([])
    onThreads(8) {
      do {
        for _ in 0..<200 {
          try increment(id, of: store)
          let seen = try store.read(id)
          if Set(seen ?? []).count != 1 { faults.withLock { $0.append("mixed \(seen ?? [])") } }
        }
      } catch {
        faults.withLock { $0.append("\(error)") }
      }
    }
    #expect(faults.withLock { $0 } == [])
    #expect(try store.read(id) == state(1600))
  }

  @Test func `several processes lose no change`() async throws {
    let store = try scratch.store()
    let id = try store.create(state(0))
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [folder = store.folder as String, text = id.text as String] in
            let store = SessionStore(folder: folder, durability: .process)
            let id = try #require(SessionID(text))
            for _ in 0..<300 { try increment(id, of: store) }
          }
        }
      }
    }
    #expect(try store.read(id) == state(900))
  }

  @Test func `a killed holder lets go and leaves its last whole save`() async throws {
    let store = try scratch.store(patience: .milliseconds(100))
    let id = try store.create([1])
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = store.folder as String, text = id.text as String] in
      let store = SessionStore(folder: folder, durability: .process)
      var held = try store.mustHold(try #require(SessionID(text)))
      try held.save([2])
      kill(getpid(), SIGKILL)
    }
    var held = try store.mustHold(id)
    #expect(held.bytes == [2])
    try held.save([3])
  }

  @Test func `a held session is busy for others but can be read`() throws {
    let store = try scratch.store(patience: .milliseconds(20))
    let id = try store.create([1])
    do {
      var held = try store.mustHold(id)
      #expect(throws: StoreError.busy) { try store.heldBytes(id) }
      #expect(throws: StoreError.busy) { try store.remove(id) }
      #expect(try store.read(id) == [1])
      try held.save([2])
    }
    #expect(try store.heldBytes(id) == [2])
  }

  @Test func `whoever waits for a session that is removed finds none`() throws {
    let store = try scratch.store()
    let id = try store.create([1])
    let outcomes = Mutex<[String]>([])
    onThreads(8) {
      do {
        try store.remove(id)
        let left = try store.heldBytes(id)
        outcomes.withLock { $0.append(left == nil ? "none" : "some") }
      } catch {
        outcomes.withLock { $0.append("\(error)") }
      }
    }
    #expect(outcomes.withLock { $0 } == [String](repeating: "none", count: 8))
  }

  @Test func `damage met by many at once is told of once`() throws {
    let store = try scratch.store()
    let id = try store.create([1])
    truncate(store.path(of: id), 3)
    let told = Mutex(0)
    onThreads(8) {
      do { _ = try store.read(id) } catch { told.withLock { $0 += 1 } }
    }
    #expect(told.withLock { $0 } == 1)
  }
}

/// A state that says a number, long enough for a mixture of two to be possible.
private func state(_ number: Int) -> [UInt8] {
  [UInt8](repeating: UInt8(number % 251), count: 1000 + number)
}

private func increment(_ id: SessionID, of store: SessionStore) throws {
  var held = try store.mustHold(id)
  try held.save(state(held.bytes.count - 1000 + 1))
}
