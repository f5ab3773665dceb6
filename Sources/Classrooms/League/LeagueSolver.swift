import Games
import Rooms
import Site
import Web

/// Computes leagues at low priority, one at a time, and caches the latest.
final class LeagueSolver: Sendable {
  /// The longest wait of a run for its league, in milliseconds: many times what the longest takes.
  private static let patience = 20_000
  /// The most runs that may wait for another league.
  private static let queue = 2

  private struct Question: Hashable {
    let strategies: [WrittenStrategy]
    let goal: Int
  }

  private let solver: BackgroundSolver<Question, PigLeague>

  init(pause: @escaping Pause, background: @escaping Background) {
    solver = BackgroundSolver(
      entries: 1, memory: 0,
      patience: .init(
        answer: LeagueSolver.patience, turn: LeagueSolver.patience, line: LeagueSolver.queue),
      pause: pause, background: background, size: { _, _ in 0 })
  }

  /// Returns the league of strategies, cached or computed unless `allow` throws; `count` is called
  /// when that begins.
  /// - Throws: `RoomRefusal.unfinished` if others are first or it takes too long, after which it is
  ///   cached; what `allow` throws.
  func league(
    of strategies: [WrittenStrategy], goal: Int, allow: () throws -> Void = {},
    count: @escaping @Sendable () -> Void = {}
  ) throws -> PigLeague {
    let question = Question(strategies: strategies, goal: goal)
    if let known = solver.known(question) { return known }
    try allow()
    do {
      return try solver.answer(to: question) {
        count()
        return try? PigLeague(of: strategies, goal: goal)
      }
    } catch {
      throw RoomRefusal.unfinished
    }
  }
}

extension RateLimit {
  /// The limit of a client's leagues, each of which takes some seconds of a processor.
  fileprivate static let leagues = RateLimit("leagues", count: 10, seconds: 60)
}

extension Visit {
  /// Runs the league for a press of the host.
  ///
  /// A press that won't count needs no league, and gets the last one.
  /// - Throws: `RoomRefusal`, `StorageError`; `Refusal` 429.
  func runLeague() throws -> StrategyLeague.Result {
    let open = try room()
    guard let league = open.room.league else { throw RoomRefusal.otherKind }
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
