import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

/// How files tell when a vault was last visited.
@Suite struct VaultSweepTests {
  let scratch = Scratch()
  private let now = time(nil)
  private let day = 86_400

  private func age(_ path: String, days: Int) {
    let time = timespec(tv_sec: now - days * day, tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }

  private func sweep(_ store: VaultFiles, afterDays days: Int = 0) throws -> Int {
    try (UInt8.min...UInt8.max).reduce(0) {
      $0 + (try store.sweepVaults(slice: $1, now: now + days * day))
    }
  }

  /// Makes a vault and everything in it that old.
  private func old(_ vault: VaultID, _ store: VaultFiles, days: Int) throws {
    let path = store.path(of: vault)
    for name in try store.place.names(in: path) { age("\(path)/\(name)", days: days) }
    age(path, days: days)
  }

  @Test func `a vault that was visited before visits were marked has all of its time`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    try old(vault, store, days: 800)
    #expect(try sweep(store) == 0)
    #expect(try sweep(store, afterDays: 399) == 0)
    #expect(try sweep(store, afterDays: 401) == 1)
    #expect(files(store.place.path) == ["visits"])
  }

  @Test(arguments: [true, false])
  func `reading one character or all is a visit, marked once a day`(isOne: Bool) throws {
    let store = try scratch.vaults()
    #expect(try sweep(store) == 0)
    age(store.place.path + "/visits", days: 800)
    let (vault, entry) = try store.add([1], to: nil, now: now)
    _ = try store.add([2], to: vault, now: now)
    try old(vault, store, days: 500)
    _ = try isOne ? store.read(entry, of: vault)?.bytes : store.entries(of: vault)?.first?.bytes
    #expect(try sweep(store) == 0)
    // What was read half a day ago isn't marked again.
    try old(vault, store, days: 500)
    let path = "\(store.path(of: vault))/\(entry.text)"
    let half = timespec(tv_sec: now - day / 2, tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path, [half, half], 0)
    _ = try store.read(entry, of: vault)
    #expect(FileStatus(of: path)?.lastWritten == now - day / 2)
    try old(vault, store, days: 401)
    #expect(try sweep(store) == 1)
  }

  @Test func `a vault that somebody is changing stays`() throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let isRemoved = try store.remove(entry, from: vault, now: now)
    #expect(isRemoved)
    try old(vault, store, days: 2)
    do {
      let folder = try OpenFile(store.path(of: vault), O_RDONLY | O_DIRECTORY)
      #expect(try folder.tryLock())
      #expect(try sweep(store) == 0)
      #expect(try folder.status().hasName)
    }
    #expect(try sweep(store) == 1)
  }

  @Test func `what a dead process has left of a vault goes, and what a person has put there stays`()
    throws
  {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    let path = store.path(of: vault)
    close(creat("\(path)/notes", 0o600))
    #expect(try sweep(store) == 0)
    age(store.place.path + "/visits", days: 800)
    try old(vault, store, days: 800)
    #expect(try sweep(store) == 0)
    let shard = store.place.shard(of: vault.folderName)
    rename(path, "\(shard)/gone-\(vault.folderName)")
    #expect(try sweep(store) == 0)
    #expect(files(store.place.path) == ["visits"])
  }
}
