import Games

/// A game of Pig written down: how it stood when the log begins, and every event since.
struct PigLog: Equatable {
  /// The oldest events go when there are more.
  static let eventsLimit = 1_000
  /// They also go when the names in them are longer together, in bytes.
  static let namesLimit = 6_000

  /// The game before the first event: new unless something was left out.
  private(set) var start: Pig
  /// The game after all of them.
  private(set) var game: Pig
  /// Oldest first.
  private(set) var events: [PigEvent]
  /// How many events have gone from the beginning.
  private(set) var leftOut = 0

  /// The log of a game that begins.
  init(_ game: Pig) {
    start = game
    self.game = game
    events = [game.start]
  }

  /// Whether nobody has rolled yet.
  var isUnplayed: Bool {
    leftOut == 0
      && !events.contains { if case .rolled = $0 { true } else { false } }
  }

  /// Makes a move and writes down what it tells.
  mutating func play(
    _ move: (inout Pig) throws(PigRefusal) -> [PigEvent]
  ) throws(PigRefusal) {
    var changed = game
    events += try move(&changed)
    game = changed
    let excess = excess()
    guard excess > 0 else { return }
    for event in events.prefix(excess) { _ = try? start.replay(event) }
    events.removeFirst(excess)
    leftOut += excess
  }

  /// How many of the oldest events are too many.
  private func excess() -> Int {
    var names = 0
    for (index, event) in events.enumerated().reversed() {
      names += event.name?.utf8.count ?? 0
      guard events.count - index > PigLog.eventsLimit || names > PigLog.namesLimit else { continue }
      // What only follows from a move goes with it.
      let kept = events[(index + 1)...].firstIndex { !$0.isConsequence }
      return kept ?? events.count
    }
    return 0
  }
}

extension PigEvent {
  fileprivate var name: String? {
    if case .renamed(_, let name) = self { name } else { nil }
  }

  /// It is no move of its own: replaying the one before tells it too.
  fileprivate var isConsequence: Bool {
    switch self {
    case .piggedOut, .won: true
    default: false
    }
  }
}

extension PigLog: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, start)
    packer.put(2, moves)
    if leftOut > 0 { packer.put(3, leftOut) }
  }

  init?(_ fields: PackedFields) {
    guard let games: [Pig] = fields.values(1), let start = games.first,
      let moves = fields.bytes(2)
    else { return nil }
    leftOut = fields.number(3) ?? 0
    events = []
    self.start = start
    game = start
    if leftOut == 0 {
      _ = game.restart()
      guard game == start else { return nil }
      events = [start.start]
    }
    guard leftOut >= 0, read(moves) else { return nil }
  }

  /// A byte for a roll or a hold; for a wish its kind, and its text behind its length.
  private var moves: [UInt8] {
    var bytes: [UInt8] = []
    func put(_ mark: Mark, _ text: String) {
      bytes.append(mark.rawValue)
      bytes.append(UInt8(text.utf8.count))
      bytes += text.utf8
    }
    for event in events {
      switch event {
      case .rolled(_, let value, _): bytes.append(UInt8(value))
      case .held: bytes.append(Mark.hold.rawValue)
      case .renamed(.first, let name): put(.firstName, name)
      case .renamed(.second, let name): put(.secondName, name)
      case .opponentChanged(let opponent): put(.opponent, opponent.word)
      case .namesSwapped: bytes.append(Mark.swap.rawValue)
      case .started, .piggedOut, .won: break
      }
    }
    return bytes
  }

  private enum Mark: UInt8 {
    case hold = 7
    case firstName, secondName, opponent, swap
  }

  /// Makes the moves again, whose events follow from the rules.
  private mutating func read(_ moves: ArraySlice<UInt8>) -> Bool {
    events.reserveCapacity(moves.count + moves.count / 4 + 2)
    var rest = moves
    while let byte = rest.popFirst() {
      let move: PigEvent
      switch Mark(rawValue: byte) {
      case nil: move = .rolled(game.turn, value: Int(byte), turnTotal: 0)
      case .hold: move = .held(game.turn, turnTotal: 0, score: 0)
      case .firstName:
        guard let name = PigLog.text(&rest) else { return false }
        move = .renamed(.first, name: name)
      case .secondName:
        guard let name = PigLog.text(&rest) else { return false }
        move = .renamed(.second, name: name)
      case .opponent:
        guard let opponent = PigLog.text(&rest).flatMap(Opponent.init(word:)) else { return false }
        move = .opponentChanged(opponent)
      case .swap: move = .namesSwapped
      }
      guard let news = try? game.replay(move), !news.isEmpty else { return false }
      events += news
    }
    return true
  }

  private static func text(_ bytes: inout ArraySlice<UInt8>) -> String? {
    guard let length = bytes.popFirst(), length <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(Int(length)) }
    return String(validating: bytes.prefix(Int(length)), as: UTF8.self)
  }
}

extension Opponent {
  /// As it is written down: empty for a person, else the strategy's word.
  fileprivate var word: String {
    switch self {
    case .person: ""
    case .computer(let strategy): strategy.word
    }
  }

  fileprivate init?(word: String) {
    if word.isEmpty {
      self = .person
    } else if let strategy = PigStrategy(word: word) {
      self = .computer(strategy)
    } else {
      return nil
    }
  }
}

extension Pig: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, goal)
    packer.put(2, first)
    packer.put(3, second)
    packer.put(4, opponent.word)
    guard let lastRoll else { return }
    packer.put(5, lastRoll)
    packer.put(6, turn == .second)
    packer.put(7, turnTotal)
    packer.put(8, isOver)
  }

  init?(_ fields: PackedFields) {
    guard let goal = fields.number(1), let firsts: [Player] = fields.values(2),
      let seconds: [Player] = fields.values(3), let first = firsts.first,
      let second = seconds.first,
      let opponent = fields.text(4).flatMap(Opponent.init(word:))
    else { return nil }
    let turn = fields.flag(6) ? Seat.second : .first
    self.init(
      goal: goal, first: first, second: second, opponent: opponent, turn: turn,
      turnTotal: fields.number(7) ?? 0, lastRoll: fields.number(5),
      winner: fields.flag(8) ? turn : nil)
  }
}

extension Player: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, name)
    guard scoringTurns > 0 else { return }
    packer.put(2, score)
    packer.put(3, scoringTurns)
  }

  init?(_ fields: PackedFields) {
    guard let name = fields.text(1) else { return nil }
    self.init(name: name, score: fields.number(2) ?? 0, scoringTurns: fields.number(3) ?? 0)
  }
}
