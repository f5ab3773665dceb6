import Games
import Rooms
import Synchronization
import Web

/// Works out leagues beside everything else, one at a time, and remembers the last.
final class LeagueDesk: Sendable {
  /// How long a run may wait for its league, in milliseconds: many times what the longest takes.
  private static let patience = 20_000
  /// How many may wait while another league is worked out, as each takes a thread.
  private static let queue = 2

  private struct Question: Equatable {
    let strategies: [WrittenStrategy]
    let goal: Int
  }

  private struct State {
    var known: (question: Question, league: PigLeague)?
    var isBusy = false
    var waiting = 0
  }

  private enum Turn {
    case known(PigLeague)
    case mine
    case wait
  }

  private let state = Mutex(State())
  private let pause: Pause
  private let aside: Aside

  init(pause: @escaping Pause, aside: @escaping Aside) {
    self.pause = pause
    self.aside = aside
  }

  /// The league of strategies, from memory or worked out, unless `allow` refuses that.
  /// - Throws: `RoomRefusal.unfinished` if others are before it or it takes too long: when it's done, it
  ///   is remembered; whatever `allow` throws.
  func league(
    of strategies: [WrittenStrategy], goal: Int, allow: () throws -> Void = {}
  ) throws -> PigLeague {
    let question = Question(strategies: strategies, goal: goal)
    var waited = 0
    var isWaiting = false
    defer { if isWaiting { state.withLock { $0.waiting -= 1 } } }
    while waited < LeagueDesk.patience {
      switch turn(at: question) {
      case .known(let league): return league
      case .mine:
        do {
          try allow()
        } catch {
          state.withLock { $0.isBusy = false }
          throw error
        }
        return try workOut(question, after: waited)
      case .wait:
        if !isWaiting {
          isWaiting = state.withLock { state in
            guard state.waiting < LeagueDesk.queue else { return false }
            state.waiting += 1
            return true
          }
          guard isWaiting else { throw RoomRefusal.unfinished }
        }
        waited += max(1, pause())
      }
    }
    throw RoomRefusal.unfinished
  }

  private func turn(at question: Question) -> Turn {
    state.withLock { state in
      if let known = state.known, known.question == question { return .known(known.league) }
      guard !state.isBusy else { return .wait }
      state.isBusy = true
      return .mine
    }
  }

  private func workOut(_ question: Question, after waited: Int) throws(RoomRefusal) -> PigLeague {
    let result = Solution()
    aside(LeagueDesk.patience - waited) {
      let league = try? PigLeague(of: question.strategies, goal: question.goal)
      self.state.withLock { state in
        state.isBusy = false
        if let league { state.known = (question, league) }
      }
      result.league.withLock { $0 = league }
    }
    guard let league = result.league.withLock({ $0 }) else { throw .unfinished }
    return league
  }

  /// What is worked out aside: another room's league may follow it in memory at once.
  private final class Solution: Sendable {
    let league = Mutex<PigLeague?>(nil)
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
    guard form["press"] == "\(open.room.hostPress + 1)" else {
      guard let result = league.result else { throw RoomRefusal.pressRepeated }
      return result
    }
    guard !league.isUpToDate else { throw RoomRefusal.nothingThere }
    let entries = try league.entries()
    let strategies = entries.map(\.strategy)
    let found = try rooms.leagues.league(of: strategies, goal: league.goal) {
      guard let seconds = limiter?.spend(.leagues, by: request.client) else { return }
      throw Refusal(
        .tooManyRequests, "Your network has run leagues often enough for now.",
        heading: "Try again in a minute", retryAfter: seconds)
    }
    return StrategyLeague.Result(seats: entries.map(\.seat), league: found)
  }
}
