import Dispatch
import Storage
import Synchronization
import Testing

/// What every engine keeps to when an entry's bytes are replaced.
@Suite struct VaultReplaceTests {
  private let place = TemporaryPlace()
  private let now = 1_800_000_000

  @Test(arguments: Engine.allCases)
  func `other bytes take the place of those that were seen`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let (vault, id) = try vaults.add([1], to: nil, holding: nil, now: now)
    let (_, other) = try vaults.add([9], to: vault, holding: nil, now: now)
    #expect(try vaults.replace(id, of: vault, with: [2, 3], over: [1], now: now + 5))
    let entry = VaultEntry(id: id, bytes: [2, 3], saved: now + 5)
    #expect(try vaults.read(id, of: vault) == entry)
    #expect(
      try vaults.entries(of: vault) == [entry, VaultEntry(id: other, bytes: [9], saved: now)])
    #expect(try vaults.replace(id, of: vault, with: [], over: [2, 3], now: now + 6))
    #expect(try vaults.read(id, of: vault)?.bytes == [])
  }

  @Test(arguments: Engine.allCases)
  func `an entry of several lines is kept whole`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let lines: [[UInt8]] = [[1, 10, 2], [1, 10], [10], [10, 10, 3, 10]]
    let (vault, id) = try vaults.add([1], to: nil, holding: nil, now: now)
    var old: [UInt8] = [1]
    for bytes in lines {
      #expect(try vaults.replace(id, of: vault, with: bytes, over: old, now: now))
      #expect(try vaults.read(id, of: vault)?.bytes == bytes)
      #expect(try vaults.entries(of: vault)?.map(\.bytes) == [bytes])
      old = bytes
    }
  }

  @Test(arguments: Engine.allCases)
  func `bytes that have changed since are left alone`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let (vault, id) = try vaults.add([1], to: nil, holding: nil, now: now)
    #expect(try vaults.replace(id, of: vault, with: [2], over: [1], now: now + 1))
    for bytes: [UInt8] in [[3], [2], [1]] {
      #expect(throws: StorageError.changed) {
        try vaults.replace(id, of: vault, with: bytes, over: [1], now: now + 2)
      }
    }
    #expect(throws: StorageError.changed) {
      try vaults.replace(id, of: vault, with: [4], over: [], now: now + 2)
    }
    #expect(try vaults.read(id, of: vault) == VaultEntry(id: id, bytes: [2], saved: now + 1))
  }

  @Test(arguments: Engine.allCases)
  func `what is not there is not replaced`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let (vault, id) = try vaults.add([1], to: nil, holding: nil, now: now)
    let (stranger, _) = try vaults.add([1], to: nil, holding: nil, now: now)
    #expect(try !vaults.replace(id, of: stranger, with: [2], over: [1], now: now))
    let nobody = try #require(VaultID("aaaaaaaaaaaaaaaaaaaaaaaaaa"))
    #expect(try !vaults.replace(id, of: nobody, with: [2], over: [1], now: now))
    #expect(try vaults.remove(id, from: vault, now: now))
    #expect(try !vaults.replace(id, of: vault, with: [2], over: [1], now: now))
    #expect(try vaults.restore(id, to: vault, now: now))
    #expect(try vaults.read(id, of: vault)?.bytes == [1])
  }

  @Test(arguments: Engine.allCases)
  func `a removed entry comes back as it was last`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let (vault, id) = try vaults.add([1], to: nil, holding: nil, now: now)
    #expect(try vaults.replace(id, of: vault, with: [2], over: [1], now: now + 1))
    #expect(try vaults.remove(id, from: vault, now: now + 2))
    #expect(try vaults.restore(id, to: vault, now: now + 3))
    #expect(try vaults.read(id, of: vault) == VaultEntry(id: id, bytes: [2], saved: now + 1))
  }

  @Test(arguments: Engine.allCases)
  func `an entry may be as large as any, and no larger`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let (vault, id) = try vaults.add([1], to: nil, holding: nil, now: now)
    let most = [UInt8](repeating: 7, count: StorageLimits.entryBytes)
    #expect(throws: StorageError.tooLarge(count: most.count + 1)) {
      try vaults.replace(id, of: vault, with: most + [7], over: [1], now: now)
    }
    #expect(try vaults.read(id, of: vault)?.bytes == [1])
    #expect(try vaults.replace(id, of: vault, with: most, over: [1], now: now))
    #expect(try vaults.read(id, of: vault)?.bytes == most)
  }

  @Test(arguments: Engine.allCases)
  func `of many that saw the same bytes, one replaces them`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let (vault, id) = try vaults.add([0], to: nil, holding: nil, now: now)
    let now = now
    let winners = Mutex<[UInt8]>([])
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let byte = UInt8(number + 1)
      let bytes = [UInt8](repeating: byte, count: 5_000)
      let isMine = try? vaults.replace(id, of: vault, with: bytes, over: [0], now: now)
      if isMine == true { winners.withLock { $0.append(byte) } }
    }
    let winner = winners.withLock { $0 }
    #expect(winner.count == 1)
    let bytes = try #require(try vaults.read(id, of: vault)?.bytes)
    #expect(bytes == Array(repeating: winner[0], count: 5_000))
  }
}
