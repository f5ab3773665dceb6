import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct RoomCrowdTests {
  let scratch = Scratch()

  @Test(arguments: [Durability.process, .power])
  func `forty who press at once are all counted, each after all before`(
    durability: Durability
  ) throws {
    let store = try scratch.rooms(durability)
    let room = try store.openRoom()
    try onThreads(40) { _ in for _ in 0..<10 { try store.count(in: room) } }
    #expect(try store.all(room).events == (0...400).map { [UInt8($0 % 251)] })
  }

  @Test func `several processes lose no event, though one of them is killed`() async throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [folder = store.place.path as String, text = room.signs as String] in
            let store = RoomFiles(StateFolder(folder), .process, patience: .seconds(20))
            let room = try #require(RoomCode(text))
            for _ in 0..<200 { try store.count(in: room) }
          }
        }
      }
      group.addTask {
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [folder = store.place.path as String, text = room.signs as String] in
          let store = RoomFiles(StateFolder(folder), .process, patience: .seconds(20))
          let room = try #require(RoomCode(text))
          for _ in 0..<50 { try store.count(in: room) }
          kill(getpid(), SIGKILL)
        }
      }
    }
    #expect(try store.all(room).events == (0...650).map { [UInt8($0 % 251)] })
  }

  @Test func `a process killed in the middle of adding lets go, and what it was told is there`()
    async throws
  {
    for pause: useconds_t in [2000, 5000, 20_000] {
      let store = try scratch.rooms()
      let room = try store.openRoom()
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          folder = store.place.path as String, text = room.signs as String,
          told = scratch.path + "/told" as String, pause = pause as useconds_t
        ] in
        let store = RoomFiles(StateFolder(folder), .process)
        let room = try #require(RoomCode(text))
        let file = try OpenFile(told, O_WRONLY | O_CREAT | O_TRUNC)
        let adding = Task.detached {
          for index in 0..<1_000_000 {
            try store.count(in: room)
            try file.write([1], at: index)
          }
        }
        usleep(pause)
        kill(getpid(), SIGKILL)
        try await adding.value
      }
      let told = FileStatus(of: scratch.path + "/told")?.size ?? 0
      let events = try store.all(room).events
      // One more may have been added and not been told.
      #expect(told + 1...told + 2 ~= events.count)
      try store.count(in: room)
      #expect(try store.all(room).events == (0...events.count).map { [UInt8($0 % 251)] })
    }
  }

  @Test func `a locked room is busy for writers and can be read`() throws {
    let store = try scratch.rooms(patience: .milliseconds(20))
    let room = try store.openRoom()
    let file = try OpenFile(store.path(of: room), O_RDWR)
    let isLocked = try file.tryLock()
    #expect(isLocked)
    #expect(throws: StorageError.busy) { try store.add([1], to: room) }
    #expect(throws: StorageError.busy) { try store.delete(room) }
    #expect(try store.all(room).events == [[0]])
    withExtendedLifetime(file) {}
  }

  @Test func `a full disk costs nothing, and adding goes on when there is room`() async throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    await #expect(processExitsWith: .success) {
      [folder = store.place.path as String, text = room.signs as String] in
      let store = RoomFiles(StateFolder(folder), .process)
      let room = try #require(RoomCode(text))
      let before = files(folder).count
      for size: rlim_t in [33, 34, 65, 132] {
        limitFiles(to: size)
        #expect(throws: StorageError.full) {
          try store.add([UInt8](repeating: 1, count: 100), to: room)
        }
        #expect(try contents(store.path(of: room)).count == 33)
        #expect(throws: StorageError.full) {
          try store.save(
            StoredSnapshot(number: 1, bytes: [UInt8](repeating: 1, count: 200)), of: room)
        }
        #expect(throws: StorageError.full) {
          try store.openRoom([UInt8](repeating: 1, count: 200), by: "a", keptDays: 1, now: 0)
        }
        #expect(files(folder).count == before + 1)
      }
      limitFiles(to: 1 << 20)
      try store.count(in: room)
    }
    #expect(try store.all(room).events == [[0], [1]])
  }

  @Test func `a read-only folder can be read but not written`() async throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    chmod(store.path(of: room), 0o400)
    chmod(store.place.shard(of: room.fileName), 0o500)
    chmod(store.place.path, 0o500)
    defer {
      chmod(store.place.path, 0o700)
      chmod(store.place.shard(of: room.fileName), 0o700)
    }
    await #expect(processExitsWith: .success) {
      [
        scratch = scratch.path as String, folder = store.place.path as String,
        text = room.signs as String
      ] in
      try becomeNobody(owning: scratch)
      let store = RoomFiles(StateFolder(folder), .process)
      let room = try #require(RoomCode(text))
      #expect(try store.all(room).events == [[0]])
      #expect(throws: StorageError.self) { try store.count(in: room) }
      #expect(throws: StorageError.self) { try store.openRoom() }
      #expect(throws: StorageError.self) {
        try store.save(StoredSnapshot(number: 1, bytes: []), of: room)
      }
      #expect(try store.all(room).events == [[0]])
    }
  }

  @Test func `a missing folder is an error until it is back`() throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    rename(store.place.path, scratch.path + "/away")
    for work in [
      { _ = try store.newestNumber(of: room) }, { _ = try store.events(of: room, after: 0) },
      { _ = try store.openRoom() }, { _ = try store.delete(room) },
      { _ = try store.sweep(slice: 0, now: 0) },
    ] as [() throws -> Void] {
      #expect(throws: StorageError.self) { try work() }
    }
    rename(scratch.path + "/away", store.place.path)
    try store.count(in: room)
    #expect(try store.all(room).events == [[0], [1]])
  }
}
