import Fakes
import Storage
import Synchronization
import Testing

/// What every engine keeps to when vaults move to another browser.
@Suite struct TransferTests {
  private let place = TemporaryPlace()
  /// Some moment, in seconds since 1970.
  private let now = 1_800_000_000

  @Test(arguments: Engine.lasting)
  func `a code leads to its vault once`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (vault, _) = try store.add([1], to: nil, now: now)
    let code = try #require(try store.makeTransferCode(for: vault, now: now))
    #expect(try store.isUnused(code, now: now))
    for other in [String(code.text.map { $0 == "2" ? "3" : "2" }), String(code.text.reversed())] {
      #expect(try store.redeem(other, now: now) == nil)
    }
    #expect(try engine.make(in: place).vaults.redeem(code, now: now) == vault)
    #expect(try !store.isUnused(code, now: now))
    #expect(try store.redeem(code, now: now) == nil)
  }

  @Test(arguments: Engine.lasting, [0, 1, 449, 899])
  func `a code is good for fifteen minutes`(engine: Engine, offset: Int) throws {
    let store = try engine.make(in: place).vaults
    // A multiple of 900, so that the offsets cover both ends of a quarter of an hour.
    let start = 1_800_000_000 + offset
    let (vault, _) = try store.add([1], to: nil, now: start)
    let early = try #require(try store.makeTransferCode(for: vault, now: start))
    let late = try #require(try store.makeTransferCode(for: vault, now: start))
    #expect(try store.isUnused(early, now: start + 900))
    #expect(try store.redeem(early, now: start + 900) == vault)
    #expect(try store.redeem(late, now: start + 901) == nil)
  }

  @Test(arguments: Engine.lasting)
  func `when many redeem a code at once, one gets the vault`(engine: Engine) throws {
    let store = try engine.make(in: place).vaults
    let (vault, _) = try store.add([1], to: nil, now: now)
    for _ in 0..<10 {
      let code = try #require(try store.makeTransferCode(for: vault, now: now)).text
      let winners = Mutex<[VaultID]>([])
      try onThreads(6) { _ in
        if let vault = try store.redeem(code, now: 1_800_000_000) {
          winners.withLock { $0.append(vault) }
        }
      }
      #expect(winners.withLock { $0 } == [vault])
    }
  }
}
