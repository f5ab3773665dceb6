import Games

extension Room {
  /// The state as a line of visible ASCII, so that opening a room needn't replay its record.
  package var snapshot: [UInt8] {
    var writer = FieldWriter()
    writer.write(word: "room7")
    writer.write(settings)
    writer.write(raw: hostKey)
    let numbers = [
      openedAt, lastNumber, lastTime, hostPress, rolls, second, pressesInSecond, missing,
    ]
    for number in numbers { writer.write(number) }
    for which in RoomSwitch.allCases { writer.write(switches.contains(which)) }
    writer.write(each: seats) { writer, seat in
      writer.write(seat.number)
      writer.write(text: seat.name)
      writer.write(raw: seat.key)
      writer.write(seat.lastPress)
      writer.write(seat.isRemoved)
    }
    switch play {
    case .experiment(let experiment): writer.write(experiment)
    case .table(let table): writer.write(table)
    case .match(let match): writer.write(match)
    case .pairs(let pairs): writer.write(pairs)
    case .league(let league): writer.write(league)
    }
    return writer.bytes
  }

  /// Reads a snapshot.
  /// - Returns: `nil` for what no room writes: the record is to be replayed then.
  package init?(snapshot: [UInt8]) {
    var reader = FieldReader(snapshot)
    guard let room = try? reader.room() else { return nil }
    self = room
  }
}

extension FieldReader {
  fileprivate mutating func room() throws -> Room {
    let format = try word()
    // Which of the formats that there were.
    let formats = ["room1", "room2", "room3", "room4", "room6", "room7"]
    guard let age = formats.firstIndex(of: format) else { throw Unreadable() }
    let settings = try settings()
    let key = try raw(count: RoomSeat.keyLength)
    let openedAt = try int(in: RoomLimits.times)
    let opening = RoomEvent(
      number: 1, time: openedAt, actor: .host, press: 0, act: .opened(settings, key: key))
    guard var room = try? Room(opening: opening) else { throw Unreadable() }
    room.lastNumber = try int(in: RoomLimits.numbers)
    room.lastTime = try int(in: openedAt...RoomLimits.times.upperBound)
    room.hostPress = try int(in: RoomLimits.presses)
    room.rolls = try int(in: 0...RoomLimits.rolls)
    room.second = try int(in: 0...RoomLimits.times.upperBound)
    room.pressesInSecond = try int(in: RoomLimits.numbers)
    room.missing = try int(in: 0...RoomLimits.numbers.upperBound)
    // The first format had five, and everybody could join; others before `room6` had seven.
    room.switches = age == 0 ? [.joining] : []
    for which in RoomSwitch.allCases.prefix(age == 0 ? 5 : age < 4 ? 7 : .max) where try bool() {
      room.switches.insert(which)
    }
    room.seats = try seatList()
    switch room.play {
    case .experiment(let new): room.play = .experiment(try experiment(new.settings))
    case .table: room.play = .table(try table(age: age))
    case .match(let match):
      room.play = .match(
        try self.match(match, among: room.seats, hasPlaces: age >= 2))
    case .pairs(let new): room.play = .pairs(try pairs(new, among: room.seats))
    case .league(let new): room.play = .league(try league(new))
    }
    try end()
    return room
  }

  /// Seats whose names are all different, as are the keys of those that are not removed.
  private mutating func seatList() throws -> [RoomSeat] {
    let seats = try array(most: RoomLimits.seats) { reader in
      let number = try reader.int(in: 1...RoomLimits.seats)
      let name = try reader.text(largest: Player.largestName)
      guard (try? SeatName.checked(name)) == name else { throw Unreadable() }
      var seat = RoomSeat(
        number: number, name: name, key: try reader.raw(count: RoomSeat.keyLength))
      seat.lastPress = try reader.int(in: RoomLimits.presses)
      seat.isRemoved = try reader.bool()
      return seat
    }
    let present = seats.filter { !$0.isRemoved }
    guard zip(seats, seats.dropFirst()).allSatisfy({ $0.number < $1.number }),
      Set(seats.map { GivenText.look(of: $0.name) }).count == seats.count,
      Set(present.map(\.key)).count == present.count
    else { throw Unreadable() }
    return seats
  }
}
