import Testing
import Visitors

@testable import Games
@testable import Characters
@testable import Site

@Suite struct RuleWordsTests {
  @Test func `a refusal names the rule and its numbers`() {
    let sentences: KeyValuePairs<RuleRefusal, String> = [
      .belowFloor(.str, score: 10):
        "Strength 9 is the lowest you can go, two points at a time; yours is 10.",
      .requirementNotMet(.elf, AbilityMinimum(.int, 9), score: 8):
        "An elf needs Intelligence 9 or more; yours is 8.",
      .notLowerable(.dex):
        "Dexterity can’t be lowered: only Strength, Intelligence and Wisdom can.",
      .classMayNotLower(.thief, .str): "A thief can’t lower Strength.",
      .primeLowered(.magicUser, .int):
        "Intelligence is a prime requisite of a magic-user and can’t be lowered.",
      .notPrimeRaise(.fighter, .cha):
        "Charisma isn’t a prime requisite of a fighter; only those can be raised.",
      .aboveRolled(.wis, rolled: 11): "You rolled 11 for Wisdom; it can’t go above that.",
      .overCeiling(.str): "Strength can’t go above 18.",
      .unbalanced(freed: 1): "1 freed point isn’t spent yet.",
      .unbalanced(freed: 2): "2 freed points aren’t spent yet.",
      .unbalanced(freed: -1): "You’ve spent 1 more than you freed.",
      .notEnoughGold(.weapon(.sword), left: 3): "Sword: costs 10 gp, and you have 3 gp left.",
      .weaponForbidden(.cleric, .sword): "Sword: not for a cleric (weapons: blunt weapons only).",
      .alreadyOwned(.shield): "One shield is enough; return it first.",
      .tooRich(worth: 18_050, gold: 180):
        "Coins and goods are worth 180.50 gp; the most allowed is 180 gp.",
      .tooPoor(worth: 17_050, gold: 180):
        "Coins and goods are worth 170.50 gp, but you rolled 180 gp.",
      .oddStep(.wis, lowered: 3):
        "You’ve lowered Wisdom by 3. Two points buy one, so lower it by an even number.",
      .noSlotLeft(level: 2, slots: 0): "You can’t prepare spells of level 2 yet.",
      .bookFull(level: 2, slots: 1): "The book is full: it holds only 1 spell of level 2.",
      .shotsUsed(.arrows): "Arrows: you can’t have used more than you had.",
      .hitPoints(4...4, found: 9): "Your hit die and Constitution give 4 hit points, not 9.",
      .hitPoints(1...6, found: 9): "Your hit die and Constitution give 1 to 6 hit points, not 9.",
      .tooManyLanguages(chosen: 3, allowed: 1):
        "Intelligence allows 1 additional language; 3 are chosen.",
      .tooManyLanguages(chosen: 1, allowed: 0):
        "Intelligence allows no additional languages; 1 is chosen.",
      .tooManyLanguages(chosen: 3, allowed: 2):
        "Intelligence allows 2 additional languages; 3 are chosen.",
      .words(.name, .tooLong): "A name can have at most 60 characters.",
      .stepClosed(.equipment, open: .details):
        "Finish Details first; then you can open Equipment.",
      .stepUnfinished(.details, .gold): "Roll starting gold.",
      .outOfRange(3...18, of: .score(.wis)): "Wisdom must be 3 to 18.",
    ]
    for (refusal, sentence) in sentences { #expect(refusal.sentence == sentence) }
  }

  /// One of each.
  private static let all: [RuleRefusal] = [
    .stepClosed(.save, open: .characterClass), .stepUnfinished(.biography, .name),
    .requirementNotMet(.dwarf, AbilityMinimum(.con, 9), score: 3), .notLowerable(.con),
    .classMayNotLower(.thief, .str), .primeLowered(.elf, .int), .belowFloor(.wis, score: 9),
    .notPrimeRaise(.thief, .str), .aboveRolled(.int, rolled: 5), .overCeiling(.dex),
    .oddStep(.int, lowered: 3), .unbalanced(freed: -2), .nothingFreed, .everythingSpent,
    .hitPoints(1...2, found: 0),
    .goldSpent, .notEnoughGold(.shield, left: 1), .tooRich(worth: 1, gold: 0),
    .tooPoor(worth: 1, gold: 30), .armourForbidden(.thief, .shield),
    .weaponForbidden(.cleric, .spear), .alreadyOwned(.armour(.leather)), .tooMany(.gear(.rope)),
    .tooMuchArmour, .notOwned(.gear(.oil)), .tooFew(.gear(.oil), found: 1),
    .notInHand(.sword), .handsFull, .thingUnknown, .noCharges, .notHealedByRest, .unknownItem,
    .unknownCoin, .tooManyLanguages(chosen: 2, allowed: 0),
    .languageAlreadyKnown(.common), .languageDuplicate(.orcish), .languageUnknown,
    .notACaster(.thief), .tooManySpells(2), .spellMissing(.elf), .spellUnknown,
    .words(.name, .empty), .words(.name, .tooLong), .words(.name, .tooLarge),
    .words(.name, .unprintable), .words(.title, .tooLong), .words(.title, .tooLarge),
    .words(.title, .unprintable),
    .outOfRange(1...6, of: .hitDie), .goldNotInTens, .notFirstLevel,
  ]

  @Test(arguments: all)
  func `every refusal has a sentence of its own`(refusal: RuleRefusal) {
    #expect(refusal.sentence.hasSuffix("."))
    #expect(refusal.sentence != "The rules don’t allow this.")
  }

  @Test func `every rule of the interface but those of its form has a refusal`() {
    let codes = Set(RuleWordsTests.all.map(\.code))
    #expect(
      Set(RuleCode.allCases).subtracting(codes) == [.missingKey, .unknownKey])
  }

  @Test func `what is missing has a field and a sentence`() {
    let all: [Missing] = [
      .abilities, .characterClass, .unspentPoints(1), .hitPoints, .gold, .name, .spell(.elf),
    ]
    #expect(Set(all.map(\.field)).count == all.count)
    #expect(all.allSatisfy { $0.sentence.hasSuffix(".") })
  }

  @Test func `consequences have sentences`() {
    #expect(
      Consequence.goodsReturned([.shield, .weapon(.sword)], gold: 20).sentence
        == "Goods your class can’t use are returned for 20 gp: Shield, Sword.")
    let all: [Consequence] = [
      .adjustmentsCleared, .classChecked(.elf), .classCleared(.elf), .hitPointsCleared,
      .languagesCleared([.ogre]),
      .languagesChecked, .spellCleared(.sleep),
    ]
    #expect(all.allSatisfy { $0.sentence.hasSuffix(".") })
  }

  @Test func `values read as people write them`() {
    #expect(Modifier.melee.text(at: 16) == "+2")
    #expect(Modifier.melee.text(at: 5) == "\u{2212}2")
    #expect(Modifier.melee.text(at: 10) == "0")
    #expect(Modifier.openDoors.text(at: 18) == "5-in-6")
    #expect(Modifier.literacy.text(at: 7) == "Basic")
    #expect(Modifier.brokenSpeech.text(at: 3) == "Yes")
    #expect(Modifier.brokenSpeech.text(at: 4) == "No")
    #expect(Modifier.retainerLoyalty.text(at: 13) == "8")
    #expect(Coins.text(worth: 784) == "7.84 gp")
    #expect(Coins.text(worth: 705) == "7.05 gp")
    #expect(Coins.text(worth: 18_000) == "180 gp")
  }
}
