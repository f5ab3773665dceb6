import DiceLanguage

/// The dice of the last roll of an expression, each with what happened to it.
struct RollDetail: Equatable {
  /// Dice that are kept at most; of those behind `RollRecord.diceLimit` only how they lie.
  static let diceLimit = 1_000
  /// Events of a die that are kept: the first ones and, behind a gap, the last ones.
  private static let eventLimit = 12
  /// Totals of groups that are kept at most.
  private static let memberLimit = 200
  /// How many bytes it may take.
  static let sizeLimit = 6 * 1_024

  /// One, or as many as `6x(…)` says.
  let rounds: [Round]
  /// How many dice there were, of which the first are kept.
  let count: Int
  /// How many totals of groups there were, of which the first are kept.
  let memberCount: Int

  struct Round: Equatable {
    let total: String
    let terms: [Term]
    /// Totals of groups.
    let members: [Member]

    /// The round with other terms.
    fileprivate func with(_ terms: [Term]) -> Round {
      Round(total: total, terms: terms, members: members)
    }
  }

  struct Term: Equatable {
    /// As `Die.name` has it.
    let die: String
    let remarks: [String]
    let dice: [Die]

    fileprivate func named(_ die: String, _ remarks: [String]) -> Term {
      Term(die: die, remarks: remarks, dice: dice)
    }
  }

  struct Die: Equatable {
    let value: Int
    let events: [Event]

    var isDropped: Bool {
      events.contains(.of(.dropped)) || events.contains(.of(.droppedWithGroup))
    }
  }

  enum Event: Equatable {
    case of(RolledDie.Event)
    /// So many more, mostly rerolls.
    case skipped(Int)
  }

  /// A total in a group.
  struct Member: Equatable {
    let total: String
    let isDropped, isCounted, isFailure: Bool
  }

  /// - Returns: `nil` for a roll that takes too many bytes.
  init?(_ roll: ExpressionRoll) {
    var (count, memberCount) = (0, 0)
    rounds = roll.rounds.map { round in
      let terms = round.terms.map { term in
        let dice = term.dice.compactMap { die -> Die? in
          count += 1
          guard count <= RollDetail.diceLimit else { return nil }
          return Die(
            value: die.value,
            events: count <= RollRecord.diceLimit
              ? RollDetail.shortened(die.history) : die.history.filter(\.isState).map(Event.of))
        }
        return Term(die: term.term.die.name, remarks: term.term.remarks, dice: dice)
      }
      return Round(
        total: round.total.description, terms: terms,
        members: round.groups.flatMap(\.members).compactMap {
          memberCount += 1
          guard memberCount <= RollDetail.memberLimit else { return nil }
          return Member(
            total: $0.value.description, isDropped: $0.isDropped, isCounted: $0.isCounted,
            isFailure: $0.isFailure)
        })
    }
    self.count = count
    self.memberCount = memberCount
    guard packedSize <= RollDetail.sizeLimit else { return nil }
  }

  private static func shortened(_ history: [RolledDie.Event]) -> [Event] {
    guard history.count > eventLimit else { return history.map(Event.of) }
    let half = eventLimit / 2
    return history.prefix(half).map(Event.of) + [.skipped(history.count - 2 * half)]
      + history.suffix(half).map(Event.of)
  }
}

extension RolledDie.Event {
  /// Whether it says how the die lies, and not how it came to its value.
  fileprivate var isState: Bool {
    switch self {
    case .extra, .dropped, .counted, .failed, .droppedWithGroup: true
    default: false
    }
  }
}

// MARK: Storage

extension RollDetail: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, count)
    // All rounds have the same terms, so their names stand in the first one.
    packer.put(2, rounds.prefix(1))
    packer.put(2, rounds.dropFirst().map { $0.with($0.terms.map { $0.named("", []) }) })
    if memberCount > 0 { packer.put(3, memberCount) }
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
    var remarks: [String] = []
    fields.visit { tag, content in
      if tag == 2, let remark = String(validating: content, as: UTF8.self) {
        remarks.append(remark)
      }
      return true
    }
    self.remarks = remarks
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
  /// A number for the kind and, for some kinds, one for what was rolled.
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
