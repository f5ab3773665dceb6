import DiceLanguage
import Games
import Testing

@testable import Rooms

@Suite struct CampaignTests {
  private let key = RandomRoom.bytes(9, count: 16)
  private var random = SeededGenerator(seed: 4)

  private static func fighter(
    _ name: String = "Brunhild", damage: Int = 0, seed: UInt64 = 7
  ) -> PlayerCharacter {
    var random = SeededGenerator(seed: seed)
    var fighter = PlayerCharacter(
      id: CharacterID(using: &random), name: name, level: 3, characterClass: .fighter,
      hitPoints: 10, coins: Coins(), scores: AbilityScores { _ in 12 })
    fighter.record.damage = damage
    return fighter
  }

  /// A table with two seats.
  private func table() throws -> Room {
    var room = try Room(
      opening: Room.opening(.table, key: RandomRoom.bytes(1, count: 16), at: 0))
    for name in ["Ann", "Bob"] {
      _ = try room.join(
        name, key: RandomRoom.bytes(name.count + room.seats.count, count: 16), at: 0)
    }
    return room
  }

  private func brought(
    _ character: PlayerCharacter, as member: Int = 0, version: Int = 0, applied: Int = 0
  ) throws -> RoomAct {
    .brought(
      BroughtCharacter(
        member: member, vault: key, version: version, applied: applied,
        copy: try TableCharacter(character)))
  }

  private mutating func lead(_ act: RoomAct, _ room: inout Room) throws {
    _ = try room.play(.act(act), by: .host, press: room.hostPress + 1, at: 5, using: &random)
  }

  private func campaign(of room: Room) throws -> Campaign {
    guard case .table(let table) = room.play else { throw RoomRefusal.otherKind }
    return try #require(table.campaign)
  }

  @Test mutating func `a change by the host and one by the owner both count, once each`() throws {
    var room = try table()
    _ = try room.note(brought(CampaignTests.fighter()), by: 1, at: 0)
    let number = try #require(campaign(of: room).members.first).number
    try lead(.turned(number, .hurt(1)), &room)
    let first = room.lastNumber
    try lead(.turned(number, .suffering("blind")), &room)
    // The owner has lost two more, and knows of the first change only.
    _ = try room.note(
      brought(CampaignTests.fighter(damage: 3), as: number, version: 2, applied: first), by: 1,
      at: 6)
    let member = try #require(campaign(of: room)[number])
    #expect(member.waiting.map(\.turn) == [.suffering("blind")])
    #expect(member.character.person.hitPointsNow == 7)
    #expect(member.character.person.record.conditions == ["blind"])
    // What an older page sends late changes nothing.
    #expect(throws: RoomRefusal.outOfOrder) {
      try room.note(brought(CampaignTests.fighter(), as: number, version: 1), by: 1, at: 7)
    }
    #expect(try campaign(of: room)[number] == member)
    // No press of the seat's own page is used up.
    #expect(room.nextPress(of: .seat(1)) == 1)
  }

  @Test mutating func `what is another's stays so`() throws {
    var room = try table()
    #expect(throws: RoomRefusal.noCharacter) { try lead(.turned(2, .hurt(1)), &room) }
    _ = try room.note(brought(CampaignTests.fighter()), by: 1, at: 0)
    let number = try #require(campaign(of: room).members.first).number
    let other = BroughtCharacter(
      member: number, vault: RandomRoom.bytes(3, count: 16), version: 9, applied: 0,
      copy: try TableCharacter(CampaignTests.fighter(damage: 9)))
    #expect(throws: RoomRefusal.notYourCharacter) { try room.note(.brought(other), by: 2, at: 0) }
    #expect(throws: RoomRefusal.notYourCharacter) {
      try room.note(.tookBack(number), by: 2, at: 0)
    }
    for act in [
      RoomAct.turned(number, .hurt(1)), .noted(number, "x"), .askedFor(.wands, members: []),
    ] {
      #expect(throws: RoomRefusal.self) { try room.note(act, by: 1, at: 0) }
    }
    #expect(throws: RoomRefusal.noSeat) {
      try room.note(brought(CampaignTests.fighter()), by: 7, at: 0)
    }
    // A removed seat takes its characters along, and the table stays a campaign.
    try lead(.removed(1), &room)
    #expect(try campaign(of: room).leaving.isEmpty)
    #expect(try campaign(of: room).members.isEmpty)
    // The host is told of that seat, not of one of its own.
    let die = try RollExpression(parsing: "1d6")
    for act in [RoomAct.removed(1), .asked(die, seats: [1])] {
      #expect(throws: RoomRefusal.seatGone) { try lead(act, &room) }
    }
    #expect(throws: RoomRefusal.noSeat) {
      try room.note(brought(CampaignTests.fighter()), by: 1, at: 0)
    }
  }

  @Test mutating func `foes may come first, and a campaign begins with a character`() throws {
    var room = try table()
    let foe = try Foe(
      name: "Goblin", armourClass: 6, hitDice: "1-1", hitPoints: 3, attack: 19,
      damage: Expression(parsing: "1d6"), morale: 7)
    try lead(.metFoe(foe), &room)
    #expect(try !campaign(of: room).hadCharacters)
    #expect(Room(snapshot: room.snapshot) == room)
    _ = try room.note(brought(CampaignTests.fighter()), by: 1, at: 0)
    try lead(.tookBack(try #require(campaign(of: room).members.first).number), &room)
    #expect(try campaign(of: room).hadCharacters)
    // Before that was told, there was none without a character.
    let text = String(decoding: room.snapshot, as: UTF8.self)
    let old = text.replacing("room7", with: "room6").dropLast("1 ".count)
    #expect(text.hasSuffix(" 1 ") && Room(snapshot: Array(old.utf8)) == room)
  }

  @Test mutating func `who is sent away leaves with what the vault doesn’t have`() throws {
    var room = try table()
    for seed in 0..<Campaign.mostLeaving {
      _ = try room.note(brought(CampaignTests.fighter(seed: UInt64(seed))), by: 1, at: seed)
      let number = try #require(campaign(of: room).members.last).number
      try lead(.turned(number, .hurt(1)), &room)
      try lead(.tookBack(number), &room)
    }
    _ = try room.note(brought(CampaignTests.fighter(seed: 999)), by: 1, at: 0)
    let last = try #require(campaign(of: room).members.last).number
    try lead(.turned(last, .hurt(7)), &room)
    // Rather than lose a change, nobody else goes, alone or with a seat.
    let full = room
    for act in [RoomAct.tookBack(last), .removed(1)] {
      #expect(throws: RoomRefusal.tooManyLeaving) { try lead(act, &room) }
      #expect(room == full)
    }
    // Whose vault has it all is forgotten, by its own seat.
    let first = try #require(campaign(of: room).leaving.first).number
    #expect(throws: RoomRefusal.noCharacter) { try room.note(.tookBack(first), by: 2, at: 0) }
    _ = try room.note(.tookBack(first), by: 1, at: 0)
    #expect(try campaign(of: room).leaving.count == Campaign.mostLeaving - 1)
    // Who comes anew may be another copy, and takes nothing along until its vault says so.
    let second = try #require(campaign(of: room).leaving.first).number
    _ = try room.note(brought(CampaignTests.fighter(seed: 1)), by: 1, at: 0)
    #expect(try campaign(of: room).leaving.first?.number == second)
    _ = try room.note(.tookBack(second), by: 1, at: 0)
    #expect(try campaign(of: room).leaving.count == Campaign.mostLeaving - 2)
    try lead(.removed(1), &room)
    let campaign = try campaign(of: room)
    #expect(campaign.leaving.count == Campaign.mostLeaving - 1)
    #expect(campaign.leaving.last?.number == last)
    #expect(campaign.leaving.last?.waiting.map(\.turn) == [.hurt(7)])
    #expect(Room(snapshot: room.snapshot) == room)
  }

  @Test func `who left keeps no more changes than a snapshot can hold`() throws {
    var campaign = Campaign()
    let copy = try TableCharacter(CampaignTests.fighter())
    let turn = Campaign.Turn(number: 9, time: 0, turn: .hurt(1))
    func sit(_ number: Int, changes: Int) {
      campaign.members = [
        Campaign.Member(
          number: number, seat: 1, vault: key, copy: copy, version: 0,
          waiting: Array(repeating: turn, count: changes))
      ]
    }
    for number in 1...Campaign.mostLeavingTurns / Campaign.mostWaiting {
      sit(number, changes: Campaign.mostWaiting)
      try campaign.remove(number, by: nil)
    }
    sit(99, changes: 1)
    #expect(throws: RoomRefusal.tooManyLeaving) { try campaign.remove(99, by: nil) }
    sit(99, changes: 0)
    try campaign.remove(99, by: nil)
    #expect(campaign.members.isEmpty && campaign.leaving.count < Campaign.mostLeaving)
  }

  @Test mutating func `a removed seat’s vault can still say that it has all`() throws {
    var room = try table()
    _ = try room.note(brought(CampaignTests.fighter()), by: 1, at: 0)
    let number = try #require(campaign(of: room).members.first).number
    try lead(.turned(number, .hurt(1)), &room)
    try lead(.removed(1), &room)
    #expect(try campaign(of: room).leaving.map(\.number) == [number])
    #expect(throws: RoomRefusal.noCharacter) { try room.note(.tookBack(number), by: 2, at: 0) }
    _ = try room.note(.tookBack(number), by: 1, at: 0)
    #expect(try campaign(of: room).leaving.isEmpty)
    #expect(throws: RoomRefusal.noCharacter) { try room.note(.tookBack(number), by: 1, at: 0) }
    #expect(Room(snapshot: room.snapshot) == room)
  }

  @Test mutating func `a character with a damaged byte is left out or one that the rules let in`()
    throws
  {
    let room = try table()
    let event = RoomEvent(
      number: room.lastNumber + 1, time: 0, actor: .seat(1), press: 0,
      act: try brought(CampaignTests.fighter()))
    var read = 0
    for index in event.bytes.indices {
      for byte in [event.bytes[index] ^ 1, 0, 32, 255] {
        var bytes = event.bytes
        bytes[index] = byte
        guard let damaged = RoomEvent(bytes: bytes, number: event.number, time: 0) else { continue }
        read += 1
        var other = room
        guard (try? other.apply(damaged)) != nil else { continue }
        #expect(Room(snapshot: other.snapshot) == other)
      }
    }
    #expect(read < event.bytes.count)
  }

  @Test mutating func `twelve characters and forty foes are the most`() throws {
    var room = try table()
    for _ in 0..<Campaign.mostMembers {
      _ = try room.note(brought(CampaignTests.fighter()), by: 1, at: 0)
    }
    #expect(throws: RoomRefusal.tooManyCharacters) {
      try room.note(brought(CampaignTests.fighter()), by: 1, at: 0)
    }
    let foe = try Foe(
      name: "Goblin", armourClass: 6, hitDice: "1-1", hitPoints: 3, attack: 19,
      damage: Expression(parsing: "1d6"), morale: 7)
    for _ in 0..<Campaign.mostFoes { try lead(.metFoe(foe), &room) }
    #expect(throws: RoomRefusal.tooManyFoes) { try lead(.metFoe(foe), &room) }
    let number = try #require(campaign(of: room).foes.first).number
    try lead(.hurtFoe(number, points: 5), &room)
    #expect(try campaign(of: room).foes.first?.damage == 3)
    #expect(throws: RoomRefusal.name(.tooLong)) {
      try Campaign.checked(note: String(repeating: "n", count: Campaign.longestNote + 1))
    }
    let member = try #require(campaign(of: room).members.first).number
    for _ in 0..<Campaign.mostWaiting { try lead(.turned(member, .hurt(1)), &room) }
    #expect(throws: RoomRefusal.tooManyWaiting) {
      try lead(.turned(member, .hurt(1)), &room)
    }
    #expect(try campaign(of: room)[member]?.character.person.hitPointsNow == 0)
    #expect(Room(snapshot: room.snapshot) == room)
  }

  @Test func `the longest names of characters and things are shown with their rolls`() throws {
    // Nine bytes each.
    func name(_ letters: Int) -> String { String(repeating: "कीं", count: letters) }
    let what = name(PlayRecord.longestThing) + ", silver-tipped arrow"
    let roll = try CheckRoll(
      member: 2, name: name(CharacterText.longest), what: what, dice: Expression(parsing: "1d20"),
      roll: PlayedRoll(dice: [14], total: Total(small: 14)), chance: .zero)
    #expect(roll.what == what)
  }

  @Test mutating func `a question is answered once by each character`() throws {
    var room = try table()
    _ = try room.note(brought(CampaignTests.fighter()), by: 1, at: 0)
    let number = try #require(campaign(of: room).members.first).number
    try lead(.askedFor(.wands, members: [number]), &room)
    let roll = try CheckRoll(
      member: number, name: "Brunhild", what: "Wands", dice: Expression(parsing: "1d20"),
      roll: PlayedRoll(dice: [14], total: Total(small: 14)), verdict: "saved",
      chance: try #require(Total(9, over: 20)))
    let question = room.lastNumber
    #expect(throws: RoomRefusal.notYourCharacter) {
      try room.note(.checked(roll, answers: question), by: 2, at: 0)
    }
    _ = try room.note(.checked(roll, answers: question), by: 1, at: 0)
    #expect(throws: RoomRefusal.nothingThere) {
      try room.note(.checked(roll, answers: question), by: 1, at: 0)
    }
    #expect(room.rolls == 1)
    #expect(throws: RoomRefusal.impossibleRoll) {
      try CheckRoll(
        what: "Wands", dice: Expression(parsing: "1d20"),
        roll: PlayedRoll(dice: [21], total: Total(small: 21)), chance: .zero)
    }
  }
}
