import Games
import Mustache

/// A game's log in words, line by line, with the names as they were at the time.
struct PigStory {
  /// Oldest first, a line an event.
  private(set) var lines: [PigLine] = []
  /// By event whether a person played for Player 2 then.
  private(set) var isPersonal: [Bool] = []

  init(_ log: PigLog) {
    var teller = Teller(game: log.start)
    lines.reserveCapacity(log.events.count)
    for event in log.events {
      lines.append(teller.tell(event))
      isPersonal.append(teller.game.opponent == .person)
    }
  }

  /// Knows what an event alone does not say: names, scores and the turn total before it.
  private struct Teller {
    var game: PigGame

    mutating func tell(_ event: PigEvent) -> PigLine {
      let before = game
      // What only follows from a roll or a hold has happened with it.
      _ = try? game.replay(event)
      let seat = event.seat
      var line = PigLine(player: before.name(seat), score: game[seat].score)
      switch event {
      case .started(let goal, _, _, _):
        line.event = "starts: first to \(goal)"
        line.turnTotal = 0
      case .rolled(_, let value, let total):
        line.event = "rolled \(value)"
        line.die = value
        line.turnTotal = total
        lost = before.turnTotal
      case .piggedOut:
        line.event = lost > 0 ? "pigged out: \(lost) lost" : "pigged out"
        line.turnTotal = 0
        line.kind = .piggedOut
      case .held(_, let total, _):
        line.event = "held: \(total) banked"
        line.turnTotal = total
        line.kind = .held
      case .won(_, let score):
        line.event = "won with \(score)"
        line.kind = .won
      case .renamed(_, let name):
        line.player = before[seat].name.isolated
        line.event = "is now called \(name.isolated)"
      case .opponentChanged(let opponent):
        line.player = game.name(.second)
        line.event = Teller.change(to: opponent, from: before.opponent)
      }
      return line
    }

    /// What the turn total was when the last die fell.
    private var lost = 0

    init(game: PigGame) { self.game = game }

    private static func change(to opponent: Opponent, from before: Opponent) -> String {
      switch (opponent, before) {
      case (.person, _): "takes over from the computer"
      case (.computer(let strategy), .person): "takes over, playing \(strategy.name)"
      case (.computer(let strategy), _): "now plays \(strategy.name)"
      }
    }
  }
}

/// A line of the history.
struct PigLine {
  enum Kind {
    case piggedOut, held, won
  }

  var player: String
  var event = ""
  /// `1...6` for a roll.
  var die: Int?
  /// `nil` for what has nothing to do with a turn.
  var turnTotal: Int?
  /// The player's, after the event.
  let score: Int
  /// `nil` for events that decide nothing.
  var kind: Kind?

  init(player: String, score: Int) {
    self.player = player
    self.score = score
  }
}

extension PigLine: Fielded {
  static func declare(_ field: inout Fields<PigLine>) {
    field("player") { $0.player }
    field("event") { $0.event }
    field("die") { $0.die }
    field("glyph") { $0.die?.dieGlyph }
    field("turnTotal") { $0.turnTotal }
    field("score") { $0.score }
    field("isPiggedOut") { $0.kind == .piggedOut }
    field("isHeld") { $0.kind == .held }
    field("isWon") { $0.kind == .won }
  }
}

extension PigLog {
  /// A table as RFC 4180 has it, oldest first, with the same columns as the page.
  var csv: [UInt8] {
    var text = "Player,Event,Die,Turn total,Score\r\n"
    for line in PigStory(self).lines {
      let cells = [
        PigLog.cell(line.player), PigLog.cell(line.event), line.die.map(String.init) ?? "",
        line.turnTotal.map(String.init) ?? "", String(line.score),
      ]
      text += cells.joined(separator: ",") + "\r\n"
    }
    return Array(text.utf8)
  }

  /// Quoted, and so that no table program takes a name for a formula.
  private static func cell(_ text: String) -> String {
    let isFormula = text.unicodeScalars.first.map {
      "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0)
    }
    let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    return "\"\(isFormula == true ? "'" : "")\(quoted)\""
  }
}

extension PigGame {
  /// What the page calls a player: the computer has a name of its own while it plays.
  func name(_ seat: Seat) -> String {
    seat == .second && opponent != .person ? PigGame.computerName : self[seat].name.isolated
  }

  static let computerName = "Computer"
}
