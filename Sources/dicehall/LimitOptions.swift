import ArgumentParser
import Site
import Storage

/// Options on how often one client may do what costs something; 0 means no limit.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Forms and calls of programs that one client may send in a minute. (default: 3000)")
  private var postsPerMinute: Int?

  @Option(
    parsing: .unconditional,
    help: "Sessions that one client may begin in an hour. (default: 3000)")
  private var sessionsPerHour: Int?

  @Option(
    parsing: .unconditional, help: "Vaults that one client may begin in an hour. (default: 120)")
  private var vaultsPerHour: Int?

  @Option(parsing: .unconditional, help: "Rooms that one client may open in a day. (default: 100)")
  private var roomsPerDay: Int?

  @Option(
    parsing: .unconditional,
    help: "Characters that one client may put on the cloud in an hour. (default: 720)")
  private var cloudSavesPerHour: Int?

  @Option(
    parsing: .unconditional,
    help: "Odds that one client may have worked out in a minute. (default: 60)")
  private var oddsPerMinute: Int?

  @Option(
    parsing: .unconditional,
    help: "Wrong codes of rooms that one client may try in a minute. (default: 30)")
  private var wrongCodesPerMinute: Int?

  func validate() throws {
    for (name, typed) in [
      ("POSTS_PER_MINUTE", postsPerMinute), ("SESSIONS_PER_HOUR", sessionsPerHour),
      ("VAULTS_PER_HOUR", vaultsPerHour), ("ROOMS_PER_DAY", roomsPerDay),
      ("CLOUD_SAVES_PER_HOUR", cloudSavesPerHour), ("ODDS_PER_MINUTE", oddsPerMinute),
      ("WRONG_CODES_PER_MINUTE", wrongCodesPerMinute),
    ] { try Environment.check(name, typed, in: 0...ClientLimits.most) }
  }

  /// The limits that this program counts in memory.
  var limits: ClientLimits {
    var limits = ClientLimits()
    limits.posts = postsPerMinute ?? Environment.number("POSTS_PER_MINUTE") ?? limits.posts
    limits.sessions = sessionsPerHour ?? Environment.number("SESSIONS_PER_HOUR") ?? limits.sessions
    limits.vaults = vaultsPerHour ?? Environment.number("VAULTS_PER_HOUR") ?? limits.vaults
    limits.odds = oddsPerMinute ?? Environment.number("ODDS_PER_MINUTE") ?? limits.odds
    limits.wrongCodes =
      wrongCodesPerMinute ?? Environment.number("WRONG_CODES_PER_MINUTE") ?? limits.wrongCodes
    return limits
  }

  /// The allowances that the storage counts.
  var allowances: ClientAllowances {
    var allowances = ClientAllowances()
    if let rooms = roomsPerDay ?? Environment.number("ROOMS_PER_DAY") {
      allowances.roomsPerDay = rooms == 0 ? nil : rooms
    }
    if let saves = cloudSavesPerHour ?? Environment.number("CLOUD_SAVES_PER_HOUR") {
      // At once, as many as are regained in ten minutes, and at least one.
      let count = max(1, saves / 6)
      allowances.newRecords =
        saves == 0 ? nil : Allowance(count: count, seconds: 3600 * count / saves)
    }
    return allowances
  }
}
