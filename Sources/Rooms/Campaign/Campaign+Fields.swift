import Games

extension FieldCoder {
  mutating func broughtCharacter(_ act: BroughtCharacter?) throws -> BroughtCharacter {
    BroughtCharacter(
      member: try int(act?.member, in: 0...RoomLimits.numbers.upperBound),
      vault: try key(act?.vault), version: try int(act?.version, in: RoomLimits.presses),
      applied: try int(act?.applied, in: 0...RoomLimits.numbers.upperBound),
      copy: try tableCharacter(act?.copy))
  }

  mutating func note(_ note: String?) throws -> String {
    try text(note, largest: Campaign.largestNote) { try Campaign.checked(note: $0) }
  }

  mutating func askedCheck(
    _ check: AskedCheck?, _ members: [Int]?
  ) throws -> (check: AskedCheck, members: [Int]) {
    (try choice(check), try ints(members, most: Campaign.mostMembers, in: RoomLimits.numbers))
  }

  /// Codes a campaign.
  ///
  /// If `mayLackCharacters`, it may have foes alone, which older formats don't allow.
  mutating func campaign(_ written: Campaign?, mayLackCharacters: Bool) throws -> Campaign {
    var campaign = Campaign()
    campaign.members = try each(written?.members, most: Campaign.mostMembers) {
      try $0.member($1)
    }
    campaign.leaving = try each(written?.leaving, most: Campaign.mostLeaving) {
      try $0.member($1)
    }
    campaign.foes = try each(written?.foes, most: Campaign.mostFoes) { coder, met in
      let number = try coder.int(met?.number, in: RoomLimits.numbers)
      let foe = try coder.foe(met?.foe)
      return Campaign.MetFoe(
        number: number, foe: foe, damage: try coder.int(met?.damage, in: 0...foe.hitPoints),
        note: try coder.note(met?.note))
    }
    campaign.question = try optional(written?.question) { coder, question in
      let number = try coder.int(question?.number, in: RoomLimits.numbers)
      let (check, members) = try coder.askedCheck(question?.check, question?.waiting)
      return Campaign.Question(number: number, check: check, waiting: members)
    }
    campaign.hadCharacters = mayLackCharacters ? try flag(written?.hadCharacters) : true
    return campaign
  }

  private mutating func member(_ written: Campaign.Member?) throws -> Campaign.Member {
    let number = try int(written?.number, in: RoomLimits.numbers)
    let seat = try int(written?.seat, in: 1...RoomLimits.seats)
    let vault = try key(written?.vault)
    let version = try int(written?.version, in: RoomLimits.presses)
    var member = Campaign.Member(
      number: number, seat: seat, vault: vault, copy: try tableCharacter(written?.copy),
      version: version)
    member.waiting = try each(written?.waiting, most: Campaign.mostWaiting) { coder, turn in
      Campaign.Turn(
        number: try coder.int(turn?.number, in: RoomLimits.numbers),
        time: try coder.int(turn?.time, in: RoomLimits.times), turn: try coder.turn(turn?.turn))
    }
    member.note = try note(written?.note)
    return member
  }
}
