import DiceLanguage
import Games
import Rooms
import Site
import Storage
import Web

/// The rolls of a room as a download, oldest first, including those before starting over.
///
/// The record is read page by page, but the file is in memory as a whole: 15 MB for 200,000 rolls
/// of two dice, and about 50 MB if each has a hundred; twice that with two experiments.
struct RoomDownload {
  /// The most bytes; only long names and expressions with hundreds of dice, or two experiments with
  /// a hundred dice each, exceed it.
  private static let most = 100_000_000

  private let opened: OpenRoom
  private let desk: RoomDesk
  private let isHost: Bool
  private let most: Int
  /// The revealed hidden rolls, by the numbers of their events.
  private var revealed: Set<Int> = []
  /// The parts with guesses that everybody may see.
  private var partsWithGuesses: Set<Int> = []
  /// Whether a class experiment was started over.
  private var hasParts = false

  /// Creates a download of at most this many bytes, which stops if it gets longer.
  /// - Throws: `StorageError`, `RoomRefusal.noRoom`.
  init(_ opened: OpenRoom, _ desk: RoomDesk, isHost: Bool, most: Int = RoomDownload.most) throws {
    self.opened = opened
    self.desk = desk
    self.isHost = isHost
    self.most = most
    var part = 1
    switch opened.room.settings {
    case .table:
      var numbers: Set<Int> = []
      try forEachEvent { event in
        if case .revealed(let number) = event.act { numbers.insert(number) }
      }
      revealed = numbers
    case .experiment:
      var parts: Set<Int> = []
      var isSecret = false
      try forEachEvent { event in
        switch event.act {
        case .opened(.experiment(let settings), _, _): isSecret = settings.guessing.isSecret
        case .startedOver(let settings):
          part += 1
          isSecret = settings?.guessing.isSecret ?? isSecret
        case .revealedGuesses: parts.insert(part)
        default: break
        }
        if !isSecret { parts.insert(part) }
      }
      partsWithGuesses = parts
      hasParts = part > 1
    default: break
    }
  }

  /// Returns a row for each roll, or for each strategy and meeting of a league; CSV omits empty
  /// columns.
  func file(as type: FileType) throws -> [UInt8] {
    if case .league = opened.room.settings { return try leagueFile(as: type) }
    var columns = RoomRow.columns
    if case .experiment(let settings) = opened.room.settings {
      columns = type == .csv ? RoomRow.tidyColumns(settings) : RoomRow.columns(settings)
    }
    if case .pairs = opened.room.settings { columns = RoomRow.columnsOfPairs }
    if type == .csv {
      if !hasParts { columns.all.removeAll { $0.name == "part" } }
      var used: Set<Int> = []
      try forEachRow(as: type) { row in
        for (index, column) in columns.all.enumerated() where !used.contains(index) {
          if !column.cell(row).isEmpty { used.insert(index) }
        }
      }
      // If nothing has happened, all columns stay.
      let all = columns.all.enumerated().filter { used.isEmpty || used.contains($0.offset) }
      columns.all = all.map(\.element)
    }
    var bytes = columns.start(of: type)
    try forEachRow(as: type) { row in
      columns.append(row, as: type, to: &bytes)
      guard bytes.count <= most else { throw Refusal.longDownload(most) }
    }
    if type == .json { bytes.append("]\n") }
    return bytes
  }

  private func leagueFile(as type: FileType) throws -> [UInt8] {
    let names = names(in: type)
    var bytes = LeagueRow.columns.start(of: type)
    var run = 0
    try forEachEvent { event in
      guard case .ran(let result) = event.act else { return }
      run += 1
      try LeagueRow.forEach(
        of: result, run: run, of: event, names: { names[$0] },
        { row in
          LeagueRow.columns.append(row, as: type, to: &bytes)
          guard bytes.count <= most else { throw Refusal.longDownload(most) }
        })
    }
    if type == .json { bytes.append("]\n") }
    return bytes
  }

  /// Returns the names of the host and the seats; CSV leaves out hidden ones, and JSON has the
  /// numbers of the seats instead, as it always had.
  private func names(in type: FileType) -> [Int: String] {
    let isHidden = !isHost && !opened.room.switches.contains(.names)
    var names = [0: RoomWords.host]
    for seat in type == .csv && isHidden ? [] : opened.room.seats.map(\.number) {
      names[seat] = opened.name(of: seat, isHidden: isHidden)
    }
    return names
  }

  /// Calls the closure with each row; CSV has a guess beside the rolls that it was about, and JSON
  /// in a row of its own, as it always had.
  private func forEachRow(as type: FileType, _ take: (RoomRow) throws -> Void) throws {
    let names = names(in: type)
    let experiment = opened.room.settings.experiment
    var part = 1
    var rolls = 0
    // By seat, in this part; those of seats that haven't rolled come at the end.
    var guesses: [Int: RoomRow] = [:]
    var used: Set<Int> = []
    func endPart() throws {
      for (seat, row) in guesses.sorted(by: { $0.key < $1.key }) where !used.contains(seat) {
        try take(row)
      }
      guesses = [:]
      used = []
      part += 1
    }
    // Who plays in which game of pairs follows from all events before.
    var replay: Room?
    try forEachEvent { event in
      let seat = event.actor.number
      func row(
        _ expression: String, _ roll: PlayedRoll?, isRoll: Bool = true, by other: String? = nil
      ) -> RoomRow {
        rolls += isRoll ? 1 : 0
        return RoomRow(
          roll: isRoll ? rolls : nil, number: event.number, time: event.time, part: part,
          seat: other == nil ? seat : 0,
          name: other ?? names[seat], expression: expression,
          outcome: roll.map { RoomRow.Outcome($0, of: experiment) } ?? RoomRow.Outcome())
      }
      func takeAll(_ moves: [PigMatch.Move], by name: String? = nil, in game: Int?) throws {
        for move in moves {
          var played =
            switch move {
            case .roll(let face):
              row("d6", PlayedRoll(dice: [face], total: Total(face) ?? .zero), by: name)
            case .hold: row(RoomWords.hold, nil, isRoll: false, by: name)
            }
          played.game = game.map { $0 + 1 }
          try take(played)
        }
      }
      defer {
        if case .opened(.pairs, _, _) = event.act {
          replay = try? Room(opening: event)
        } else if replay != nil {
          try? replay?.apply(event)
        }
      }
      switch event.act {
      case .startedOver, .paired: try endPart()
      case .rolled(let rolls, let others):
        for (place, roll) in rolls.enumerated() {
          var row = row(RoomWords.rolled(opened.room.settings), roll)
          if others.indices ~= place, case .experiment(let settings) = opened.room.settings {
            row.second = RoomRow.Outcome(others[place], of: settings.second)
          }
          row.guess = guesses[seat]?.guess
          row.guessOf = guesses[seat]?.guessOf
          used.insert(seat)
          try take(row)
        }
      case .guessed(let guess):
        guard partsWithGuesses.contains(part), case .experiment(let settings) = opened.room.settings
        else { break }
        var row = row(RoomWords.rolled(opened.room.settings), nil, isRoll: false)
        row.guess = RecordedNumber(guess, of: settings)
        row.guessOf = RoomWords.guessed(guess)
        if type == .csv { guesses[seat] = row } else { try take(row) }
      case .threw(let roll):
        var row = row(roll.expression.text, nil)
        row.outcome = RoomRow.Outcome(roll.roll, of: Experiment(roll.expression))
        row.notes = roll.notes
        try take(row)
      case .rolledHidden(let roll, let commitment):
        let isRevealed = revealed.contains(event.number)
        let isKnown = isHost || isRevealed
        var hidden = row(isKnown ? roll.expression.text : RoomWords.hidden, nil)
        if isKnown { hidden.outcome = RoomRow.Outcome(roll.roll, of: Experiment(roll.expression)) }
        hidden.notes = isKnown ? roll.notes : RollNotes()
        hidden.secret = isRevealed ? hex(roll.secret) : nil
        hidden.hash = hex(commitment)
        try take(hidden)
      case .checked(let roll, _):
        guard !roll.isSecret || isHost else { break }
        let isForSides = roll.sides != nil
        var checked = row(isForSides ? roll.what : roll.dice.text, roll.roll)
        if isForSides { checked.outcome.total = nil }
        try take(checked)
      case .moved(let move, let answer):
        let game = replay?.pairs?.index(of: seat)
        try takeAll([move], in: game)
        try takeAll(answer, by: Pig.computerName, in: game)
      case .substituted(let game, _, let turn): try takeAll(turn, by: Pig.computerName, in: game)
      default: break
      }
    }
    try endPart()
  }

  private func forEachEvent(_ take: (RoomEvent) throws -> Void) throws {
    var through = 0
    var isLast = false
    while !isLast {
      guard let page = try desk.events(of: opened.code, after: through) else {
        throw RoomRefusal.noRoom
      }
      try page.events.forEach(take)
      (through, isLast) = (page.through, page.isLast)
    }
  }
}
