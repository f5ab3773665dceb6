/// A game of Pig written down: how it stood when the log begins, every event since, and where turns
/// begin.
///
/// It grows move by move: a stored game is replayed once, and all that tells of it reads the log.
package struct PigLog: Equatable, Sendable {
  /// The oldest events go when there are more.
  package static let eventsLimit = 1_000
  /// They also go when the names in them are longer together, in bytes.
  package static let namesLimit = 6_000

  /// An event, and the game as it was before the move that led to it.
  package struct Entry: Equatable, Sendable {
    package let event: PigEvent
    package let before: Pig
  }

  /// The game before the first entry: new unless something was left out.
  package private(set) var start: Pig
  /// The game after the last entry.
  package private(set) var game: Pig
  /// Oldest first.
  package private(set) var entries: [Entry] = []
  /// The indices of the entries that begin turns.
  private var turnStarts: [Int] = []
  /// How the last turn ended.
  private var lastEnd: PigTurn.End?
  /// How many events have gone from the beginning.
  package private(set) var leftOut = 0

  /// The log of a game that begins.
  package init(_ game: Pig) {
    start = game
    self.game = game
    add(game.start, before: game)
  }

  /// A log that was stored: its first game, how many events had gone before, and the moves since.
  /// - Returns: `nil` for what no play leads to, so that a damaged file bends no rule.
  package init?(from start: Pig, leftOut: Int, moves: [PigMove]) {
    guard leftOut >= 0 else { return nil }
    self.init(start)
    if leftOut > 0 {
      self.leftOut = leftOut
      clear()
    } else {
      _ = game.restart()
      guard game == start else { return nil }
    }
    entries.reserveCapacity(moves.count + moves.count / 4 + 2)
    var events: [PigEvent] = []
    events.reserveCapacity(moves.count + moves.count / 4 + 2)
    for move in moves {
      guard replay(move, &events) else { return nil }
    }
  }

  /// Whether nobody has rolled yet.
  package var isUnplayed: Bool { leftOut == 0 && lastTurn == nil }

  /// Oldest first; the last ones may have no roll yet.
  package var turns: [PigTurn] { turnStarts.indices.map { turn(at: $0) } }

  /// The last turn in which somebody rolled or held.
  package var lastTurn: PigTurn? { lastPlayed?.turn }

  /// The turn before the last one, if the computer played the whole of the last.
  package var answeredTurn: PigTurn? {
    guard let last = lastPlayed, last.index > 0, last.turn.isComputers, last.turn.takenOver == 0
    else { return nil }
    return turn(at: last.index - 1)
  }

  private var lastPlayed: (index: Int, turn: PigTurn)? {
    for index in turnStarts.indices.reversed() {
      let turn = turn(at: index)
      if turn.isPlayed { return (index, turn) }
    }
    return nil
  }

  private func turn(at index: Int) -> PigTurn {
    let start = turnStarts[index]
    let next = index + 1 < turnStarts.count ? turnStarts[index + 1] : entries.count
    var turn = PigTurn(from: entries[start].before)
    for entry in entries[start..<next] { turn.add(entry.event, before: entry.before) }
    return turn
  }

  /// Makes moves and writes down what happened, or throws and writes nothing.
  package mutating func play(
    _ moves: (inout Pig) throws(PigRefusal) -> [PigEvent]
  ) throws(PigRefusal) {
    var changed = game
    var events: [PigEvent] = []
    for event in try moves(&changed) {
      if let move = event.move { _ = replay(move, &events) }
    }
    leaveOut(excess)
  }

  /// Makes a move, and adds what happens to `events`, whose memory all moves share.
  /// - Returns: whether the rules allow the move and it changes something.
  private mutating func replay(_ move: PigMove, _ events: inout [PigEvent]) -> Bool {
    let before = game
    let known = events.count
    guard (try? game.play(move, &events)) != nil, events.count > known else { return false }
    for index in known..<events.count { add(events[index], before: before) }
    return true
  }

  private mutating func add(_ event: PigEvent, before: Pig) {
    if turnStarts.isEmpty || !PigTurn.goesOn(after: lastEnd, with: event, before: before) {
      turnStarts.append(entries.count)
      lastEnd = nil
    }
    if let end = event.endOfTurn { lastEnd = end }
    entries.append(Entry(event: event, before: before))
  }

  /// How many of the oldest events are too many.
  private var excess: Int {
    var names = 0
    for index in entries.indices.reversed() {
      if case .renamed(_, let name) = entries[index].event { names += name.utf8.count }
      guard entries.count - index > PigLog.eventsLimit || names > PigLog.namesLimit else {
        continue
      }
      // What only follows from a move goes with it.
      return entries[(index + 1)...].firstIndex { $0.event.move != nil } ?? entries.count
    }
    return 0
  }

  private mutating func leaveOut(_ count: Int) {
    guard count > 0 else { return }
    let kept = entries.dropFirst(count)
    start = kept.first?.before ?? game
    leftOut += count
    clear()
    for entry in kept { add(entry.event, before: entry.before) }
  }

  private mutating func clear() {
    entries = []
    turnStarts = []
    lastEnd = nil
  }
}
