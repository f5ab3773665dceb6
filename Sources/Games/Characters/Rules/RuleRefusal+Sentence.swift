extension RuleRefusal {
  /// One sentence for people, which names the numbers of the rule; never holds foreign text.
  package var sentence: String {
    adjustmentSentence ?? goodsSentence ?? personSentence ?? stepSentence
  }

  private var stepSentence: String {
    switch self {
    case .stepClosed(let step, let open):
      "\(step.name) opens once \(open.name) is done."
    case .stepUnfinished(_, let missing): missing.sentence
    case .outOfRange(let range, let unit):
      "There can be \(range.lowerBound) to \(range.upperBound) \(unit)."
    case .notFirstLevel: "The character must be of level 1."
    case .goldNotInTens: "Starting gold is a multiple of 10 gp."
    default: "The rules do not allow this."
    }
  }

  private var adjustmentSentence: String? {
    switch self {
    case .requirementNotMet(let characterClass, let minimum, let score):
      "\(characterClass.article.capitalisedFirst) needs \(minimum.ability.name) "
        + "\(minimum.score) or more; it is \(score)."
    case .notLowerable(let ability):
      "\(ability.name) may not be lowered: only Strength, Intelligence and Wisdom may."
    case .classMayNotLower(let characterClass, let ability):
      "\(characterClass.article.capitalisedFirst) may not lower \(ability.name)."
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
      "\(characterClass.article.capitalisedFirst) has no spell at first level."
    case .tooManySpells(let count): "The book holds 1 spell at first level, not \(count)."
    case .spellMissing(let characterClass):
      "\(characterClass.article.capitalisedFirst) needs a spell for the book."
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

extension CharacterClass {
  /// `an elf`.
  var article: String { (self == .elf ? "an " : "a ") + name.lowercased() }
}

extension String {
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
