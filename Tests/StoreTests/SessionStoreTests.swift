import Glibc
import Testing

@testable import Store

@Suite struct SessionStoreTests {
  let scratch = Scratch()

  @Test func `what was saved last is read and held`() throws {
    let store = try scratch.store()
    let id = try store.create([1, 2, 3])
    #expect(try store.read(id) == [1, 2, 3])
    for count in 0..<5 {
      var held = try store.mustHold(id)
      try held.save([UInt8](repeating: 7, count: count))
      #expect(held.bytes == [UInt8](repeating: 7, count: count))
      #expect(try store.read(id) == [UInt8](repeating: 7, count: count))
    }
  }

  @Test func `one holder can save many times`() throws {
    let store = try scratch.store()
    let id = try store.create([0])
    var held = try store.mustHold(id)
    for number: UInt8 in 1...9 { try held.save([number]) }
    #expect(try store.read(id) == [9])
  }

  @Test func `saves alternate between the slots and count up`() throws {
    let store = try scratch.store()
    let id = try store.create([0])
    for number: UInt8 in 1...4 {
      do {
        var held = try store.mustHold(id)
        try held.save([number])
      }
      let newest = try #require(try OpenFile(store.path(of: id), O_RDONLY).newestGeneration())
      #expect(newest.number == UInt64(number) + 1)
      #expect(newest.slot == Int(number) % 2)
    }
  }

  @Test func `saving the same bytes writes nothing`() throws {
    let store = try scratch.store()
    let id = try store.create([5])
    let before = try contents(store.path(of: id))
    var held = try store.mustHold(id)
    try held.save([5])
    #expect(try contents(store.path(of: id)) == before)
  }

  @Test func `there is no session under an id nobody was given`() throws {
    let store = try scratch.store()
    #expect(try store.read(SessionID()) == nil)
    #expect(try store.heldBytes(SessionID()) == nil)
    #expect(files(scratch.path).isEmpty)
  }

  @Test func `folders and files are the owner's alone`() throws {
    let store = try scratch.store()
    let id = try store.create([1])
    #expect(permissions(store.folder) == 0o700)
    #expect(permissions(store.shard(of: id)) == 0o700)
    #expect(permissions(store.path(of: id)) == 0o600)
  }

  @Test func `a folder open to others is shut at the start`() throws {
    mkdir(scratch.path + "/sessions", 0o777)
    chmod(scratch.path + "/sessions", 0o777)
    #expect(permissions(try scratch.store().folder) == 0o700)
  }

  @Test func `folders above are made too, and a slash at the end does no harm`() throws {
    let store = SessionStore(folder: scratch.path + "/a/b/c/", durability: .process)
    try store.prepare()
    #expect(permissions(scratch.path + "/a/b/c") == 0o700)
    #expect(try store.read(try store.create([1])) == [1])
  }

  @Test func `a listing reveals no id`() throws {
    let store = try scratch.store()
    let id = try store.create([1])
    let name = try #require(files(scratch.path).first)
    #expect(name.utf8.count == 64)
    #expect(!name.contains(id.text.prefix(6)))
    #expect(SessionID(String(name.prefix(26))) != id)
  }

  @Test func `the largest session fits and a larger one changes nothing`() throws {
    let store = try scratch.store()
    let largest = [UInt8](repeating: 9, count: 65_512)
    let id = try store.create(largest)
    var held = try store.mustHold(id)
    try held.save(largest.reversed() + [])
    try held.save(largest.dropLast() + [1])
    #expect(try store.read(id) == largest.dropLast() + [1])
    #expect(throws: StoreError.tooLarge(count: 65_513)) { try store.create(largest + [1]) }
    #expect(throws: StoreError.tooLarge(count: 65_513)) {
      var held = try store.mustHold(try store.create([1]))
      try held.save(largest + [1])
    }
    #expect(try contents(store.path(of: id)).count == 131_072)
    #expect(files(scratch.path).count == 2)
  }

  @Test func `sessions can be made to survive a loss of power`() throws {
    let store = try scratch.store(.power)
    let id = try store.create([1])
    var held = try store.mustHold(id)
    try held.save([2])
    #expect(try store.read(id) == [2])
  }

  @Test func `the folder itself may be a link`() throws {
    mkdir(scratch.path + "/real", 0o700)
    symlink("real", scratch.path + "/sessions")
    let store = try scratch.store(.power)
    #expect(try store.read(try store.create([1])) == [1])
  }
}
