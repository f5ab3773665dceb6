import Games
import Mustache
import Rooms

/// A match of Pig as a seat or a watcher sees it.
struct SeatMatch: Fielded {
  private let match: PigMatch
  private let opened: OpenRoom
  /// 0 for who only watches.
  private let seat: Int
  private let words: PigWords?

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, seat: Int, onWall: Bool = false) {
    guard let match = opened.match(onWall: onWall) else { return nil }
    self.match = match
    self.opened = opened
    self.seat = seat
    words = match.log.map { PigWords($0) }
  }

  static func declare(_ field: inout Fields<SeatMatch>) {
    field("headline") { $0.headline }
    field("explanation") { $0.explanation }
    field("verdict") { MatchWords.verdict($0.match, for: $0.seat) }
    field("isPlayer") { 1...2 ~= $0.seat }
    field("watches") { $0.seat > 2 }
    field("isOver") { $0.match.game?.isOver ?? false }
    field("canRoll") { $0.isYours }
    field("canHold") { $0.isYours && $0.match.game?.canHold == true }
    field("canPlayAgain") { $0.isOpen }
    field("wouldWin") { $0.isYours && $0.match.game?.wouldWin == true }
    field("turnTotal") { $0.match.game?.turnTotal ?? 0 }
    field("lastRoll") { $0.match.game?.lastRoll.map(String.init) ?? "none yet" }
    field("die") { $0.words?.turn?.dice.last.map { Face(value: $0) } }
    field("playingNow") { $0.playingNow }
    field("players") { match in
      match.match.game.map { game in Seat.allCases.map { MatchScore(seat: $0, game: game) } } ?? []
    }
    field("hasPlayers") { $0.match.game != nil }
    field("advice") { $0.advice }
    field("report") { $0.report }
    field("number") { _ in 1 }
    field("leftOut") { match in match.match.log.flatMap { $0.leftOut > 0 ? $0.leftOut : nil } }
    field("lines") { $0.match.log?.lines(newest: GameLog.newest) ?? [] }
  }

  private var isOpen: Bool { !opened.isClosed && !opened.room.isPaused }
  private var isYours: Bool { isOpen && seat > 0 && match.seatToMove == seat }

  var headline: String {
    MatchWords.headline(match, for: seat) ?? MatchWords.waiting(opened.room.seats.count)
  }

  private var explanation: String {
    guard let words, let game = match.game else { return MatchWords.invitation }
    if isYours { return "It’s your turn. \(words.explanation)" }
    if game.isOver { return 1...2 ~= seat && isOpen ? MatchWords.again : MatchWords.over }
    guard 1...2 ~= seat else { return words.explanation }
    return "It’s \(game.name(game.turn))’s turn. Yours comes after."
  }

  private var playingNow: String {
    guard let game = match.game, !game.isOver else { return "nobody" }
    return game.name(game.turn)
  }

  private var advice: PigAdviceText? {
    guard match.coach == .always, isYours, let game = match.game else { return nil }
    return PigAdviceText(advice: OptimalPig.shared(goal: game.goal).advice(at: game.position))
  }

  private var report: PigReport? {
    guard match.coach != .off, let log = match.log, log.game.isOver else { return nil }
    return PigReport(log)
  }
}

/// A row of the table of scores.
private struct MatchScore: Fielded {
  let seat: Seat
  let game: Pig

  static func declare(_ field: inout Fields<MatchScore>) {
    field("name") { $0.game.name($0.seat) }
    field("score") { $0.game[$0.seat].score }
    field("isPlaying") { !$0.game.isOver && $0.game.turn == $0.seat }
    field("isWinner") { $0.game.winner == $0.seat }
    field("missing") { row in
      row.game.winner == row.seat
        ? nil : "\(row.game.goal - row.game[row.seat].score) to go" as String?
    }
  }
}
