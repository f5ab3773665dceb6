import Testing

@testable import Games

@Suite struct DraftWalkTests {
  /// A move, legal or not; a refused one leaves the draft as it was.
  private func move(_ draft: CharacterDraft, _ random: inout SeededGenerator) -> CharacterDraft {
    let ability = Ability.allCases.randomElement(using: &random) ?? .str
    let step = Step.allCases.randomElement(using: &random) ?? .save
    let item = Item.all.randomElement(using: &random) ?? .shield
    let moved: CharacterDraft?
    switch Int.random(in: 0..<120, using: &random) {
    case 0: moved = Bool.random(using: &random) ? draft.rollingAbilities(using: &random) : nil
    case 1: moved = try? draft.rerolling(ability, using: &random)
    case 2:
      let wish = CharacterClass.allCases.randomElement(using: &random) ?? .thief
      moved = try? draft.choosing(wish)
    case 3...8: moved = try? draft.lowering(ability)
    case 9...20: moved = try? draft.raising(ability)
    case 21...23: moved = try? draft.rollingHitPoints(using: &random)
    case 24...26: moved = try? draft.rollingGold(using: &random)
    case 27...29:
      moved = try? draft.aligning(with: Alignment.allCases.randomElement(using: &random) ?? .law)
    case 30...34:
      let languages = Language.allCases.shuffled(using: &random)
        .prefix(Int.random(in: 0...3, using: &random))
      moved = try? draft.describing(
        name: "N\(random.next())", title: "", languages: Array(languages))
    case 35...37:
      moved = try? draft.choosing(Spell.allCases.randomElement(using: &random) ?? .sleep)
    case 38...59: moved = try? draft.buying(item)
    case 60...66: moved = try? draft.returning(item)
    case 67: moved = draft.surprising(step, using: &random)
    case 68: moved = otherwise(draft, &random)
    case 69...89: moved = draft.surprising(draft.firstOpenStep, using: &random)
    default: moved = try? draft.continuing(past: draft.firstOpenStep)
    }
    return moved ?? draft
  }

  /// A move that only some tables or levels know.
  private func otherwise(
    _ draft: CharacterDraft, _ random: inout SeededGenerator
  ) -> CharacterDraft? {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let options = CreationOption.allCases.shuffled(using: &random).prefix(2)
      return draft.rollingAbilities(by: Set(options), using: &random)
    case 1:
      let options = CreationOption.allCases.shuffled(using: &random).prefix(2)
      return try? draft.choosing(Set(options))
    case 2:
      let totals = draft.abilities.map(\.dice.total).shuffled(using: &random)
      return try? draft.arranging { totals[$0.rawValue] }
    case 3: return try? draft.starting(atLevel: .random(in: 0...15, using: &random))
    default:
      let count = Int.random(in: 0...6, using: &random)
      let spells = Magic.arcane.spells.shuffled(using: &random).prefix(count)
      return try? draft.choosing(book: Array(spells))
    }
  }

  @Test(arguments: 0..<12)
  func `no walk of moves ever makes an illegal character`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 1_000 + seed)
    var draft = CharacterDraft()
    var complete = 0
    for _ in 0..<400 {
      draft = move(draft, &random)
      #expect(draft.restored == draft)
      #expect(draft.goldLeft + draft.goods.cost == draft.goldRolled ?? 0)
      let id = CharacterID(using: &random)
      guard let character = try? draft.character(id: id) else { continue }
      complete += 1
      #expect(character.brokenRules() == [])
    }
    #expect(complete > 20)
  }

  @Test(arguments: 0..<4)
  func `what is said beforehand is what happens`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 5_000 + seed)
    var draft = CharacterDraft()
    var told = 0
    for _ in 0..<300 {
      draft = move(draft, &random)
      for wish in CharacterClass.allCases {
        guard let later = try? draft.choosing(wish) else {
          #expect(draft.obstacle(to: .choose(wish)) != nil)
          continue
        }
        let losses = draft.consequences(of: .choose(wish))
        told += losses.isEmpty ? 0 : 1
        let loses: (Consequence) -> Bool = { losses.contains($0) }
        #expect(loses(.hitPointsCleared) == (draft.hitPoints != nil && later.hitPoints == nil))
        #expect(
          loses(.languagesCleared(draft.languages))
            == (!draft.languages.isEmpty && later.languages.isEmpty))
        let refund = losses.reduce(0) { sum, loss in
          if case .goodsReturned(_, let gold) = loss { sum + gold } else { sum }
        }
        #expect(later.goldLeft == draft.goldLeft + refund)
      }
      let item = Item.all.randomElement(using: &random) ?? .shield
      #expect((draft.obstacle(to: .buy(item)) == nil) == ((try? draft.buying(item)) != nil))
    }
    #expect(told > 50)
  }
}
