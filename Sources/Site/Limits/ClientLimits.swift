/// How often one client may do what this program counts itself; 0 is as often as it likes.
///
/// A family never meets one of them, nor does a class of 30 behind one address: its pupils may each
/// press a button every 0.6 seconds, and open a page with six games a dozen times in an hour.
package struct ClientLimits: Equatable, Sendable {
  /// Forms and calls of programs in a minute.
  package var posts = 3000
  /// Sessions begun in an hour.
  package var sessions = 3000
  /// Vaults begun in an hour.
  package var vaults = 120
  /// Questions about odds in a minute, and as many chances beside rolls.
  package var odds = 60
  /// Codes in a minute that never led to a room.
  package var wrongCodes = 30

  /// The most that any of them may be.
  package static let most = CountTable.Entry.highestCount

  /// The usual ones.
  package init() {}

  var newPosts: RateLimit? { limit("posts", posts, seconds: 60) }
  var newSessions: RateLimit? { limit("sessions", sessions, seconds: 3600) }
  package var newVaults: RateLimit? { limit("vaults", vaults, seconds: 3600) }
  /// Odds that have to be worked out.
  var questions: RateLimit? { limit("odds", odds, seconds: 60) }
  /// Chances beside a roll that have to be worked out.
  var rollOdds: RateLimit? { limit("outlooks", odds, seconds: 60) }
  var wrongRoomCodes: RateLimit? { limit("room codes", wrongCodes, seconds: 60) }

  private func limit(_ name: String, _ count: Int, seconds: Int) -> RateLimit? {
    count == 0 ? nil : RateLimit(name, count: count, seconds: seconds)
  }
}
