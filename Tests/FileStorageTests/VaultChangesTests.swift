import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

@Suite struct VaultChangesTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

  @Test func `what was removed comes back for ten minutes`() throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1], to: nil, now: now)
    #expect(try store.remove(entry, from: vault, now: now))
    #expect(try !store.remove(entry, from: vault, now: now))
    #expect(try store.read(entry, of: vault) == nil)
    #expect(try store.entries(of: vault) == [])
    #expect(try store.restore(entry, to: vault, now: now + 600))
    #expect(try store.restore(entry, to: vault, now: now + 600))
    #expect(try store.read(entry, of: vault)?.bytes == [1])
    #expect(try store.read(entry, of: vault)?.saved == now)
    #expect(try store.remove(entry, from: vault, now: now + 700))
    #expect(try !store.restore(entry, to: vault, now: now + 1301))
    #expect(files(scratch.path).isEmpty)
  }

  @Test func `a removed entry goes for good with a later change`() throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1], to: nil, now: now)
    _ = try store.remove(entry, from: vault, now: now)
    _ = try store.add([2], to: vault, now: now + 600)
    #expect(files(scratch.path).count == 2)
    _ = try store.add([3], to: vault, now: now + 601)
    #expect(files(scratch.path).count == 2)
    #expect(try store.bytes(of: vault) == [[3], [2]])
  }

  @Test func `a merge copies in the order of the source and can be repeated`() throws {
    let store = try scratch.vaults()
    let (source, _) = try store.add([1], to: nil, now: now)
    _ = try store.add([2], to: source, now: now)
    _ = try store.add([2], to: source, now: now)
    let (target, _) = try store.add([3], to: nil, now: now + 1)
    _ = try store.add([4], to: target, now: now - 1)
    for copied in [3, 0] {
      let merge = try store.merge(from: source, into: target, now: now + 9)
      #expect(merge == VaultMerge(copied: copied, left: 0))
      #expect(try store.bytes(of: target) == [[3], [2], [2], [1], [4]])
    }
    #expect(try store.bytes(of: source) == [[2], [2], [1]])
    #expect(
      try store.entries(of: target)?.map(\.saved) == [now + 1, now, now, now, now - 1])
  }

  @Test func `a merge takes the newest as far as there is room`() throws {
    let store = try scratch.vaults()
    let (source, _) = try store.add([0], to: nil, now: now)
    for number: UInt8 in 1..<5 { _ = try store.add([number], to: source, now: now) }
    let (target, _) = try store.add([9, 0], to: nil, now: now - 1)
    for number in 1..<498 {
      _ = try store.add([9, UInt8(number % 256)], to: target, now: now - 1)
    }
    let merge = try store.merge(from: source, into: target, now: now)
    #expect(merge == VaultMerge(copied: 2, left: 3))
    #expect(try store.bytes(of: target).prefix(3) == [[4], [3], [9, 241]])
    #expect(try store.bytes(of: target).count == 500)
  }

  @Test func `a merge with itself or with nothing changes nothing`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    let nothing = VaultMerge(copied: 0, left: 0)
    #expect(try store.merge(from: vault, into: vault, now: now) == nothing)
    #expect(try store.merge(from: VaultID(), into: vault, now: now) == nothing)
    #expect(try store.merge(from: vault, into: VaultID(), now: now) == nil)
    #expect(try store.bytes(of: vault) == [[1]])
  }

  @Test func `eight threads and several processes lose nothing and stay below the limit`()
    async throws
  {
    let store = try scratch.vaults(patience: .seconds(30))
    let (vault, _) = try store.add([0], to: nil, now: now)
    try onThreads(8) {
      for number: UInt8 in 0..<25 { _ = try store.add([1, number], to: vault, now: 1) }
    }
    #expect(try store.bytes(of: vault).count == 201)
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [folder = store.place.path as String, text = vault.text as String] in
            let store = VaultFiles(StateFolder(folder), .process, patience: .seconds(30))
            let vault = try #require(VaultID(text))
            for number: UInt8 in 0..<120 { try addUnlessFull([2, number], vault, store) }
          }
        }
      }
    }
    let entries = try #require(try store.entries(of: vault))
    #expect(entries.count == 500)
    #expect(Set(entries.map(\.id)).count == 500)
  }

  @Test func `what can be restored is listed, the last removed first`() throws {
    let store = try scratch.vaults()
    let (vault, first) = try store.add([1], to: nil, now: now)
    let second = try store.add([2], to: vault, now: now).entry
    #expect(try store.removals(of: vault, now: now) == [])
    #expect(try store.remove(second, from: vault, now: now + 1))
    #expect(try store.remove(first, from: vault, now: now + 2))
    #expect(try store.removals(of: vault, now: now + 601).map(\.id) == [first, second])
    let late = try store.removals(of: vault, now: now + 602)
    #expect(late == [VaultEntry(id: first, bytes: [1], saved: now)])
    #expect(try store.restore(first, to: vault, now: now + 3))
    #expect(try store.removals(of: vault, now: now + 3).map(\.id) == [second])
    #expect(try store.removals(of: VaultID(), now: now) == [])
  }

  @Test func `when many add to the same state of a vault, one succeeds`() throws {
    let store = try scratch.vaults(patience: .seconds(30))
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let counts = Mutex((added: 0, refused: 0))
    try onThreads(8) {
      do {
        _ = try store.add([2], to: vault, holding: [entry], now: 1)
        counts.withLock { $0.added += 1 }
      } catch StorageError.changed {
        counts.withLock { $0.refused += 1 }
      }
    }
    #expect(counts.withLock { $0 } == (1, 7))
    #expect(try store.bytes(of: vault) == [[1], [2]])
    #expect(throws: StorageError.changed) {
      try store.add([3], to: vault, holding: [], now: 1)
    }
  }

  @Test func `many removals and restorations at once end in one state`() throws {
    let store = try scratch.vaults(patience: .seconds(30))
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let removals = Mutex(0)
    try onThreads(8) {
      if try store.remove(entry, from: vault, now: 0) { removals.withLock { $0 += 1 } }
    }
    #expect(removals.withLock { $0 } == 1)
    try onThreads(8) {
      let isThere = try store.restore(entry, to: vault, now: 0)
      #expect(isThere)
    }
    #expect(try store.bytes(of: vault) == [[1]])
  }

  @Test func `a process that is killed at any moment leaves whole entries`() async throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    for _ in 0..<4 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [folder = store.place.path as String, text = vault.text as String] in
        let vault = try #require(VaultID(text))
        let store = VaultFiles(StateFolder(folder), .process)
        let bytes = [UInt8](repeating: 5, count: 60_000)
        try onThreads(1) {
          while true {
            let entry = try store.add(bytes, to: vault, now: 1).entry
            _ = try store.remove(entry, from: vault, now: 1)
          }
        } meanwhile: {
          usleep(.random(in: 0...20_000))
          kill(getpid(), SIGKILL)
        }
      }
      let listing = try #require(try store.entries(of: vault))
      #expect(scratch.damaged.isEmpty)
      #expect(listing.allSatisfy { [1, 60_000].contains($0.bytes.count) })
    }
    _ = try store.add([2], to: vault, now: now)
    #expect(files(scratch.path).allSatisfy { EntryID($0) != nil })
  }

  @Test func `what a killed process left half written is cleared away`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    close(creat("\(store.path(of: vault))/new-abcdefghijklmnopqrstuvwxyz", 0o600))
    #expect(try store.bytes(of: vault) == [[1]])
    _ = try store.add([2], to: vault, now: now)
    #expect(files(scratch.path).count == 2)
  }
}

private func addUnlessFull(_ bytes: [UInt8], _ vault: VaultID, _ store: VaultFiles) throws {
  do {
    _ = try store.add(bytes, to: vault, now: 2)
  } catch StorageError.tooMany(500) {
    return
  }
}
