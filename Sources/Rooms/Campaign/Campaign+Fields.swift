import Games

extension FieldWriter {
  mutating func write(_ act: BroughtCharacter) {
    write(act.member)
    write(raw: act.vault)
    write(act.version)
    write(act.applied)
    write(act.copy)
  }

  mutating func write(_ campaign: Campaign) {
    write(each: campaign.members) { $0.write($1) }
    write(each: campaign.leaving) { $0.write($1) }
    write(each: campaign.foes) { writer, foe in
      writer.write(foe.number)
      writer.write(foe.foe)
      writer.write(foe.damage)
      writer.write(text: foe.note)
    }
    write(each: campaign.question.map { [$0] } ?? []) { writer, question in
      writer.write(question.number)
      writer.write(word: question.check.rawValue)
      writer.write(each: question.waiting) { $0.write($1) }
    }
    write(campaign.hadCharacters)
  }

  private mutating func write(_ member: Campaign.Member) {
    write(member.number)
    write(member.seat)
    write(raw: member.vault)
    write(member.version)
    write(member.copy)
    write(each: member.waiting) { writer, turn in
      writer.write(turn.number)
      writer.write(turn.time)
      writer.write(turn.turn)
    }
    write(text: member.note)
  }
}

extension FieldReader {
  mutating func broughtCharacter() throws -> BroughtCharacter {
    BroughtCharacter(
      member: try int(in: 0...RoomLimits.numbers.upperBound),
      vault: try raw(count: RoomSeat.keyLength), version: try int(in: RoomLimits.presses),
      applied: try int(in: 0...RoomLimits.numbers.upperBound), copy: try tableCharacter())
  }

  mutating func note() throws -> String {
    let note = try text(largest: Campaign.largestNote)
    guard (try? Campaign.checked(note: note)) == note else { throw Unreadable() }
    return note
  }

  mutating func askedCheck() throws -> (check: AskedCheck, members: [Int]) {
    guard let check = AskedCheck(rawValue: try word()) else { throw Unreadable() }
    let members = try array(most: Campaign.mostMembers) { try $0.int(in: RoomLimits.numbers) }
    return (check, members)
  }

  /// A campaign; `mayLackCharacters` is whether it may be one of foes alone, as none was at first.
  mutating func campaign(mayLackCharacters: Bool) throws -> Campaign {
    var campaign = Campaign()
    campaign.members = try array(most: Campaign.mostMembers) { try $0.member() }
    campaign.leaving = try array(most: Campaign.mostLeaving) { try $0.member() }
    campaign.foes = try array(most: Campaign.mostFoes) { reader in
      let number = try reader.int(in: RoomLimits.numbers)
      let foe = try reader.foe()
      return Campaign.MetFoe(
        number: number, foe: foe, damage: try reader.int(in: 0...foe.hitPoints),
        note: try reader.note())
    }
    campaign.question = try array(most: 1) { reader in
      let number = try reader.int(in: RoomLimits.numbers)
      let (check, members) = try reader.askedCheck()
      return Campaign.Question(number: number, check: check, waiting: members)
    }.first
    campaign.hadCharacters = mayLackCharacters ? try bool() : true
    return campaign
  }

  private mutating func member() throws -> Campaign.Member {
    let number = try int(in: RoomLimits.numbers)
    let seat = try int(in: 1...RoomLimits.seats)
    let vault = try raw(count: RoomSeat.keyLength)
    let version = try int(in: RoomLimits.presses)
    var member = Campaign.Member(
      number: number, seat: seat, vault: vault, copy: try tableCharacter(), version: version)
    member.waiting = try array(most: Campaign.mostWaiting) { reader in
      Campaign.Turn(
        number: try reader.int(in: RoomLimits.numbers), time: try reader.int(in: RoomLimits.times),
        turn: try reader.turn())
    }
    member.note = try note()
    return member
  }
}
