import Games

extension DiceState: Packed {
  static let historyTag: UInt8 = 6

  package func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, structure)
    packer.put(3, notice)
    if thrown > 0 { packer.put(4, thrown) }
    packer.put(5, forgotten)
    packer.put(history)
    packer.put(7, tallies)
    packer.put(8, expression)
    if let detail { packer.put(9, detail) }
    if let series { packer.put(10, series) }
  }

  package init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let structures: [DieStructure] = fields.values(2),
      let history: PackedList<Throw> = fields.list(DiceState.historyTag)
    else { return nil }
    // A tally that can't be read doesn't affect the others.
    let tallies = fields.list(7).map { [Tally]($0) } ?? []
    self.init(
      structure: structures.first ?? DieStructure(), expression: fields.text(8),
      revision: revision, notice: fields.text(3), history: history,
      forgotten: fields.number(5) ?? 0, tallies: tallies, thrown: max(0, fields.number(4) ?? 0),
      detail: fields.value(9), series: fields.value(10))
    // The session is older than tallies.
    if tallies.isEmpty { recount() }
  }
}

extension DieStructure: Packed {
  package func pack(into packer: inout Packer) {
    packer.put(1, type.sides)
    packer.put(2, totalDice)
    packer.put(3, modifier)
  }

  package init?(_ fields: PackedFields) {
    guard let type = fields.number(1).flatMap(DieType.init(rawValue:)) else { return nil }
    self.init(type, totalDice: fields.number(2) ?? 1, modifier: fields.number(3) ?? 0)
  }
}

extension DiceState.Throw: Packed {
  static let timeTag: UInt8 = 1

  func pack(into packer: inout Packer) {
    packer.put(Self.timeTag, time)
    switch outcome {
    case .dice(let roll):
      packer.put(2, roll.structure)
      // A face is at most 100, so it fits into a byte.
      packer.put(3, roll.faces.map(UInt8.init))
    case .expression(let record): packer.put(4, record)
    }
  }

  init?(_ fields: PackedFields) {
    guard let time = fields.number(Self.timeTag).map({ max(0, $0) }) else { return nil }
    if let record: RollRecord = fields.value(4) {
      self.init(.expression(record), at: time)
      return
    }
    guard let structure: DieStructure = fields.value(2),
      let roll = DiceRoll(of: structure, faces: (fields.bytes(3) ?? []).map(Int.init))
    else { return nil }
    self.init(.dice(roll), at: time)
  }
}

extension DiceState.Tally: Packed {
  func pack(into packer: inout Packer) {
    switch self {
    case .dice(let tally): tally.pack(into: &packer)
    case .expression(let tally): tally.pack(into: &packer)
    }
  }

  init?(_ fields: PackedFields) {
    if let tally = DiceTally(fields) {
      self = .dice(tally)
    } else if let tally = ExpressionTally(fields) {
      self = .expression(tally)
    } else {
      return nil
    }
  }
}

// Tag 1 was the exact sum; a session with it shows only its last roll.
extension DiceState.Series: Packed {
  func pack(into packer: inout Packer) {
    packer.put(2, lowest)
    packer.put(3, highest)
    packer.put(4, mean)
  }

  init?(_ fields: PackedFields) {
    guard let mean = fields.text(4), let lowest = fields.text(2), let highest = fields.text(3)
    else { return nil }
    self.init(mean: mean, lowest: lowest, highest: highest)
  }
}
