import Games

/// The current dice and what was thrown: structure, revision, notice and at most 200 throws.
struct DiceState: GameState, Equatable {
  static let tag: UInt8 = 1
  /// How many throws are kept; the oldest go first.
  static let historyLimit = 200

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
  private(set) var history: [Throw] = []
  /// How many of the oldest throws have gone.
  private(set) var forgotten = 0
  /// Whether the last move was a throw, so that the page shows it.
  var isThrown = false

  init() {}

  /// The throw to show; `nil` if the dice have changed since.
  var lastThrow: Throw? { isThrown ? history.last : nil }

  /// Throws the current dice and adds the throw to the history.
  mutating func roll(using random: inout some RandomNumberGenerator, at time: Int) {
    history.append(Throw(roll: structure.rollDie(using: &random), time: time))
    let excess = max(0, history.count - DiceState.historyLimit)
    history.removeFirst(excess)
    forgotten += excess
    isThrown = true
  }

  mutating func clearHistory() {
    history = []
    forgotten = 0
    isThrown = false
  }
}

extension DiceState: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, structure)
    packer.put(3, notice)
    packer.put(4, isThrown)
    packer.put(5, forgotten)
    packer.put(6, history)
  }

  init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let structures: [DieStructure] = fields.values(2),
      let history: [Throw] = fields.values(6)
    else { return nil }
    self.revision = revision
    structure = structures.first ?? DieStructure()
    notice = fields.text(3)
    isThrown = fields.flag(4) && !history.isEmpty
    forgotten = fields.number(5) ?? 0
    self.history = history
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
    guard let time = fields.number(1), let structures: [DieStructure] = fields.values(2),
      let structure = structures.first,
      let roll = DiceRoll(of: structure, faces: (fields.bytes(3) ?? []).map(Int.init))
    else { return nil }
    self.init(roll: roll, time: max(0, time))
  }
}
