import Games
import Mustache

/// A game's log in words, line by line, with the names as they were at the time.
struct PigStory {
  /// Oldest first, a line an event.
  private(set) var lines: [PigLine] = []
  /// By event whether a person played for Player 2 then.
  private(set) var isPersonal: [Bool] = []

  init(_ log: PigLog) {
    var teller = Teller(log.start)
    lines.reserveCapacity(log.events.count)
    isPersonal.reserveCapacity(log.events.count)
    for event in log.events {
      lines.append(teller.tell(event))
      isPersonal.append(teller.opponent == .person)
    }
  }

  /// Knows what an event alone does not say: names, scores and the turn total before it.
  private struct Teller {
    private(set) var opponent: Opponent
    private var firstName, secondName: String
    private var firstScore, secondScore: Int
    private var turnTotal: Int
    /// What a 1 took.
    private var lost = 0

    init(_ game: Pig) {
      opponent = game.opponent
      firstName = game.first.name.isolated
      secondName = game.second.name.isolated
      firstScore = game.first.score
      secondScore = game.second.score
      turnTotal = game.turnTotal
    }

    mutating func tell(_ event: PigEvent) -> PigLine {
      switch event {
      case .started(let goal, _, _, let opponent):
        let against =
          if case .computer(let strategy) = opponent {
            ", against the computer (\(strategy.name))"
          } else {
            ""
          }
        return line(.first, "starts: first to \(goal)\(against)", turnTotal: 0)
      case .rolled(let seat, let value, let total):
        lost = turnTotal
        turnTotal = total
        return line(seat, "rolled \(value)", die: value, turnTotal: total)
      case .piggedOut(let seat):
        let loss = lost > 0 ? ": \(lost) lost" : ""
        return line(seat, "pigged out\(loss)", turnTotal: 0, .piggedOut)
      case .held(let seat, let total, let score):
        turnTotal = 0
        if seat == .first { firstScore = score } else { secondScore = score }
        return line(seat, "held: \(total) banked", turnTotal: total, .held)
      case .won(let seat, let score): return line(seat, "won with \(score)", .won)
      case .renamed(let seat, let name): return rename(seat, name.isolated)
      case .namesSwapped:
        defer { swap(&firstName, &secondName) }
        return line(.first, "swaps names with \(secondName)")
      case .opponentChanged(let wish):
        defer { opponent = wish }
        return PigLine(
          player: wish == .person ? secondName : Pig.computerName,
          event: Teller.change(to: wish, from: opponent), score: secondScore)
      }
    }

    private func line(
      _ seat: Seat, _ event: String, die: Int? = nil, turnTotal: Int? = nil,
      _ kind: PigLine.Kind? = nil
    ) -> PigLine {
      let second = opponent == .person ? secondName : Pig.computerName
      return PigLine(
        player: seat == .first ? firstName : second, event: event, die: die, turnTotal: turnTotal,
        score: seat == .first ? firstScore : secondScore, kind: kind)
    }

    private mutating func rename(_ seat: Seat, _ name: String) -> PigLine {
      let before = seat == .first ? firstName : secondName
      if seat == .first { firstName = name } else { secondName = name }
      return PigLine(
        player: before, event: "is now called \(name)",
        score: seat == .first ? firstScore : secondScore)
    }

    private static func change(to wish: Opponent, from opponent: Opponent) -> String {
      switch (wish, opponent) {
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

  let player, event: String
  /// `1...6` for a roll.
  var die: Int?
  /// `nil` for what has nothing to do with a turn.
  var turnTotal: Int?
  /// The player's, after the event.
  let score: Int
  /// `nil` for events that decide nothing.
  var kind: Kind?
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
    // By scalars: a quote with an accent on it is a character of its own, but ends a cell all the same.
    var quoted = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !("\u{2068}"..."\u{2069}" ~= scalar) {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    return "\"\(isFormula == true ? "'" : "")\(String(quoted))\""
  }
}

extension Pig {
  /// What the page calls a player: the computer has a name of its own while it plays.
  func name(_ seat: Seat) -> String {
    seat == .second && opponent != .person ? Pig.computerName : self[seat].name.isolated
  }

  static let computerName = "Computer"
}
