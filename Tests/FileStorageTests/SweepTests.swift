import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct SweepTests {
  let scratch = Scratch()
  /// Some moment; files get their times from it, so that no clock matters.
  private let now = 1_800_000_000
  private let month = 30 * 86_400

  /// Sets when a file was last read and last written, in seconds before `now`.
  private func age(_ path: String, read: Int, written: Int) {
    var times = [read, written].map { timeval(tv_sec: now - $0, tv_usec: 0) }
    utimes(path, &times)
  }

  private func sweepAll(_ store: SessionFiles) throws -> Int {
    try (UInt8.min...UInt8.max).reduce(0) { removed, slice in
      removed + (try store.sweep(slice: slice, idleFor: month, now: now))
    }
  }

  @Test func `only sessions neither read nor written for the time are removed`() throws {
    let store = try scratch.sessions()
    let ids = try (0..<4).map { try store.create([UInt8($0)]) }
    age(store.path(of: ids[0]), read: month, written: month + 5)
    age(store.path(of: ids[1]), read: month - 1, written: month + 5)
    age(store.path(of: ids[2]), read: month + 5, written: month - 1)
    age(store.path(of: ids[3]), read: -60, written: -60)
    #expect(try sweepAll(store) == 1)
    #expect(try ids.map { try store.read($0) } == [nil, [1], [2], [3]])
  }

  @Test func `a slice is the sessions of one folder`() throws {
    let store = try scratch.sessions()
    for _ in 0..<40 { age(store.path(of: try store.create([1])), read: month, written: month) }
    let slice = UInt8(files(store.place.path)[0].prefix(2), radix: 16) ?? 0
    let inSlice = files(store.place.path).count { $0.hasPrefix(hex([slice])) }
    #expect(try store.sweep(slice: slice, idleFor: month, now: now) == inSlice)
    #expect(try store.sweep(slice: slice, idleFor: month, now: now) == 0)
    #expect(files(store.place.path).count == 40 - inSlice)
    #expect(try sweepAll(store) == 40 - inSlice)
    #expect(permissions("\(store.place.path)/\(hex([slice]))") == 0o700)
  }

  @Test func `the draft of a record that a crash left is removed like a session`() throws {
    let store = try scratch.sessions()
    let id = SessionID(ofHall: "hall")
    let draft = SessionFiles.draft(of: store.path(of: id))
    try store.create([1], as: id)
    #expect(rename(store.path(of: id), draft) == 0)
    try store.create([2], as: id)
    age(draft, read: month, written: month)
    age(store.path(of: id), read: 0, written: 0)
    #expect(try sweepAll(store) == 1)
    #expect(files(store.place.path) == [id.fileName])
  }

  @Test func `a locked session stays`() throws {
    let store = try scratch.sessions()
    let id = try store.create([1])
    age(store.path(of: id), read: month, written: month)
    do {
      let locked = try store.locked(id)
      age(store.path(of: id), read: month, written: month)
      #expect(try sweepAll(store) == 0)
      try store.save([2], over: locked)
    }
    #expect(try store.read(id) == [2])
  }

  @Test func `a file that was never finished goes like any other`() throws {
    let store = try scratch.sessions()
    let id = try store.create([1])
    truncate(store.path(of: id), 0)
    age(store.path(of: id), read: month, written: month)
    #expect(try sweepAll(store) == 1)
    #expect(try store.read(id) == nil)
  }

  @Test func `files that aren't sessions stay`() throws {
    let store = try scratch.sessions()
    try store.place.make(store.place.path + "/ab")
    let pipe = store.place.path + "/ab/ab" + String(repeating: "0", count: 62)
    mkfifo(pipe, 0o600)
    let foreign = [
      "/ab/notes", "/ab/abacus", "/ab/cd" + String(repeating: "0", count: 62), "/readme",
    ]
    for path in foreign.map({ store.place.path + $0 }) { close(creat(path, 0o600)) }
    for path in foreign.map({ store.place.path + $0 }) + [pipe] {
      age(path, read: month, written: month)
    }
    #expect(try sweepAll(store) == 0)
    #expect(files(store.place.path).count == 5)
  }
}
