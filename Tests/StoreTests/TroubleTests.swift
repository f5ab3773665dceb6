import Glibc
import Testing

@testable import Store

@Suite struct TroubleTests {
  let scratch = Scratch()

  @Test func `a missing folder is an error, not a missing session, until it is back`() throws {
    let store = try scratch.store()
    let id = try store.create([1])
    rename(store.folder, scratch.path + "/away")
    let missing = StoreError.unavailable(ENOENT, doing: "find the session folder")
    #expect(throws: missing) { try store.read(id) }
    #expect(throws: missing) { try store.heldBytes(id) }
    #expect(throws: missing) { try store.sweep(slice: 0, idleFor: 0, now: 0) }
    #expect(throws: StoreError.unavailable(ENOENT, doing: "make a session folder")) {
      try store.create([2])
    }
    #expect(throws: StoreError.self) { try store.probe() }
    rename(scratch.path + "/away", store.folder)
    #expect(try store.read(id) == [1])
    #expect(try store.read(try store.create([2])) == [2])
    try store.probe()
  }

  @Test func `a folder that cannot be written refuses and recovers`() throws {
    // A plain file in the folder's place stops root as well.
    let store = try scratch.store()
    let id = try store.create([1])
    rename(store.folder, scratch.path + "/away")
    close(creat(store.folder, 0o600))
    for work in [store.probe, { _ = try store.create([2]) }, { _ = try store.read(id) }] {
      let error = #expect(throws: StoreError.self) { try work() }
      guard case .unavailable(ENOTDIR, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(throws: StoreError.self) { try store.prepare() }
    unlink(store.folder)
    rename(scratch.path + "/away", store.folder)
    #expect(try store.read(id) == [1])
    try store.probe()
  }

  @Test func `a read-only folder can be read but not written`() async throws {
    let store = try scratch.store()
    let id = try store.create([1])
    chmod(store.folder, 0o500)
    defer { chmod(store.folder, 0o700) }
    await #expect(processExitsWith: .success) {
      [scratch = scratch.path as String, folder = store.folder as String, text = id.text as String]
      in
      try becomeNobody(owning: scratch)
      let store = SessionStore(folder: folder, durability: .process)
      let id = try #require(SessionID(text))
      #expect(try store.read(id) == [1])
      #expect(throws: StoreError.unavailable(EACCES, doing: "open a stored file")) {
        try store.probe()
      }
    }
  }

  @Test func `probing leaves nothing behind`() throws {
    let store = try scratch.store()
    try store.probe()
    #expect(files(scratch.path).isEmpty)
  }

  @Test func `a full disk costs no state, and saving goes on when there is room`() async throws {
    let store = try scratch.store()
    let id = try store.create([1])
    await #expect(processExitsWith: .success) {
      [folder = store.folder as String, text = id.text as String] in
      let store = SessionStore(folder: folder, durability: .process)
      let id = try #require(SessionID(text))
      limitFiles(to: 65_536 + 100)
      do {
        var held = try store.mustHold(id)
        // It is written as far as it goes: 100 bytes of 1024.
        #expect(throws: StoreError.full) { try held.save([UInt8](repeating: 2, count: 1000)) }
        #expect(held.bytes == [1])
        #expect(try store.read(id) == [1])
      }
      #expect(try store.heldBytes(id) == [1])
      limitFiles(to: 10)
      #expect(throws: StoreError.full) { try store.create([3]) }
      limitFiles(to: 0)
      #expect(throws: StoreError.full) { try store.probe() }
      #expect(files(folder).count == 1)
      limitFiles(to: 1 << 20)
      var held = try store.mustHold(id)
      try held.save([UInt8](repeating: 2, count: 1000))
    }
    #expect(try store.read(id) == [UInt8](repeating: 2, count: 1000))
  }

  @Test func `a refused save does not come true by what lay in its slot`() async throws {
    let store = try scratch.store()
    let id = try store.create([0])
    await #expect(processExitsWith: .success) {
      [folder = store.folder as String, text = id.text as String] in
      let store = SessionStore(folder: folder, durability: .process)
      let id = try #require(SessionID(text))
      let tail = [UInt8](repeating: 7, count: 200)
      var held = try store.mustHold(id)
      try held.save([1] + tail)
      try held.save([2] + tail)
      limitFiles(to: 65_536 + 100)
      #expect(throws: StoreError.full) { try held.save([3] + tail) }
      #expect(try store.read(id) == [2] + tail)
    }
    #expect(try store.read(id)?.first == 2)
  }

  @Test func `errors say what failed and no more`() {
    #expect(
      StoreError.unavailable(EACCES, doing: "open a stored file").description
        == "Cannot open a stored file: Permission denied.")
    #expect(StoreError.full.description == "There is no room to store anything more.")
  }
}
