import Games
import Site

extension RuleRefusal {
  /// A sentence with the numbers of the rule; it never contains what somebody typed.
  var sentence: String {
    adjustmentSentence ?? goodsSentence ?? personSentence ?? playSentence ?? stepSentence
  }

  private var stepSentence: String {
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
    default: "The rules don’t allow this."
    }
  }

  private var adjustmentSentence: String? {
    switch self {
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
    default: nil
    }
  }

  private var goodsSentence: String? {
    switch self {
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
    default: nil
    }
  }

  private var personSentence: String? {
    switch self {
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
    case .nameEmpty: "A character needs a name."
    case .nameTooLong: "A name can have at most \(CharacterText.longest) characters."
    case .nameTooLarge:
      "A name can’t have that many accents or combined characters. Leave some out."
    case .titleTooLarge:
      "A title can’t have that many accents or combined characters. Leave some out."
    case .nameUnprintable: "A name can’t contain control characters."
    case .titleTooLong: "A title can have at most \(CharacterText.longest) characters."
    case .titleUnprintable: "A title can’t contain control characters."
    case .biographyTooLong:
      "A biography can have at most \(CharacterText.longestBiography.groupedText) characters."
    case .biographyTooLarge:
      "A biography can’t have that many accents or combined characters. Leave some out."
    case .biographyUnprintable: "A biography can’t contain control characters."
    default: nil
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

extension Missing {
  var sentence: String {
    switch self {
    case .abilities: "Roll the abilities first."
    case .characterClass: "Choose a class."
    case .unspentPoints(let freed): RuleRefusal.unbalanced(freed: freed).sentence
    case .hitPoints: "Roll hit points."
    case .gold: "Roll starting gold."
    case .name: RuleRefusal.nameEmpty.sentence
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

extension Consequence {
  var sentence: String {
    switch self {
    case .adjustmentsCleared: "Ability adjustments are undone."
    case .classChecked(let characterClass):
      "You lose your class, hit points, languages and spell if the new scores don’t suit "
        + "\(characterClass.article)."
    case .classCleared: "Choose a class again."
    case .hitPointsCleared: "Hit points need rolling again."
    case .hitPointsChecked: "Your hit points change with your Constitution."
    case .languagesCleared(let languages):
      "You lose these languages: \(languages.map(\.name).joined(separator: ", "))."
    case .languagesChecked: "You lose languages the new Intelligence doesn’t allow."
    case .spellCleared(let spell): "You lose the spell \(spell.name)."
    case .spellsCleared(let spells):
      "You lose these spells: \(spells.map(\.name).joined(separator: ", "))."
    case .goodsReturned(let items, let gold):
      "Goods your class can’t use are returned for \(gold) gp: "
        + "\(items.map(\.name).joined(separator: ", "))."
    }
  }
}

extension [Consequence] {
  /// All sentences in one text; `nil` for none.
  var sentence: String? { isEmpty ? nil : map(\.sentence).joined(separator: " ") }
}

extension CharacterClass {
  /// The name with its article: `an elf`.
  var article: String { (self == .elf ? "an " : "a ") + name.lowercased() }

  /// Returns a sentence on each score below what the class needs.
  func shortcomings(of scores: AbilityScores) -> [String] {
    unmetRequirements(of: scores).map {
      RuleRefusal.requirementNotMet(self, $0, score: scores[$0.ability]).sentence
    }
  }
}

extension Modifier {
  /// Returns a score's modifier as on a sheet: `+1`, `2-in-6`, `Literate`.
  func text(at score: Int) -> String {
    let value = value(at: score)
    return switch kind {
    case .signed: value.modifierText
    case .inSix: "\(value)-in-6"
    case .count, .target: "\(value)"
    case .flag: value > 0 ? "Yes" : "No"
    case .literacy: Literacy(intelligence: score).name
    }
  }
}

extension Coins {
  /// Returns copper pieces in gold: `12.34 gp`.
  static func text(worth: Int) -> String {
    let (gold, copper) = worth.quotientAndRemainder(dividingBy: Coin.gold.worth)
    guard copper > 0 else { return "\(gold.groupedText) gp" }
    return "\(gold.groupedText).\(copper < 10 ? "0" : "")\(copper) gp"
  }
}

extension Alignment {
  /// The sentence for an alignment that doesn't exist.
  static let unknown = "There’s no such alignment. Choose one of the three."
}
