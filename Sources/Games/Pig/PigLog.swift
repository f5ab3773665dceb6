/// A recorded game of Pig: its first state, every move since, and where turns begin.
///
/// It grows move by move, and a stored game is replayed once. What happened in a turn is computed
/// from the moves on demand, as most pages show only the newest.
package struct PigLog: Equatable, Sendable {
  /// The most events; the oldest are dropped.
  package static let eventsLimit = 1_000
  /// The most bytes of names in events; the oldest events are dropped.
  package static let namesLimit = 6_000

  /// An event, and the game as it was before the move that led to it.
  package struct Entry: Equatable, Sendable {
    package let event: PigEvent
    package let before: Pig
  }

  /// The place where a turn begins.
  private struct TurnStart: Equatable, Sendable {
    /// The game before the turn.
    let game: Pig
    /// The numbers of moves and entries before the turn.
    let moves, entries: Int
  }

  /// The game before the first entry: new unless something was left out.
  package private(set) var start: Pig
  /// The game after the last entry.
  package private(set) var game: Pig
  /// The moves, oldest first.
  package private(set) var moves: [PigMove] = []
  /// The number of entries.
  package private(set) var count = 0
  private var turnStarts: [TurnStart] = []
  /// The way in which the last turn ended.
  private var lastEnd: PigTurn.End?
  /// The number of events dropped from the beginning.
  package private(set) var leftOut = 0

  /// Creates the log of a new game.
  package init(_ game: Pig) {
    start = game
    self.game = game
    begin()
  }

  /// Restores a log from its first game, the number of dropped events, and the moves since.
  /// - Returns: `nil` for moves that the rules don't allow, so that a damaged file bends no rule.
  package init?(from start: Pig, leftOut: Int, moves: [PigMove]) {
    guard leftOut >= 0 else { return nil }
    self.start = start
    game = start
    self.leftOut = leftOut
    if leftOut == 0 {
      _ = game.restart()
      guard game == start else { return nil }
    }
    guard replay(moves) else { return nil }
  }

  /// Whether nobody has rolled yet.
  package var isUnplayed: Bool { leftOut == 0 && !moves.contains(where: \.isPlay) }

  /// The turns, oldest first; the last ones may have no roll yet.
  package var turns: [PigTurn] { turnStarts.indices.map { turn(at: $0) } }

  /// The last turn in which somebody rolled or held.
  package var lastTurn: PigTurn? { lastTurns.last }

  /// The last turn with a roll or hold and, if the computer played all of it, the one before.
  package var lastTurns: (last: PigTurn?, answered: PigTurn?) {
    for index in turnStarts.indices.reversed() {
      let last = turn(at: index)
      guard last.isPlayed else { continue }
      let isAnswer = index > 0 && last.isComputers && last.takenOver == 0
      return (last, isAnswer ? turn(at: index - 1) : nil)
    }
    return (nil, nil)
  }

  private func turn(at index: Int) -> PigTurn {
    var turn = PigTurn(from: turnStarts[index].game)
    forEachEvent(in: index..<index + 1) { turn.add($0, before: $1) }
    return turn
  }

  /// All entries, oldest first.
  package var entries: [Entry] { Array(entries(newest: count)) }

  /// Returns the newest entries, oldest first.
  package func entries(newest most: Int) -> ArraySlice<Entry> {
    let turn = turnStarts.lastIndex { $0.entries <= count - most } ?? 0
    var entries: [Entry] = []
    entries.reserveCapacity(count - (turn == 0 ? 0 : turnStarts[turn].entries))
    forEachEvent(in: turn..<turnStarts.count) { entries.append(Entry(event: $0, before: $1)) }
    return entries.suffix(most)
  }

  /// Calls the closure with each event of these turns, and the game before the event's move.
  private func forEachEvent(in turns: Range<Int>, _ body: (PigEvent, _ before: Pig) -> Void) {
    guard let first = turns.first else { return }
    if first == 0, leftOut == 0 { body(start.start, start) }
    var game = turnStarts[first].game
    let isLast = turns.upperBound == turnStarts.count
    let end = isLast ? moves.count : turnStarts[turns.upperBound].moves
    var events: [PigEvent] = []
    for move in moves[turnStarts[first].moves..<end] {
      let before = game
      events.removeAll(keepingCapacity: true)
      // The rules have already allowed the move.
      try? game.play(move, &events)
      for event in events { body(event, before) }
    }
  }

  /// Makes and records moves, or throws and records nothing.
  package mutating func play(
    _ moves: (inout Pig) throws(PigRefusal) -> [PigEvent]
  ) throws(PigRefusal) {
    var changed = game
    for move in try moves(&changed).compactMap(\.move) {
      _ = replay(move, after: self.moves.count)
      self.moves.append(move)
    }
    leaveOut(excess)
  }

  /// Makes all moves from the start.
  /// - Returns: whether the rules allow each move and each changes something.
  private mutating func replay(_ moves: [PigMove]) -> Bool {
    self.moves = moves
    count = 0
    turnStarts = []
    turnStarts.reserveCapacity(moves.count / 2)
    lastEnd = nil
    game = start
    if leftOut == 0 { begin() }
    for (index, move) in moves.enumerated() {
      guard replay(move, after: index) else { return false }
    }
    return true
  }

  /// Makes a move that comes after `earlier` others.
  /// - Returns: whether the rules allow the move and it changes something.
  private mutating func replay(_ move: PigMove, after earlier: Int) -> Bool {
    if turnStarts.isEmpty || !PigTurn.goesOn(after: lastEnd, with: move, before: game) {
      turnStarts.append(TurnStart(game: game, moves: earlier, entries: count))
      lastEnd = nil
    }
    var events = CountedEvents(lastEnd: lastEnd)
    guard (try? game.play(move, &events)) != nil, events.count > 0 else { return false }
    lastEnd = events.lastEnd
    count += events.count
    return true
  }

  /// Records that the game begins.
  private mutating func begin() {
    turnStarts.append(TurnStart(game: game, moves: 0, entries: 0))
    count = 1
  }

  /// The number of oldest events beyond the limits.
  private var excess: Int {
    let names = moves.reduce(0) { $0 + $1.nameSize }
    guard count > PigLog.eventsLimit || names > PigLog.namesLimit else { return 0 }
    let entries = entries
    var kept = 0
    for index in entries.indices.reversed() {
      kept += entries[index].event.move?.nameSize ?? 0
      guard count - index > PigLog.eventsLimit || kept > PigLog.namesLimit else { continue }
      // Events that follow from a move are dropped with it.
      return entries[(index + 1)...].firstIndex { $0.event.move != nil } ?? count
    }
    return 0
  }

  private mutating func leaveOut(_ count: Int) {
    guard count > 0 else { return }
    let kept = entries.dropFirst(count)
    start = kept.first?.before ?? game
    leftOut += count
    _ = replay(kept.compactMap(\.event.move))
  }
}

/// A counter of events that also keeps how the last turn ended.
private struct CountedEvents: PigEventList {
  var count = 0
  var lastEnd: PigTurn.End?

  mutating func append(_ event: PigEvent) {
    count += 1
    lastEnd = event.endOfTurn ?? lastEnd
  }
}

extension PigMove {
  /// Whether it is a roll or a hold.
  fileprivate var isPlay: Bool {
    switch self {
    case .roll, .hold: true
    case .rename, .swapNames, .choose: false
    }
  }

  /// The number of bytes of a new name.
  fileprivate var nameSize: Int {
    if case .rename(_, let name) = self { name.utf8.count } else { 0 }
  }
}
