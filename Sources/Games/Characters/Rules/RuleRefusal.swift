/// Why the rules forbid a move or a character, with the numbers and things involved.
///
/// A refused move has changed nothing and rolled no dice.
package enum RuleRefusal: Error, Hashable, Sendable {
  /// A step before it is not finished; `open` is the first of those.
  case stepClosed(Step, open: Step)
  /// The step needs this before the next one opens.
  case stepUnfinished(Step, Missing)

  case requirementNotMet(CharacterClass, AbilityMinimum, score: Int)
  /// Nobody lowers dexterity, constitution or charisma.
  case notLowerable(Ability)
  case classMayNotLower(CharacterClass, Ability)
  case primeLowered(CharacterClass, Ability)
  /// Two points less would fall below `Adjustments.floor`.
  case belowFloor(Ability, score: Int)
  case notPrimeRaise(CharacterClass, Ability)
  /// A score that may be lowered can only rise back to its roll.
  case aboveRolled(Ability, rolled: Int)
  case overCeiling(Ability)
  /// Scores are lowered by two points at a time.
  case oddStep(Ability, lowered: Int)
  /// Points freed less points spent; never 0.
  case unbalanced(freed: Int)
  /// No point was freed.
  case nothingFreed
  /// Every freed point is spent.
  case everythingSpent

  /// What die and constitution allow, and what the character has.
  case hitPoints(ClosedRange<Int>, found: Int)
  /// Gold cannot be rerolled once something is bought.
  case goldSpent
  /// Gold pieces.
  case notEnoughGold(Item, left: Int)
  /// Coins and goods in copper pieces, and the most gold pieces that can have been rolled.
  case tooRich(worth: Int, gold: Int)
  /// Coins and goods in copper pieces, and the gold pieces that were rolled.
  case tooPoor(worth: Int, gold: Int)
  case armourForbidden(CharacterClass, Item)
  case weaponForbidden(CharacterClass, Weapon)
  /// One suit of armour or one shield is enough.
  case alreadyOwned(Item)
  /// A whole character has more than one suit or one shield.
  case tooMuchArmour
  /// More than `Goods.mostOfOne`.
  case tooMany(Item)
  case notOwned(Item)
  case unknownItem

  case tooManyLanguages(chosen: Int, allowed: Int)
  case languageAlreadyKnown(Language)
  case languageDuplicate(Language)
  case languageUnknown
  case notACaster(CharacterClass)
  /// A beginner's book holds one.
  case tooManySpells(Int)
  case spellMissing(CharacterClass)
  case spellUnknown

  case nameEmpty
  case nameTooLong
  /// Over `CharacterText.largest` bytes, or too many accents on one letter to fit a line.
  case nameTooLarge
  case nameUnprintable
  case titleTooLong
  /// Over `CharacterText.largest` bytes, or too many accents on one letter to fit a line.
  case titleTooLarge
  case titleUnprintable
  case outOfRange(ClosedRange<Int>, of: Quantity)
  /// Gold is rolled in tens.
  case goldNotInTens
  case notFirstLevel

  /// What an `outOfRange` number counts.
  package enum Quantity: Hashable, Sendable {
    case score(Ability)
    /// The face of the hit die.
    case hitDie
    case coins(Coin)
    /// Gold pieces.
    case startingGold
  }
}
