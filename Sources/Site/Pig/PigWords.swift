import Games

/// What the page says of a game: the outcome first, then what it means.
struct PigWords {
  let headline, explanation: String
  /// How the last turn ended, in a word or two; `nil` while it goes on.
  let verdict: String?
  /// The last turn that was played.
  let turn: PigTurn?

  init(_ table: PigTable) {
    let game = table.game
    let turn = PigTurn(table.log)
    self.turn = turn
    let next = game.name(game.turn)
    guard let turn else {
      headline = "\(next) begins"
      explanation = """
        Roll as often as you dare: 2 to 6 add to your turn, a 1 loses them. Hold to bank them. \
        First to \(game.goal) wins.
        """
      verdict = nil
      return
    }
    let player = game.name(turn.seat)
    let score = game[turn.seat].score
    let final = "\(score) to \(game[turn.seat.other].score)"
    verdict = turn.ending?.verdict
    if turn.isComputers {
      let answer =
        switch turn.ending {
        case .won: "\(player) wins \(final)"
        case .held: "\(player) held \(turn.total)"
        case .piggedOut, nil: "\(player) pigged out"
        }
      headline = turn.before.map { "\(game.name($0.seat)) \($0.words), \(answer)" } ?? answer
      let rolls = "\(player) rolled \(turn.list)"
      explanation =
        game.isOver
        ? "\(rolls) and held. A new game is one press away."
        : "\(rolls) and has \(score). \(next) is to roll."
      return
    }
    switch turn.ending {
    case .won:
      headline = "Congratulations, \(player): you win \(final)"
      explanation = "A new game is one press away."
    case .held:
      headline = "\(player) held \(turn.total): score \(score)"
      explanation = "\(next) is to roll."
    case .piggedOut:
      headline = "\(player) rolled 1: pigged out"
      explanation =
        (turn.total > 0 ? "\(turn.total) points are lost. " : "No points were lost. ")
        + "\(next) is to roll."
    case nil:
      headline = "\(player) rolled \(turn.values.last ?? 0): turn total \(game.turnTotal)"
      explanation =
        game.wouldWin
        ? "Hold now and \(player) wins with \(score + game.turnTotal)."
        : "Roll again, or hold to have \(score + game.turnTotal)."
    }
  }
}

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
    var place = log.events.endIndex
    search: while place > log.events.startIndex {
      let event = log.events[place - 1]
      switch event {
      case .renamed, .opponentChanged: break
      case .started: break search
      case .rolled(let player, let value, _):
        guard seat == nil || seat == player else { break search }
        seat = player
        values.append(value)
      case .piggedOut(let player):
        guard seat == nil else { break search }
        seat = player
        ending = .piggedOut
      case .held(let player, _, _):
        guard seat == nil || ending == .won && values.isEmpty else { break search }
        seat = player
        ending = ending ?? .held
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
    total = values.filter { $0 > 1 }.reduce(0, +)
    isComputers = seat == .second && log.game.opponent != .person && ending != nil
    before = isComputers ? PigTurn.before(log.events[..<place]) : nil
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
  var list: String {
    let words = values.map(String.init)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
