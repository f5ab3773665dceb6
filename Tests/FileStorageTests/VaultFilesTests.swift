import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct VaultFilesTests {
  let scratch = Scratch()
  /// Some moment, in seconds since 1970.
  private let now = 1_800_000_000

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
    #expect(try store.merge(from: vault, into: VaultID(), except: [], now: now) == nil)
    #expect(everything(scratch.path) == ["vault"])
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

  @Test func `an entry that is too large leaves nothing`() throws {
    let store = try scratch.vaults()
    let vault = try store.add([1], to: nil, now: now).vault
    for vault in [vault, nil] {
      #expect(throws: StorageError.tooLarge(count: 65_537)) {
        try store.add([UInt8](repeating: 7, count: 65_537), to: vault, now: now)
      }
    }
    #expect(files(scratch.path).count == 1)
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
