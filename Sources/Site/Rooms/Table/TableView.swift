import DiceLanguage
import Games
import Mustache
import Rooms
import Storage

/// What lies on a table: the last rolls, newest first.
struct TableView: Fielded {
  /// As many as a host sees at once, whose page has more to it.
  private static let newest = 10

  private let rolls, older: [TableEntry]

  /// Whoever looks at it; the host sees more.
  enum Reader { case seat, wall, host }

  init(_ table: DiceTable, in opened: OpenRoom, for reader: Reader) {
    let isHost = reader == .host
    let hidesNames = !isHost && opened.hidesNames(onWall: reader == .wall)
    let all = table.entries.reversed().map { entry in
      TableEntry(
        entry, name: opened.name(of: entry.seat, isHidden: hidesNames),
        for: isHost ? .host(press: nil) : .everyone)
    }
    rolls = Array(all.prefix(isHost ? TableView.newest : all.count))
    older = Array(all.dropFirst(rolls.count))
  }

  static func declare(_ field: inout Fields<TableView>) {
    field("rolls") { $0.rolls }
    field("hasRolls") { !$0.rolls.isEmpty }
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
  /// Who looks at it.
  enum Reader: Equatable {
    case everyone
    /// With the number of the next press, if it's to reveal what is hidden, and what the host has chosen
    /// about refreshing.
    case host(press: Int?, refreshChoice: String? = nil)
  }

  /// More dice are shown on request.
  private static let mostDice = 20

  private let entry: DiceTable.Entry
  private let name: String
  private let reader: Reader

  init(_ entry: DiceTable.Entry, name: String, for reader: Reader) {
    self.entry = entry
    self.name = name
    self.reader = reader
  }

  static func declare(_ field: inout Fields<TableEntry>) {
    field("number") { $0.entry.number }
    field("name") { $0.name }
    field("what") { $0.what }
    field("total") { $0.shown?.total.signedText }
    field("dice") { $0.dice.count > TableEntry.mostDice ? [] : $0.dice }
    field("hasDice") { 1...TableEntry.mostDice ~= $0.dice.count }
    field("manyDice") { entry in
      entry.dice.count > TableEntry.mostDice
        ? ManyDice(entry.dice, besides: entry.notes.unwritten) : nil
    }
    field("totals") { $0.totals }
    field("reading") { $0.reading }
    field("iso") { Moment(seconds: $0.entry.time).iso }
    field("clock") { Moment(seconds: $0.entry.time).clock }
    field("hidden") { $0.entry.isHidden && $0.tellsHash ? $0.commitment : nil }
    field("proof") { $0.proof }
    field("revealed") { $0.revealed }
    field("canReveal") { $0.press != nil }
    field("press") { $0.press }
    field("refreshChoice") { $0.refreshChoice }
    field("onlyForHost") { $0.isHost && $0.entry.isHidden }
  }

  private var isHost: Bool { reader != .everyone }

  private var press: Int? {
    if case .host(let press, _) = reader { press } else { nil }
  }

  private var refreshChoice: String? {
    if case .host(_, let choice) = reader { choice } else { nil }
  }

  /// The host reads it where it can be revealed.
  private var tellsHash: Bool { !isHost || press != nil }

  /// What was rolled; `nil` for a hidden roll that isn't the reader's.
  private var what: String? {
    switch entry.what {
    case .rolled(let roll):
      roll.label.isEmpty
        ? roll.expression.text : "\(roll.label.isolated) (\(roll.expression.text))"
    case .hidden(let roll, _, let isRevealed):
      isHost || isRevealed ? roll.expression.text : nil
    }
  }

  private var shown: PlayedRoll? {
    switch entry.what {
    case .rolled(let roll): roll.roll
    case .hidden(let roll, _, let isRevealed): isHost || isRevealed ? roll.roll : nil
    }
  }

  private var notes: RollNotes {
    switch entry.what {
    case .rolled(let roll): roll.notes
    case .hidden(let roll, _, _): roll.notes
    }
  }

  /// The dice, unless the total alone says it: of a single one, without anything added.
  private var dice: [TableDie] {
    guard let shown, shown.dice.count > 1 || shown.dice.first.flatMap({ Total($0) }) != shown.total
    else { return [] }
    return shown.dice.enumerated().map { index, value in
      TableDie(value: value, notes: notes.dice.isEmpty ? [] : notes.dice[index], isLater: index > 0)
    }
  }

  /// `13, 12, 9`, for `6x(…)`.
  private var totals: String? {
    guard shown != nil, !notes.totals.isEmpty else { return nil }
    return notes.totals.map(\.signedText).joined(separator: ", ")
  }

  /// What it means in words, where the dice don't simply add up.
  private var reading: String? {
    guard shown != nil else { return nil }
    let expression =
      switch entry.what {
      case .rolled(let roll): roll.expression
      case .hidden(let roll, _, _): roll.expression
      }
    return expression.justAddsUp ? nil : expression.reading.asSentence
  }

  /// The SHA-256 of a hidden roll, in hexadecimal digits.
  private var commitment: String? {
    guard case .hidden(_, let commitment, _) = entry.what else { return nil }
    return hex(commitment)
  }

  /// The news of a revealed roll, which may be older than others.
  private var revealed: String? {
    guard case .hidden(let roll, _, isRevealed: true) = entry.what else { return nil }
    return RoomWords.revealed(roll, by: name)
  }

  /// What a revealed roll is checked by.
  private var proof: Proof? {
    guard case .hidden(let roll, let commitment, isRevealed: true) = entry.what else { return nil }
    return Proof(roll: roll, commitment: commitment)
  }

  /// The query of the page that checks a revealed roll.
  private struct Proof: Fielded {
    let roll: HiddenRoll
    let commitment: [UInt8]

    static func declare(_ field: inout Fields<Proof>) {
      field("check") { HiddenRollCheck.query($0.roll, $0.commitment) }
    }
  }
}

/// A die on a table, and what happened to it.
private struct TableDie: Fielded {
  let value: Int
  let notes: RollNotes.Die
  /// Whether another one stands before it.
  let isLater: Bool

  static func declare(_ field: inout Fields<TableDie>) {
    field("value") { $0.value.signedText }
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

/// Dice that are shown on request.
private struct ManyDice: Fielded {
  private let all: [TableDie]
  /// Dice that were counted, but not written down.
  private let unwritten: Int

  init(_ dice: [TableDie], besides unwritten: Int) {
    all = dice
    self.unwritten = unwritten
  }

  static func declare(_ field: inout Fields<ManyDice>) {
    field("count") { ($0.all.count + $0.unwritten).counted("die", "dice") }
    field("all") { $0.all }
    field("more") { dice in
      dice.unwritten == 0 ? nil : "and \(dice.unwritten.counted("more die", "more dice"))"
    }
  }
}
