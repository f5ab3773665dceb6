import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

@Suite struct TransferTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

  @Test func `a code leads to its vault once`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    let code = try #require(try store.makeTransferCode(for: vault, now: now))
    #expect(try store.isUnused(code, now: now))
    for other in [String(code.text.map { $0 == "2" ? "3" : "2" }), String(code.text.reversed())] {
      #expect(try store.redeem(other, now: now) == nil)
    }
    #expect(try store.redeem(code, now: now) == vault)
    #expect(try !store.isUnused(code, now: now))
    #expect(try store.redeem(code, now: now) == nil)
    #expect(files(scratch.path).count == 1)
  }

  @Test(arguments: [0, 1, 449, 899])
  func `a code is good for fifteen minutes`(offset: Int) throws {
    let store = try scratch.vaults()
    // A multiple of 900, so that the offsets cover both ends of a quarter of an hour.
    let start = 1_800_000_000 + offset
    let (vault, _) = try store.add([1], to: nil, now: start)
    let early = try #require(try store.makeTransferCode(for: vault, now: start))
    let late = try #require(try store.makeTransferCode(for: vault, now: start))
    #expect(try store.isUnused(early, now: start + 900))
    #expect(try store.redeem(early, now: start + 900) == vault)
    #expect(try store.redeem(late, now: start + 901) == nil)
  }

  @Test func `old codes are cleared away when a new one is made`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    for _ in 0..<5 { _ = try store.makeTransferCode(for: vault, now: now) }
    #expect(files(scratch.path).count == 6)
    _ = try store.makeTransferCode(for: vault, now: now + 1800)
    #expect(files(scratch.path).count == 2)
    #expect(everything("\(store.place.path)/codes").count == 2)
  }

  @Test func `a code's file reveals neither the code nor the vault`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    let code = try #require(try store.makeTransferCode(for: vault, now: now)).text
    let folder = "\(store.place.path)/codes/\(now / 900)"
    let name = try #require(files(folder).first)
    let text = String(decoding: try contents("\(folder)/\(name)"), as: UTF8.self)
    for secret in [vault.text, code, code.filter { $0 != "-" }] {
      #expect(!text.contains(secret.prefix(6)))
      #expect(!name.lowercased().contains(secret.lowercased().prefix(6)))
    }
    #expect(permissions("\(folder)/\(name)") == 0o600)
    #expect(TransferCode("2222-2222-2222")?.open(try contents("\(folder)/\(name)")) == nil)
    #expect(
      TransferCode(code)?.open(try contents("\(folder)/\(name)"))?.suffix(26)
        == vault.text.utf8.suffix(26))
  }

  @Test func `when many redeem a code at once, one gets the vault`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    for _ in 0..<10 {
      let code = try #require(try store.makeTransferCode(for: vault, now: now)).text
      let winners = Mutex<[VaultID]>([])
      try onThreads(6) {
        if let vault = try store.redeem(code, now: 1_800_000_000) {
          winners.withLock { $0.append(vault) }
        }
      }
      #expect(winners.withLock { $0 } == [vault])
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["pipe", "folder", "link", "socket", "bytes", "empty"])
  func `anything else in a code's place isn't a code`(kind: String) throws {
    let store = try scratch.vaults()
    let (vault, entry) = try store.add([1], to: nil, now: now)
    let code = try #require(try store.makeTransferCode(for: vault, now: now)).text
    let folder = "\(store.place.path)/codes/\(now / 900)"
    let path = "\(folder)/\(try #require(files(folder).first))"
    switch kind {
    case "bytes": try overwrite(path, [UInt8](repeating: 3, count: 62))
    case "empty": try overwrite(path, [])
    default: try replace(path, by: kind, linkTo: "\(store.path(of: vault))/\(entry.text)")
    }
    #expect(try store.redeem(code, now: now) == nil)
    #expect(try store.bytes(of: vault) == [[1]])
  }
}
