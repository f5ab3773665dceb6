import Games

/// The current dice and what was thrown: structure, revision, notice, at most 200 throws, and how
/// often each total of the last few expressions came up.
struct DiceState: GameState, Equatable {
  static let tag: UInt8 = 1
  /// How many throws are kept; the oldest go first.
  static let historyLimit = 200
  /// How many expressions have a tally; the one not rolled for longest goes first.
  static let tallyLimit = 10

  /// A throw and when it was made.
  struct Throw: Equatable {
    let roll: DiceRoll
    /// Seconds since 1970, UTC.
    let time: Int
  }

  var structure = DieStructure()
  var revision = 0
  var notice: String?
  /// Oldest first.
  private(set) var history = PackedList<Throw>(tag: historyTag)
  /// How many of the oldest throws have gone.
  private(set) var forgotten = 0
  /// One for each expression, the one rolled last first.
  private var tallies: [DiceTally] = []
  /// How many throws the last move made, so that the page shows them; 0 if the dice have changed
  /// since.
  private var thrown = 0

  init() {}

  /// The throws of the last move; empty if the dice have changed since.
  var lastThrows: [Throw] { history.newest(thrown) }

  /// Whether the last move threw the dice that are on the table.
  var isThrown: Bool { thrown > 0 && !history.isEmpty }

  /// The tally of the expression in force; `nil` before its first throw.
  var tally: DiceTally? { tallies.first { $0.structure == structure } }

  /// Takes the dice off the table, so that the page no longer shows the last throws.
  mutating func pickUp() { thrown = 0 }

  /// Throws the current dice so many times, and adds the throws to history and tally.
  mutating func roll(
    _ times: Int, using random: inout some RandomNumberGenerator, at time: Int
  ) {
    for _ in 0..<times {
      let roll = structure.rollDie(using: &random)
      history.append(Throw(roll: roll, time: time))
      count(roll)
    }
    let excess = max(0, history.count - DiceState.historyLimit)
    history.removeFirst(excess)
    forgotten += excess
    thrown = times
  }

  private mutating func count(_ roll: DiceRoll) {
    let index = tallies.firstIndex { $0.structure == roll.structure }
    var tally = index.map { tallies.remove(at: $0) } ?? DiceTally(of: roll.structure)
    tally.add(roll.total)
    tallies.insert(tally, at: 0)
    if tallies.count > DiceState.tallyLimit { tallies.removeLast() }
  }

  /// Forgets all throws and tallies.
  mutating func clearHistory() {
    history = PackedList(tag: DiceState.historyTag)
    forgotten = 0
    tallies = []
    thrown = 0
  }
}

extension DiceState: Packed {
  /// That of each throw in the history.
  private static let historyTag: UInt8 = 6

  func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, structure)
    packer.put(3, notice)
    if thrown > 0 { packer.put(4, thrown) }
    packer.put(5, forgotten)
    packer.put(history)
    packer.put(7, tallies)
  }

  init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let structures: [DieStructure] = fields.values(2),
      let history: PackedList<Throw> = fields.list(DiceState.historyTag)
    else { return nil }
    self.revision = revision
    structure = structures.first ?? DieStructure()
    notice = fields.text(3)
    thrown = max(0, fields.number(4) ?? 0)
    forgotten = fields.number(5) ?? 0
    self.history = history
    guard let tallies: [DiceTally] = fields.values(7) else { return nil }
    self.tallies = tallies
    // Sessions from before there were tallies.
    if tallies.isEmpty { for entry in history { count(entry.roll) } }
  }
}

extension DieStructure: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, type.sides)
    packer.put(2, totalDice)
    packer.put(3, modifier)
  }

  init?(_ fields: PackedFields) {
    guard let type = fields.number(1).flatMap(DieType.init(rawValue:)) else { return nil }
    self.init(type, totalDice: fields.number(2) ?? 1, modifier: fields.number(3) ?? 0)
  }
}

extension DiceState.Throw: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, time)
    packer.put(2, roll.structure)
    // A face is at most 100, so it fits into a byte.
    packer.put(3, roll.faces.map(UInt8.init))
  }

  init?(_ fields: PackedFields) {
    guard let time = fields.number(1), let structure: DieStructure = fields.value(2),
      let roll = DiceRoll(of: structure, faces: (fields.bytes(3) ?? []).map(Int.init))
    else { return nil }
    self.init(roll: roll, time: max(0, time))
  }
}
