import Testing

@testable import Games

@Suite struct ModifierTests {
  /// Score, then melee, open doors, extra languages, broken speech, literacy, magic saves, armour
  /// class, missile, initiative, hit points, reactions, retainers and loyalty.
  private static let rows = [
    "3 -3 1 0 true illiterate -3 -3 -3 -2 -3 -2 1 4",
    "4 -2 1 0 false illiterate -2 -2 -2 -1 -2 -1 2 5",
    "5 -2 1 0 false illiterate -2 -2 -2 -1 -2 -1 2 5",
    "6 -1 1 0 false basic -1 -1 -1 -1 -1 -1 3 6",
    "7 -1 1 0 false basic -1 -1 -1 -1 -1 -1 3 6",
    "8 -1 1 0 false basic -1 -1 -1 -1 -1 -1 3 6",
    "9 0 2 0 false literate 0 0 0 0 0 0 4 7",
    "10 0 2 0 false literate 0 0 0 0 0 0 4 7",
    "11 0 2 0 false literate 0 0 0 0 0 0 4 7",
    "12 0 2 0 false literate 0 0 0 0 0 0 4 7",
    "13 1 3 1 false literate 1 1 1 1 1 1 5 8",
    "14 1 3 1 false literate 1 1 1 1 1 1 5 8",
    "15 1 3 1 false literate 1 1 1 1 1 1 5 8",
    "16 2 4 2 false literate 2 2 2 1 2 1 6 9",
    "17 2 4 2 false literate 2 2 2 1 2 1 6 9",
    "18 3 5 3 false literate 3 3 3 2 3 2 7 10",
  ]

  @Test(arguments: rows)
  func `each score gives the modifiers of its row`(row: String) throws {
    let words = row.split(separator: " ").map(String.init)
    let score = try #require(Int(words[0]))
    let found = Modifier.allCases.map { modifier in
      switch modifier.kind {
      case .signed, .inSix, .count, .target: "\(modifier.value(at: score))"
      case .flag: modifier.value(at: score) == 1 ? "true" : "false"
      case .literacy: Literacy(intelligence: score).id
      }
    }
    #expect(found == Array(words.dropFirst()))
  }

  @Test func `there are thirteen modifiers, each in the list of its ability`() {
    #expect(Modifier.allCases.count == 13)
    #expect(Ability.allCases.flatMap(\.modifiers).count == 13)
    #expect(Ability.str.modifiers == [.melee, .openDoors])
    #expect(Ability.int.modifiers == [.extraLanguages, .brokenSpeech, .literacy])
    #expect(Ability.wis.modifiers == [.magicSaves])
    #expect(Ability.dex.modifiers == [.armourClass, .missile, .initiative])
    #expect(Ability.con.modifiers == [.hitPoints])
    #expect(Ability.cha.modifiers == [.npcReactions, .retainersMax, .retainerLoyalty])
  }

  @Test(arguments: [.min, -1, 0, 2, 19, 1_000, .max])
  func `a score beyond the tables counts as the nearest`(score: Int) {
    for modifier in Modifier.allCases {
      #expect(modifier.value(at: score) == modifier.value(at: score < 3 ? 3 : 18))
    }
  }
}
