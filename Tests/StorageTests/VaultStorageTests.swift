import Fakes
import Storage
import Testing

/// What every engine keeps to with vaults.
@Suite struct VaultStorageTests {
  private let place = TemporaryPlace()
  /// Some moment, in seconds since 1970.
  private let now = 1_800_000_000

  @Test(arguments: Engine.lasting)
  func `what was added is read and listed`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (vault, entry) = try store.add([1, 2, 3], to: nil, now: now)
    #expect(try store.read(entry, of: vault)?.bytes == [1, 2, 3])
    #expect(try store.read(entry, of: vault)?.saved == now)
    let second = try store.add([], to: vault, now: now + 5)
    #expect(second.vault == vault)
    let listing = try #require(try store.entries(of: vault))
    #expect(listing.map(\.bytes) == [[], [1, 2, 3]])
    #expect(listing.map(\.saved) == [now + 5, now])
    #expect(listing.map(\.id) == [second.entry, entry])
  }

  @Test(arguments: Engine.lasting)
  func `the newest come first; within a second, the last one added`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let vault = try store.add([0], to: nil, now: now).vault
    for number: UInt8 in 1..<70 {
      _ = try store.add([number], to: vault, now: number == 40 ? now + 1 : now)
    }
    let order = try store.bytes(of: vault).map { $0[0] }
    let others: [UInt8] = (0..<70).reversed().filter { $0 != 40 }
    #expect(order == [40] + others)
  }

  @Test(arguments: Engine.lasting)
  func `an id from outside is never adopted`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let foreign = try #require(VaultID("abcdefghijklmnopqrstuvwxyz"))
    let (vault, _) = try store.add([1], to: foreign, now: now)
    #expect(vault != foreign)
    #expect(try store.entries(of: foreign) == nil)
    #expect(try store.bytes(of: vault) == [[1]])
  }

  @Test(arguments: Engine.lasting)
  func `an entry is found in its own vault only`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let (other, _) = try store.add([2], to: nil, now: now)
    #expect(try store.read(entry, of: other) == nil)
    #expect(try !store.remove(entry, from: other, now: now))
    #expect(try store.bytes(of: vault) == [[1]])
  }

  @Test(arguments: Engine.lasting)
  func `the five hundred and first is refused and nothing is lost`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let vault = try store.add([0], to: nil, now: now).vault
    for number in 1..<500 { _ = try store.add([UInt8(number % 256)], to: vault, now: now) }
    #expect(throws: StorageError.tooMany(limit: 500)) { try store.add([1], to: vault, now: now) }
    let entries = try #require(try store.entries(of: vault))
    #expect(entries.count == 500)
    #expect(try store.remove(entries[0].id, from: vault, now: now))
    _ = try store.add([1], to: vault, now: now)
    #expect(throws: StorageError.tooMany(limit: 500)) {
      try store.restore(entries[0].id, to: vault, now: now)
    }
    #expect(try store.bytes(of: vault).count == 500)
  }

  @Test(arguments: Engine.lasting)
  func `there is nothing in a vault that nobody made`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let vault = VaultID()
    let entry = try #require(EntryID(VaultID().text))
    #expect(try store.entries(of: vault) == nil)
    #expect(try store.read(entry, of: vault) == nil)
    #expect(try !store.remove(entry, from: vault, now: now))
    #expect(try !store.restore(entry, to: vault, now: now))
    #expect(try store.removals(of: vault, now: now) == [])
    #expect(try store.makeTransferCode(for: vault, now: now) == nil)
    #expect(try store.redeem("0000-0000-0000", now: now) == nil)
    #expect(try store.merge(from: vault, into: VaultID(), except: [], now: now) == nil)
  }

  @Test(arguments: Engine.lasting)
  func `the largest entry fits, and a larger one changes nothing`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let largest = [UInt8](repeating: 7, count: 65_536)
    let (vault, entry) = try store.add(largest, to: nil, now: now)
    #expect(try store.read(entry, of: vault)?.bytes == largest)
    for vault in [vault, nil] {
      #expect(throws: StorageError.tooLarge(count: 65_537)) {
        try store.add(largest + [7], to: vault, now: now)
      }
    }
    #expect(try store.bytes(of: vault) == [largest])
  }

  @Test(arguments: Engine.lasting)
  func `another process sees the same vault`(engine: Engine) throws {
    let (store, other) = (
      try engine.make(in: place).vaults, try engine.make(in: place).vaults
    )
    let (vault, entry) = try store.add([1], to: nil, now: now)
    #expect(try other.read(entry, of: vault)?.bytes == [1])
    _ = try other.add([2], to: vault, holding: [entry], now: now)
    #expect(throws: StorageError.changed) {
      try store.add([3], to: vault, holding: [entry], now: now)
    }
    #expect(try store.bytes(of: vault) == [[2], [1]])
  }
}
