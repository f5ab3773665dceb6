import DiceLanguage

extension RollDetail: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, count)
    // All rounds have the same terms, so only the first one has their names.
    packer.put(2, rounds.prefix(1))
    packer.put(2, rounds.dropFirst().map { $0.with($0.terms.map { $0.named("", []) }) })
    if memberCount > 0 { packer.put(3, memberCount) }
    if !draws.isEmpty { packer.put(4, draws) }
  }

  init?(_ fields: PackedFields) {
    guard let count = fields.number(1), let rounds: [Round] = fields.values(2),
      let first = rounds.first
    else { return nil }
    self.count = count
    self.rounds = rounds.map { round in
      round.with(
        zip(round.terms, first.terms).map { term, named in
          term.die.isEmpty ? term.named(named.die, named.remarks) : term
        })
    }
    memberCount = fields.number(3) ?? rounds.reduce(0) { $0 + $1.members.count }
    draws = fields.numbers(4) ?? []
  }
}

extension RollDetail.Round: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, total)
    packer.put(2, terms)
    packer.put(3, members)
  }

  init?(_ fields: PackedFields) {
    guard let total = fields.text(1), let terms: [RollDetail.Term] = fields.values(2),
      let members: [RollDetail.Member] = fields.values(3)
    else { return nil }
    self.total = total
    self.terms = terms
    self.members = members
  }
}

extension RollDetail.Member: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, total)
    packer.put(2, isDropped)
    packer.put(3, isCounted)
    packer.put(4, isFailure)
  }

  init?(_ fields: PackedFields) {
    guard let total = fields.text(1) else { return nil }
    self.total = total
    isDropped = fields.flag(2)
    isCounted = fields.flag(3)
    isFailure = fields.flag(4)
  }
}

extension RollDetail.Term: Packed {
  func pack(into packer: inout Packer) {
    if !die.isEmpty { packer.put(1, die) }
    for remark in remarks { packer.put(2, remark) }
    packer.put(
      3,
      dice.flatMap { die in
        [die.value.zigzag, die.events.count] + die.events.flatMap(\.numbers)
      })
  }

  init?(_ fields: PackedFields) {
    guard let numbers = fields.numbers(3) else { return nil }
    die = fields.text(1) ?? ""
    remarks = fields.texts(2)
    var rest = numbers[...]
    var dice: [RollDetail.Die] = []
    while let value = rest.popFirst() {
      guard let count = rest.popFirst(), count <= rest.count else { return nil }
      var events: [RollDetail.Event] = []
      for _ in 0..<count {
        guard let event = RollDetail.Event(&rest) else { return nil }
        events.append(event)
      }
      dice.append(.init(value: Int(zigzag: value), events: events))
    }
    self.dice = dice
  }
}

extension RollDetail.Event {
  /// The numbers of the kind and, for some kinds, of the value rolled.
  fileprivate var numbers: [Int] {
    switch self {
    case .of(.rolled(let face)): [0, face.zigzag]
    case .of(.extra): [1]
    case .of(.exploded): [2]
    case .of(.compounded(let face)): [3, face.zigzag]
    case .of(.penetrated): [4]
    case .of(.rerolled(let face)): [5, face.zigzag]
    case .of(.settled(let face)): [6, face.zigzag]
    case .of(.added(let face)): [7, face.zigzag]
    case .of(.raised(let value)): [8, value.zigzag]
    case .of(.lowered(let value)): [9, value.zigzag]
    case .of(.dropped): [10]
    case .of(.counted): [11]
    case .of(.failed): [12]
    case .of(.droppedWithGroup): [13]
    case .skipped(let count): [14, count.zigzag]
    }
  }

  fileprivate init?(_ numbers: inout ArraySlice<Int>) {
    func face() -> Int? { numbers.popFirst().map(Int.init(zigzag:)) }
    guard let kind = numbers.popFirst() else { return nil }
    let plain: [Int: RolledDie.Event] = [
      1: .extra, 2: .exploded, 4: .penetrated, 10: .dropped, 11: .counted, 12: .failed,
      13: .droppedWithGroup,
    ]
    if let event = plain[kind] {
      self = .of(event)
      return
    }
    guard let face = face() else { return nil }
    switch kind {
    case 0: self = .of(.rolled(face))
    case 3: self = .of(.compounded(face))
    case 5: self = .of(.rerolled(face))
    case 6: self = .of(.settled(face))
    case 7: self = .of(.added(face))
    case 8: self = .of(.raised(face))
    case 9: self = .of(.lowered(face))
    case 14: self = .skipped(face)
    default: return nil
    }
  }
}
