import Testing

@testable import Games

@Suite struct ExperienceTests {
  /// Prime requisite, points given, points that are added to the record.
  @Test(arguments: [
    (3, 1_000, 800), (5, 1_000, 800), (6, 1_000, 900), (8, 1_000, 900), (9, 1_000, 1_000),
    (12, 1_000, 1_000), (13, 1_000, 1_050), (15, 1_000, 1_050), (16, 1_000, 1_100),
    (18, 1_000, 1_100), (3, 1, 0), (5, 99, 79), (8, 99, 89), (13, 19, 19), (13, 20, 21),
    (16, 99, 108),
  ])
  func `prime requisites add or take percents, rounded down`(
    strength: Int, given: Int, written: Int
  ) throws {
    let fighter = try PlayerCharacter.veteran(
      .fighter, scores: .of(strength, 10, 10, 10, 10, 10))
    let award = try fighter.award(of: given)
    #expect(award.after == written)
    #expect(award.adjustment == written - given)
    #expect(award.lost == 0)
    let after = try fighter.awarded(given)
    #expect(after.experience == written)
    #expect(after.brokenRules() == [])
    #expect(try fighter.award(of: given, isAdjusted: false).after == given)
  }

  @Test func `what would lead two levels up is lost, but for one point`() throws {
    let fighter = try PlayerCharacter.veteran(.fighter, scores: .of(10, 10, 10, 10, 10, 10))
    #expect(try fighter.award(of: 3_999).lost == 0)
    let award = try fighter.award(of: 10_000)
    #expect(award.after == 3_999)
    #expect(award.lost == 6_001)
    let rich = try fighter.awarded(10_000)
    #expect(rich.canRise)
    #expect(try rich.award(of: 500).lost == 500)
    var dice = AlwaysHigh()
    let second = try rich.rising(using: &dice)
    #expect(!second.canRise)
    #expect(try second.award(of: 10_000).after == 7_999)
  }

  @Test func `at the last levels nothing is lost`() throws {
    for level in [7, 8] {
      let sheriff = try PlayerCharacter.veteran(.halfling, level: level)
      #expect(try sheriff.award(of: 900_000, isAdjusted: false).lost == 0)
    }
  }

  @Test func `points that go beyond all bounds are refused`() throws {
    let fighter = try PlayerCharacter.veteran(.fighter, level: 14)
    for given in [.min, -1, 0, 1_000_000, .max] {
      #expect(refusal { try fighter.awarded(given) } == .outOfRange(1...999_999, of: .experience))
    }
    var full = fighter
    full.record.experience = 9_999_999
    #expect(refusal { try full.awarded(1) } == .outOfRange(0...9_999_999, of: .experience))
    full.record.experience = .max
    #expect(refusal { try full.awarded(1) } == .outOfRange(0...9_999_999, of: .experience))
  }
}
