import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Storage
import Web

/// The last rolls on a table, newest first.
struct TableView: Fielded {
  /// The number of rolls that a host sees at once, as the host's page has more on it.
  private static let newest = 10

  private let rolls, older: [TableEntry]

  /// The reader; the host sees more.
  enum Reader { case seat, wall, host }

  init(_ table: DiceTable, in opened: OpenRoom, for reader: Reader) {
    let isHost = reader == .host
    let hidesNames = !isHost && opened.hidesNames(onWall: reader == .wall)
    var odds: [String: Distribution] = [:]
    let all = table.entries.reversed().filter { isHost || !$0.isSecret }.map { entry in
      TableEntry(
        entry, name: opened.name(of: entry.seat, isHidden: hidesNames),
        for: isHost ? .host : .everyone, chance: entry.checked?.chanceText(knowing: &odds))
    }
    rolls = Array(all.prefix(isHost ? TableView.newest : all.count))
    older = Array(all.dropFirst(rolls.count))
  }

  static func declare(_ field: inout Fields<TableView>) {
    field("rolls") { $0.rolls }
    field("older") { $0.older }
    field("olderCount") { table in
      table.older.isEmpty ? nil : table.older.count.counted("older roll", "older rolls")
    }
    field("mostRolls") { table in
      table.rolls.count + table.older.count == RoomLimits.tableRolls ? RoomLimits.tableRolls : nil
    }
  }
}

/// A roll on a table.
struct TableEntry: Fielded {
  /// The reader; in a list of hidden rolls, the host can reveal one.
  enum Reader { case everyone, host, revealer }

  /// The most dice; further ones are shown on request.
  private static let mostDice = 20

  private let entry: DiceTable.Entry
  private let name: String
  private let reader: Reader
  private let chance: String?
  /// The dice, unless there is only one and the total is the same.
  private var dice: [TableDie] = []

  init(_ entry: DiceTable.Entry, name: String, for reader: Reader, chance: String?) {
    self.entry = entry
    self.chance = chance
    self.name = name
    self.reader = reader
    guard let shown, let faces = shown.faces(experiment.diceFaces),
      faces.count > 1 || faces.first != experiment.name(of: shown.total)
    else { return }
    let notes = notes.dice
    dice = faces.enumerated().map { index, face in
      TableDie(face: face, notes: notes.isEmpty ? [] : notes[index], isLater: index > 0)
    }
  }

  static func declare(_ field: inout Fields<TableEntry>) {
    field("number") { $0.entry.number }
    field("name") { entry in
      entry.checked.flatMap { $0.name.isEmpty ? nil : $0.name.isolated } ?? entry.name
    }
    field("what") { $0.what }
    field("total") { entry in
      entry.checked?.sides ?? entry.shown.map { entry.experiment.name(of: $0.total) }
    }
    field("dice") { $0.hasManyDice ? [] : $0.dice }
    field.object("manyDice", { $0.hasManyDice ? $0 : nil }) { entry in
      entry("count") { ($0.dice.count + $0.notes.unwritten).counted("die", "dice") }
      entry("all") { $0.dice }
      entry("more") { entry in
        entry.notes.unwritten == 0
          ? nil : "and \(entry.notes.unwritten.counted("more die", "more dice"))"
      }
    }
    field("totals") { $0.totals }
    field("reading") { $0.reading }
    field("iso") { Moment(seconds: $0.entry.time).iso }
    field("clock") { Moment(seconds: $0.entry.time).clock }
    // The host reads it where it can be revealed.
    field("hidden") { $0.entry.isHidden && $0.reader != .host ? $0.commitment : nil }
    field("check") { $0.check }
    field("revealed") { $0.revealed }
    field("chance") { $0.chance }
    field("onlyForHost") { $0.isHost && ($0.entry.isHidden || $0.entry.isSecret) }
  }

  private var isHost: Bool { reader != .everyone }
  private var hasManyDice: Bool { dice.count > TableEntry.mostDice }

  /// The expression; `nil` for a hidden roll that the reader may not see.
  private var what: String? {
    switch entry.what {
    case .rolled(let roll):
      roll.label.isEmpty
        ? roll.expression.text : "\(roll.label.isolated) (\(roll.expression.text))"
    case .hidden(let roll, _, let isRevealed): isHost || isRevealed ? roll.expression.text : nil
    case .checked(let roll) where roll.sides != nil: "\(roll.what). \(roll.verdict.asSentence)"
    case .checked(let roll):
      "\(roll.what.isolated) (\(roll.dice.text))\(roll.verdict.isEmpty ? "" : ": \(roll.verdict)")"
    }
  }

  private var checked: CheckRoll? { entry.checked }

  private var shown: PlayedRoll? {
    switch entry.what {
    case .rolled(let roll): roll.roll
    case .hidden(let roll, _, let isRevealed): isHost || isRevealed ? roll.roll : nil
    // The dice of two sides aren't added up.
    case .checked(let roll): roll.sides == nil ? roll.roll : nil
    }
  }

  private var notes: RollNotes {
    switch entry.what {
    case .rolled(let roll): roll.notes
    case .hidden(let roll, _, _): roll.notes
    case .checked: RollNotes()
    }
  }

  private var experiment: Experiment {
    switch entry.what {
    case .rolled(let roll): Experiment(roll.expression)
    case .hidden(let roll, _, _): Experiment(roll.expression)
    case .checked(let roll): .expression(roll.dice)
    }
  }

  /// The totals of `6x(…)`: `13, 12, 9`.
  private var totals: String? {
    guard shown != nil, !notes.totals.isEmpty else { return nil }
    return notes.totals.map(\.signedText).joined(separator: ", ")
  }

  /// The roll's meaning in words, if the dice aren't simply added up.
  private var reading: String? {
    guard shown != nil, case .expression(let expression) = experiment else { return nil }
    return expression.justAddsUp ? nil : expression.reading.asSentence
  }

  /// The SHA-256 of a hidden roll, in hexadecimal digits.
  private var commitment: String? {
    guard case .hidden(_, let commitment, _) = entry.what else { return nil }
    return hex(commitment)
  }

  /// The news that a roll was revealed, which may be older than others.
  private var revealed: String? {
    guard case .hidden(let roll, _, isRevealed: true) = entry.what else { return nil }
    return RoomWords.revealed(roll, by: name)
  }

  /// The query of the page that checks a revealed roll.
  private var check: String? {
    guard case .hidden(let roll, let commitment, isRevealed: true) = entry.what else { return nil }
    return HiddenRollCheck.query(roll, commitment)
  }
}

/// A die on a table, with what happened to it.
private struct TableDie: Fielded {
  /// A number or a word.
  let face: String
  let notes: RollNotes.Die
  /// Whether there is another die before it.
  let isLater: Bool

  static func declare(_ field: inout Fields<TableDie>) {
    field("value") { $0.face }
    field("isLater") { $0.isLater }
    field("isDropped") { $0.notes.contains(.dropped) }
    field("note") { die in
      let words = words.filter { die.notes.contains($0.note) }.map(\.word)
      return words.isEmpty ? nil : words.joined(separator: ", ")
    }
  }

  private static let words: [(note: RollNotes.Die, word: String)] = [
    (.rerolled, "rerolled"), (.exploded, "exploded"), (.counted, "counts"), (.failed, "fails"),
  ]
}

/// A table on a seat's page: the rolls that it can make.
struct SeatTable: Fielded {
  let table: DiceTable
  let opened: OpenRoom
  let seat: RoomSeat
  let named: NamedRolls
  let problem: Problem?

  static func declare(_ field: inout Fields<SeatTable>) {
    field("headline") { $0.opened.said() ?? RoomWords.nothingYet }
    field("canRoll") { !$0.opened.isClosed && !$0.opened.room.isPaused }
    field.object("asked", { $0.question }) { question in
      question("answers") { $0.number }
      question("what") { $0.expression.text }
    }
    field.input(
      "expression", value: { $0.expression }, in: { $0.problem }, longest: Expression.Limits.text)
    field("dice") { _ in DieType.allCases.map(\.name) }
    field.rows("named", { Array($0.named.rolls.enumerated()) }) { roll in
      roll("index") { $0.offset }
      roll("label") { $0.element.name }
    }
    field("rolls") { TableView($0.table, in: $0.opened, for: .seat) }
  }

  /// The expression of the seat's last roll.
  private var expression: String {
    for entry in table.entries.reversed() where entry.seat == seat.number {
      if case .rolled(let roll) = entry.what { return roll.expression.text }
    }
    return "1d20"
  }

  /// The host's question, if the seat has yet to answer it.
  private var question: DiceTable.Question? {
    table.question.flatMap { $0.asks(seat.number) ? $0 : nil }
  }
}

/// A table on the host's page: hidden rolls and questions.
struct HostTable: Fielded {
  let table: DiceTable
  let opened: OpenRoom
  let problem: Problem?

  static func declare(_ field: inout Fields<HostTable>) {
    field.input(
      "expression", value: { _ in "1d20" }, in: { $0.problem }, longest: Expression.Limits.text)
    field("asking") { table in
      table.table.question.map { RoomWords.asked(table.opened, $0) }
    }
    field("waiting") { $0.waiting }
    field.rows("present", { $0.present.prefix(HostTable.mostChoices) }) { seat in
      seat("number") { $0.number }
      seat("name") { $0.name.isolated }
    }
    field("mostChoices") { table in
      table.present.count > HostTable.mostChoices ? HostTable.mostChoices : nil
    }
    field("rolls") { TableView($0.table, in: $0.opened, for: .host) }
  }

  /// The hidden rolls to reveal.
  private var waiting: [TableEntry] {
    table.entries.reversed().filter(\.isHidden).map {
      TableEntry($0, name: RoomWords.host, for: .revealer, chance: nil)
    }
  }

  private var present: [RoomSeat] { opened.room.seats.filter { !$0.isRemoved } }

  /// The most seats to choose from; a form has no room for more boxes.
  static let mostChoices = 50
}
