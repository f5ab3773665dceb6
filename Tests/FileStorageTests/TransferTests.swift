import Fakes
import Glibc
import Storage
import Synchronization
import Testing

@testable import FileStorage

@Suite struct TransferTests {
  let scratch = Scratch()
  private let now = 1_800_000_000

  @Test func `nothing is left of a code that was redeemed`() throws {
    let store = try scratch.vaults()
    let (vault, _) = try store.add([1], to: nil, now: now)
    let code = try #require(try store.makeTransferCode(for: vault, now: now))
    #expect(files(scratch.path).count == 2)
    #expect(try store.redeem(code, now: now) == vault)
    #expect(files(scratch.path).count == 1)
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
