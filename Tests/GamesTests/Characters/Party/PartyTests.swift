import Testing

@testable import Games

@Suite struct PartyTests {
  @Test func `a party has a name of 1 to 60 characters, without blanks around it`() throws {
    #expect(try Party(named: "  The Lanterns ").name == "The Lanterns")
    #expect(refusal { try Party(named: " \t ") } == .name(.empty))
    #expect(refusal { try Party(named: String(repeating: "x", count: 61)) } == .name(.tooLong))
    #expect(try Party(named: String(repeating: "x", count: 60)).name.count == 60)
    #expect(refusal { try Party(named: "a\u{7}b") } == .name(.unprintable))
    let party = try Party.of(1)
    #expect(try party.renamed("Others").name == "Others")
    #expect(try party.renamed("Others").members == party.members)
    #expect(refusal { try party.renamed("") } == .name(.empty))
  }

  @Test func `eight characters join a party, each once`() throws {
    let party = try Party.of(8)
    #expect(party.order == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(refusal { try party.adding(.numbered(9)) } == .full(limit: 8))
    #expect(refusal { try party.adding(.numbered(3)) } == .alreadyMember)
    let smaller = try party.removing(.numbered(3))
    #expect(smaller.order == [1, 2, 4, 5, 6, 7, 8])
    #expect(try smaller.adding(.numbered(9)).order == [1, 2, 4, 5, 6, 7, 8, 9])
    #expect(refusal { try smaller.removing(.numbered(3)) } == .notMember)
  }

  @Test func `members change places with whoever marches before or behind them`() throws {
    let party = try Party.of(4)
    #expect(try party.moving(.numbered(3), forward: true).order == [1, 3, 2, 4])
    #expect(try party.moving(.numbered(3), forward: false).order == [1, 2, 4, 3])
    #expect(try party.moving(.numbered(1), forward: true) == party)
    #expect(try party.moving(.numbered(4), forward: false) == party)
    #expect(refusal { try party.moving(.numbered(5), forward: true) } == .notMember)
  }

  @Test func `every order can be reached by moves`() throws {
    var party = try Party.of(3)
    var orders: Set<[Int]> = []
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      orders.insert(party.order)
      party = try party.moving(
        .numbered(.random(in: 1...3, using: &random)), forward: .random(using: &random))
      #expect(party.order.sorted() == [1, 2, 3])
    }
    #expect(orders.count == 6)
  }

  @Test func `a new number takes an old one's place, also as an employer`() throws {
    let (hilda, odo) = (try PlayerCharacter.member(1), try PlayerCharacter.member(9))
    let party = try Party.of(2).hiring(odo, by: hilda, wage: 2, share: .half)
      .renumbering(.numbered(1), as: .numbered(31))
    #expect(party.order == [31, 2, 9])
    #expect(try party.retainers(of: .numbered(31)).map(\.id) == [.numbered(9)])
    // Nobody is in it twice.
    #expect(try party.renumbering(.numbered(31), as: .numbered(2)) == party)
  }

  @Test func `a party that was kept is taken back only if it is sound`() throws {
    let hilda = try PlayerCharacter.member(1)
    let whole = try Party.of(2).hiring(.member(9), by: hilda, wage: 2, share: .full).adding(.mule)
    #expect(
      Party(name: whole.name, members: whole.members, animals: whole.animals) == whole)
    let (first, second) = (whole.members[0], whole.members[1])
    func member(_ number: Int, of employer: Int, loyalty: Int = 7, wage: Int = 1) throws
      -> PartyMember
    {
      try PartyMember(
        .numbered(number),
        service: Service(
          employer: .numbered(employer), loyalty: loyalty, wage: wage, share: .half))
    }
    let unsound: [[PartyMember]] = [
      [first, first], try (1...9).map { PartyMember(try .numbered($0)) },
      [first, try member(9, of: 5)], [first, try member(8, of: 1), try member(9, of: 8)],
      [first, try member(1, of: 1)], [first, try member(9, of: 1, loyalty: 1)],
      [first, try member(9, of: 1, loyalty: 13)], [first, try member(9, of: 1, wage: -1)],
      [first, try member(9, of: 1, wage: 1_001)], [try member(9, of: 9)],
      [first] + (try (11...19).map { try member($0, of: 1) }),
    ]
    for members in unsound {
      #expect(Party(name: "A", members: members, animals: []) == nil)
    }
    #expect(Party(name: "A", members: [first, second], animals: []) != nil)
    #expect(Party(name: " ", members: [first], animals: []) == nil)
    #expect(
      Party(name: "A", members: [], animals: Array(repeating: PartyAnimal(.mule), count: 13))
        == nil)
    for animal in [
      PartyAnimal(.mule, load: -1), PartyAnimal(.mule, load: 20_001),
      PartyAnimal(.mule, name: String(repeating: "x", count: 61)), PartyAnimal(.mule, name: " a"),
    ] {
      #expect(Party(name: "A", members: [], animals: [animal]) == nil)
    }
  }
}
