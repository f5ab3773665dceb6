import Testing

@testable import Games

@Suite struct HistoryTests {
  private func hero() throws -> RecordedCharacter {
    RecordedCharacter(try .veteran(.fighter, gold: 50))
  }

  @Test func `each change can be taken back once, the newest or an older one`() throws {
    var hero = try hero()
    let start = hero.character
    try hero.make(.bought, at: 10) { character throws(RuleRefusal) in
      try character.buying(.gear(.rope))
    }
    try hero.make(.coins, at: 20) { character throws(RuleRefusal) in
      try character.receiving(5, of: .gold)
    }
    #expect(hero.changes.map(\.number) == [1, 2])
    #expect(hero.story.map(\.change.kind) == [.coins, .bought])
    #expect(hero.story[1].after.goods == Goods([.gear(.rope)]))
    try hero.undo(1, at: 30)
    #expect(hero.character.coins == Coins(gold: 55))
    #expect(hero.character.goods.isEmpty)
    #expect(throws: RuleRefusal.changeUndone) { try hero.undo(1, at: 40) }
    #expect(throws: RuleRefusal.changeUnknown) { try hero.undo(3, at: 40) }
    try hero.undo(2, at: 50)
    #expect(hero.character.coins == start.coins)
    #expect(hero.changes.map(\.undoes) == [nil, nil, 1, 2])
    #expect(hero.story.map { hero.isUndone($0.change) } == [true, true])
  }

  @Test func `what somebody has changed again is not taken back behind their back`() throws {
    var hero = try hero()
    for name in ["Ada", "Bea"] {
      try hero.make(.told, at: 1) { character throws(RuleRefusal) in
        var details = character
        details.name = name
        return try character.changing(details)
      }
    }
    let before = hero
    #expect(throws: RuleRefusal.changedSince(.text(.name))) { try hero.undo(1, at: 2) }
    #expect(hero == before)
    try hero.undo(2, at: 3)
    try hero.undo(1, at: 4)
    #expect(hero.character.name == "Vesna")
    #expect(hero.character.play == nil)
  }

  @Test func `whoever is in play stays there when an older change is taken back`() throws {
    var hero = try hero()
    try hero.make(.told, at: 1) { character throws(RuleRefusal) in
      var details = character
      details.title = "the Bold"
      return try character.changing(details)
    }
    try hero.make(.coins, at: 2) { character throws(RuleRefusal) in
      try character.receiving(500, of: .gold)
    }
    try hero.undo(1, at: 3)
    #expect(hero.character.play == PlayRecord())
    #expect(hero.character.title.isEmpty)
    try hero.undo(2, at: 4)
    #expect(hero.character.play == nil)
  }

  @Test func `an undo that would break a rule is refused with the rule`() throws {
    var hero = try hero()
    try hero.make(.experience, at: 1) { character throws(RuleRefusal) in
      try character.awarded(2_000)
    }
    try hero.make(.rose, at: 2) { character throws(RuleRefusal) in
      var dice = AlwaysHigh()
      return try character.rising(using: &dice)
    }
    #expect(throws: RuleRefusal.experienceShort(needed: 2_000, found: 0)) {
      try hero.undo(1, at: 3)
    }
    try hero.make(.found, at: 4) { character throws(RuleRefusal) in
      try character.finding(.ammunition(.slingStones))
    }
    try hero.make(.lost, at: 5) { character throws(RuleRefusal) in
      try character.losing(.ammunition(.slingStones))
    }
    #expect(throws: RuleRefusal.notOwned(.ammunition(.slingStones))) { try hero.undo(3, at: 6) }
    // Of two ropes that were found, one was lost.
    var other = hero
    try other.make(.found, at: 6) { character throws(RuleRefusal) in
      try character.finding(.gear(.rope), count: 2)
    }
    try other.make(.lost, at: 7) { character throws(RuleRefusal) in
      try character.losing(.gear(.rope))
    }
    #expect(throws: RuleRefusal.tooFew(.gear(.rope), found: 1)) { try other.undo(5, at: 8) }
    try hero.undo(2, at: 7)
    try hero.undo(1, at: 8)
    #expect(hero.character.level == 1)
    #expect(hero.character.hitPoints == 9)
    #expect(hero.character.experience == 0)
  }

  /// Two quivers of twenty, of which 21 arrows are shot: 19 are left.
  private func archer() throws -> RecordedCharacter {
    var archer = try hero()
    try archer.make(.bought, at: 0) { character throws(RuleRefusal) in
      try character.buying(.ammunition(.arrows), count: 2)
    }
    for _ in 0..<21 {
      try archer.make(.shot, at: 1) { character throws(RuleRefusal) in
        try character.shooting(.arrows)
      }
    }
    return archer
  }

  /// The shots are changes 2 to 22; the one that emptied the first quiver is 21.
  @Test(arguments: [[2], [21], [22], [6, 2], [21, 22, 2], Array(2...22), (2...22).reversed()])
  func `a shot is taken back whichever quiver it came from`(shots: [Int]) throws {
    var archer = try archer()
    #expect(archer.character.shots(.arrows) == 19)
    for (place, number) in shots.enumerated() {
      try archer.undo(number, at: 2)
      let left = 20 + place
      #expect(archer.character.shots(.arrows) == left)
      #expect(archer.character.goods[.ammunition(.arrows)] == 2)
      #expect(archer.character.brokenRules(allowingNoSpell: true) == [])
    }
  }

  @Test func `a quiver that was shot is not given back`() throws {
    var archer = try archer()
    try archer.make(.bought, at: 2) { character throws(RuleRefusal) in
      try character.buying(.ammunition(.arrows))
    }
    #expect(throws: RuleRefusal.noShots(.arrows, found: 39)) { try archer.undo(1, at: 3) }
    try archer.undo(23, at: 3)
    #expect(archer.character.shots(.arrows) == 19)
    #expect(archer.character.record.shotsUsed == [.arrows: 21])
  }

  @Test func `two hundred changes are remembered, and what changes nothing is none`() throws {
    var hero = try hero()
    for _ in 0..<201 {
      try hero.make(.coins, at: 0) { character throws(RuleRefusal) in
        try character.receiving(1, of: .copper)
      }
    }
    try hero.make(.hitPoints, at: 0) { character throws(RuleRefusal) in
      try character.healed(by: 1)
    }
    #expect(hero.changes.map(\.number) == Array(2...201))
    #expect(RecordedCharacter(hero.character, changes: hero.changes) == hero)
    var mixed = hero.changes
    mixed[100] = mixed[99]
    #expect(
      RecordedCharacter(hero.character, changes: mixed).changes.map(\.number)
        == [101] + Array(103...201))
  }

  /// A legal move by chance; `nil` if the one drawn is refused.
  private func move(
    _ character: PlayerCharacter, _ random: inout SeededGenerator
  ) -> (CharacterChange.Kind, PlayerCharacter)? {
    let item = Item.all.randomElement(using: &random) ?? .shield
    let coin = Coin.allCases.randomElement(using: &random) ?? .gold
    let count = Int.random(in: 1...30, using: &random)
    let shot = Ammunition.allCases.randomElement(using: &random) ?? .arrows
    let spells = character.preparable.shuffled(using: &random)
    let word = "word \(count)"
    switch Int.random(in: 0..<35, using: &random) {
    case 0:
      var details = character
      details.name = word
      details.biography = "\(word)\n\(word)"
      details.additionalLanguages = Array(
        character.languagesOffered.shuffled(using: &random)
          .prefix(character.scores.extraLanguages))
      return (try? character.changing(details)).map { (.told, $0) }
    case 1...3: return (try? character.buying(item, count: count)).map { (.bought, $0) }
    case 4: return (try? character.selling(item, for: count)).map { (.sold, $0) }
    case 5: return (try? character.finding(item)).map { (.found, $0) }
    case 6: return (try? character.losing(item)).map { (.lost, $0) }
    case 7: return (try? character.receiving(count * 99, of: coin)).map { (.coins, $0) }
    case 8: return (try? character.spending(count, of: coin)).map { (.coins, $0) }
    case 9: return (try? character.noting(OtherThing(word, weight: count))).map { (.thing, $0) }
    case 10: return (.thing, character.strikingOut(otherThingAt: 0))
    case 11:
      guard let spell = character.learnable.randomElement(using: &random) else { return nil }
      return (try? character.learning(spell)).map { (.learned, $0) }
    case 12:
      guard let spell = character.spellBook.randomElement(using: &random) else { return nil }
      return (try? character.forgetting(spell)).map { (.forgot, $0) }
    case 13: return (try? character.preparing(Array(spells.prefix(3)))).map { (.prepared, $0) }
    case 14:
      guard let spell = spells.first else { return nil }
      return (try? character.casting(spell)).map { (.cast, $0) }
    case 15: return (.rested, character.rested())
    case 16:
      let needed = character.nextLevel?.experienceNeeded ?? 1
      return (try? character.awarded(max(1, needed / 2))).map { (.experience, $0) }
    case 17: return (try? character.rising(using: &random)).map { (.rose, $0) }
    case 18: return (try? character.drained(leaving: .halfway)).map { (.drained, $0) }
    case 19:
      let moved = Bool.random(using: &random) ? character.hurt : character.healed
      return (try? moved(count)).map { (.hitPoints, $0) }
    case 20: return (try? character.suffering(word)).map { (.conditions, $0) }
    case 21: return (try? character.shooting(shot)).map { (.shot, $0) }
    case 22:
      guard let suit = Item.Category.armour.items.randomElement(using: &random) else { return nil }
      return (try? character.finding(suit, count: 2)).map { (.found, $0) }
    case 23:
      let light = Clock.Light.allCases.randomElement(using: &random) ?? .torch
      return (try? character.finding(.gear(light.fuel)).lighting(light)).map { (.lit, $0) }
    case 24: return (try? character.passingTurn(isResting: count > 20)).map { (.turned, $0) }
    case 25:
      var thing = OtherThing(word, kind: OtherThing.Kind.all.randomElement(using: &random))
      for bonus in OtherThing.Bonus.allCases { thing[bonus] = count % 9 - 3 }
      thing.charges = count
      return (try? character.noting(thing)).map { (.thing, $0) }
    case 26: return (try? character.usingCharge(ofThingAt: 0)).map { (.used, $0) }
    case 27:
      let place = count % max(1, character.record.otherThings.count)
      return (try? character.wearing(thingAt: place)).map { (.worn, $0) }
    case 28: return (.conditions, character.rid(ofConditionAt: 0))
    case 29: return (.shot, character.pickingUp(shot))
    case 30:
      return (try? character.restedAllDay(healing: 1 + count % 3)).map { (.rested, $0) }
    case 31: return (try? character.puttingAway(thingAt: 0)).map { (.worn, $0) }
    default:
      guard let own = character.belongings.items.randomElement(using: &random) else { return nil }
      let isPutOn = Bool.random(using: &random)
      return (try? isPutOn ? character.wearing(own) : character.puttingAway(own)).map {
        (.worn, $0)
      }
    }
  }

  @Test(arguments: CharacterClass.allCases, 0..<2)
  func `a path of edits, undone step by step, ends where it began`(
    characterClass: CharacterClass, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: 7_000 + seed)
    let start = try PlayerCharacter.veteran(characterClass, gold: 150)
    var recorded = RecordedCharacter(start)
    var states: [PlayerCharacter] = []
    while recorded.changes.count < 150 {
      guard let (kind, next) = move(recorded.character, &random), next != recorded.character
      else { continue }
      #expect(next.brokenRules(allowingNoSpell: true) == [], "\(kind)")
      states.append(recorded.character)
      try recorded.make(kind, at: 0) { _ in next }
    }
    #expect(Set(recorded.changes.map(\.kind)).count > 10)
    // The number by which they are undone counts on from 150, and only 200 are remembered.
    for number in (51...150).reversed() {
      try recorded.undo(number, at: 1)
      #expect(recorded.character == states[number - 1], "\(number)")
    }
    recorded = RecordedCharacter(
      states[50], changes: Array(recorded.changes.prefix { $0.number <= 50 }), after: 250)
    for number in (1...50).reversed() {
      guard recorded.changes.contains(where: { $0.number == number }) else { continue }
      try recorded.undo(number, at: 1)
      #expect(recorded.character == states[number - 1], "\(number)")
    }
  }

  @Test(arguments: CharacterClass.allCases)
  func `undone in any order, no rule is ever broken`(characterClass: CharacterClass) throws {
    var random = SeededGenerator(seed: 9_000)
    var recorded = RecordedCharacter(try .veteran(characterClass, gold: 150))
    var undone = 0
    for _ in 0..<400 {
      if Bool.random(using: &random), let change = recorded.changes.randomElement(using: &random) {
        if (try? recorded.undo(change.number, at: 0)) != nil { undone += 1 }
      } else if let (kind, next) = move(recorded.character, &random) {
        try recorded.make(kind, at: 0) { _ in next }
      }
      #expect(recorded.character.brokenRules(allowingNoSpell: true) == [])
    }
    #expect(undone > 20)
  }
}
