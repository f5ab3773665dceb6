import Fakes
import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct VaultFailureTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

  /// Without those that stand for damaged ones.
  private func whole(_ entries: [VaultEntry]?) -> [EntryID]? {
    entries?.filter { !$0.bytes.isEmpty }.map(\.id)
  }

  @Test func `a changed or missing byte anywhere is damage, reported once`() throws {
    let store = try scratch.vaults()
    let (vault, good) = try store.add([9], to: nil, now: now)
    // 24 bytes of header, three of content.
    for place in 0..<27 {
      for cuts in [false, true] {
        let entry = try store.add([1, 2, 3], to: vault, now: now).entry
        let path = "\(store.path(of: vault))/\(entry.text)"
        var bytes = try contents(path)
        #expect(bytes.count == 27)
        if cuts { bytes = Array(bytes[..<place]) } else { bytes[place] ^= 0x10 }
        try overwrite(path, bytes)
        let count = scratch.damaged.count
        #expect(try whole(store.entries(of: vault)) == [good])
        let name = try #require(scratch.damaged.last)
        #expect(try contents("\(store.place.path)/damaged/\(name)") == bytes)
        #expect(try whole(store.entries(of: vault)) == [good])
        #expect(scratch.damaged.count == count + 1)
        #expect(try store.read(entry, of: vault)?.bytes == [])
      }
    }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["pipe", "folder", "link", "link to nothing", "socket", "huge", "longer"])
  func `anything that isn't an entry is put aside without being followed`(kind: String) throws {
    let store = try scratch.vaults()
    let (vault, other) = try store.add([1], to: nil, now: now)
    for looksAtAll in [false, true] {
      let entry = try store.add([2], to: vault, now: now).entry
      let path = "\(store.path(of: vault))/\(entry.text)"
      switch kind {
      case "huge": truncate(path, 1 << 30)
      case "longer": truncate(path, 26)
      default: try replace(path, by: kind, linkTo: "\(store.path(of: vault))/\(other.text)")
      }
      if looksAtAll {
        #expect(try whole(store.entries(of: vault)) == [other])
      } else {
        #expect(throws: StorageError.damaged) { try store.read(entry, of: vault) }
      }
      #expect(scratch.damaged.count == (looksAtAll ? 2 : 1))
      #expect(try store.read(entry, of: vault)?.bytes == [])
      #expect(try whole(store.entries(of: vault)) == [other])
    }
  }

  @Test func `an entry without bytes stands for a damaged one until somebody removes it`() throws {
    let store = try scratch.vaults()
    let (vault, lost) = try store.add([1, 2, 3], to: nil, now: now)
    try overwrite("\(store.path(of: vault))/\(lost.text)", [7])
    #expect(throws: StorageError.damaged) { try store.read(lost, of: vault) }
    #expect(try store.entries(of: vault)?.map(\.id) == [lost])
    #expect(try store.remove(lost, from: vault, now: now))
    #expect(try store.removals(of: vault, now: now).map(\.bytes) == [[]])
    #expect(try store.restore(lost, to: vault, now: now))
    #expect(try store.remove(lost, from: vault, now: now))
    // What is damaged among the removed leaves nothing.
    let path = "\(store.path(of: vault))/removed/\(RemovedName(id: lost, moment: now).text)"
    try overwrite(path, [7])
    #expect(try store.removals(of: vault, now: now) == [])
    #expect(FileStatus(of: path) == nil)
    #expect(try store.entries(of: vault) == [])
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["pipe", "link", "link to nothing", "socket", "file"])
  func `anything that isn't a vault is put aside, and a new one begins`(kind: String) throws {
    let store = try scratch.vaults()
    let (other, _) = try store.add([1], to: nil, now: now)
    let (vault, entry) = try store.add([2], to: nil, now: now)
    for look in [
      { _ = try store.entries(of: vault) }, { _ = try store.add([3], to: vault, now: 1) },
      { _ = try store.remove(entry, from: vault, now: 1) },
    ] {
      let path = store.path(of: vault)
      rename(path, scratch.path + "/away")
      if kind == "file" { close(creat(path, 0o600)) }
      if kind != "file" { try replace(path, by: kind, linkTo: store.path(of: other)) }
      #expect(throws: StorageError.damaged) { try look() }
      #expect(try store.entries(of: vault) == nil)
      rename(scratch.path + "/away", path)
    }
    #expect(try store.bytes(of: other) == [[1]])
    #expect(try store.bytes(of: vault) == [[2]])
  }

  @Test func `a read-only folder can be read but not written`() async throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1], to: nil, now: now)
    chmod(store.path(of: vault), 0o500)
    chmod(store.place.path, 0o500)
    defer {
      chmod(store.place.path, 0o700)
      chmod(store.path(of: vault), 0o700)
    }
    await #expect(processExitsWith: .success) {
      [
        scratch = scratch.path as String, folder = store.place.path as String,
        text = vault.text as String, name = entry.text as String
      ] in
      try becomeNobody(owning: scratch)
      let store = VaultFiles(StateFolder(folder), .process)
      let vault = try #require(VaultID(text))
      let entry = try #require(EntryID(name))
      #expect(try store.bytes(of: vault) == [[1]])
      let error = #expect(throws: StorageError.self) { try store.add([2], to: vault, now: 1) }
      #expect(error?.description.hasPrefix("Cannot open \(folder)/") == true)
      #expect(throws: StorageError.self) { try store.remove(entry, from: vault, now: 1) }
      #expect(throws: StorageError.self) { try store.makeTransferCode(for: vault, now: 1) }
      #expect(try store.bytes(of: vault) == [[1]])
    }
  }

  @Test func `a full disk costs no entry and leaves no half of one`() async throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    await #expect(processExitsWith: .success) {
      [folder = store.place.path as String, text = vault.text as String] in
      let store = VaultFiles(StateFolder(folder), .process)
      let vault = try #require(VaultID(text))
      let bytes = [UInt8](repeating: 2, count: 1000)
      for size: rlim_t in [0, 10, 24, 1023] {
        limitFiles(to: size)
        #expect(throws: StorageError.full) { try store.add(bytes, to: vault, now: 1) }
        #expect(throws: StorageError.full) { try store.add(bytes, to: nil, now: 1) }
        #expect(try store.bytes(of: vault) == [[1]])
        #expect(files(folder).count == 1)
      }
      #expect(everything(folder).count { $0.utf8.count == 64 } == 1)
      limitFiles(to: 20)
      #expect(throws: StorageError.full) { try store.makeTransferCode(for: vault, now: 1) }
      #expect(files(folder).count == 1)
      limitFiles(to: 1024)
      _ = try store.add(bytes, to: vault, now: 1)
    }
    #expect(try store.bytes(of: vault).map(\.count) == [1, 1000])
  }

  @Test func `a vault that is being changed is busy for others but can be read`() throws {
    let store = try scratch.vaults(patience: .milliseconds(20))
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let folder = try OpenFile(store.path(of: vault), O_RDONLY | O_DIRECTORY)
    let isLocked = try folder.tryLock()
    #expect(isLocked)
    #expect(throws: StorageError.busy) { try store.add([2], to: vault, now: now) }
    #expect(throws: StorageError.busy) { try store.remove(entry, from: vault, now: now) }
    #expect(try store.bytes(of: vault) == [[1]])
    withExtendedLifetime(folder) {}
  }
}
