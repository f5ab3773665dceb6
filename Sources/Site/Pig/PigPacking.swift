import Games

/// A log as bytes: its first game, and the moves since.
extension PigLog: Packed {
  package func pack(into packer: inout Packer) {
    packer.put(1, start)
    var bytes: [UInt8] = []
    for move in moves { move.append(to: &bytes) }
    packer.put(2, bytes)
    if leftOut > 0 { packer.put(3, leftOut) }
  }

  package init?(_ fields: PackedFields) {
    guard let start: Pig = fields.value(1), let bytes = fields.bytes(2) else { return nil }
    var moves: [PigMove] = []
    moves.reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      guard let move = PigMove(unpacking: bytes, at: &place) else { return nil }
      moves.append(move)
    }
    self.init(from: start, leftOut: fields.number(3) ?? 0, moves: moves)
  }
}

extension PigMove {
  private enum Mark: UInt8 {
    case hold = 7
    case firstName, secondName, opponent, swap
  }

  /// Appends a byte for a roll, hold or swap; for others a mark, and texts after their lengths.
  fileprivate func append(to bytes: inout [UInt8]) {
    func put(_ mark: Mark, _ text: String) {
      bytes.append(mark.rawValue)
      bytes.append(UInt8(text.utf8.count))
      bytes += text.utf8
    }
    switch self {
    case .roll(let value): bytes.append(UInt8(value))
    case .hold: bytes.append(Mark.hold.rawValue)
    case .rename(.first, let name): put(.firstName, name)
    case .rename(.second, let name): put(.secondName, name)
    case .choose(let opponent): put(.opponent, opponent.word)
    case .swapNames: bytes.append(Mark.swap.rawValue)
    }
  }

  /// Reads the move at a place, and moves on to the next.
  /// - Returns: `nil` if there is none.
  fileprivate init?(unpacking bytes: ArraySlice<UInt8>, at place: inout Int) {
    let byte = bytes[place]
    place += 1
    switch Mark(rawValue: byte) {
    case nil: self = .roll(Int(byte))
    case .hold: self = .hold
    case .firstName, .secondName:
      guard let name = PigMove.text(bytes, &place) else { return nil }
      self = .rename(byte == Mark.firstName.rawValue ? .first : .second, name)
    case .opponent:
      guard let word = PigMove.text(bytes, &place), let opponent = Opponent(word: word) else {
        return nil
      }
      self = .choose(opponent)
    case .swap: self = .swapNames
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>, _ place: inout Int) -> String? {
    let rest = bytes[place...]
    guard let length = rest.first, length < rest.count else { return nil }
    place += 1 + Int(length)
    return String(validating: rest.dropFirst().prefix(Int(length)), as: UTF8.self)
  }
}

extension Opponent {
  /// The opponent as stored: empty for a person, otherwise the strategy's word.
  fileprivate var word: String {
    switch self {
    case .person: ""
    case .computer(let strategy): strategy.word
    }
  }

  fileprivate init?(word: String) {
    let strategy = PigStrategy(word: word)
    guard strategy != nil || word.isEmpty else { return nil }
    self = strategy.map(Opponent.computer) ?? .person
  }
}

extension Pig: Packed {
  package func pack(into packer: inout Packer) {
    packer.put(1, goal)
    packer.put(2, first)
    packer.put(3, second)
    packer.put(4, opponent.word)
    if beginner == .second { packer.put(9, true) }
    guard let lastRoll else { return }
    packer.put(5, lastRoll)
    packer.put(6, turn == .second)
    packer.put(7, turnTotal)
    packer.put(8, isOver)
  }

  package init?(_ fields: PackedFields) {
    guard let goal = fields.number(1), let first: Player = fields.value(2),
      let second: Player = fields.value(3),
      let opponent = fields.text(4).flatMap(Opponent.init(word:))
    else { return nil }
    let beginner = fields.flag(9) ? Seat.second : .first
    let lastRoll = fields.number(5)
    let turn = lastRoll == nil ? beginner : fields.flag(6) ? .second : .first
    self.init(
      goal: goal, first: first, second: second, opponent: opponent,
      beginner: beginner, turn: turn, turnTotal: fields.number(7) ?? 0, lastRoll: lastRoll,
      winner: fields.flag(8) ? turn : nil)
  }
}

extension Player: Packed {
  package func pack(into packer: inout Packer) {
    packer.put(1, name)
    guard scoringTurns > 0 else { return }
    packer.put(2, score)
    packer.put(3, scoringTurns)
  }

  package init?(_ fields: PackedFields) {
    guard let name = fields.text(1) else { return nil }
    self.init(name: name, score: fields.number(2) ?? 0, scoringTurns: fields.number(3) ?? 0)
  }
}

extension PigStrategy {
  /// The strategy in sessions, forms and addresses: `hold-at-20`.
  package var word: String {
    switch self {
    case .rollOnce: "roll-once"
    case .holdAt(let turnTotal): "hold-at-\(turnTotal)"
    case .fourScoringTurns: "four-scoring-turns"
    case .keepPaceEndRace: "keep-pace-end-race"
    case .optimal: "optimal"
    }
  }

  /// - Returns: `nil` for an unknown word, and for `hold-at-0` or `hold-at-007`.
  package init?(word: String) {
    let holding = "hold-at-"
    let total = word.hasPrefix(holding) ? Int(word.dropFirst(holding.count)) : nil
    let named: [PigStrategy] = [.rollOnce, .fourScoringTurns, .keepPaceEndRace, .optimal]
    guard let strategy = total.map(PigStrategy.holdAt) ?? named.first(where: { $0.word == word }),
      strategy.word == word, strategy.isOffered(goal: Pig.defaultGoal)
    else { return nil }
    self = strategy
  }
}
