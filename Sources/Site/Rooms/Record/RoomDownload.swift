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

  /// A download of at most so many bytes; where it would be longer, it’s given up right there.
  /// - Throws: `StorageError`, `RoomRefusal.noRoom`.
  init(
    _ opened: OpenRoom, _ desk: RoomDesk, isHost: Bool, most: Int = RoomDownload.most
  ) throws {
    self.opened = opened
    self.desk = desk
    self.isHost = isHost
    self.most = most
    guard case .table = opened.room.settings else { return }
    var numbers: Set<Int> = []
    try forEachEvent { event in
      if case .revealed(let number) = event.act { numbers.insert(number) }
    }
    revealed = numbers
  }

  /// CSV (RFC 4180), a line a roll.
  func csv() throws -> [UInt8] {
    var bytes = Array(
      "roll,number,time,part,seat,name,expression,dice,total,secret,hash,guess,guessOf,totals,moreDice\r\n"
        .utf8)
    try forEachRow { row in
      row.write(csv: &bytes)
      try checkLength(of: bytes)
    }
    return bytes
  }

  func json() throws -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    try forEachRow { row in
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      row.write(json: &bytes)
      try checkLength(of: bytes)
    }
    bytes += "]\n".utf8
    return bytes
  }

  private func checkLength(of bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= most else { throw .longDownload(most) }
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

    // A record may have millions of dice, too many for a string each.

    func write(csv bytes: inout [UInt8]) {
      let cells = [
        roll.map(String.init) ?? "", String(number), String(Moment(seconds: time).iso),
        String(part), String(seat), name.csvCell, expression.csvCell,
      ]
      bytes += "\(cells.joined(separator: ",")),".utf8
      bytes.append(numbers: dice, separator: UInt8(ascii: " "))
      bytes += ",\(total?.csv ?? ""),\(secret ?? ""),\(hash ?? "")".utf8
      let totals = notes.totals.map { RecordedNumber($0, of: nil).csv }.joined(separator: " ")
      bytes += ",\(guess?.csv ?? ""),\(guessOf ?? ""),\(totals),\(notes.unwritten)\r\n".utf8
    }

    func write(json bytes: inout [UInt8]) {
      let time = String(Moment(seconds: time).iso)
      bytes += "{\"roll\":\(roll.map(String.init) ?? "null"),\"number\":\(number),".utf8
      bytes += "\"time\":\"\(time)\",\"part\":\(part),\"seat\":\(seat),".utf8
      for (name, text) in [("name", name.withoutIsolation), ("expression", expression)] {
        bytes += "\"\(name)\":".utf8
        JSON.string(text).write(to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes += "\"dice\":[".utf8
      bytes.append(numbers: dice, separator: UInt8(ascii: ","))
      bytes += "],\"total\":".utf8
      (total?.json ?? .null).write(to: &bytes)
      let others = [
        ("secret", secret.map(JSON.string)), ("hash", hash.map(JSON.string)),
        ("guess", guess?.json), ("guessOf", guessOf.map(JSON.string)),
        ("totals", .array(notes.totals.map { RecordedNumber($0, of: nil).json })),
        ("moreDice", .number(String(notes.unwritten))),
      ]
      for (name, value) in others {
        bytes += ",\"\(name)\":".utf8
        (value ?? .null).write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func forEachRow(_ take: (Row) throws -> Void) throws {
    let isHidden = !isHost && !opened.room.switches.contains(.names)
    var names: [Int: String] = [:]
    for seat in [0] + opened.room.seats.map(\.number) {
      names[seat] = opened.name(of: seat, isHidden: isHidden)
    }
    let experiment = opened.room.settings.experiment
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
        for roll in rolls { try take(row(RoomWords.rolled(opened.room.settings), roll)) }
      case .guessed(let guess):
        var row = row(RoomWords.rolled(opened.room.settings), nil, isRoll: false)
        row.guess = RecordedNumber(guess, of: experiment)
        row.guessOf = RoomWords.guessed(guess)
        try take(row)
      case .threw(let roll):
        var row = row(roll.expression.text, roll.roll)
        row.notes = roll.notes
        try take(row)
      case .rolledHidden(let roll, let commitment):
        let isRevealed = revealed.contains(event.number)
        let isKnown = isHost || isRevealed
        var hidden = row(
          isKnown ? roll.expression.text : RoomWords.hidden, isKnown ? roll.roll : nil)
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

extension [UInt8] {
  fileprivate mutating func append(numbers: [Int], separator: UInt8) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(separator) }
      if number < 0 { append(UInt8(ascii: "-")) }
      append(decimal: abs(number))
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

let roomDownloads: [Route] = [
  roomView("/data.csv", usesSession: true) { room, visit in
    .file(
      type: "text/csv; charset=utf-8", name: "room-\(room.code.signs).csv",
      bytes: try visit.download(of: room) { try $0.csv() })
  },
  roomView("/data.json", usesSession: true) { room, visit in
    .file(
      type: "application/json", name: "room-\(room.code.signs).json",
      bytes: try visit.download(of: room) { try $0.json() })
  },
]

extension Visit {
  /// The record, for the host and, if the host allows, for seats; one at a time.
  /// - Throws: `Refusal` 403, 429 or 503.
  func download(
    of room: OpenRoom, as write: (RoomDownload) throws -> [UInt8]
  ) throws -> [UInt8] {
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
      return try write(RoomDownload(room, rooms, isHost: isHost))
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
      "What happened in this room comes to more than \(most / 1_000_000) MB.",
      heading: "This is too long to download")
  }

  static let noDownload = Refusal(
    .forbidden,
    "Only the host can download what happened in this room, or seats if they’re allowed to.",
    heading: "This isn’t for you to download")
}
