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
    try onThreads(40) { for _ in 0..<10 { try count(room, of: store) } }
    #expect(try store.all(room).events == (0...400).map(number))
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
            for _ in 0..<200 { try count(room, of: store) }
          }
        }
      }
      group.addTask {
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [folder = store.place.path as String, text = room.signs as String] in
          let store = RoomFiles(StateFolder(folder), .process, patience: .seconds(20))
          let room = try #require(RoomCode(text))
          for _ in 0..<50 { try count(room, of: store) }
          kill(getpid(), SIGKILL)
        }
      }
    }
    #expect(try store.all(room).events == (0...650).map(number))
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
            try count(room, of: store)
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
      try count(room, of: store)
      #expect(try store.all(room).events == (0...events.count).map(number))
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
      try count(room, of: store)
    }
    #expect(try store.all(room).events == [number(0), number(1)])
  }

  @Test func `a read-only folder can be read but not written`() async throws {
    let store = try scratch.rooms()
    let room = try store.openRoom()
    chmod(store.path(of: room), 0o400)
    chmod(store.shard(of: room), 0o500)
    chmod(store.place.path, 0o500)
    defer {
      chmod(store.place.path, 0o700)
      chmod(store.shard(of: room), 0o700)
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
      #expect(throws: StorageError.self) { try count(room, of: store) }
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
    try count(room, of: store)
    #expect(try store.all(room).events == [number(0), number(1)])
  }
}

/// An event that says a number, without zeros at its end; that of 0 is what `openRoom` writes.
private func number(_ number: Int) -> [UInt8] {
  number < 256 ? [UInt8(number)] : [UInt8(number % 256), UInt8(number / 256)]
}

/// Adds an event with the number after the newest, decided on under the lock.
private func count(_ room: RoomCode, of store: RoomFiles) throws {
  let known = max(0, (try #require(try store.newestNumber(of: room))) - 1)
  let result = try store.append(to: room, after: known, now: 0) { page in
    page.events.last.map { event in
      number(event.bytes.reversed().reduce(0) { 256 * $0 + Int($1) } + 1)
    }
  }
  guard case .added = result else { throw StorageError.changed }
}
