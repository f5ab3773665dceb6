import Games
import Mustache
import Rooms
import Site

/// A match of Pig on the page of a seat or a watcher.
struct SeatMatch: Fielded {
  private let match: PigMatch
  private let opened: OpenRoom
  /// The seat's number; 0 for somebody who only watches.
  private let seat: Int
  private let words: PigWords?

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, seat: Int, onWall: Bool = false) {
    guard let match = opened.match(of: seat, onWall: onWall) else { return nil }
    self.match = match
    self.opened = opened
    self.seat = seat
    words = match.log.map { PigWords($0) }
  }

  static func declare(_ field: inout Fields<SeatMatch>) {
    field("headline") { $0.headline }
    field("explanation") { $0.explanation }
    field("verdict") { MatchWords.verdict($0.match, for: $0.seat) }
    field("isPlayer") { $0.isPlayer }
    field("watches") { $0.watches }
    field("isOver") { $0.match.game?.isOver ?? false }
    field("canRoll") { $0.isYours }
    field("canHold") { $0.isYours && $0.match.game?.canHold == true }
    field("playsAgain") { !$0.isOfPairs }
    field("canPlayAgain") { $0.isOpen && !$0.match.isWaiting }
    field("hasFreePlace") { !$0.match.freePlaces.isEmpty }
    field("areAllFree") { $0.match.freePlaces.count == Seat.allCases.count }
    field("place") { match in
      match.match.freePlaces.first.flatMap { match.match.game?.name($0) }
    }
    field("canTakePlace") { $0.isOpen }
    field("waiting") { $0.seat == 0 ? $0.waiting : nil }
    field("invites") { $0.invites }
    field("wouldWin") { $0.isYours && $0.match.game?.wouldWin == true }
    field("turnTotal") { $0.match.game?.turnTotal ?? 0 }
    field("lastRoll") { $0.match.game?.lastRoll.map(String.init) ?? "none yet" }
    field("die") { $0.words?.turn?.dice.last.map { Face(value: $0) } }
    field("playingNow") { $0.playingNow }
    field("players") { $0.players }
    field("advice") { $0.advice }
    field("report") { $0.report }
    field("number") { _ in 1 }
    field("leftOut") { match in match.match.log.flatMap { $0.leftOut > 0 ? $0.leftOut : nil } }
    field("lines") { $0.match.log?.matchLines(newest: GameLog.newest) ?? [] }
  }

  /// The rows of the score table; none before the first game.
  private var players: [PigScore] {
    guard let game = match.game else { return [] }
    return Seat.allCases.map {
      PigScore(
        name: game.name($0), game: game, place: $0, isFree: match.freePlaces.contains($0),
        isWaiting: match.isWaiting, missing: game.missing($0))
    }
  }

  private var isOfPairs: Bool { opened.room.pairs != nil }
  private var isOpen: Bool { !opened.isClosed && !opened.room.isPaused }
  private var isPlayer: Bool { match.place(of: seat) != nil }
  private var watches: Bool { seat > 0 && !isPlayer }
  /// Whether somebody is here who could take a free place.
  private var hasWatchers: Bool {
    !opened.isClosed
      && opened.room.seats.contains { !$0.isRemoved && match.place(of: $0.number) == nil }
  }
  /// Whether a player still waits for an opponent, who needs the code.
  private var invites: Bool { isPlayer && match.game == nil && !isOfPairs && opened.takesSeats }
  private var isYours: Bool { isOpen && seat > 0 && match.seatToMove == seat && !match.isWaiting }

  /// What happens with a free place, and whose it was unless the headline says so.
  private var waiting: String? {
    guard match.isWaiting, !opened.isClosed else { return nil }
    let whoPlaysOn = MatchWords.whoPlaysOn(match, takesSeats: opened.takesSeats)
    guard match.game?.isOver == true, let free = MatchWords.free(match) else { return whoPlaysOn }
    return "\(free). \(whoPlaysOn)"
  }

  var headline: String { MatchWords.headline(match, for: seat) }

  private var explanation: String {
    guard let words, let game = match.game else {
      if isOfPairs { return PairsWords.waiting }
      return MatchWords.beginning(match, hasWatchers: hasWatchers, takesSeats: opened.takesSeats)
    }
    if let waiting { return waiting }
    if game.isOver, isOfPairs { return PairsWords.over }
    if game.isOver { return isPlayer && isOpen ? MatchWords.again : MatchWords.over }
    if isYours {
      // After a turn, the game’s words say only whose turn is next.
      return words.turn?.end == nil ? "\(MatchWords.yours) \(words.explanation)" : MatchWords.yours
    }
    guard isPlayer else { return words.explanation }
    return "It’s \(game.name(game.turn))’s turn. Yours comes after."
  }

  private var playingNow: String {
    guard let game = match.game, !match.isWaiting else { return "No game yet" }
    guard !game.isOver else { return "Game over" }
    return game.name(game.turn)
  }

  private var advice: PigAdvice? {
    guard match.coach == .always, isYours, let game = match.game else { return nil }
    return OptimalPig.shared(goal: game.goal).advice(at: game.position)
  }

  private var report: PigReport? {
    guard match.coach != .off, let log = match.log, log.game.isOver else { return nil }
    return PigReport(log)
  }
}
