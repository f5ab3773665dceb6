import Games

/// The last turn of a game, found in its log.
struct PigTurn {
  enum Ending {
    case piggedOut, held, won

    var verdict: String {
      switch self {
      case .piggedOut: "Pigged out"
      case .held: "Held"
      case .won: "Won"
      }
    }
  }

  let seat: Seat
  /// Whether the computer played for Player 2 then, whoever does so now.
  private let isAgainstComputer: Bool
  /// The computer ended it, so that the page shows the whole run of its dice.
  let isComputers: Bool
  /// Its dice in order, as far as the log has them.
  let values: [Int]
  /// `nil` while it goes on.
  let ending: Ending?
  /// What it gained or, with a 1, lost.
  let total: Int
  /// How the turn before it ended, where this one is the computer's answer to it.
  let before: Before?
  /// The turn total with which the computer took over from a person; 0 where it began the turn.
  let takenOver: Int

  /// The end of an earlier turn.
  struct Before {
    let seat: Seat
    let die: Int?
    let words: String
  }

  /// - Returns: `nil` before the first roll.
  init?(_ log: PigLog) {
    var values: [Int] = []
    var ending: Ending?
    var seat: Seat?
    var banked: Int?
    let opponent = PigTurn.opponent(in: log)
    var place = log.events.endIndex
    search: while place > log.events.startIndex {
      let event = log.events[place - 1]
      switch event {
      case .renamed, .namesSwapped: break
      case .opponentChanged:
        // What a person had rolled before the computer took over is not the computer's.
        guard seat != .second || opponent == .person else { break search }
      case .started: break search
      case .rolled(let player, let value, _):
        guard seat == nil || seat == player else { break search }
        seat = player
        values.append(value)
      case .piggedOut(let player):
        guard seat == nil else { break search }
        seat = player
        ending = .piggedOut
      case .held(let player, let total, _):
        guard seat == nil || ending == .won && values.isEmpty else { break search }
        seat = player
        ending = ending ?? .held
        banked = total
      case .won(let player, _):
        seat = player
        ending = .won
      }
      place -= 1
    }
    guard let seat else { return nil }
    self.seat = seat
    self.values = values.reversed()
    self.ending = ending
    total = banked ?? values.filter { $0 > 1 }.reduce(0, +)
    isAgainstComputer = opponent != .person
    isComputers = seat == .second && isAgainstComputer && ending != nil
    let earlier = log.events[..<place]
    takenOver = isComputers ? PigTurn.turnTotal(after: earlier, from: log.start) : 0
    before = isComputers && takenOver == 0 ? PigTurn.before(earlier) : nil
  }

  /// Who played for Player 2 when the last die was rolled or held.
  private static func opponent(in log: PigLog) -> Opponent {
    var now = log.start.opponent
    var then = now
    for event in log.events {
      switch event {
      case .opponentChanged(let opponent): now = opponent
      case .started, .renamed, .namesSwapped: break
      case .rolled, .piggedOut, .held, .won: then = now
      }
    }
    return then
  }

  /// What a player is called who took this turn or the one before.
  func name(_ seat: Seat, in game: Pig) -> String {
    seat == .second && isAgainstComputer
      ? Pig.computerName : game[seat].name.isolated
  }

  private static func turnTotal(after events: ArraySlice<PigEvent>, from start: Pig) -> Int {
    for event in events.reversed() {
      switch event {
      case .rolled(_, _, let total): return total
      case .started, .piggedOut, .held, .won: return 0
      case .renamed, .namesSwapped, .opponentChanged: continue
      }
    }
    return start.turnTotal
  }

  private static func before(_ events: ArraySlice<PigEvent>) -> Before? {
    for event in events.reversed() {
      switch event {
      case .piggedOut(let seat): return Before(seat: seat, die: 1, words: "pigged out")
      case .held(let seat, let total, _):
        return Before(seat: seat, die: nil, words: "held \(total)")
      default: continue
      }
    }
    return nil
  }

  /// `4, 5 and 3`.
  var list: String { values.map(String.init).listed() }
}
