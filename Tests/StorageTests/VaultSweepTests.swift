import Fakes
import Foundation
import Storage
import Testing

/// When vaults are deleted.
@Suite struct VaultSweepTests {
  private let place = TemporaryPlace()
  private let now = Int(Date.now.timeIntervalSince1970)
  private let day = 86_400

  private func sweep(_ vaults: any VaultStorage, afterDays days: Double) throws -> Int {
    try (UInt8.min...UInt8.max).reduce(0) {
      $0 + (try vaults.sweepVaults(slice: $1, now: now + Int(days * Double(day))))
    }
  }

  @Test(arguments: Engine.lasting)
  func `an empty vault goes after a day, and one with a character doesn't`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let kept = try vaults.add([1], to: nil, now: now)
    let emptied = try vaults.add([2], to: nil, now: now)
    let isRemoved = try vaults.remove(emptied.entry, from: emptied.vault, now: now)
    #expect(isRemoved)
    #expect(try sweep(vaults, afterDays: 0.99) == 0)
    #expect(try vaults.restore(emptied.entry, to: emptied.vault, now: now + 60))
    #expect(try vaults.remove(emptied.entry, from: emptied.vault, now: now + 60))
    #expect(try sweep(vaults, afterDays: 1.01) == 1)
    #expect(try vaults.entries(of: emptied.vault) == nil)
    #expect(try sweep(vaults, afterDays: 399) == 0)
    #expect(try vaults.bytes(of: kept.vault) == [[1]])
    // Its key leads nowhere, and is not adopted.
    let again = try vaults.add([3], to: emptied.vault, now: now)
    #expect(again.vault != emptied.vault)
  }

  @Test(arguments: Engine.lasting)
  func `a vault goes 400 days after its last visit`(engine: Engine) throws {
    let vaults = try engine.make(in: place).vaults
    let (vault, entry) = try vaults.add([1], to: nil, now: now)
    _ = try vaults.add([2], to: vault, now: now)
    // From here on visits are known.
    #expect(try sweep(vaults, afterDays: 0) == 0)
    #expect(try sweep(vaults, afterDays: 399.9) == 0)
    #expect(try vaults.read(entry, of: vault)?.bytes == [1])
    #expect(try sweep(vaults, afterDays: 400.1) == 1)
    #expect(try vaults.entries(of: vault) == nil)
    #expect(try vaults.read(entry, of: vault) == nil)
    #expect(try sweep(vaults, afterDays: 400.1) == 0)
  }
}
