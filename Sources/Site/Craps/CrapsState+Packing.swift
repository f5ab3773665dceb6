import Games

extension CrapsState: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, game)
    packer.put(3, notice)
    packer.put(4, isRolled)
    packer.put(5, number)
    packer.put(6, rolls.flatMap { $0.map(UInt8.init) })
    packer.put(7, log)
    if start != Craps() { packer.put(8, start) }
    guard forgotten.decided > 0 else { return }
    packer.put(9, forgotten.won)
    packer.put(10, forgotten.decided)
  }

  init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let games: [Craps] = fields.values(2),
      let game = games.first, let log: [Entry] = fields.values(7)
    else { return nil }
    let faces = (fields.bytes(6) ?? []).map(Int.init)
    guard faces.count.isMultiple(of: 2), faces.allSatisfy({ 1...6 ~= $0 }) else { return nil }
    let starts: [Craps]? = fields.values(8)
    let forgotten = Tally(won: fields.number(9) ?? 0, decided: fields.number(10) ?? 0)
    // No session gets that far; counting on from there must not overflow.
    guard 0..<1 << 40 ~= forgotten.decided, 0...forgotten.decided ~= forgotten.won else {
      return nil
    }
    self.init(
      game: game, start: starts?.first ?? Craps(), revision: revision, notice: fields.text(3),
      rolls: stride(from: 0, to: faces.count, by: 2).map { [faces[$0], faces[$0 + 1]] }, log: log,
      forgotten: forgotten, isRolled: fields.flag(4), number: fields.number(5) ?? 1)
  }
}

extension Craps: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, balance)
    packer.put(2, ante)
    packer.put(3, point)
    packer.put(4, dice.lazy.map(UInt8.init))
    packer.put(5, won)
    packer.put(6, lost)
  }

  init?(_ fields: PackedFields) {
    guard let balance = fields.number(1), let ante = fields.number(2), let point = fields.number(3)
    else { return nil }
    let dice = (fields.bytes(4) ?? []).map(Int.init)
    self.init(
      balance: balance, ante: ante, point: point, die1: dice.first,
      die2: dice.count == 2 ? dice[1] : nil, won: fields.flag(5), lost: fields.flag(6))
  }
}

extension CrapsState.Entry: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, number)
    packer.put(2, totals)
    packer.put(3, ending.rawValue)
    packer.put(4, amount)
    packer.put(5, balance)
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
