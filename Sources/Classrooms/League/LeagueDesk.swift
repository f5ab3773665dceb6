import Games
import Rooms
import Site
import Web

/// Works out leagues beside everything else, one at a time, and remembers the last.
final class LeagueDesk: Sendable {
  /// How long a run may wait for its league, in milliseconds: many times what the longest takes.
  private static let patience = 20_000
  /// How many may wait while another league is worked out.
  private static let queue = 2

  private struct Question: Hashable {
    let strategies: [WrittenStrategy]
    let goal: Int
  }

  private let desk: AsideDesk<Question, PigLeague>

  init(pause: @escaping Pause, aside: @escaping Aside) {
    desk = AsideDesk(
      entries: 1, memory: 0,
      patience: .init(
        answer: LeagueDesk.patience, turn: LeagueDesk.patience, line: LeagueDesk.queue),
      pause: pause, aside: aside, size: { _, _ in 0 })
  }

  /// The league of strategies, from memory or worked out, unless `allow` refuses that; `count` is
  /// called when that begins.
  /// - Throws: `RoomRefusal.unfinished` if others are before it or it takes too long: when it's done, it
  ///   is remembered; whatever `allow` throws.
  func league(
    of strategies: [WrittenStrategy], goal: Int, allow: () throws -> Void = {},
    count: @escaping @Sendable () -> Void = {}
  ) throws -> PigLeague {
    let question = Question(strategies: strategies, goal: goal)
    if let known = desk.known(question) { return known }
    try allow()
    do {
      return try desk.answer(to: question) {
        count()
        return try? PigLeague(of: strategies, goal: goal)
      }
    } catch {
      throw RoomRefusal.unfinished
    }
  }
}

extension RateLimit {
  /// How often a client may run leagues, each some seconds of a processor.
  fileprivate static let leagues = RateLimit("leagues", count: 10, seconds: 60)
}

extension Visit {
  /// What the host's press to run a league comes to.
  ///
  /// A press that won't count needs no league: the last one stands for it.
  /// - Throws: `RoomRefusal`, `StorageError`; `Refusal` 429.
  func runLeague() throws -> StrategyLeague.Result {
    let open = try room()
    guard case .league(let league) = open.room.play else { throw RoomRefusal.otherKind }
    guard !open.isClosed else { throw RoomRefusal.closed }
    do throws(RoomRefusal) {
      try open.room.check(press: sentPress, by: .host)
    } catch {
      guard let result = league.result else { throw error }
      return result
    }
    guard !league.isUpToDate else { throw RoomRefusal.nothingThere }
    let entries = try league.entries()
    let (limiter, client) = (limiter, request.client)
    let found = try rooms.leagues.league(
      of: entries.map(\.strategy), goal: league.goal,
      allow: {
        guard let seconds = limiter?.wait(.leagues, by: client) else { return }
        throw Refusal(
          .tooManyRequests, "Your network has run leagues often enough for now.",
          heading: "Try again in a minute", retryAfter: seconds)
      }, count: { _ = limiter?.spend(.leagues, by: client) })
    return StrategyLeague.Result(seats: entries.map(\.seat), league: found)
  }
}
