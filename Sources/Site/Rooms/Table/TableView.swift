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
    /// With the number of the next press, if it's to reveal what is hidden.
    case host(press: Int?)
  }

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
    field("dice") { $0.dice }
    field("iso") { Moment(seconds: $0.entry.time).iso }
    field("clock") { Moment(seconds: $0.entry.time).clock }
    field("hidden") { $0.entry.isHidden && $0.tellsHash ? $0.commitment : nil }
    field("proof") { $0.proof }
    field("revealed") { $0.revealed }
    field("canReveal") { $0.press != nil }
    field("press") { $0.press }
    field("onlyForHost") { $0.isHost && $0.entry.isHidden }
  }

  private var isHost: Bool { reader != .everyone }

  private var press: Int? {
    if case .host(let press) = reader { press } else { nil }
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

  /// `4, 3`; cut where there are many, and left out where the total says it.
  private var dice: String? {
    guard let dice = shown?.dice, dice.count > 1 else { return nil }
    let most = 20
    return dice.prefix(most).map(\.signedText).joined(separator: ", ")
      + (dice.count > most ? ", …" : "")
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
