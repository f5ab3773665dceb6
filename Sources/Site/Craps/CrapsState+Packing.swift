import Games

extension CrapsState: Packed {
  static let logTag: UInt8 = 7

  package func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, game)
    packer.put(3, notice)
    packer.put(4, isRolled)
    packer.put(5, number)
    packer.put(6, (0..<2 * rolls.count).lazy.map { rolls[$0 / 2][$0 % 2] })
    packer.put(log)
    if start != Craps() { packer.put(8, start) }
    if forgotten.decided > 0 {
      packer.put(9, forgotten.won)
      packer.put(10, forgotten.decided)
    }
    guard tally.decided > 0 else { return }
    packer.put(11, tally.won)
    packer.put(12, tally.decided)
  }

  package init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let game: Craps = fields.value(2),
      let log: PackedList<Entry> = fields.list(CrapsState.logTag)
    else { return nil }
    let faces = fields.bytes(6) ?? []
    guard faces.count.isMultiple(of: 2), faces.allSatisfy({ 1...6 ~= $0 }) else { return nil }
    let forgotten = Tally(won: fields.number(9) ?? 0, decided: fields.number(10) ?? 0)
    // Older sessions have no tally.
    let tally =
      fields.number(12).map { Tally(won: fields.number(11) ?? 0, decided: $0) }
      ?? log.reduce(into: forgotten) { $0.count($1) }
    guard forgotten.isPossible, tally.isPossible else { return nil }
    self.init(
      game: game, start: fields.value(8) ?? Craps(), revision: revision, notice: fields.text(3),
      rolls: stride(from: faces.startIndex, to: faces.endIndex, by: 2)
        .map { SIMD2(faces[$0], faces[$0 + 1]) },
      log: log, tally: tally, forgotten: forgotten, isRolled: fields.flag(4),
      number: fields.number(5) ?? 1)
  }
}

extension Craps: Packed {
  package func pack(into packer: inout Packer) {
    packer.put(1, balance)
    packer.put(2, ante)
    packer.put(3, point)
    packer.put(4, dice.lazy.map(UInt8.init))
    packer.put(5, won)
    packer.put(6, lost)
  }

  package init?(_ fields: PackedFields) {
    guard let balance = fields.number(1), let ante = fields.number(2), let point = fields.number(3)
    else { return nil }
    let dice = fields.bytes(4) ?? []
    self.init(
      balance: balance, ante: ante, point: point, die1: dice.first.map(Int.init),
      die2: dice.count == 2 ? dice.last.map(Int.init) : nil, won: fields.flag(5),
      lost: fields.flag(6))
  }
}

extension PackedList<CrapsState.Entry> {
  /// The balance after each entry, read without unpacking the rest.
  var balances: [Int] { numbers(5) }
}

extension CrapsState.Entry: Packed {
  func pack(into packer: inout Packer) {
    // The first field, as the chart reads a hundred of them and nothing else.
    packer.put(5, balance)
    packer.put(1, number)
    packer.put(2, totals)
    packer.put(3, ending.rawValue)
    packer.put(4, amount)
  }

  init?(_ fields: PackedFields) {
    guard let number = fields.number(1), let balance = fields.number(5),
      let ending = fields.number(3).flatMap(CrapsState.Ending.init(rawValue:))
    else { return nil }
    self.init(
      number: number, totals: fields.bytes(2) ?? [], ending: ending,
      amount: fields.number(4) ?? 0, balance: balance)
  }
}
