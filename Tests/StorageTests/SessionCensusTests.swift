import Fakes
import Foundation
import Storage
import Testing

/// Which sessions make room for new ones.
@Suite struct SessionCensusTests {
  private let place = TemporaryPlace()
  /// A moment at the start of a minute, in seconds since 1970.
  private let now = 30_000_000 * 60

  /// Sessions of so many bytes each, by how many minutes ago they were last used.
  private func census(_ counts: [(minutes: Int, count: Int)], bytes: Int = 1000) -> SessionCensus {
    var census = SessionCensus()
    for (minutes, count) in counts {
      for _ in 0..<count { census.add(used: now - 60 * minutes, bytes: bytes) }
    }
    return census
  }

  private func sweeps(_ census: SessionCensus, sessions: Int? = nil, bytes: Int? = nil) -> [[Int]] {
    census.sweeps(for: SessionCap(sessions: sessions, bytes: bytes), now: now)
      .map { [$0.idleSeconds, $0.most == .max ? -1 : $0.most] }
  }

  @Test func `the oldest go until a sixteenth is free, and of the last minute only some`() {
    let census = census([(100, 10), (50, 10), (40, 10), (30, 50)])
    #expect(census.count == 80 && census.bytes == 80_000)
    // 75 of 80 may stay.
    #expect(sweeps(census, sessions: 80) == [[5941, 5]])
    // 60 of 64.
    #expect(sweeps(census, sessions: 64) == [[2941, -1]])
    // 56 of 59.
    #expect(sweeps(census, sessions: 59) == [[2941, -1], [2341, 4]])
    #expect(sweeps(census, sessions: 86).isEmpty)
    #expect(sweeps(census).isEmpty && sweeps(census, sessions: 0, bytes: 0).isEmpty)
  }

  @Test func `bytes count as sessions do`() {
    let census = census([(100, 10), (50, 70)])
    #expect(sweeps(census, bytes: 80_000) == [[5941, 5]])
    #expect(sweeps(census, bytes: 64_000) == [[5941, -1], [2941, 10]])
    #expect(sweeps(census, sessions: 80, bytes: 64_000) == [[5941, -1], [2941, 10]])
  }

  @Test func `those in use stay, however many they are`() {
    #expect(sweeps(census([(0, 100), (9, 100), (10, 100), (-3, 100)]), sessions: 10).isEmpty)
    #expect(sweeps(census([(0, 100), (11, 7)]), sessions: 10) == [[601, -1]])
  }

  @Test(arguments: [(94, false, false), (95, true, false), (99, true, false), (100, true, true)])
  func `a cap is reached at its number, and near a sixteenth before`(
    number: Int, isNear: Bool, isReached: Bool
  ) {
    let sessions = SessionCap(sessions: 100, bytes: nil)
    let bytes = SessionCap(sessions: nil, bytes: 100)
    #expect(sessions.isNear(count: number, bytes: .max) == isNear)
    #expect(sessions.isReached(count: number, bytes: .max) == isReached)
    #expect(bytes.isNear(count: .max, bytes: number) == isNear)
    #expect(bytes.isReached(count: .max, bytes: number) == isReached)
    let none = SessionCap(sessions: 0, bytes: 0)
    #expect(!none.isNear(count: .max, bytes: .max) && !none.isReached(count: .max, bytes: .max))
  }

  @Test(arguments: Engine.allCases)
  func `an engine counts its sessions and trims them to a cap`(engine: Engine) throws {
    let storage = try engine.make(in: place)
    let sessions = storage.sessions
    var random = SystemRandomNumberGenerator()
    let ids = (0..<40).map { _ in SessionID(using: &random) }
    for id in ids { try sessions.create([UInt8](repeating: 1, count: 5000), as: id) }
    let (vault, _) = try storage.vaults.add([1], to: nil, holding: nil, now: now)
    let census = try sessions.census()
    #expect(census.count == 40)
    #expect(40 * 5000...40 * 20_000 ~= census.bytes)
    let cap = SessionCap(sessions: 32, bytes: nil)
    // All of them have just been used.
    let (before, none) = try sessions.trim(to: cap, now: time(after: 0))
    #expect(before == census && none == 0)
    let (_, removed) = try sessions.trim(to: cap, now: time(after: 20_000))
    #expect(removed == 10)
    #expect(try sessions.census().count == 30)
    #expect(try ids.count { try sessions.load($0, for: .reading) != nil } == 30)
    #expect(try storage.vaults.bytes(of: vault) == [[1]])
  }

  /// So many seconds from now.
  private func time(after seconds: Int) -> Int { Int(Date.now.timeIntervalSince1970) + seconds }
}
