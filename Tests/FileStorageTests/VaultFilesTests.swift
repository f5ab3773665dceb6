import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct VaultFilesTests {
  let scratch = Scratch()
  /// Some moment, in seconds since 1970.
  private let now = 1_800_000_000

  @Test func `what was added is read and listed`() throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1, 2, 3], to: nil, now: now)
    #expect(try store.read(entry, of: vault)?.bytes == [1, 2, 3])
    #expect(try store.read(entry, of: vault)?.saved == now)
    let second = try store.add([], to: vault, now: now + 5)
    #expect(second.vault == vault)
    let listing = try #require(try store.entries(of: vault))
    #expect(listing.map(\.bytes) == [[], [1, 2, 3]])
    #expect(listing.map(\.saved) == [now + 5, now])
    #expect(listing.map(\.id) == [second.entry, entry])
    #expect(scratch.damaged.isEmpty)
  }

  @Test func `the newest come first; within a second, the last one added`() throws {
    let store = try scratch.vaults()
    let vault = try store.add([0], to: nil, now: now).vault
    for number: UInt8 in 1..<70 {
      _ = try store.add([number], to: vault, now: number == 40 ? now + 1 : now)
    }
    let order = try store.bytes(of: vault).map { $0[0] }
    #expect(order == [40] + (0..<70).reversed().filter { $0 != 40 })
  }

  @Test func `a vault costs nothing until something is saved`() throws {
    let store = try scratch.vaults()
    let vault = VaultID()
    let entry = try #require(EntryID(VaultID().text))
    #expect(try store.entries(of: vault) == nil)
    #expect(try store.read(entry, of: vault) == nil)
    #expect(try !store.remove(entry, from: vault, now: now))
    #expect(try !store.restore(entry, to: vault, now: now))
    #expect(try store.makeTransferCode(for: vault, now: now) == nil)
    #expect(try store.redeem("0000-0000-0000", now: now) == nil)
    #expect(try store.merge(from: vault, into: VaultID(), now: now) == nil)
    #expect(everything(scratch.path) == ["vault"])
  }

  @Test func `an id from outside is never adopted`() throws {
    let store = try scratch.vaults()
    let foreign = try #require(VaultID("abcdefghijklmnopqrstuvwxyz"))
    let (vault, _) = try store.add([1], to: foreign, now: now)
    #expect(vault != foreign)
    #expect(try store.entries(of: foreign) == nil)
    #expect(try store.bytes(of: vault) == [[1]])
  }

  @Test func `an entry is found in its own vault only`() throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let (other, _) = try store.add([2], to: nil, now: now)
    #expect(try store.read(entry, of: other) == nil)
    #expect(try !store.remove(entry, from: other, now: now))
    #expect(try store.bytes(of: vault) == [[1]])
  }

  @Test func `a listing of the folder reveals no vault`() throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1], to: nil, now: now)
    // Of the 64 signs of the hash, two name the folder above.
    let names = everything(store.place.path)
    let folder = try #require(names.first { $0.utf8.count == 64 })
    #expect(names == [String(folder.prefix(2)), entry.text, folder].sorted())
    #expect(!names.contains { $0.contains(vault.text.prefix(6)) })
  }

  @Test func `folders and files are the owner's alone`() throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1], to: nil, now: now)
    #expect(permissions(store.place.path) == 0o700)
    #expect(permissions(store.path(of: vault)) == 0o700)
    #expect(permissions("\(store.path(of: vault))/\(entry.text)") == 0o600)
  }

  @Test func `the largest entry fits and a larger one leaves nothing`() throws {
    let store = try scratch.vaults()
    let largest = [UInt8](repeating: 7, count: 65_536)
    let (vault, entry) = try store.add(largest, to: nil, now: now)
    #expect(try store.read(entry, of: vault)?.bytes == largest)
    #expect(throws: StorageError.tooLarge(count: 65_537)) {
      try store.add(largest + [7], to: vault, now: now)
    }
    #expect(throws: StorageError.tooLarge(count: 65_537)) {
      try store.add(largest + [7], to: nil, now: now)
    }
    #expect(files(scratch.path).count == 1)
  }

  @Test func `the five hundred and first is refused and nothing is lost`() throws {
    let store = try scratch.vaults()
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

  @Test func `the sweep of sessions leaves vaults and cloud alone`() throws {
    let store = try scratch.vaults()
    let cloud = try scratch.cloud()
    let (vault, _) = try store.add([1], to: nil, now: now)
    _ = try cloud.add(record(1))
    let sessions = try scratch.sessions()
    _ = try sessions.create([1])
    let removed = try (UInt8.min...UInt8.max).reduce(0) { removed, slice in
      removed + (try sessions.sweep(slice: slice, idleFor: 0, now: Int(Int32.max)))
    }
    #expect(removed == 1)
    #expect(try store.bytes(of: vault) == [[1]])
    #expect(try cloud.count() == 1)
  }

  @Test func `vaults can be made to survive a loss of power`() throws {
    let store = try scratch.vaults(.power)
    let (vault, entry) = try store.add([1], to: nil, now: now)
    #expect(try store.remove(entry, from: vault, now: now))
    #expect(try store.restore(entry, to: vault, now: now))
    #expect(try store.bytes(of: vault) == [[1]])
  }
}
