import Games

/// A class that writes strategies of Pig, which all meet each other whenever the host runs the league.
package struct StrategyLeague: Equatable, Sendable {
  /// What a run has found, of the strategies as they were then.
  package struct Result: Equatable, Sendable {
    /// Whose strategies they are, in the order of the league's players, who ascend.
    package let seats: [Int]
    package let league: PigLeague

    /// - Precondition: a seat for each strategy.
    package init(seats: [Int], league: PigLeague) { (self.seats, self.league) = (seats, league) }

    /// The player that a seat's strategy is; `nil` for a seat that had none.
    package func player(of seat: Int) -> Int? { seats.firstIndex(of: seat) }

    /// The seat of a player; `nil` for one of `PigLeague.standards`.
    package func seat(of player: Int) -> Int? { seats.indices ~= player ? seats[player] : nil }
  }

  /// How often a league may be run, as each takes some sixty thousand bytes of the record.
  package static let mostRuns = 50

  /// Points that win, in `PigLeague.goals`.
  package let goal: Int
  /// By seat, as they are now.
  package internal(set) var strategies: [Int: WrittenStrategy] = [:]
  /// Of the last run.
  package internal(set) var result: Result?
  package internal(set) var runs = 0
  /// The numbers of the last events by the host, at 0, and by each seat.
  var numbers: [Int: Int] = [:]

  /// - Throws: `RoomRefusal.setting` for a goal outside its limits.
  package init(goal: Int) throws(RoomRefusal) {
    guard PigLeague.goals ~= goal else { throw .setting }
    self.goal = goal
  }

  /// The seats that have a strategy, in order.
  package var seats: [Int] { strategies.keys.sorted() }

  /// Whether it has been run as often as it may be.
  package var isFinished: Bool { runs >= StrategyLeague.mostRuns }

  /// The number of the last event that changes what a seat sees: others' strategies don't.
  package func number(for seat: Int) -> Int { max(numbers[0] ?? 1, numbers[seat] ?? 1) }

  /// Whether the last run was of the strategies as they are now.
  package var isUpToDate: Bool {
    guard let result else { return false }
    return result.seats == seats
      && zip(result.seats, result.league.strategies).allSatisfy { strategies[$0] == $1 }
  }

  /// The strategies that a run lets meet.
  /// - Throws: `RoomRefusal.noStrategies`, `.tooManyStrategies`, `.tooManyRuns`.
  package func entries() throws(RoomRefusal) -> [(seat: Int, strategy: WrittenStrategy)] {
    guard !strategies.isEmpty else { throw .noStrategies }
    guard strategies.count <= PigLeague.mostStrategies else {
      throw .tooManyStrategies(strategies.count)
    }
    guard !isFinished else { throw .tooManyRuns }
    return strategies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Takes what a run has found.
  /// - Throws: `RoomRefusal.otherKind` for another goal, `.tooManyRuns`.
  mutating func take(_ result: Result) throws(RoomRefusal) {
    guard result.league.goal == goal else { throw .otherKind }
    guard !isFinished else { throw .tooManyRuns }
    self.result = result
    runs += 1
  }
}
