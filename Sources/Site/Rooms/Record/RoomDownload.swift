import DiceLanguage
import Rooms
import Storage
import Web

/// The rolls of a room as a download for other programs, oldest first, those before starting over
/// too.
///
/// The record is read page by page, so no more of it is in memory than what is sent.
struct RoomDownload {
  private let opened: OpenRoom
  private let desk: RoomDesk
  private let isHost: Bool
  /// Hidden rolls that were revealed, by the numbers of their events.
  private var revealed: Set<Int> = []

  /// - Throws: `StorageError`, `RoomRefusal.noRoom`.
  init(_ opened: OpenRoom, _ desk: RoomDesk, isHost: Bool) throws {
    self.opened = opened
    self.desk = desk
    self.isHost = isHost
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
      "roll,number,time,part,seat,name,expression,dice,total,secret,hash\r\n".utf8)
    try forEachRow { row in
      let cells = [
        row.roll.map(String.init) ?? "", String(row.number), Moment(seconds: row.time).iso,
        String(row.part), String(row.seat), row.name.csvCell, row.expression.csvCell,
        row.dice.map(String.init).joined(separator: " "), row.total ?? "", row.secret ?? "",
        row.hash ?? "",
      ]
      bytes += "\(cells.joined(separator: ","))\r\n".utf8
    }
    return bytes
  }

  func json() throws -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    try forEachRow { row in
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      row.json.write(to: &bytes)
    }
    bytes += "]\n".utf8
    return bytes
  }

  /// A roll, or a decision in a match.
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
    var total: String?
    /// Of a hidden roll that was revealed, in hexadecimal digits.
    var secret: String?
    /// The SHA-256 of a hidden roll, in hexadecimal digits.
    var hash: String?

    var json: JSON {
      .object([
        .init(name: "roll", value: roll.map { .number(String($0)) } ?? .null),
        .init(name: "number", value: .number(String(number))),
        .init(name: "time", value: .string(Moment(seconds: time).iso)),
        .init(name: "part", value: .number(String(part))),
        .init(name: "seat", value: .number(String(seat))),
        .init(name: "name", value: .string(name.withoutIsolation)),
        .init(name: "expression", value: .string(expression)),
        .init(name: "dice", value: .array(dice.map { .number(String($0)) })),
        .init(
          name: "total",
          value: total.map { $0.contains("/") ? .string($0) : .number($0) } ?? .null),
        .init(name: "secret", value: secret.map { .string($0) } ?? .null),
        .init(name: "hash", value: hash.map { .string($0) } ?? .null),
      ])
    }
  }

  private func forEachRow(_ take: (Row) -> Void) throws {
    let isHidden = !isHost && !opened.room.switches.contains(.names)
    var names: [Int: String] = [:]
    for seat in [0] + opened.room.seats.map(\.number) {
      names[seat] = opened.name(of: seat, isHidden: isHidden)
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
          dice: roll?.dice ?? [], total: roll?.total.description)
      }
      switch event.act {
      case .startedOver: part += 1
      case .rolled(let rolls):
        for roll in rolls { take(row(RoomWords.rolled(opened.room.settings), roll)) }
      case .threw(let roll): take(row(roll.expression.text, roll.roll))
      case .rolledHidden(let roll, let commitment):
        let isRevealed = revealed.contains(event.number)
        let isKnown = isHost || isRevealed
        var hidden = row(
          isKnown ? roll.expression.text : RoomWords.hidden, isKnown ? roll.roll : nil)
        hidden.secret = isRevealed ? hex(roll.secret) : nil
        hidden.hash = hex(commitment)
        take(hidden)
      case .moved(.roll(let face)):
        take(row("d6", PlayedRoll(dice: [face], total: Total(face) ?? .zero)))
      case .moved(.hold): take(row(RoomWords.hold, nil, isRoll: false))
      default: break
      }
    }
  }

  private func forEachEvent(_ take: (RoomEvent) -> Void) throws {
    var through = 0
    var isLast = false
    while !isLast {
      guard let page = try desk.events(of: opened.code, after: through) else {
        throw RoomRefusal.noRoom
      }
      page.events.forEach(take)
      (through, isLast) = (page.through, page.isLast)
    }
  }
}

extension RateLimit {
  /// How often a client may download a record, which may have many megabytes.
  fileprivate static let downloads = RateLimit("room downloads", count: 20, seconds: 60)
}

let roomDownloads: [Route] = [
  roomView("/data.csv", usesSession: true) { room, visit in
    let download = try visit.download(of: room)
    return .file(
      type: "text/csv; charset=utf-8", name: "room-\(room.code.signs).csv",
      bytes: try download.csv())
  },
  roomView("/data.json", usesSession: true) { room, visit in
    let download = try visit.download(of: room)
    return .file(
      type: "application/json", name: "room-\(room.code.signs).json", bytes: try download.json())
  },
]

extension Visit {
  /// The record, for the host and, if the host allows, for seats.
  /// - Throws: `Refusal` 403 or 429.
  fileprivate func download(of room: OpenRoom) throws -> RoomDownload {
    let isHost = leading(room) != nil
    let seat = room.seat(of: session[SeatSecret.self])
    let isAllowed = room.room.switches.contains(.data) && seat?.isRemoved == false
    guard isHost || isAllowed else { throw Refusal.noDownload }
    if let seconds = limiter?.spend(.downloads, by: request.client) {
      throw Refusal(
        .tooManyRequests, "You’ve downloaded this often enough for now.",
        heading: "Try again in a minute", retryAfter: seconds)
    }
    return try RoomDownload(room, rooms, isHost: isHost)
  }
}

extension Refusal {
  static let noDownload = Refusal(
    .forbidden,
    "Only the host can download what happened in this room, or seats if they’re allowed to.",
    heading: "This isn’t for you to download")
}
