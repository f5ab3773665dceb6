import Testing

@testable import Games

@Suite struct PartySharesTests {
  private typealias Sharer = (character: PlayerCharacter, service: Service?)

  private func played(_ numbers: ClosedRange<Int>) throws -> [Sharer] {
    try numbers.map { (try .member($0), nil) }
  }

  private func retainer(_ number: Int, _ share: Service.Share = .half) throws -> Sharer {
    (
      try .member(number),
      Service(employer: try .numbered(1), loyalty: 7, wage: 1, share: share)
    )
  }

  @Test func `five characters and a retainer share 2,750 gold pieces by fives and a half`() throws {
    let shares = try PartyShares(
      experience: 0, gold: 2_750, among: played(1...5) + [retainer(11)])
    #expect(shares.parts.map(\.gold) == [500, 500, 500, 500, 500, 250])
    #expect(shares.parts.map(\.after.coins) == shares.parts.map { Coins(gold: $0.gold) })
    #expect(shares.parts.allSatisfy { $0.award == nil && $0.after.experience == 0 })
  }

  /// Gold pieces, shares in halves, and what each gets.
  @Test(arguments: [
    (10, [2, 2, 2], [4, 3, 3]), (11, [2, 2, 2], [4, 4, 3]), (1, [2, 2], [1, 0]),
    (7, [2, 1], [5, 2]), (8, [2, 1], [6, 2]), (9, [2, 1], [6, 3]), (5, [1, 2, 2], [1, 2, 2]),
    (3, [1, 1, 2], [1, 1, 1]), (100, [2, 2, 2, 1], [29, 29, 28, 14]),
    (1_000_000, [2], [1_000_000]),
  ])
  func `gold is all given out, what is left over to the first`(
    gold: Int, halves: [Int], golds: [Int]
  ) throws {
    let sharers = try halves.enumerated().map { place, halves in
      halves == 2 && place == 0
        ? try played(1...1)[0]
        : try retainer(11 + place, halves == 2 ? .full : .half)
    }
    let shares = try PartyShares(experience: 0, gold: gold, among: sharers)
    #expect(shares.parts.map(\.gold) == golds)
    #expect(golds.reduce(0, +) == gold)
  }

  @Test func `experience is divided by heads, and a retainer earns half, whatever the share`()
    throws
  {
    let shares = try PartyShares(
      experience: 1_000, gold: 0, among: played(1...2) + [retainer(11), retainer(12, .full)])
    #expect(shares.experienceEach == 250)
    #expect(shares.parts.map { $0.award?.given } == [250, 250, 125, 125])
    #expect(shares.parts.map(\.after.experience) == [250, 250, 125, 125])
    #expect(shares.parts.map(\.isRetainer) == [false, false, true, true])
  }

  /// Points for all, and what each head and a retainer earn.
  @Test(arguments: [(1_000, 333, 166), (2, 0, 0), (3, 1, 0), (5, 1, 0), (6, 2, 1)])
  func `experience is rounded down`(points: Int, each: Int, half: Int) throws {
    let shares = try PartyShares(
      experience: points, gold: 0, among: played(1...2) + [retainer(11)])
    #expect(shares.experienceEach == each)
    #expect(shares.parts.map(\.after.experience) == [each, each, half])
  }

  /// Strength of a fighter, and what comes of 200 points.
  @Test(arguments: [(3, 160), (6, 180), (9, 200), (13, 210), (16, 220)])
  func `prime requisites work on the share, after it is halved`(strength: Int, gained: Int) throws {
    let fighter = try PlayerCharacter.member(1, strength: strength)
    let service = Service(employer: try .numbered(2), loyalty: 7, wage: 1, share: .half)
    let shares = try PartyShares(
      experience: 400, gold: 0, among: [(fighter, nil), (.member(2), nil)])
    #expect(shares.parts[0].after.experience == gained)
    let halved = try PartyShares(
      experience: 800, gold: 0, among: [(fighter, service), (.member(2), nil)])
    #expect(halved.parts[0].award?.given == 200)
    #expect(halved.parts[0].after.experience == gained)
  }

  @Test func `nobody rises by more than one level at a time`() throws {
    let shares = try PartyShares(experience: 20_000, gold: 0, among: played(1...2))
    #expect(shares.parts.map(\.after.experience) == [3_999, 3_999])
    #expect(shares.parts.map { $0.award?.lost } == [6_001, 6_001])
  }

  @Test func `every part follows the rules, whatever is shared`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let count = Int.random(in: 1...6, using: &random)
      let gold = Int.random(in: 0...5_000, using: &random)
      let experience = Int.random(in: 1...9_000, using: &random)
      let sharers = try played(1...count) + (Bool.random(using: &random) ? [retainer(11)] : [])
      let shares = try PartyShares(experience: experience, gold: gold, among: sharers)
      #expect(shares.parts.reduce(0) { $0 + $1.gold } == gold)
      #expect(shares.parts.reduce(0) { $0 + ($1.award?.given ?? 0) } <= experience)
      #expect(shares.parts.allSatisfy { $0.after.brokenRules(allowingNoSpell: true).isEmpty })
    }
  }

  @Test func `what is out of bounds is refused, and so is sharing nothing or with nobody`() throws {
    let two = try played(1...2)
    for points in [-1, 1_000_000, .min, .max] {
      #expect(
        refusal { try PartyShares(experience: points, gold: 1, among: two) }
          == .outOfRange(0...999_999, of: .experience))
    }
    for gold in [-1, 1_000_001, .min, .max] {
      #expect(
        refusal { try PartyShares(experience: 1, gold: gold, among: two) }
          == .outOfRange(0...1_000_000, of: .gold))
    }
    #expect(refusal { try PartyShares(experience: 0, gold: 0, among: two) } == .nothingToShare)
    #expect(refusal { try PartyShares(experience: 1, gold: 0, among: []) } == .nobodyShares)
    var rich = two
    rich[1].character.coins = Coins(gold: 1_000_000)
    let full = RuleRefusal.outOfRange(0...1_000_000, of: .coins(.gold))
    #expect(
      refusal { try PartyShares(experience: 0, gold: 4, among: rich) }
        == .share(full, of: rich[1].character.id))
  }
}
