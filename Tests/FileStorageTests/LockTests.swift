import Fakes
import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

@Suite struct LockTests {
  let scratch = Scratch()

  @Test func `eight threads lose no change, and readers always see a whole state`() throws {
    let store = try scratch.sessions()
    let id = try store.create(state(0))
    let mixed = Mutex<[[UInt8]]>([])
    try onThreads(8) { _ in
      for _ in 0..<200 {
        try increment(id, of: store)
        let seen = try store.read(id) ?? []
        if Set(seen).count != 1 { mixed.withLock { $0.append(seen) } }
      }
    }
    #expect(mixed.withLock { $0 } == [])
    #expect(try store.read(id) == state(1600))
  }

  @Test func `several processes lose no change`() async throws {
    let store = try scratch.sessions()
    let id = try store.create(state(0))
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [folder = store.place.path as String, text = id.text as String] in
            let store = SessionFiles(StateFolder(folder), .process, patience: .seconds(60))
            let id = try #require(SessionID(text))
            for _ in 0..<300 { try increment(id, of: store) }
          }
        }
      }
    }
    #expect(try store.read(id) == state(900))
  }

  @Test func `a process that is killed lets go and leaves its last whole save`() async throws {
    let store = try scratch.sessions(patience: .milliseconds(100))
    let id = try store.create([1])
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = store.place.path as String, text = id.text as String] in
      let store = SessionFiles(StateFolder(folder), .process)
      try store.change(try #require(SessionID(text)), to: [2])
      kill(getpid(), SIGKILL)
    }
    #expect(try store.lockedBytes(id) == [2])
    try store.change(id, to: [3])
  }

  @Test func `a locked session is busy for others but can be read`() throws {
    let store = try scratch.sessions(patience: .milliseconds(20))
    let id = try store.create([1])
    do {
      let locked = try store.locked(id)
      #expect(throws: StorageError.busy) { try store.lockedBytes(id) }
      #expect(try store.read(id) == [1])
      try store.save([2], over: locked)
    }
    #expect(try store.lockedBytes(id) == [2])
  }

  @Test func `waiting for a session that is then removed finds none`() throws {
    let store = try scratch.sessions()
    let id = try store.create([1])
    let locked = Mutex<StoredSession?>(try store.locked(id))
    let found = Mutex<[[UInt8]?]>([])
    try onThreads(4) { _ in
      let bytes = try store.lockedBytes(id)
      found.withLock { $0.append(bytes) }
    } meanwhile: {
      // As the sweep does it: while it holds the lock.
      unlink(store.path(of: id))
      _ = locked.withLock { $0.take() }
    }
    #expect(found.withLock { $0 } == [nil, nil, nil, nil])
  }

  @Test func `damage that many meet at once is reported once`() throws {
    let store = try scratch.sessions()
    let id = try store.create([1])
    truncate(store.path(of: id), 3)
    let file = Mutex<OpenFile?>(try OpenFile(store.path(of: id), O_RDWR))
    #expect(try file.withLock { try $0?.tryLock() } == true)
    let told = Mutex<[String]>([])
    try onThreads(4) { _ in
      do {
        #expect(try store.read(id) == nil)
      } catch {
        told.withLock { $0.append("\(error)") }
      }
    } meanwhile: {
      file.withLock { $0 = nil }
    }
    #expect(told.withLock { $0.count } == 1)
    #expect(told.withLock { $0.first?.hasPrefix("Something stored was damaged") } == true)
  }
}

/// A state that says a number, long enough for a mixture of two to be possible.
private func state(_ number: Int) -> [UInt8] {
  [UInt8](repeating: UInt8(number % 251), count: 1000 + number)
}

private func increment(_ id: SessionID, of store: SessionFiles) throws {
  let locked = try store.locked(id)
  try store.save(state(locked.bytes.count - 1000 + 1), over: locked)
}
