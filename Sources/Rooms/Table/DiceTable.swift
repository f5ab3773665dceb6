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
    let hex = String(decoding: FieldWriter.hex(secret), as: UTF8.self)
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

extension FieldWriter {
  /// All but the notes.
  mutating func write(_ roll: TableRoll) {
    write(text: roll.expression.text)
    write(text: roll.label)
    write(roll.answers)
    write(roll.roll)
  }

  /// All but the notes.
  mutating func write(_ roll: HiddenRoll) {
    write(text: roll.expression.text)
    write(roll.roll)
    write(raw: roll.secret)
  }

  mutating func write(_ table: DiceTable) {
    write(each: table.entries) { writer, entry in
      writer.write(entry.number)
      writer.write(entry.time)
      writer.write(entry.seat)
      switch entry.what {
      case .rolled(let roll):
        writer.write(word: "throw")
        writer.write(roll)
        writer.write(roll.notes)
      case .hidden(let roll, let commitment, let isRevealed):
        writer.write(word: "hide")
        writer.write(roll)
        writer.write(raw: commitment)
        writer.write(isRevealed)
        writer.write(roll.notes)
      case .checked(let roll):
        writer.write(word: "check")
        writer.write(roll)
      }
    }
    write(each: table.question.map { [$0] } ?? []) { writer, question in
      writer.write(question.number)
      writer.write(text: question.expression.text)
      writer.write(each: question.seats) { $0.write($1) }
      writer.write(each: question.answered.sorted()) { $0.write($1) }
    }
    write(each: table.campaign.map { [$0] } ?? []) { $0.write($1) }
  }
}

extension FieldReader {
  /// An expression as it was typed.
  mutating func yield() throws -> Yield {
    // A character has four bytes at most.
    let text = try text(largest: 4 * Expression.Limits.text)
    guard let yield = try? Yield(parsing: text), yield.text == text else { throw Unreadable() }
    return yield
  }

  /// One that makes a number.
  mutating func expression() throws -> Expression {
    guard case .number(let expression) = try yield() else { throw Unreadable() }
    return expression
  }

  mutating func tallyExpression() throws -> TallyExpression {
    guard case .tally(let tally) = try yield() else { throw Unreadable() }
    return tally
  }

  /// A roll, without notes.
  mutating func tableRoll() throws -> TableRoll {
    let expression = try yield()
    let label = try text(largest: 240)
    guard label.isEmpty || (try? SeatName.checked(label)) == label else { throw Unreadable() }
    let answers = try int(in: 0...RoomLimits.numbers.upperBound)
    return TableRoll(expression: expression, label: label, answers: answers, roll: try roll())
  }

  /// A hidden roll, without notes.
  mutating func hiddenRoll() throws -> HiddenRoll {
    let expression = try yield()
    let roll = try roll()
    return HiddenRoll(
      expression: expression, roll: roll, secret: try raw(count: HiddenRoll.hashLength))
  }

  /// Seats in ascending order.
  mutating func seats() throws -> [Int] {
    let seats = try array(most: RoomLimits.seats) { try $0.int(in: 1...RoomLimits.seats) }
    guard zip(seats, seats.dropFirst()).allSatisfy({ $0 < $1 }) else { throw Unreadable() }
    return seats
  }

  /// A table; by the age of its format, rolls have notes from 3 on, it may have characters from 4 on,
  /// and foes without any from 5 on.
  mutating func table(age: Int) throws -> DiceTable {
    let entries = try array(most: RoomLimits.tableRolls) { try $0.tableEntry(hasNotes: age >= 3) }
    let questions = try array(most: 1) { reader in
      let number = try reader.int(in: RoomLimits.numbers)
      let expression = try reader.yield()
      let seats = try reader.seats()
      return DiceTable.Question(
        number: number, expression: expression, seats: seats, answered: Set(try reader.seats()))
    }
    let campaigns =
      age < 4
      ? []
      : try array(most: 1) { try $0.campaign(mayLackCharacters: age >= 5) }
    return DiceTable(entries: entries, question: questions.first, campaign: campaigns.first)
  }

  private mutating func tableEntry(hasNotes: Bool) throws -> DiceTable.Entry {
    let number = try int(in: RoomLimits.numbers)
    let time = try int(in: RoomLimits.times)
    let seat = try int(in: 0...RoomLimits.seats)
    switch try word() {
    case "throw":
      var roll = try tableRoll()
      if hasNotes { roll.notes = try notes(dice: roll.roll.dice.count) }
      return DiceTable.Entry(number: number, time: time, seat: seat, what: .rolled(roll))
    case "hide":
      var roll = try hiddenRoll()
      let commitment = try raw(count: HiddenRoll.hashLength)
      let isRevealed = try bool()
      if hasNotes { roll.notes = try notes(dice: roll.roll.dice.count) }
      return DiceTable.Entry(
        number: number, time: time, seat: seat,
        what: .hidden(roll, commitment: commitment, isRevealed: isRevealed))
    case "check":
      return DiceTable.Entry(
        number: number, time: time, seat: seat, what: .checked(try checkRoll()))
    default: throw Unreadable()
    }
  }
}
