import Games

extension Room {
  /// The room's state as a line of visible ASCII, so that opening it needn't replay its record.
  package var snapshot: [UInt8] { FieldCoder.bytes { _ = try $0.room(self) } }

  /// Reads a snapshot.
  /// - Returns: `nil` for an unreadable one; then the record has to be replayed.
  package init?(snapshot: [UInt8]) {
    guard let room = FieldCoder.value(of: snapshot, { try $0.room(nil) }) else { return nil }
    self = room
  }
}

extension FieldCoder {
  /// The names of all formats; the last one is written.
  private static let formats = ["room1", "room2", "room3", "room4", "room6", "room7"]

  fileprivate mutating func room(_ written: Room?) throws -> Room {
    let format = try word(given(FieldCoder.formats[FieldCoder.formats.count - 1]))
    guard let age = FieldCoder.formats.firstIndex(of: format) else { throw Unreadable() }
    let settings = try settings(written?.settings)
    let key = try key(written?.hostKey)
    let openedAt = try int(written?.openedAt, in: RoomLimits.times)
    let opening = RoomEvent(
      number: 1, time: openedAt, actor: .host, press: 0, act: .opened(settings, key: key))
    var room = try written ?? Room(opening: opening)
    room.lastNumber = try int(written?.lastNumber, in: RoomLimits.numbers)
    room.lastTime = try int(written?.lastTime, in: openedAt...RoomLimits.times.upperBound)
    room.hostPress = try int(written?.hostPress, in: RoomLimits.presses)
    room.rolls = try int(written?.rolls, in: 0...RoomLimits.rolls)
    room.second = try int(written?.second, in: 0...RoomLimits.times.upperBound)
    room.pressesInSecond = try int(written?.pressesInSecond, in: RoomLimits.numbers)
    room.missing = try int(written?.missing, in: 0...RoomLimits.numbers.upperBound)
    // The first format had five, and everybody could join; formats before `room6` had seven.
    room.switches = age == 0 ? [.joining] : []
    for which in RoomSwitch.allCases.prefix(age == 0 ? 5 : age < 4 ? 7 : .max)
    where try flag(written?.switches.contains(which)) {
      room.switches.insert(which)
    }
    room.seats = try seats(written?.seats)
    switch room.play {
    case .experiment(let experiment): room.play = .experiment(try self.experiment(experiment))
    case .table(let table): room.play = .table(try self.table(given(table), age: age))
    case .match(let match):
      room.play = .match(try self.match(match, among: room.seats, hasPlaces: age >= 2))
    case .pairs(let pairs): room.play = .pairs(try self.pairs(pairs, among: room.seats))
    case .league(let league): room.play = .league(try self.league(league))
    }
    return room
  }

  /// Codes seats with different names, and with different keys unless they are removed.
  private mutating func seats(_ written: [RoomSeat]?) throws -> [RoomSeat] {
    let seats = try each(written, most: RoomLimits.seats) { coder, seat in
      RoomSeat(
        number: try coder.int(seat?.number, in: 1...RoomLimits.seats),
        name: try coder.text(seat?.name, largest: Player.largestName) {
          try SeatName.checked($0)
        },
        key: try coder.key(seat?.key),
        lastPress: try coder.int(seat?.lastPress, in: RoomLimits.presses),
        isRemoved: try coder.flag(seat?.isRemoved))
    }
    if let written { return written }
    let present = seats.filter { !$0.isRemoved }
    guard zip(seats, seats.dropFirst()).allSatisfy({ $0.number < $1.number }),
      Set(seats.map { GivenText.look(of: $0.name) }).count == seats.count,
      Set(present.map(\.key)).count == present.count
    else { throw Unreadable() }
    return seats
  }
}
