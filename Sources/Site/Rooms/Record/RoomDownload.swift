import DiceLanguage
import Mustache
import Rooms
import Storage
import Synchronization
import Web

/// The rolls of a room as a download for other programs, oldest first, those before starting over
/// too.
///
/// The record is read page by page, but what is sent is in memory as a whole: 15 MB for 200,000 rolls
/// of two dice, and about 50 MB if each has a hundred.
struct RoomDownload {
  /// In bytes; only long names and expressions beside hundreds of dice come to more.
  private static let most = 100_000_000

  private let opened: OpenRoom
  private let desk: RoomDesk
  private let isHost: Bool
  /// In bytes.
  private let most: Int
  /// Hidden rolls that were revealed, by the numbers of their events.
  private var revealed: Set<Int> = []
  /// The parts whose guesses all may see.
  private var partsWithGuesses: Set<Int> = []
  /// Whether a class experiment was started over.
  private var hasParts = false

  /// A download of at most so many bytes; where it would be longer, it’s given up right there.
  /// - Throws: `StorageError`, `RoomRefusal.noRoom`.
  init(
    _ opened: OpenRoom, _ desk: RoomDesk, isHost: Bool, most: Int = RoomDownload.most
  ) throws {
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

  /// A row a roll; as CSV with the columns alone that have something in them.
  func file(as type: FileType) throws -> [UInt8] {
    var columns = Row.columns
    if type == .csv {
      columns = opened.room.settings.experiment.map(Row.tidyColumns) ?? columns
      if !hasParts { columns.all.removeAll { $0.name == "part" } }
      var used: Set<Int> = []
      try forEachRow { row in
        for (index, column) in columns.all.enumerated() where !used.contains(index) {
          if !column.cell(row).isEmpty { used.insert(index) }
        }
      }
      // Nothing has happened: what it is going to be about.
      let all = columns.all.enumerated().filter { used.isEmpty || used.contains($0.offset) }
      columns.all = all.map(\.element)
    }
    var bytes = columns.start(of: type)
    try forEachRow { row in
      columns.append(row, as: type, to: &bytes)
      guard bytes.count <= most else { throw Refusal.longDownload(most) }
    }
    if type == .json { bytes.append("]\n") }
    return bytes
  }

  /// A roll, a guess, or a decision in a match.
  private struct Row {
    /// Of all rolls, from 1; `nil` for what is no roll.
    let roll: Int?
    /// The number of its event, which brings several rolls if a press does.
    let number: Int
    let time: Int
    /// 1, and one more after each start over.
    let part: Int
    /// 0 for the host.
    let seat: Int
    let name, expression: String
    var dice: [Int] = []
    /// The words on them; `nil` for numbers, and where words of several kinds can't be told apart.
    var faces: [String]?
    /// `nil` for what nobody may know yet.
    var total: RecordedNumber?
    /// Of a hidden roll that was revealed, in hexadecimal digits.
    var secret: String?
    /// The SHA-256 of a hidden roll, in hexadecimal digits.
    var hash: String?
    var guess: RecordedNumber?
    /// What the guess is of.
    var guessOf: String?
    /// Of `6x(…)`, and how many dice aren't written down.
    var notes = RollNotes()

    private var diceCell: Cell {
      guard let faces else { return .list(dice.map(Cell.number)) }
      // A word has no sign that would need quotes.
      return .either(
        csv: faces.joined(separator: "; ").withoutIsolation,
        .array(faces.map { .string($0.withoutIsolation) }))
    }

    static let columns: Columns<Row> = [
      "roll": { .number($0.roll) },
      "number": { .number($0.number) },
      "time": { .word(String(Moment(seconds: $0.time).iso)) },
      "part": { .number($0.part) },
      "seat": { .number($0.seat) },
      "name": { .text($0.name) },
      "expression": { .text($0.expression) },
      "dice": { $0.diceCell },
      "total": { $0.total?.cell ?? .word(nil) },
      "secret": { .word($0.secret) },
      "hash": { .word($0.hash) },
      "guess": { $0.guess?.cell ?? .word(nil) },
      "guessOf": { .word($0.guessOf) },
      "totals": { .list($0.notes.totals.map { RecordedNumber($0, of: nil).cell }) },
      "moreDice": { row in
        let count = row.notes.unwritten
        return .either(csv: count == 0 ? "" : "\(count)", .number("\(count)"))
      },
    ]

    /// Of a class experiment, for a spreadsheet: plain dice have a column each.
    static func tidyColumns(_ experiment: Experiment) -> Columns<Row> {
      var columns: Columns<Row> = [
        "number": { .number($0.roll) },
        "time": { .word(String(Moment(seconds: $0.time).iso)) },
        "part": { .number($0.part) },
        "seat": { .number($0.seat) },
        "name": { .text($0.name) },
      ]
      let (count, all) = (experiment.plainDice, Self.columns.all)
      columns.all +=
        count.map { count in
          (0..<count).map { place in
            ("die\(place + 1)", { .number($0.dice.indices ~= place ? $0.dice[place] : nil) })
          }
        } ?? all.filter { $0.name == "dice" }
      columns.all.append(
        (experiment.hasWords ? "outcome" : "total", { $0.total?.cell ?? .word(nil) }))
      columns.all += all.filter { $0.name.hasPrefix("guess") }
      return columns
    }
  }

  private func forEachRow(_ take: (Row) throws -> Void) throws {
    let isHidden = !isHost && !opened.room.switches.contains(.names)
    var names: [Int: String] = [:]
    for seat in [0] + opened.room.seats.map(\.number) {
      names[seat] = opened.name(of: seat, isHidden: isHidden)
    }
    let experiment = opened.room.settings.experiment
    let diceFaces = experiment?.diceFaces ?? .numbers
    func words(_ roll: PlayedRoll, _ expression: Expression) -> [String]? {
      expression.faces == .numbers ? nil : roll.faces(expression.faces) ?? []
    }
    var part = 1
    var rolls = 0
    try forEachEvent { event in
      let seat = event.actor.number
      func row(_ expression: String, _ roll: PlayedRoll?, isRoll: Bool = true) -> Row {
        rolls += isRoll ? 1 : 0
        return Row(
          roll: isRoll ? rolls : nil, number: event.number, time: event.time, part: part,
          seat: seat,
          name: names[seat] ?? RoomWords.seat(seat), expression: expression,
          dice: roll?.dice ?? [], total: roll.map { RecordedNumber($0.total, of: experiment) })
      }
      switch event.act {
      case .startedOver: part += 1
      case .rolled(let rolls):
        for roll in rolls {
          var row = row(RoomWords.rolled(opened.room.settings), roll)
          row.faces = diceFaces == .numbers ? nil : roll.faces(diceFaces) ?? []
          try take(row)
        }
      case .guessed(let guess):
        guard partsWithGuesses.contains(part) else { break }
        var row = row(RoomWords.rolled(opened.room.settings), nil, isRoll: false)
        row.guess = RecordedNumber(guess, of: experiment)
        row.guessOf = RoomWords.guessed(guess)
        try take(row)
      case .threw(let roll):
        var row = row(roll.expression.text, roll.roll)
        row.faces = words(roll.roll, roll.expression)
        row.notes = roll.notes
        try take(row)
      case .rolledHidden(let roll, let commitment):
        let isRevealed = revealed.contains(event.number)
        let isKnown = isHost || isRevealed
        var hidden = row(
          isKnown ? roll.expression.text : RoomWords.hidden, isKnown ? roll.roll : nil)
        hidden.faces = isKnown ? words(roll.roll, roll.expression) : nil
        hidden.notes = isKnown ? roll.notes : RollNotes()
        hidden.secret = isRevealed ? hex(roll.secret) : nil
        hidden.hash = hex(commitment)
        try take(hidden)
      case .moved(.roll(let face)):
        try take(row("d6", PlayedRoll(dice: [face], total: Total(face) ?? .zero)))
      case .moved(.hold): try take(row(RoomWords.hold, nil, isRoll: false))
      default: break
      }
    }
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

extension RateLimit {
  /// How often a client may download a record of so many rolls: a class one after the other, but not
  /// many megabytes.
  static func downloads(ofRolls rolls: Int) -> RateLimit {
    rolls > 10_000
      ? RateLimit("long room downloads", count: 3, seconds: 60)
      : RateLimit("room downloads", count: 20, seconds: 60)
  }
}

let roomDownloads: [Route] = FileType.allCases.map { type in
  roomView("/data.\(type)", usesSession: true) { room, visit in
    .file(
      "room-\(room.code.signs)", try visit.download(of: room, as: type), as: type)
  }
}

extension Visit {
  /// The record, for the host and, if the host allows, for seats; one at a time.
  /// - Throws: `Refusal` 403, 429 or 503.
  func download(of room: OpenRoom, as type: FileType) throws -> [UInt8] {
    let isHost = leading(room) != nil
    guard isHost || (room.room.switches.contains(.data) && hasSeat(in: room)) else {
      throw Refusal.noDownload
    }
    let bytes = try rooms.downloading.withLockIfAvailable { _ in
      if let seconds = limiter?.spend(.downloads(ofRolls: room.room.rolls), by: request.client) {
        throw Refusal(
          .tooManyRequests, "You’ve downloaded this often enough for now.",
          heading: "Try again in a minute", retryAfter: seconds)
      }
      return try RoomDownload(room, rooms, isHost: isHost).file(as: type)
    }
    guard let bytes else { throw Refusal.busyDownload }
    return bytes
  }
}

extension Refusal {
  static let busyDownload = Refusal(
    .unavailable, "Somebody else is downloading from a room right now. Nothing is lost.",
    heading: "Try again in a few seconds", retryAfter: 5)

  fileprivate static func longDownload(_ most: Int) -> Refusal {
    Refusal(
      .contentTooLarge,
      "The record of this room is larger than \(most / 1_000_000) MB.",
      heading: "This is too long to download")
  }

  static let noDownload = Refusal(
    .forbidden,
    "Only the host can download what happened in this room, or seats if they’re allowed to.",
    heading: "This isn’t for you to download")
}

/// A total or a guess as other programs read it.
enum RecordedNumber {
  case number(Total)
  /// An outcome of Craps.
  case word(String)

  /// A total; `experiment` is `nil` outside of class experiments.
  init(_ total: Total, of experiment: Experiment?) {
    self = experiment.flatMap { $0.hasWords ? .word($0.name(of: total)) : nil } ?? .number(total)
  }

  init(_ guess: Guess, of experiment: Experiment?) {
    self =
      guess.question == .mostFrequent
      ? RecordedNumber(guess.total, of: experiment) : .number(guess.total)
  }

  /// A fraction exactly, but in CSV as a decimal, since spreadsheets take `7/2` for a day.
  var cell: Cell {
    switch self {
    case .number(let total) where total.denominator == 1:
      .either(csv: "\(total)", .number("\(total)"))
    case .number(let total): .either(csv: "\(total.double)", .string("\(total)"))
    case .word(let word): .text(word)
    }
  }
}
