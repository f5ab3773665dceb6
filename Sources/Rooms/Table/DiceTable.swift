import DiceLanguage

/// A roll of any expression at a table.
package struct TableRoll: Equatable, Sendable {
  package let expression: Yield
  /// The name of a named roll, by the rule of seats' names; empty without one.
  package let label: String
  /// The number of the event that asked for it; 0 if nobody did.
  package let answers: Int
  package let roll: PlayedRoll
  package internal(set) var notes = RollNotes()
}

/// A roll that only the host sees until it is revealed.
package struct HiddenRoll: Equatable, Sendable {
  /// Bytes of a SHA-256 and of the secret.
  package static let hashLength = 32

  package let expression: Yield
  package let roll: PlayedRoll
  /// Keeps others from trying all results; from a generator fit for secrets.
  package let secret: [UInt8]
  /// They are no part of what the commitment is of.
  package internal(set) var notes = RollNotes()

  package init(expression: Yield, roll: PlayedRoll, secret: [UInt8]) {
    (self.expression, self.roll, self.secret) = (expression, roll, secret)
  }

  /// What the commitment is the SHA-256 of: expression, dice, total and the secret in hexadecimal
  /// digits, one a line, without a line feed at the end.
  package var committedText: String {
    let dice = roll.dice.map(String.init).joined(separator: " ")
    let hex = String(decoding: FieldCoder.hex(secret), as: UTF8.self)
    return "\(expression.text)\n\(dice)\n\(roll.total)\n\(hex)"
  }
}

/// A table: the last 200 rolls, hidden ones and what the host asks for.
package struct DiceTable: Equatable, Sendable {
  /// Something on the table.
  package struct Entry: Equatable, Sendable {
    package enum What: Equatable, Sendable {
      case rolled(TableRoll)
      /// With its commitment.
      case hidden(HiddenRoll, commitment: [UInt8], isRevealed: Bool)
      /// For a character, or of the host's own at a table with characters.
      case checked(CheckRoll)
    }

    /// The number of its event.
    package let number: Int
    /// Seconds since 1970.
    package let time: Int
    /// 0 for the host.
    package let seat: Int
    package internal(set) var what: What
  }

  /// What the host asks some seats to roll.
  package struct Question: Equatable, Sendable {
    /// The number of its event.
    package let number: Int
    package let expression: Yield
    /// In ascending order; empty for all.
    package let seats: [Int]
    /// Seats that have answered.
    var answered: Set<Int> = []

    /// Whether the seat has yet to answer.
    package func asks(_ seat: Int) -> Bool {
      seat > 0 && (seats.isEmpty || seats.contains(seat)) && !answered.contains(seat)
    }
  }

  /// Oldest first, at most `RoomLimits.tableRolls`; hidden rolls stay until they are revealed.
  package private(set) var entries: [Entry] = []
  /// The last one; `nil` before the first.
  package private(set) var question: Question?
  /// The characters and foes here; `nil` before the first.
  package internal(set) var campaign: Campaign?

  package init() {}

  init(entries: [Entry], question: Question?, campaign: Campaign?) {
    (self.entries, self.question, self.campaign) = (entries, question, campaign)
  }

  /// Hidden rolls that wait to be revealed.
  package var hiddenRolls: Int { entries.count { $0.isHidden } }

  mutating func add(_ entry: Entry) throws(RoomRefusal) {
    switch entry.what {
    case .rolled(let roll):
      try check(roll.answers, by: entry.seat)
      if roll.answers != 0 { question?.answered.insert(entry.seat) }
    case .checked: break
    case .hidden:
      guard hiddenRolls < RoomLimits.hiddenRolls else { throw .tooManyHidden }
    }
    entries.append(entry)
    guard entries.count > RoomLimits.tableRolls else { return }
    if let oldest = entries.firstIndex(where: { !$0.isHidden }) { entries.remove(at: oldest) }
  }

  /// - Throws: `RoomRefusal.nothingThere` for a roll that answers what the seat isn't asked.
  func check(_ answers: Int, by seat: Int) throws(RoomRefusal) {
    guard answers != 0 else { return }
    guard let question, question.number == answers, question.asks(seat) else {
      throw .nothingThere
    }
  }

  /// The question that a seat's roll answers without being sent as an answer: one for just these dice;
  /// 0 for none.
  func question(answeredBy expression: Yield, of seat: Int) -> Int {
    guard let question, question.expression == expression, question.asks(seat) else { return 0 }
    return question.number
  }

  mutating func reveal(_ number: Int) throws(RoomRefusal) {
    guard let index = entries.firstIndex(where: { $0.number == number && $0.isHidden }),
      case .hidden(let roll, let commitment, _) = entries[index].what
    else { throw .nothingThere }
    entries[index].what = .hidden(roll, commitment: commitment, isRevealed: true)
  }

  mutating func ask(_ question: Question) { self.question = question }
}

extension DiceTable.Entry {
  package var isHidden: Bool {
    if case .hidden(_, _, isRevealed: false) = what { true } else { false }
  }

  /// Whether nobody but the host may know of it.
  package var isSecret: Bool { checked?.isSecret ?? false }

  package var checked: CheckRoll? { if case .checked(let roll) = what { roll } else { nil } }
}

extension FieldCoder {
  /// Codes an expression as it was typed.
  @discardableResult
  mutating func yield(_ yield: Yield?) throws -> Yield {
    // A character has four bytes at most.
    let text = try text(yield?.text, largest: 4 * Expression.Limits.text)
    let read = try yield ?? Yield(parsing: text)
    guard read.text == text else { throw Unreadable() }
    return read
  }

  /// Codes an expression that makes a number.
  @discardableResult
  mutating func expression(_ expression: Expression?) throws -> Expression {
    guard case .number(let expression) = try yield(expression.map(Yield.number)) else {
      throw Unreadable()
    }
    return expression
  }

  /// Codes a roll without its notes.
  @discardableResult
  mutating func tableRoll(_ roll: TableRoll?) throws -> TableRoll {
    let expression = try yield(roll?.expression)
    let label = try text(roll?.label, largest: 240) { try $0.isEmpty ? "" : SeatName.checked($0) }
    let answers = try int(roll?.answers, in: 0...RoomLimits.numbers.upperBound)
    return TableRoll(
      expression: expression, label: label, answers: answers, roll: try self.roll(roll?.roll))
  }

  /// Codes a hidden roll without its notes.
  @discardableResult
  mutating func hiddenRoll(_ roll: HiddenRoll?) throws -> HiddenRoll {
    let expression = try yield(roll?.expression)
    let played = try self.roll(roll?.roll)
    return HiddenRoll(
      expression: expression, roll: played,
      secret: try raw(roll?.secret, count: HiddenRoll.hashLength))
  }

  /// Codes seats in ascending order.
  @discardableResult
  mutating func seats(_ seats: [Int]?) throws -> [Int] {
    let read = try ints(seats, most: RoomLimits.seats, in: 1...RoomLimits.seats)
    guard seats != nil || zip(read, read.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw Unreadable()
    }
    return read
  }

  /// Codes a table in a format of some age.
  ///
  /// From 3 on, rolls have notes; from 4 on, it may have characters, and from 5 on, foes without any.
  mutating func table(_ table: DiceTable?, age: Int) throws -> DiceTable {
    let entries = try each(table?.entries, most: RoomLimits.tableRolls) {
      try $0.tableEntry($1, hasNotes: age >= 3)
    }
    let question = try optional(table?.question) { coder, question in
      let number = try coder.int(question?.number, in: RoomLimits.numbers)
      let expression = try coder.yield(question?.expression)
      let seats = try coder.seats(question?.seats)
      return DiceTable.Question(
        number: number, expression: expression, seats: seats,
        answered: Set(try coder.seats(question?.answered.sorted())))
    }
    let campaign =
      age < 4
      ? nil : try optional(table?.campaign) { try $0.campaign($1, mayLackCharacters: age >= 5) }
    return DiceTable(entries: entries, question: question, campaign: campaign)
  }

  private mutating func tableEntry(
    _ entry: DiceTable.Entry?, hasNotes: Bool
  ) throws -> DiceTable.Entry {
    let number = try int(entry?.number, in: RoomLimits.numbers)
    let time = try int(entry?.time, in: RoomLimits.times)
    let seat = try int(entry?.seat, in: 0...RoomLimits.seats)
    return DiceTable.Entry(
      number: number, time: time, seat: seat, what: try what(entry?.what, hasNotes: hasNotes))
  }

  private mutating func what(
    _ what: DiceTable.Entry.What?, hasNotes: Bool
  ) throws -> DiceTable.Entry.What {
    let kind: String? =
      switch what {
      case .rolled: "throw"
      case .hidden: "hide"
      case .checked: "check"
      case nil: nil
      }
    switch try word(kind) {
    case "throw":
      let written: TableRoll? = if case .rolled(let roll) = what { roll } else { nil }
      var roll = try tableRoll(written)
      if hasNotes { roll.notes = try notes(written?.notes, dice: roll.roll.dice.count) }
      return .rolled(roll)
    case "hide":
      var (written, hash, shown): (HiddenRoll?, [UInt8]?, Bool?)
      if case .hidden(let roll, let commitment, let isRevealed) = what {
        (written, hash, shown) = (roll, commitment, isRevealed)
      }
      var roll = try hiddenRoll(written)
      let commitment = try raw(hash, count: HiddenRoll.hashLength)
      let isRevealed = try flag(shown)
      if hasNotes { roll.notes = try notes(written?.notes, dice: roll.roll.dice.count) }
      return .hidden(roll, commitment: commitment, isRevealed: isRevealed)
    case "check":
      let written: CheckRoll? = if case .checked(let roll) = what { roll } else { nil }
      return .checked(try checkRoll(written))
    default: throw Unreadable()
    }
  }
}
