import Testing

@testable import Games

@Suite struct HiringTests {
  /// Charisma, and how many retainers it allows with which loyalty: from the table of abilities.
  @Test(arguments: [
    (3, 1, 4), (4, 2, 5), (5, 2, 5), (6, 3, 6), (8, 3, 6), (9, 4, 7), (12, 4, 7), (13, 5, 8),
    (15, 5, 8), (16, 6, 9), (17, 6, 9), (18, 7, 10),
  ])
  func `charisma limits how many follow, and gives their loyalty`(
    charisma: Int, most: Int, loyalty: Int
  ) throws {
    let employer = try PlayerCharacter.member(1, charisma: charisma)
    var party = try Party.of(1)
    for number in 0..<most {
      party = try party.hiring(.member(11 + number), by: employer, wage: 1, share: .half)
    }
    #expect(party.retainers.count == most)
    #expect(party.retainers.allSatisfy { $0.service?.loyalty == loyalty })
    #expect(party.played.map(\.id) == [employer.id])
    #expect(
      refusal { try party.hiring(.member(30), by: employer, wage: 1, share: .half) }
        == .charismaAllows(most))
  }

  @Test func `nobody follows somebody of a lower level`() throws {
    let party = try Party.of(1)
    let employer = try PlayerCharacter.member(1, level: 2)
    for level in 1...2 {
      let retainer = try PlayerCharacter.member(9, .cleric, level: level)
      #expect(
        try party.hiring(retainer, by: employer, wage: 1, share: .half).retainers.count == 1)
    }
    let veteran = try PlayerCharacter.member(9, .cleric, level: 3)
    #expect(
      refusal { try party.hiring(veteran, by: employer, wage: 1, share: .half) }
        == .levelAboveEmployer(3, employer: 2))
  }

  @Test func `only members hire, nobody of the party is hired, and retainers hire nobody`() throws {
    let (hilda, nim) = (try PlayerCharacter.member(1), try PlayerCharacter.member(2))
    let (odo, ada) = (try PlayerCharacter.member(3), try PlayerCharacter.member(4))
    let party = try Party.of(2)
    #expect(
      refusal { try party.hiring(nim, by: hilda, wage: 1, share: .half) } == .alreadyMember)
    #expect(
      refusal { try party.hiring(hilda, by: hilda, wage: 1, share: .half) } == .alreadyMember)
    #expect(refusal { try party.hiring(odo, by: ada, wage: 1, share: .half) } == .notMember)
    let hired = try party.hiring(odo, by: hilda, wage: 1, share: .half)
    #expect(hired.order == [1, 2, 3])
    #expect(
      refusal { try hired.hiring(ada, by: odo, wage: 1, share: .half) } == .retainerCannotHire)
    #expect(refusal { try hired.adding(odo.id) } == .alreadyMember)
  }

  @Test func `a whole party has eight retainers at most`() throws {
    var party = try Party.of(2)
    let (hilda, nim) = (
      try PlayerCharacter.member(1, charisma: 18), try PlayerCharacter.member(2, charisma: 18)
    )
    for number in 0..<8 {
      party = try party.hiring(
        .member(11 + number), by: number < 4 ? hilda : nim, wage: 0, share: .half)
    }
    #expect(
      refusal { try party.hiring(.member(30), by: nim, wage: 0, share: .half) }
        == .tooManyRetainers(limit: 8))
    // Members who are none still find room.
    #expect(try party.adding(.numbered(31)).members.count == 11)
  }

  @Test func `retainers leave with whom they follow`() throws {
    let (hilda, nim) = (try PlayerCharacter.member(1), try PlayerCharacter.member(2))
    let party = try Party.of(2).hiring(.member(11), by: hilda, wage: 1, share: .half)
      .hiring(.member(12), by: nim, wage: 1, share: .half)
    #expect(try party.removing(hilda.id).order == [2, 12])
    #expect(try party.removing(.numbered(11)).order == [1, 2, 12])
  }

  @Test func `terms change within their bounds`() throws {
    let hilda = try PlayerCharacter.member(1)
    let odo = try CharacterID.numbered(11)
    let party = try Party.of(1).hiring(.member(11), by: hilda, wage: 1, share: .half)
    let better = try party.agreeing(loyalty: 8, wage: 5, share: .full, with: odo)
    #expect(
      better[odo]?.service == Service(employer: hilda.id, loyalty: 8, wage: 5, share: .full))
    for loyalty in [1, 13, .max] {
      #expect(
        refusal { try party.agreeing(loyalty: loyalty, wage: 1, share: .half, with: odo) }
          == .outOfRange(2...12, of: .loyalty))
    }
    for wage in [-1, 1_001, .min] {
      #expect(
        refusal { try party.agreeing(loyalty: 7, wage: wage, share: .half, with: odo) }
          == .outOfRange(0...1_000, of: .wage))
      #expect(
        refusal { try Party.of(1).hiring(.member(12), by: hilda, wage: wage, share: .half) }
          == .outOfRange(0...1_000, of: .wage))
    }
    #expect(
      refusal { try party.agreeing(loyalty: 7, wage: 1, share: .half, with: hilda.id) }
        == .notMember)
  }

  /// A shifted total of the dice, and what comes of it.
  @Test(arguments: [
    (-4, "Ill will"), (2, "Ill will"), (3, "Refused"), (5, "Refused"), (6, "Roll again"),
    (8, "Roll again"), (9, "Accepted"), (11, "Accepted"), (12, "Accepted, loyalty +1"),
    (16, "Accepted, loyalty +1"),
  ])
  func `an offer comes to what the table says`(total: Int, text: String) {
    #expect(Retainers.result(of: total).text == text)
  }
}
