import Fakes
import Storage
import Synchronization
import Testing

/// What every engine keeps to when vaults change.
@Suite struct VaultChangesTests {
  private let place = TemporaryPlace()
  /// Some moment, in seconds since 1970.
  private let now = 1_800_000_000

  @Test(arguments: Engine.lasting)
  func `what was removed comes back for ten minutes`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
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
  }

  @Test(arguments: Engine.lasting)
  func `a merge copies in the order of the source and can be repeated`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (source, _) = try store.add([1], to: nil, now: now)
    _ = try store.add([2], to: source, now: now)
    _ = try store.add([2], to: source, now: now)
    let (target, _) = try store.add([3], to: nil, now: now + 1)
    _ = try store.add([4], to: target, now: now - 1)
    for copied in [3, 0] {
      let merge = try store.merge(from: source, into: target, except: [], now: now + 9)
      #expect(merge == VaultMerge(copied: copied, left: 0))
      #expect(try store.bytes(of: target) == [[3], [2], [2], [1], [4]])
    }
    #expect(try store.bytes(of: source) == [[2], [2], [1]])
    #expect(
      try store.entries(of: target)?.map(\.saved) == [now + 1, now, now, now, now - 1])
  }

  @Test(arguments: Engine.lasting)
  func `a merge leaves out what it is told to`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (source, left) = try store.add([1], to: nil, now: now)
    _ = try store.add([2], to: source, now: now)
    let (target, _) = try store.add([3], to: nil, now: now)
    let merge = try store.merge(from: source, into: target, except: [left], now: now)
    #expect(merge == VaultMerge(copied: 1, left: 0))
    #expect(try store.bytes(of: target).contains([2]))
    #expect(try !store.bytes(of: target).contains([1]))
  }

  @Test(arguments: Engine.lasting)
  func `a merge takes the newest as far as there is room`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (source, _) = try store.add([0], to: nil, now: now)
    for number: UInt8 in 1..<5 { _ = try store.add([number], to: source, now: now) }
    let (target, _) = try store.add([9, 0], to: nil, now: now - 1)
    for number in 1..<498 {
      _ = try store.add([9, UInt8(number % 256)], to: target, now: now - 1)
    }
    let merge = try store.merge(from: source, into: target, except: [], now: now)
    #expect(merge == VaultMerge(copied: 2, left: 3))
    #expect(try store.bytes(of: target).prefix(3) == [[4], [3], [9, 241]])
    #expect(try store.bytes(of: target).count == 500)
  }

  @Test(arguments: Engine.lasting)
  func `a merge with itself or with nothing changes nothing`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (vault, _) = try store.add([1], to: nil, now: now)
    let nothing = VaultMerge(copied: 0, left: 0)
    #expect(try store.merge(from: vault, into: vault, except: [], now: now) == nothing)
    #expect(try store.merge(from: VaultID(), into: vault, except: [], now: now) == nothing)
    #expect(try store.merge(from: vault, into: VaultID(), except: [], now: now) == nil)
    #expect(try store.bytes(of: vault) == [[1]])
  }

  @Test(arguments: Engine.lasting)
  func `what can be restored is listed, the last removed first`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
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

  @Test(arguments: Engine.lasting)
  func `when many add to the same state of a vault, one succeeds`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let counts = Mutex((added: 0, refused: 0))
    try onThreads(8) { _ in
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

  @Test(arguments: Engine.lasting)
  func `many removals and restorations at once end in one state`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let removals = Mutex(0)
    try onThreads(8) { _ in
      if try store.remove(entry, from: vault, now: 0) { removals.withLock { $0 += 1 } }
    }
    #expect(removals.withLock { $0 } == 1)
    try onThreads(8) { _ in
      let isThere = try store.restore(entry, to: vault, now: 0)
      #expect(isThere)
    }
    #expect(try store.bytes(of: vault) == [[1]])
  }

  @Test(arguments: Engine.lasting)
  func `many who add at once lose nothing, and stay within the limit`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (vault, _) = try store.add([0], to: nil, now: now)
    for number: UInt8 in 1..<250 { _ = try store.add([0, number], to: vault, now: now) }
    for number: UInt8 in 0..<200 { _ = try store.add([1, number], to: vault, now: now) }
    try onThreads(8) { thread in
      for number: UInt8 in 0..<8 {
        do {
          _ = try store.add([2, UInt8(thread), number], to: vault, now: 1_800_000_000)
        } catch StorageError.tooMany(500) {}
      }
    }
    let entries = try #require(try store.entries(of: vault))
    #expect(entries.count == 500 && Set(entries.map(\.id)).count == 500)
    #expect(entries.count { $0.bytes.first == 2 } == 50)
  }
}
