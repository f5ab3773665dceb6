import Testing

@testable import Games

extension PlayerCharacter {
  /// Somebody at a level, with all scores 13, all dice high and nothing but gold.
  static func veteran(
    _ characterClass: CharacterClass, level: Int = 1, scores: AbilityScores? = nil, gold: Int = 100
  ) throws -> PlayerCharacter {
    let scores = scores ?? .of(13, 13, 13, 13, 13, 13)
    let sides = characterClass.hitDie.sides
    var beginner = PlayerCharacter(
      id: try #require(CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")), name: "Vesna",
      characterClass: characterClass,
      hitPoints: max(1, sides + scores.value(of: .hitPoints)), coins: Coins(gold: gold),
      scores: scores, spells: characterClass.hasArcaneMagic ? [.sleep] : [], hitDieRoll: sides)
    #expect(beginner.brokenRules() == [])
    var dice = AlwaysHigh()
    if level > 1 { beginner = try beginner.starting(atLevel: level, using: &dice) }
    #expect(beginner.brokenRules() == [])
    return beginner
  }
}

extension ListedSpell {
  /// By its name, in a list.
  static func named(_ name: String, _ magic: Magic = .arcane) throws -> ListedSpell {
    try #require(magic.spells.first { $0.name == name })
  }
}

/// The refusal with which a move fails; `nil` if it succeeds.
func refusal(_ move: () throws -> PlayerCharacter) -> RuleRefusal? {
  do {
    _ = try move()
    return nil
  } catch {
    return error as? RuleRefusal
  }
}

/// A row of the tables as `ProgressionTests` has them.
struct LevelRow {
  let classID: String
  let level, experience, thac0, bonus: Int
  let hitDice: String
  let saves, slots: [Int]

  init(_ row: String) throws {
    let words = row.split(separator: " ").map(String.init)
    classID = words[0]
    level = try #require(Int(words[1]))
    experience = try #require(Int(words[2]))
    hitDice = words[3]
    thac0 = try #require(Int(words[5]))
    bonus = try #require(Int(words[6]))
    saves = words[8..<13].compactMap { Int($0) }
    slots = words[14...].compactMap { Int($0) }
  }

  static let all: [LevelRow] = ProgressionTests.levels.compactMap { try? LevelRow($0) }

  static func of(_ characterClass: CharacterClass) -> [LevelRow] {
    all.filter { $0.classID == characterClass.id }
  }
}
