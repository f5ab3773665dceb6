import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct SessionFilesTests {
  let scratch = Scratch()

  @Test func `saves alternate between the slots and count up, but not for the same bytes`() throws {
    let store = try scratch.sessions()
    let id = try store.create([0])
    for number: UInt8 in 1...4 {
      try store.change(id, to: [number])
      let file = try OpenFile(store.path(of: id), O_RDONLY)
      let newest = try #require(try file.newestSlot(isLocked: false)?.slot)
      #expect(newest.revision == UInt64(number) + 1)
      #expect(newest.index == Int(number) % 2)
    }
    let before = try contents(store.path(of: id))
    try store.change(id, to: [4])
    #expect(try contents(store.path(of: id)) == before)
  }

  @Test func `looking and probing leave nothing behind`() throws {
    let store = try scratch.sessions()
    #expect(try store.read(SessionID()) == nil)
    #expect(try store.lockedBytes(SessionID()) == nil)
    try store.checkSaving()
    #expect(files(scratch.path).isEmpty)
  }

  @Test func `folders and files are the owner's alone`() throws {
    let store = try scratch.sessions()
    let id = try store.create([1])
    #expect(permissions(store.place.path) == 0o700)
    #expect(permissions(store.place.shard(of: id.fileName)) == 0o700)
    #expect(permissions(store.path(of: id)) == 0o600)
  }

  @Test func `a folder open to others is shut at the start`() throws {
    mkdir(scratch.path + "/sessions", 0o777)
    chmod(scratch.path + "/sessions", 0o777)
    #expect(permissions(try scratch.sessions().place.path) == 0o700)
  }

  @Test func `folders above are made too, and a slash at the end does no harm`() throws {
    let store = SessionFiles(StateFolder(scratch.path + "/a/b/c/"), .process)
    try store.place.prepare()
    #expect(permissions(scratch.path + "/a/b/c") == 0o700)
    #expect(try store.read(try store.create([1])) == [1])
  }

  @Test func `a listing reveals no id`() throws {
    let store = try scratch.sessions()
    let id = try store.create([1])
    let name = try #require(files(scratch.path).first)
    #expect(name.utf8.count == 64)
    #expect(!name.contains(id.text.prefix(6)))
    #expect(SessionID(String(name.prefix(26))) != id)
  }

  @Test func `the largest session fills both slots, and a larger one leaves no file`() throws {
    let store = try scratch.sessions()
    let largest = [UInt8](repeating: 9, count: 65_512)
    let id = try store.create(largest)
    try store.change(id, to: largest.dropLast() + [1])
    #expect(try store.read(id) == largest.dropLast() + [1])
    #expect(throws: StorageError.tooLarge(count: 65_513)) { try store.create(largest + [1]) }
    #expect(try contents(store.path(of: id)).count == 131_072)
    #expect(files(scratch.path).count == 1)
  }

  @Test func `sessions can survive a loss of power, also in a folder that is a link`() throws {
    mkdir(scratch.path + "/real", 0o700)
    symlink("real", scratch.path + "/sessions")
    let store = try scratch.sessions(.power)
    let id = try store.create([1])
    try store.change(id, to: [2])
    #expect(try store.read(id) == [2])
  }

  @Test func `the file's name is the id's hash`() throws {
    let id = try #require(SessionID("abcdefghijklmnopqrstuvwxyz"))
    // printf abcdefghijklmnopqrstuvwxyz | sha256sum
    #expect(id.fileName == "71c480df93d6ae2f1efad1447c66c9525e316218cf51fc8d9ed832f2daf18b73")
  }
}
