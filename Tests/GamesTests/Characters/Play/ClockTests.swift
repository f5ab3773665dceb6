import Testing

@testable import Games

@Suite struct ClockTests {
  private func hero() throws -> PlayerCharacter {
    try .veteran(.fighter).finding(.gear(.torches)).finding(.gear(.oil), count: 3)
      .finding(.gear(.lantern))
  }

  private func later(_ character: PlayerCharacter, _ turns: Int) throws -> PlayerCharacter {
    try (0..<turns).reduce(character) { character, _ in try character.passingTurn() }
  }

  @Test(arguments: [(Clock.Light.torch, 6), (.lantern, 24)])
  func `a light burns for its turns, and then it's out`(light: Clock.Light, turns: Int) throws {
    let lit = try hero().lighting(light)
    #expect(lit.clock.flames == [Clock.Flame(light, left: turns)])
    #expect(lit[pieces: .gear(light.fuel)] == (try hero())[pieces: .gear(light.fuel)] - 1)
    let last = try later(lit, turns - 1)
    #expect(last.clock.flames == [Clock.Flame(light, left: 1)])
    #expect(try last.passingTurn().clock.flames == [])
    #expect(last.brokenRules() == [])
  }

  @Test func `the emptiest lantern is filled, and a second one burns beside it`() throws {
    let one = try later(try hero().lighting(.lantern), 4)
    #expect(one.clock.flames.map(\.left) == [20])
    #expect(try one.lighting(.lantern).clock.flames.map(\.left) == [24])
    let two = try one.finding(.gear(.lantern)).lighting(.lantern)
    #expect(two.clock.flames.map(\.left) == [20, 24])
    #expect(try two.lighting(.lantern).clock.flames.map(\.left) == [24, 24])
  }

  @Test func `without fuel or lantern there's no light, and nobody has more than twelve`() throws {
    let poor = try PlayerCharacter.veteran(.fighter)
    #expect(refusal { try poor.lighting(.torch) } == .notOwned(.gear(.torches)))
    #expect(
      refusal { try poor.finding(.gear(.oil)).lighting(.lantern) } == .notOwned(.gear(.lantern)))
    var rich = try poor.finding(.gear(.torches), count: 3)
    for _ in 0..<12 { rich = try rich.lighting(.torch) }
    #expect(refusal { try rich.lighting(.torch) } == .outOfRange(0...12, of: .lights))
  }

  @Test func `with a lantern its light goes, the emptiest first`() throws {
    let one = try later(try hero().lighting(.lantern).lighting(.torch), 4)
    let two = try one.finding(.gear(.lantern)).lighting(.lantern)
    #expect(two.clock.flames.map(\.left) == [20, 2, 24])
    #expect(try two.losing(.gear(.lantern)).clock.flames.map(\.left) == [2, 24])
    let poor = try two.selling(.gear(.lantern), count: 2, for: 5)
    #expect(poor.clock.flames == [Clock.Flame(.torch, left: 2)])
    #expect(try one.finding(.gear(.lantern)).losing(.gear(.lantern)).clock == one.clock)
  }

  @Test func `no more lanterns burn than there are`() throws {
    var hero = try hero()
    hero.record.clock.flames = [Clock.Flame(.lantern)]
    #expect(hero.brokenRules() == [])
    hero.record.clock.flames.append(Clock.Flame(.lantern))
    #expect(hero.brokenRules() == [BrokenRule(.tooFew(.gear(.lantern), found: 1), .clock)])
    hero.goods[.gear(.lantern)] = 0
    #expect(hero.brokenRules() == [BrokenRule(.notOwned(.gear(.lantern)), .clock)])
    var owner = RecordedCharacter(try .veteran(.fighter).finding(.gear(.oil)))
    try owner.make(.found, at: 1) { character throws(RuleRefusal) in
      try character.finding(.gear(.lantern))
    }
    try owner.make(.lit, at: 2) { character throws(RuleRefusal) in
      try character.lighting(.lantern)
    }
    #expect(throws: RuleRefusal.notOwned(.gear(.lantern))) { try owner.undo(1, at: 3) }
  }

  @Test func `turns count on until a new day, and rest is told of`() throws {
    var hero = try later(try hero().lighting(.lantern), 6)
    #expect(hero.clock.turns == 6)
    #expect(hero.clock.sinceRest == 6)
    #expect(hero.clock.callsForMonsters)
    hero = try hero.passingTurn(isResting: true)
    #expect(hero.clock.sinceRest == 0)
    #expect(!hero.clock.callsForMonsters)
    #expect(hero.rested().clock == Clock())
    hero.record.clock.turns = 999
    #expect(refusal { try hero.passingTurn() } == .outOfRange(0...999, of: .turns))
  }

  @Test(arguments: [(-1, 0, 1), (1_000, 0, 1), (3, 4, 1), (.max, .min, 1), (3, 0, 0), (3, 0, 7)])
  func `a clock that can't be is told`(turns: Int, sinceRest: Int, left: Int) throws {
    var hero = try hero()
    hero.record.clock.turns = turns
    hero.record.clock.sinceRest = sinceRest
    hero.record.clock.flames = [Clock.Flame(.torch, left: left)]
    #expect(hero.brokenRules().map(\.part) == [.clock])
    _ = try? hero.passingTurn()
  }
}
