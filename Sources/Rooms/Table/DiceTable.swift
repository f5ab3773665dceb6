import DiceLanguage

/// A roll of any expression at a table.
package struct TableRoll: Equatable, Sendable {
  package let expression: RollExpression
  /// The name of a named roll, by the rule for seats' names; empty if it has none.
  package let label: String
  /// The number of the event that asked for it; 0 if none did.
  package let answers: Int
  package let roll: PlayedRoll
  package internal(set) var notes = RollNotes()
}

/// A roll that only the host sees until it is revealed.
package struct HiddenRoll: Equatable, Sendable {
  /// The number of bytes of a SHA-256 and of the secret.
  package static let hashLength = 32

  package let expression: RollExpression
  package let roll: PlayedRoll
  /// A secret from a secure generator that keeps others from trying all results.
  package let secret: [UInt8]
  /// The notes, which the commitment doesn't cover.
  package internal(set) var notes = RollNotes()

  package init(expression: RollExpression, roll: PlayedRoll, secret: [UInt8]) {
    (self.expression, self.roll, self.secret) = (expression, roll, secret)
  }

  /// The text whose SHA-256 is the commitment: expression, dice, total and the secret in
  /// hexadecimal digits, one a line, without a line feed at the end.
  package var committedText: String {
    let dice = roll.dice.map(String.init).joined(separator: " ")
    let hex = String(decoding: FieldCoder.hex(secret), as: UTF8.self)
    return "\(expression.text)\n\(dice)\n\(roll.total)\n\(hex)"
  }
}

/// A table: the latest rolls, hidden rolls, and the host's question.
package struct DiceTable: Equatable, Sendable {
  /// An entry on the table.
  package struct Entry: Equatable, Sendable {
    package enum What: Equatable, Sendable {
      case rolled(TableRoll)
      /// A hidden roll with its commitment.
      case hidden(HiddenRoll, commitment: [UInt8], isRevealed: Bool)
      /// A roll for a character, or by the host at a table with characters.
      case checked(CheckRoll)
    }

    /// The number of its event.
    package let number: Int
    /// The time in seconds since 1970.
    package let time: Int
    /// The number of the seat; 0 for the host.
    package let seat: Int
    package internal(set) var what: What
  }

  /// A roll that the host asks some seats to make.
  package struct Question: Equatable, Sendable {
    /// The number of its event.
    package let number: Int
    package let expression: RollExpression
    /// The seats in ascending order; empty for all.
    package let seats: [Int]
    /// The seats that have answered.
    var answered: Set<Int> = []

    /// Returns whether a seat has yet to answer.
    package func asks(_ seat: Int) -> Bool {
      seat > 0 && (seats.isEmpty || seats.contains(seat)) && !answered.contains(seat)
    }
  }

  /// The entries, oldest first, at most `RoomLimits.tableRolls`; hidden rolls stay until they are
  /// revealed.
  package private(set) var entries: [Entry] = []
  /// The last question; `nil` before the first.
  package private(set) var question: Question?
  /// The characters and foes; `nil` before the first.
  package internal(set) var campaign: Campaign?

  package init() {}

  init(entries: [Entry], question: Question?, campaign: Campaign?) {
    (self.entries, self.question, self.campaign) = (entries, question, campaign)
  }

  /// The number of hidden rolls that wait to be revealed.
  package var hiddenRolls: Int { entries.count { $0.isHidden } }

  mutating func add(_ entry: Entry) throws(RoomRefusal) {
    switch entry.what {
    case .rolled(let roll):
      try check(roll.answers, by: entry.seat)
      if roll.answers != 0 { question?.answered.insert(entry.seat) }
    case .checked: break
    case .hidden: guard hiddenRolls < RoomLimits.hiddenRolls else { throw .tooManyHidden }
    }
    entries.append(entry)
    guard entries.count > RoomLimits.tableRolls else { return }
    if let oldest = entries.firstIndex(where: { !$0.isHidden }) { entries.remove(at: oldest) }
  }

  /// - Throws: `RoomRefusal.nothingThere` for an answer to a question that the seat isn't asked.
  func check(_ answers: Int, by seat: Int) throws(RoomRefusal) {
    guard answers != 0 else { return }
    guard let question, question.number == answers, question.asks(seat) else { throw .nothingThere }
  }

  /// Returns the question that a seat's roll answers without being sent as an answer, as it has the
  /// same dice; 0 for none.
  func question(answeredBy expression: RollExpression, of seat: Int) -> Int {
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

  /// Whether only the host may see it.
  package var isSecret: Bool { checked?.isSecret ?? false }

  package var checked: CheckRoll? { if case .checked(let roll) = what { roll } else { nil } }
}

extension FieldCoder {
  /// Codes an expression as it was typed.
  mutating func rollExpression(_ expression: RollExpression?) throws -> RollExpression {
    // A character has at most four bytes.
    let text = try text(expression?.text, largest: 4 * Expression.Limits.text)
    let read = try expression ?? RollExpression(parsing: text)
    guard read.text == text else { throw Unreadable() }
    return read
  }

  /// Codes an expression that makes a number.
  mutating func expression(_ expression: Expression?) throws -> Expression {
    guard case .number(let expression) = try rollExpression(expression.map(RollExpression.number))
    else {
      throw Unreadable()
    }
    return expression
  }

  /// Codes a roll without its notes.
  mutating func tableRoll(_ roll: TableRoll?) throws -> TableRoll {
    let expression = try rollExpression(roll?.expression)
    let label = try text(roll?.label, largest: 240) { try $0.isEmpty ? "" : SeatName.checked($0) }
    let answers = try int(roll?.answers, in: 0...RoomLimits.numbers.upperBound)
    return TableRoll(
      expression: expression, label: label, answers: answers, roll: try self.roll(roll?.roll))
  }

  /// Codes a hidden roll without its notes.
  mutating func hiddenRoll(_ roll: HiddenRoll?) throws -> HiddenRoll {
    let expression = try rollExpression(roll?.expression)
    let played = try self.roll(roll?.roll)
    return HiddenRoll(
      expression: expression, roll: played,
      secret: try raw(roll?.secret, count: HiddenRoll.hashLength))
  }

  /// Codes seats in ascending order.
  mutating func seats(_ seats: [Int]?) throws -> [Int] {
    let read = try ints(seats, most: RoomLimits.seats, in: 1...RoomLimits.seats)
    guard seats != nil || zip(read, read.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw Unreadable()
    }
    return read
  }

  /// Codes a table in a format, `age` being its place in the list.
  ///
  /// From 3 on, rolls have notes; from 4 on, there may be characters, and from 5 on, foes without
  /// characters.
  mutating func table(_ table: DiceTable?, age: Int) throws -> DiceTable {
    let entries = try each(table?.entries, most: RoomLimits.tableRolls) {
      try $0.tableEntry($1, hasNotes: age >= 3)
    }
    let question = try optional(table?.question) { coder, question in
      let number = try coder.int(question?.number, in: RoomLimits.numbers)
      let expression = try coder.rollExpression(question?.expression)
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
