import ArgumentParser
import Site
import Storage
import Testing

@testable import dicehall

@Suite struct LimitOptionsTests {
  @Test func `limits are the usual ones unless the operator says otherwise`() throws {
    let usual = try LimitOptions.parse([])
    #expect(usual.limits == ClientLimits())
    #expect(usual.allowances == ClientAllowances())
    let limits = try LimitOptions.parse([
      "--posts-per-minute", "1", "--sessions-per-hour", "2", "--vaults-per-hour", "3",
      "--rooms-per-day", "4", "--cloud-saves-per-hour", "60", "--odds-per-minute", "4095",
      "--wrong-codes-per-minute", "5",
    ])
    #expect([limits.limits.posts, limits.limits.sessions, limits.limits.vaults] == [1, 2, 3])
    #expect(limits.limits.odds == 4095 && limits.limits.wrongCodes == 5)
    #expect(limits.allowances.roomsPerDay == 4)
    #expect(limits.allowances.newRecords == Allowance(count: 10, seconds: 600))
  }

  @Test func `0 switches a limit off`() throws {
    let off = try LimitOptions.parse(["--rooms-per-day", "0", "--cloud-saves-per-hour", "0"])
    #expect(off.allowances == ClientAllowances(roomsPerDay: nil, newRecords: nil))
  }

  @Test(arguments: [(1, 1, 3600), (5, 1, 720), (6, 1, 600), (7, 1, 514), (720, 120, 600)])
  func `a sixth of an hour's saves may come at once`(saves: Int, count: Int, seconds: Int) throws {
    let options = try LimitOptions.parse(["--cloud-saves-per-hour", "\(saves)"])
    #expect(options.allowances.newRecords == Allowance(count: count, seconds: seconds))
  }

  @Test(arguments: [
    "posts-per-minute", "sessions-per-hour", "vaults-per-hour", "rooms-per-day",
    "cloud-saves-per-hour", "odds-per-minute", "wrong-codes-per-minute",
  ])
  func `a limit that can't be counted is refused`(option: String) {
    for number in ["-1", "4096", "x"] {
      #expect(throws: (any Error).self) { try LimitOptions.parse(["--\(option)=\(number)"]) }
    }
  }

  /// The options that a command line has, and then the environment.
  private func options(_ words: String..., settings: [String: String]) throws -> LimitOptions {
    try Environment.$foreign.withValue(settings) {
      let options = try LimitOptions.parse(words)
      try options.validate()
      return options
    }
  }

  @Test func `the environment counts where the command line says nothing`() throws {
    let settings = ["DICEHALL_POSTS_PER_MINUTE": "7"]
    try Environment.$foreign.withValue(settings) {
      let posts = [
        try options(settings: settings).limits.posts,
        try options("--posts-per-minute", "8", settings: settings).limits.posts,
      ]
      #expect(posts == [7, 8])
    }
    #expect(throws: (any Error).self) {
      try options(settings: ["DICEHALL_ODDS_PER_MINUTE": "5000"])
    }
  }
}
