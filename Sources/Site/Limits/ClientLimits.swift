/// The limits on what one client may do, as counted by this program; 0 means no limit.
///
/// A family never reaches them, nor does a class of 30 with one address: its pupils may each press
/// a button every 0.6 seconds, and open a page with six games a dozen times in an hour.
package struct ClientLimits: Equatable, Sendable {
  /// Forms and API calls in a minute.
  package var posts = 3000
  /// Sessions begun in an hour.
  package var sessions = 3000
  /// Vaults begun in an hour.
  package var vaults = 120
  /// Questions about odds in a minute, and as many outlooks of rolls.
  package var odds = 60
  /// Codes without a room in a minute.
  package var wrongCodes = 30

  /// The highest value of each.
  package static let most = CountTable.Entry.highestCount

  /// Creates the default limits.
  package init() {}

  package var newPosts: RateLimit? { limit("posts", posts, seconds: 60) }
  package var newSessions: RateLimit? { limit("sessions", sessions, seconds: 3600) }
  package var newVaults: RateLimit? { limit("vaults", vaults, seconds: 3600) }
  /// The limit on odds that have to be computed.
  var questions: RateLimit? { limit("odds", odds, seconds: 60) }
  /// The limit on outlooks of rolls that have to be computed.
  package var rollOdds: RateLimit? { limit("outlooks", odds, seconds: 60) }
  package var wrongRoomCodes: RateLimit? { limit("room codes", wrongCodes, seconds: 60) }

  private func limit(_ name: String, _ count: Int, seconds: Int) -> RateLimit? {
    count == 0 ? nil : RateLimit(name, count: count, seconds: seconds)
  }
}
