import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct DamageTests {
  let scratch = Scratch()

  /// A session whose state before is `old` in slot 0 and whose newest is `new` in slot 1.
  private func twoGenerations(_ old: [UInt8], _ new: [UInt8]) throws -> (SessionFiles, SessionID) {
    let store = try scratch.sessions()
    let id = try store.create(old)
    try store.change(id, to: new)
    return (store, id)
  }

  @Test func `a save torn anywhere leaves the state before`() throws {
    let (store, id) = try twoGenerations([1, 1, 1], [UInt8](repeating: 2, count: 60))
    let path = store.path(of: id)
    let whole = try contents(path)
    #expect(whole.count == 65_536 + 84)
    for kept in 0..<84 {
      try overwrite(path, Array(whole[..<(65_536 + kept)]))
      #expect(try store.read(id) == [1, 1, 1])
      try overwrite(path, whole[..<(65_536 + kept)] + [UInt8](repeating: 0, count: 84 - kept))
      #expect(try store.read(id) == [1, 1, 1])
      #expect(try store.lockedBytes(id) == [1, 1, 1])
      // A save that is going on looks the same, and may be the second since the reading began.
      let unlocked = try OpenFile(path, O_RDONLY).newestSlot(isLocked: false)
      #expect((unlocked == nil) == (kept > 0))
    }
    #expect(files(scratch.path).count == 1)
  }

  @Test func `a changed byte anywhere in a slot leaves the state before`() throws {
    let (store, id) = try twoGenerations([1, 1, 1], [UInt8](repeating: 2, count: 60))
    let path = store.path(of: id)
    var bytes = try contents(path)
    for index in 65_536..<bytes.count {
      bytes[index] ^= 0x10
      try overwrite(path, bytes)
      #expect(try store.read(id) == [1, 1, 1])
      bytes[index] ^= 0x10
    }
    try overwrite(path, bytes)
    #expect(try store.read(id) == [UInt8](repeating: 2, count: 60))
  }

  @Test func `after a torn save the next one goes into the torn slot`() throws {
    let (store, id) = try twoGenerations([1], [2])
    truncate(store.path(of: id), 65_536 + 10)
    try store.change(id, to: [3])
    #expect(try store.read(id) == [3])
    let first = try OpenFile(store.path(of: id), O_RDONLY).read(25, at: 0)
    #expect(first.last == 1)
  }

  @Test(arguments: [
    [], [0], Array("a:1:{s:4:\"user\"}".utf8), [UInt8](repeating: 0, count: 131_072),
  ])
  func `a file with nothing whole is put aside and reported once`(bytes: [UInt8]) throws {
    let store = try scratch.sessions()
    for look in [{ _ = try store.read($0) }, { _ = try store.lockedBytes($0) }] {
      let id = try store.create([1])
      try overwrite(store.path(of: id), bytes)
      let name = try scratch.damage { try look(id) }
      #expect(try contents("\(store.place.path)/damaged/\(name)") == bytes)
      #expect(try store.read(id) == nil)
      #expect(try store.lockedBytes(id) == nil)
    }
    #expect(permissions(store.place.path + "/damaged") == 0o700)
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: ["pipe", "folder", "link", "link to nothing", "socket"])
  func `anything but a plain file is put aside without being followed`(kind: String) throws {
    let store = try scratch.sessions()
    let other = try store.create([1])
    let id = try store.create([2])
    let path = store.path(of: id)
    try replace(path, by: kind, linkTo: store.path(of: other))
    let name = try scratch.damage { _ = try store.read(id) }
    #expect(permissions("\(store.place.path)/damaged/\(name)") != 0)
    #expect(try store.read(id) == nil)
    #expect(try store.lockedBytes(id) == nil)
    #expect(try store.read(other) == [1])
  }

  @Test func `only the slots of a huge file are read`() throws {
    let (store, id) = try twoGenerations([1], [2])
    truncate(store.path(of: id), 1 << 30)
    #expect(try store.read(id) == [2])
    #expect(try store.lockedBytes(id) == [2])
    let empty = try store.create([3])
    truncate(store.path(of: empty), 0)
    truncate(store.path(of: empty), 1 << 30)
    _ = try scratch.damage { _ = try store.read(empty) }
  }

  @Test func `files of random bytes are read or put aside`() throws {
    let store = try scratch.sessions()
    var random = SplitMix(state: 20)
    var outcomes = [0, 0]
    for _ in 0..<300 {
      let id = try store.create([1, 2, 3, 4])
      let path = store.path(of: id)
      var bytes = try contents(path)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<28, using: &random)] = .random(in: 0...2, using: &random)
      }
      try overwrite(path, bytes)
      do {
        #expect(try store.read(id) == [1, 2, 3, 4])
        outcomes[0] += 1
      } catch StorageError.damaged {
        outcomes[1] += 1
      }
    }
    #expect(outcomes.allSatisfy { $0 > 0 })
  }
}

/// Chance that is the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
