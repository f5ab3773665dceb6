import Fakes
import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

@Suite struct VaultChangesTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

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

  @Test func `several processes lose nothing and stay within the limit`() async throws {
    let store = try scratch.vaults()
    let vault = try store.add([0], to: nil, now: now).vault
    for number: UInt8 in 0..<200 { _ = try store.add([1, number], to: vault, now: 1) }
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

  @Test func `a process that is killed at any moment leaves whole entries`() async throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    for _ in 0..<4 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [folder = store.place.path as String, text = vault.text as String] in
        let vault = try #require(VaultID(text))
        let store = VaultFiles(StateFolder(folder), .process)
        let bytes = [UInt8](repeating: 5, count: 60_000)
        try onThreads(1) { _ in
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
