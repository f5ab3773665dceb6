import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct SessionOutageTests {
  let scratch = Scratch()

  @Test func `a folder that cannot be written refuses and recovers`() throws {
    // A plain file in the folder's place stops root as well.
    let store = try scratch.sessions()
    let id = try store.create([1])
    rename(store.place.path, scratch.path + "/away")
    close(creat(store.place.path, 0o600))
    for work in [store.checkSaving, { _ = try store.create([2]) }, { _ = try store.read(id) }] {
      let error = #expect(throws: StorageError.self) { try work() }
      guard case .unavailable(_, ENOTDIR) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(throws: StorageError.self) { try store.place.prepare() }
    unlink(store.place.path)
    rename(scratch.path + "/away", store.place.path)
    #expect(try store.read(id) == [1])
    try store.checkSaving()
  }

  @Test func `a read-only folder can be read but not written`() async throws {
    let store = try scratch.sessions()
    let id = try store.create([1])
    chmod(store.place.path, 0o500)
    defer { chmod(store.place.path, 0o700) }
    await #expect(processExitsWith: .success) {
      [
        scratch = scratch.path as String, folder = store.place.path as String,
        text = id.text as String
      ]
      in
      try becomeNobody(owning: scratch)
      let store = SessionFiles(StateFolder(folder), .process)
      let id = try #require(SessionID(text))
      #expect(try store.read(id) == [1])
      #expect(throws: StorageError.refused(EACCES, doing: "save in \(folder)")) {
        try store.checkSaving()
      }
    }
  }

  @Test func `a full disk costs no state, and saving goes on when there is room`() async throws {
    let store = try scratch.sessions()
    let id = try store.create([1])
    await #expect(processExitsWith: .success) {
      [folder = store.place.path as String, text = id.text as String] in
      let store = SessionFiles(StateFolder(folder), .process)
      let id = try #require(SessionID(text))
      limitFiles(to: 65_536 + 100)
      do {
        let locked = try store.locked(id)
        // It is written as far as it goes: 100 bytes of 1024.
        #expect(throws: StorageError.full) {
          try store.save([UInt8](repeating: 2, count: 1000), over: locked)
        }
        #expect(try store.read(id) == [1])
      }
      #expect(try store.lockedBytes(id) == [1])
      limitFiles(to: 10)
      #expect(throws: StorageError.full) { try store.create([3]) }
      limitFiles(to: 0)
      #expect(throws: StorageError.full) { try store.checkSaving() }
      #expect(files(folder).count == 1)
      limitFiles(to: 1 << 20)
      try store.change(id, to: [UInt8](repeating: 2, count: 1000))
    }
    #expect(try store.read(id) == [UInt8](repeating: 2, count: 1000))
  }

  @Test func `a refused save does not come true by what lay in its slot`() async throws {
    let store = try scratch.sessions()
    let id = try store.create([0])
    await #expect(processExitsWith: .success) {
      [folder = store.place.path as String, text = id.text as String] in
      let store = SessionFiles(StateFolder(folder), .process)
      let id = try #require(SessionID(text))
      let tail = [UInt8](repeating: 7, count: 200)
      try store.change(id, to: [1] + tail)
      try store.change(id, to: [2] + tail)
      limitFiles(to: 65_536 + 100)
      #expect(throws: StorageError.full) { try store.change(id, to: [3] + tail) }
      #expect(try store.read(id) == [2] + tail)
    }
    #expect(try store.read(id)?.first == 2)
  }

  @Test func `errors say what failed and no more`() {
    #expect(
      StorageError.refused(EACCES, doing: "open a stored file").description
        == "Cannot open a stored file: Permission denied.")
    #expect(StorageError.full.description == "There is no room to store anything more.")
  }
}
