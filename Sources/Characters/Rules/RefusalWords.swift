import Games
import Site

extension RuleRefusal {
  /// A sentence with the numbers of the rule; it never contains what somebody typed.
  var sentence: String {
    switch self {
    case .stepClosed(let step, let open):
      "Finish \(open.name) first; then you can open \(step.name)."
    case .stepUnfinished(_, let missing): missing.sentence
    case .outOfRange(let range, let quantity): "\(quantity.name) must be \(range.spoken)."
    case .notFirstLevel: "The character must be level 1."
    case .goldNotInTens: "Starting gold must be a multiple of 10 gp."
    case .optionNeedsRoll(.arranged):
      "You can already arrange these rolls; to change that, roll all six again."
    case .optionNeedsRoll:
      "All six abilities use the same number of dice: set it, then roll all six again."
    case .notArranged: "Your rolls can’t be arranged unless you turn on that option."
    case .notAmongRolls(let ability, let total, let rolled):
      rolled == 0
        ? "\(ability.name): none of your rolls makes \(total)."
        : "\(ability.name): you rolled \(total) only \(rolled.times); another ability has it already."
    case .hitPointsFull: "At level 1 you get the die’s maximum, so nothing is rolled."
    case .requirementNotMet(let characterClass, let minimum, let score):
      "\(characterClass.article.asSentence) needs \(minimum.ability.name) "
        + "\(minimum.score) or more; yours is \(score)."
    case .notLowerable(let ability):
      "\(ability.name) can’t be lowered: only Strength, Intelligence and Wisdom can."
    case .classMayNotLower(let characterClass, let ability):
      "\(characterClass.article.asSentence) can’t lower \(ability.name)."
    case .primeLowered(let characterClass, let ability):
      "\(ability.name) is a prime requisite of \(characterClass.article) and can’t be lowered."
    case .belowFloor(let ability, let score):
      "\(ability.name) \(Adjustments.floor) is the lowest you can go, two points at a time; "
        + "yours is \(score)."
    case .notPrimeRaise(let characterClass, let ability):
      "\(ability.name) isn’t a prime requisite of \(characterClass.article); "
        + "only those can be raised."
    case .aboveRolled(let ability, let rolled):
      "You rolled \(rolled) for \(ability.name); it can’t go above that."
    case .overCeiling(let ability):
      "\(ability.name) can’t go above \(Adjustments.ceiling)."
    case .oddStep(let ability, let lowered):
      """
      You’ve lowered \(ability.name) by \(lowered). Two points buy one, so lower it by an even \
      number.
      """
    case .unbalanced(let freed) where freed > 0:
      "\(freed) freed \(freed == 1 ? "point isn’t" : "points aren’t") spent yet."
    case .unbalanced(let freed):
      "You’ve spent \(freed.magnitude) more than you freed."
    case .nothingFreed:
      "No free points yet: lower another score by two first."
    case .everythingSpent:
      "You have no freed points left: lower another score by two first."
    case .goldSpent: "You can’t reroll gold after buying; return everything first."
    case .notEnoughGold(let item, let left):
      "\(item.name): costs \(item.cost) gp, and you have \(left) gp left."
    case .tooRich(let worth, let gold):
      "Coins and goods are worth \(Coins.text(worth: worth)); the most allowed is \(gold) gp."
    case .tooPoor(let worth, let gold):
      "Coins and goods are worth \(Coins.text(worth: worth)), but you rolled \(gold) gp."
    case .armourForbidden(let characterClass, let item):
      "\(item.name): not for \(characterClass.article) (armour: "
        + "\(characterClass.record.armour.text))."
    case .weaponForbidden(let characterClass, let weapon):
      "\(weapon.name): not for \(characterClass.article) (weapons: "
        + "\(characterClass.record.weapons.text))."
    case .alreadyOwned(.shield): "One shield is enough; return it first."
    case .alreadyOwned(let item):
      "One suit of armour is enough; return the one you own first (\(item.name))."
    case .tooMuchArmour: "Only one suit of armour and one shield can be worn."
    case .tooMany(let item): "\(item.name): nobody can own more than \(Goods.mostOfOne)."
    case .notOwned(let item): "\(item.name): you have none."
    case .tooFew(let item, let found): "\(item.name): you have only \(found)."
    case .unknownItem: "No shop sells this."
    case .unknownCoin: "There’s no such coin. Choose one of the five."
    case .hitPoints(let range, let found) where range.count == 1:
      "Your hit die and Constitution give \(range.lowerBound) hit points, not \(found)."
    case .hitPoints(let range, let found):
      "Your hit die and Constitution give \(range.words) hit points, not \(found)."
    case .tooManyLanguages(let chosen, let allowed):
      "Intelligence allows \(allowed == 0 ? "no" : "\(allowed)") additional "
        + "\(allowed == 1 ? "language" : "languages"); \(chosen) \(chosen == 1 ? "is" : "are") chosen."
    case .languageAlreadyKnown(let language): "\(language.name) is already known."
    case .languageDuplicate(let language): "\(language.name) is chosen twice."
    case .languageUnknown: "This isn’t one of the twenty languages you can learn."
    case .notACaster(let characterClass):
      "\(characterClass.article.asSentence) has no spells at first level."
    case .tooManySpells(let count): "The book holds 1 spell at first level, not \(count)."
    case .spellMissing(let characterClass):
      "\(characterClass.article.asSentence) needs a spell in the book."
    case .spellUnknown: "That spell isn’t on the list."
    case .words(.name, .empty): "A character needs a name."
    case .words(let text, let fault): fault.sentence(text.subject, text.longest)
    case .levelLimit(let characterClass):
      "Level \(characterClass.levelLimit) is the highest for \(characterClass.article)."
    case .experienceShort(let needed, let found):
      "That level needs \(needed.groupedText) experience points; you have \(found.groupedText)."
    case .lastLevel:
      "A drained first-level character dies. Set hit points to 0 instead."
    case .alreadyExperienced:
      "Only a character who has no experience yet can start at a higher level."
    case .spellNotForClass(let characterClass, let spell):
      "\(spell.name): \(characterClass.article) of this level doesn’t cast that."
    case .spellTwice(let spell): "\(spell.name) is in the book already."
    case .bookFull(let level, let slots):
      "The book is full: it holds only \(slots.counted("spell", "spells")) of level \(level)."
    case .spellNotInBook(let spell): "\(spell.name) isn’t in the book."
    case .noSlotLeft(let level, 0): "You can’t prepare spells of level \(level) yet."
    case .noSlotLeft(let level, let slots):
      "You can prepare only \(slots.counted("spell", "spells")) of level \(level) a day."
    case .notPrepared(let spell): "\(spell.name) isn’t prepared any more."
    case .tooManyWords(.condition, let limit): "You can have at most \(limit) conditions."
    case .tooManyWords(_, let limit): "You can list at most \(limit) other things."
    case .notEnoughCoins(let coin, let found):
      "\(coin.name): you have only \(found.groupedText)."
    case .tooDear(let cost, let worth):
      "That costs \(Coins.text(worth: cost)), and all your coins are worth \(Coins.text(worth: worth))."
    case .notHealedByRest: "A day of rest heals only those who are hurt and still alive."
    case .noShots(let shot, 0): "You have no \(shot.shotName) left."
    case .noShots(let shot, let found):
      "\(shot.shotName.asSentence): you have only \(found.groupedText) left."
    case .shotsUsed(let shot):
      "\(shot.shotName.asSentence): you can’t have used more than you had."
    case .piecesUsed(let gear):
      "\(gear.name): you can’t have used more than were in the pack."
    case .notInHand(let weapon): "\(weapon.name): you can’t hold more than you have."
    case .handsFull:
      """
      You have only two hands: a two-handed weapon leaves none free for a shield or another weapon.
      """
    case .thingUnknown:
      "Choose a kind of thing first: without one it can’t have bonuses or charges."
    case .noCharges: "No charges are left."
    case .changeUnknown: "That change isn’t in the history any more."
    case .changeUndone: "That change has been undone already."
    case .changedSince(let part):
      "\(part.name) changed again since then. Undo the later change first."
    }
  }

  /// Whether no field is to blame, as the character's page has no form for it.
  var isAboutCharacter: Bool {
    switch self {
    case .levelLimit, .lastLevel, .alreadyExperienced, .bookFull, .notOwned: true
    default: false
    }
  }

  var isAboutCount: Bool {
    switch self {
    case .outOfRange(_, of: .count), .tooMany: true
    default: false
    }
  }
}

extension RuleRefusal.Quantity {
  var name: String {
    switch self {
    case .score(let ability): ability.name
    case .hitDie: "The hit die"
    case .coins(let coin): coin.name
    case .startingGold: "Starting gold"
    case .experience: "Experience"
    case .startingLevel: "The level to start at"
    case .level: "The level"
    case .hitDice: "The number of hit dice after the first level"
    case .damage: "Damage"
    case .blow: "Hit points lost or healed"
    case .weight: "The weight in coins"
    case .count: "The number of things"
    case .price: "The price in gold pieces"
    case .bonus: "A bonus"
    case .charges: "The number of charges"
    case .turns: "The number of turns"
    case .lights: "The number of lights"
    }
  }
}

extension RuleRefusal.ChangedPart {
  fileprivate var name: String {
    switch self {
    case .text(let text): "The \(text.rawValue) has"
    case .alignment: "The alignment has"
    case .languages: "The languages have"
    case .level: "The level has"
    case .spellBook: "The spell book has"
    case .prepared: "The prepared spells have"
    case .conditions: "The conditions have"
    case .otherThings: "The other things have"
    case .worn: "The gear in use has"
    case .clock: "The turns have"
    }
  }
}

extension Missing {
  var sentence: String {
    switch self {
    case .abilities: "Roll the abilities first."
    case .characterClass: "Choose a class."
    case .unspentPoints(let freed): RuleRefusal.unbalanced(freed: freed).sentence
    case .hitPoints: "Roll hit points."
    case .gold: "Roll starting gold."
    case .name: RuleRefusal.words(.name, .empty).sentence
    case .spell(let characterClass): RuleRefusal.spellMissing(characterClass).sentence
    }
  }

  /// The field of the step's form for it.
  var field: String {
    switch self {
    case .abilities: "abilities"
    case .characterClass: "class"
    case .unspentPoints: "adjustments"
    case .hitPoints: "hitPoints"
    case .gold: "gold"
    case .name: "name"
    case .spell: "spell"
    }
  }
}

extension CharacterText {
  /// The text as the subject of a sentence.
  fileprivate var subject: String { self == .otherThing ? "An item" : "A \(rawValue)" }
}

extension GivenText.Fault {
  /// Returns what is wrong with a text in free words; `longest` is in characters.
  func sentence(_ name: String, _ longest: Int) -> String {
    switch self {
    case .empty: "\(name) needs a few words."
    case .tooLong: "\(name) can have at most \(longest.groupedText) characters."
    case .tooLarge: "\(name) can’t have that many accents or combined characters. Leave some out."
    case .unprintable: "\(name) can’t contain control characters."
    }
  }
}
