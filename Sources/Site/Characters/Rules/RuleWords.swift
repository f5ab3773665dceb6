import Games

extension RuleRefusal {
  /// One sentence with the numbers of the rule; never holds text that somebody typed.
  var sentence: String {
    adjustmentSentence ?? goodsSentence ?? personSentence ?? stepSentence
  }

  private var stepSentence: String {
    switch self {
    case .stepClosed(let step, let open):
      "\(step.name) opens once \(open.name) is done."
    case .stepUnfinished(_, let missing): missing.sentence
    case .outOfRange(let range, let quantity):
      "There can be \(range.lowerBound) to \(range.upperBound) \(quantity.unit)."
    case .notFirstLevel: "The character must be of level 1."
    case .goldNotInTens: "Starting gold is a multiple of 10 gp."
    default: "The rules do not allow this."
    }
  }

  private var adjustmentSentence: String? {
    switch self {
    case .requirementNotMet(let characterClass, let minimum, let score):
      "\(characterClass.article.asSentence) needs \(minimum.ability.name) "
        + "\(minimum.score) or more; it is \(score)."
    case .notLowerable(let ability):
      "\(ability.name) may not be lowered: only Strength, Intelligence and Wisdom may."
    case .classMayNotLower(let characterClass, let ability):
      "\(characterClass.article.asSentence) may not lower \(ability.name)."
    case .primeLowered(let characterClass, let ability):
      "\(ability.name) is a prime requisite of \(characterClass.article) and is never lowered."
    case .belowFloor(let ability, let score):
      "\(ability.name) \(Adjustments.floor) is the lowest that may be traded down to, two points "
        + "at a time; it is \(score)."
    case .notPrimeRaise(let characterClass, let ability):
      "\(ability.name) is no prime requisite of \(characterClass.article); "
        + "only those may be raised."
    case .aboveRolled(let ability, let rolled):
      "\(ability.name) was rolled as \(rolled) and may not rise above that."
    case .overCeiling(let ability):
      "\(ability.name) may not rise above \(Adjustments.ceiling)."
    case .oddStep(let ability, let lowered):
      "\(ability.name) is lowered by \(lowered); two points buy one, so it must be an even number."
    case .unbalanced(let freed) where freed > 0:
      "\(freed) freed \(freed == 1 ? "point is" : "points are") not spent yet."
    case .unbalanced(let freed):
      "\(freed.magnitude) more \(freed == -1 ? "point is" : "points are") spent than were freed."
    case .nothingFreed:
      "No freed point is left: lower another score by two points first."
    default: nil
    }
  }

  private var goodsSentence: String? {
    switch self {
    case .goldSpent: "Gold is rolled again only while nothing is bought; return all goods first."
    case .notEnoughGold(let item, let left):
      "\(item.name): costs \(item.cost) gp, and \(left) gp are left."
    case .tooRich(let worth, let gold):
      "Coins and goods are worth \(Coins.text(worth: worth)); there can be at most \(gold) gp."
    case .tooPoor(let worth, let gold):
      "Coins and goods are worth \(Coins.text(worth: worth)); \(gold) gp were rolled."
    case .armourForbidden(let characterClass, let item):
      "\(item.name): not for \(characterClass.article) (armour: "
        + "\(characterClass.record.armour.text))."
    case .weaponForbidden(let characterClass, let weapon):
      "\(weapon.name): not for \(characterClass.article) (weapons: "
        + "\(characterClass.record.weapons.text))."
    case .alreadyOwned(.shield): "One shield is enough; return it first."
    case .alreadyOwned(let item):
      "One suit of armour is enough; return the one you own first (\(item.name))."
    case .tooMuchArmour: "One suit of armour and one shield are enough."
    case .tooMany(let item): "\(item.name): nobody may own more than \(Goods.mostOfOne)."
    case .notOwned(let item): "\(item.name): there is none to return."
    case .unknownItem: "No shop sells this."
    default: nil
    }
  }

  private var personSentence: String? {
    switch self {
    case .hitPoints(let range, let found) where range.count == 1:
      "Die and Constitution give \(range.lowerBound) hit points, not \(found)."
    case .hitPoints(let range, let found):
      "Die and Constitution give \(range.lowerBound) to \(range.upperBound) hit points, "
        + "not \(found)."
    case .tooManyLanguages(let chosen, let allowed):
      "Intelligence allows \(allowed == 0 ? "no" : "\(allowed)") additional "
        + "\(allowed > 1 ? "languages" : "language"); \(chosen) \(chosen == 1 ? "is" : "are") chosen."
    case .languageAlreadyKnown(let language): "\(language.name) is already known."
    case .languageDuplicate(let language): "\(language.name) is chosen twice."
    case .languageUnknown: "This language is not among the twenty that can be learnt."
    case .notACaster(let characterClass):
      "\(characterClass.article.asSentence) has no spell at first level."
    case .tooManySpells(let count): "The book holds 1 spell at first level, not \(count)."
    case .spellMissing(let characterClass):
      "\(characterClass.article.asSentence) needs a spell for the book."
    case .spellUnknown: "This is no arcane spell of the first level."
    case .nameEmpty: "A character needs a name."
    case .nameTooLong: "A name has at most \(CharacterText.longest) characters."
    case .nameTooLarge:
      "A name cannot have that many accents or joined signs: leave some out."
    case .titleTooLarge:
      "A title cannot have that many accents or joined signs: leave some out."
    case .nameUnprintable: "A name may not hold control characters."
    case .titleTooLong: "A title has at most \(CharacterText.longest) characters."
    case .titleUnprintable: "A title may not hold control characters."
    default: nil
    }
  }
}

extension RuleRefusal.Quantity {
  fileprivate var unit: String {
    switch self {
    case .score(let ability): "points of \(ability.name)"
    case .hitDie: "on the hit die"
    case .coins(let coin): coin.name.lowercased()
    case .startingGold: "gold pieces to start with"
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

  /// The field of the step's form that it belongs to.
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
    case .adjustmentsCleared: "Ability adjustments are taken back."
    case .classChecked(let characterClass):
      "The class is cleared, with hit points, languages and spell, if the new scores do not meet "
        + "the requirements of \(characterClass.article)."
    case .classCleared: "The class is open again."
    case .hitPointsCleared: "Hit points must be rolled again."
    case .hitPointsChecked: "Hit points follow the new Constitution."
    case .languagesCleared(let languages):
      "Chosen languages are cleared: \(languages.map(\.name).joined(separator: ", "))."
    case .languagesChecked: "Languages are cleared that the new Intelligence does not allow."
    case .spellCleared(let spell): "The spell \(spell.name) is cleared."
    case .goodsReturned(let items, let gold):
      "Goods that the class may not use are returned for \(gold) gp: "
        + "\(items.map(\.name).joined(separator: ", "))."
    }
  }
}

extension [Consequence] {
  /// All in one; `nil` for none.
  var sentence: String? { isEmpty ? nil : map(\.sentence).joined(separator: " ") }
}

extension CharacterClass {
  /// `an elf`.
  fileprivate var article: String { (self == .elf ? "an " : "a ") + name.lowercased() }

  /// Which scores are short of what the class needs, a sentence each.
  func shortcomings(of scores: AbilityScores) -> [String] {
    unmetRequirements(of: scores).map {
      RuleRefusal.requirementNotMet(self, $0, score: scores[$0.ability]).sentence
    }
  }
}

extension Modifier {
  /// What a score gives, as a sheet has it: `+1`, `2-in-6`, `Literate`.
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
  /// `12.34 gp`, from copper pieces.
  static func text(worth: Int) -> String {
    let (gold, copper) = worth.quotientAndRemainder(dividingBy: Coin.gold.worth)
    guard copper > 0 else { return "\(gold) gp" }
    return "\(gold).\(copper < 10 ? "0" : "")\(copper) gp"
  }
}
