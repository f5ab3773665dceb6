import Games

/// A class's strategies of Pig; each time the host runs the league, all of them meet each other.
package struct StrategyLeague: Equatable, Sendable {
  /// The result of a run, of the strategies at that time.
  package struct Result: Equatable, Sendable {
    /// The seats of the league's first players, in ascending order.
    package let seats: [Int]
    package let league: PigLeague

    /// - Precondition: There is a seat for each strategy.
    package init(seats: [Int], league: PigLeague) { (self.seats, self.league) = (seats, league) }

    /// Returns the player of a seat; `nil` for a seat without a strategy.
    package func player(of seat: Int) -> Int? { seats.firstIndex(of: seat) }

    /// Returns the seat of a player; `nil` for one of `PigLeague.standards`.
    package func seat(of player: Int) -> Int? { seats.indices ~= player ? seats[player] : nil }
  }

  /// The most runs of a league, as each takes about sixty thousand bytes of the record.
  package static let mostRuns = 50

  /// The points that win, in `PigLeague.goals`.
  package let goal: Int
  /// The current strategies by seat.
  package internal(set) var strategies: [Int: WrittenStrategy] = [:]
  /// The result of the last run.
  package internal(set) var result: Result?
  package internal(set) var runs = 0
  /// The number of the host's last event, under 0, and of each seat's.
  var numbers: [Int: Int] = [:]

  /// - Throws: `RoomRefusal.setting` for a goal outside its limits.
  package init(goal: Int) throws(RoomRefusal) {
    guard PigLeague.goals ~= goal else { throw .setting }
    self.goal = goal
  }

  /// The seats that have a strategy, in order.
  package var seats: [Int] { strategies.keys.sorted() }

  /// Whether there may be no more runs.
  package var isFinished: Bool { runs >= StrategyLeague.mostRuns }

  /// Returns the number of the last event that changes a seat's page, which others' strategies
  /// don't.
  package func number(for seat: Int) -> Int { max(numbers[0] ?? 1, numbers[seat] ?? 1) }

  /// Whether no strategy has changed since the last run.
  package var isUpToDate: Bool {
    guard let result else { return false }
    return result.seats == seats
      && zip(result.seats, result.league.strategies).allSatisfy { strategies[$0] == $1 }
  }

  /// Returns the strategies that meet in a run.
  /// - Throws: `RoomRefusal.noStrategies`, `.tooManyStrategies`, `.tooManyRuns`.
  package func entries() throws(RoomRefusal) -> [(seat: Int, strategy: WrittenStrategy)] {
    guard !strategies.isEmpty else { throw .noStrategies }
    guard strategies.count <= PigLeague.mostStrategies else {
      throw .tooManyStrategies(strategies.count)
    }
    guard !isFinished else { throw .tooManyRuns }
    return strategies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Keeps the result of a run.
  /// - Throws: `RoomRefusal.otherKind` for another goal, `.tooManyRuns`.
  mutating func take(_ result: Result) throws(RoomRefusal) {
    guard result.league.goal == goal else { throw .otherKind }
    guard !isFinished else { throw .tooManyRuns }
    self.result = result
    runs += 1
  }
}
