/// A game of Pig written down: how it stood when the log begins, every event since, and the turns
/// that they make.
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
  /// Oldest first; the last ones may have no roll yet.
  package private(set) var turns: [PigTurn] = []
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
      entries = []
      turns = []
    } else {
      _ = game.restart()
      guard game == start else { return nil }
    }
    entries.reserveCapacity(moves.count + moves.count / 4 + 2)
    var events: [PigEvent] = []
    for move in moves {
      guard replay(move, &events) else { return nil }
    }
  }

  /// Whether nobody has rolled yet.
  package var isUnplayed: Bool { leftOut == 0 && lastTurn == nil }

  /// The last turn in which somebody rolled or held.
  package var lastTurn: PigTurn? { turns.last(where: \.isPlayed) }

  /// The turn before the last one, if the computer played the whole of the last.
  package var answeredTurn: PigTurn? {
    guard let last = turns.lastIndex(where: \.isPlayed), last > 0, turns[last].isComputers,
      turns[last].takenOver == 0
    else { return nil }
    return turns[last - 1]
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

  /// Makes a move; `events` lends its memory.
  /// - Returns: whether the rules allow the move and it changes something.
  private mutating func replay(_ move: PigMove, _ events: inout [PigEvent]) -> Bool {
    let before = game
    events.removeAll(keepingCapacity: true)
    guard (try? game.play(move, &events)) != nil, !events.isEmpty else { return false }
    for event in events { add(event, before: before) }
    return true
  }

  private mutating func add(_ event: PigEvent, before: Pig) {
    if turns.last?.goesOn(with: event, before: before) != true {
      turns.append(PigTurn(from: before))
    }
    turns[turns.count - 1].add(event, before: before)
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
    entries = []
    turns = []
    for entry in kept { add(entry.event, before: entry.before) }
  }
}
